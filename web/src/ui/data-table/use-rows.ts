// The rows of a table in their order, on TanStack Table's core.
import {
  createColumnHelper,
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type Row as CoreRow,
} from "@tanstack/react-table";
import { useMemo } from "react";
import { useKitWords } from "../kit-words.ts";
import { LOCALES } from "../tokens/tokens.ts";
import type { Column, Sort } from "./columns.ts";

/** Version 9 has only what stands here: a method of a feature that is missing is no function at run time. */
const features = tableFeatures({
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});
type Features = typeof features;

/** A row of the core: its id, its data as `original`, whether it is selected. */
export type TableRow<Row extends object> = CoreRow<Features, Row>;

/** What decides about the rows. */
interface RowSource<Row extends object> {
  /** Both arrays are kept by the caller between renders: a new one sorts all rows again. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  /** The sort in force; the rows are sorted here unless `sortedBefore`. */
  readonly sort: Sort;
  /** True: they come in that order, as from a server. */
  readonly sortedBefore: boolean;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

/** Numbers by size; texts as the language orders them, and "Row 9" before "Row 10". */
function useCompare() {
  const { lang } = useKitWords();
  return useMemo(() => {
    const collator = new Intl.Collator(LOCALES[lang], { numeric: true });
    return (one: unknown, other: unknown) =>
      typeof one === "number" && typeof other === "number"
        ? one - other
        : collator.compare(String(one), String(other));
  }, [lang]);
}

/** The rows in their order, and the selection of all of them at once. */
export function useRows<Row extends object>(source: RowSource<Row>) {
  const { columns, rows, idOf, sort, sortedBefore, selected, onSelect } = source;
  const compare = useCompare();
  const definitions = useMemo(() => {
    const helper = createColumnHelper<Features, Row>();
    const made = columns.map(({ id, value }) =>
      // What is missing is last in both directions: the library does that for undefined only.
      helper.accessor((row) => value(row) ?? undefined, {
        id,
        sortUndefined: "last",
        sortFn: (one, other) => compare(one.getValue(id), other.getValue(id)),
      }),
    );
    // A column of one kind of values among columns of any.
    return made as unknown as ColumnDef<Features, Row>[];
  }, [columns, compare]);
  // It renders by itself when what it is given changes; the compiler that this would confuse is not used.
  // oxlint-disable-next-line react/incompatible-library
  const table = useTable({
    features,
    columns: definitions,
    data: useMemo(() => [...rows], [rows]),
    getRowId: idOf,
    manualSorting: sortedBefore,
    state: {
      sorting: sort === null ? [] : [{ id: sort.by, desc: sort.down }],
      rowSelection: Object.fromEntries([...selected].map((id) => [id, true])),
    },
  });
  const ordered: readonly TableRow<Row>[] = table.getRowModel().rows;
  const count = ordered.filter(({ id }) => selected.has(id)).length;
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  const toggleAll = () => {
    const ids = ordered.map(({ id }) => id);
    const others = [...selected].filter((id) => !ids.includes(id));
    onSelect(new Set(count === ids.length ? others : [...others, ...ids]));
  };
  return { rows: ordered, toggle, toggleAll, all: count > 0 && count === ordered.length, some: count > 0 };
}
