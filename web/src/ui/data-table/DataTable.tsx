// The one table of the product.
import { lazy, Suspense, useRef, useState, type ReactNode } from "react";
import { Pagination } from "../controls/Pagination.tsx";
import { classNames } from "../controls/class-names.ts";
import { Blank, Skeleton } from "../feedback/states.tsx";
import { Button } from "../controls/Button.tsx";
import { usePhone } from "../layout/media.ts";
import { useInSlices } from "../feedback/in-slices.ts";
import { CardRows } from "./CardRows.tsx";
import { shownColumns } from "./columns.ts";
import styles from "./DataTable.module.css";
import {
  useOrder,
  type DataTableProps,
  type FullProps,
  type RowGroup,
  type ShownGroup,
} from "./table-props.ts";
import { TableRows } from "./TableRows.tsx";
import { useRows, type TableRow } from "./use-rows.ts";
import { DENSE_ROW, ROW, useWindow, type WindowSource } from "./use-window.ts";

const NONE: ReadonlySet<string> = new Set();
/** More rows than this, in a table that scrolls in itself, are mounted as they come into view. */
const MANY = 100;
const WindowedRows = lazy(async () => ({ default: (await import("./WindowedRows.tsx")).WindowedRows }));

/**
 * Rows and columns: sorted by their heads, paged, selected, on a phone as cards; with what is shown while the rows are on
 * their way, when they were refused and when there are none.
 */
export function DataTable<Row extends object>(given: DataTableProps<Row>) {
  const { failed, empty, waiting } = given;
  const rows = useInSlices(given.rows);
  if (given.rows === undefined && failed !== undefined && failed !== null) {
    return (
      <Blank
        failed
        small
        title={failed.title}
        {...(failed.hint === undefined ? {} : { hint: failed.hint })}
        action={
          <Button type="primary" onClick={failed.retry}>
            {failed.retryLabel}
          </Button>
        }
      />
    );
  }
  if (rows === undefined) return waiting ?? <Waiting label={given.label} dense={given.dense === true} />;
  if (rows.length === 0 && given.groups === undefined) return empty;
  return <Full {...given} rows={rows} />;
}

/** Lines as high as the rows that come. */
function Waiting({ label, dense }: { label: string; dense: boolean }) {
  return (
    <div aria-busy="true" aria-label={label} role="group" className={styles["waiting"]}>
      {Array.from({ length: 6 }, (_, line) => (
        <div key={line} style={{ height: dense ? DENSE_ROW : ROW }}>
          <Skeleton width="26%" height={16} />
          <Skeleton width="20%" height={14} />
          <Skeleton width="12%" height={14} />
          <Skeleton width="14%" height={20} />
        </div>
      ))}
    </div>
  );
}

function Full<Row extends object>(given: FullProps<Row>) {
  const { columns, layout, rows, idOf, pages, height, card, selected = NONE, onSelect, onOpen } = given;
  const phone = usePhone();
  const scroller = useRef<HTMLDivElement>(null);
  const order = useOrder(given);
  const shown = shownColumns(columns, layout);
  const select = onSelect ?? (() => {});
  const all = useRows({ columns, rows, idOf, ...order, selected, onSelect: select });
  const visible =
    pages === undefined || pages.of !== undefined ? all.rows : onPage(all.rows, order.page, pages.size);
  const grouped = groupsOf(visible, given.groups);
  const inOrder = grouped.flatMap((group) => group.rows);
  const cards = (given.cards ?? phone) && card !== false;
  const source = {
    scroller,
    ids: inOrder.map(({ id }) => id),
    row: given.dense === true ? DENSE_ROW : ROW,
    cardLines: cards ? shown.length : null,
    onToggle: onSelect === undefined ? undefined : all.toggle,
    onOpen: onOpen === undefined ? undefined : (id: string) => openById(inOrder, id, onOpen),
  };
  const shared = { given, shown, groups: grouped, order, all, scroller };
  const face = (window: ReturnType<typeof useWindow>) =>
    cards ? <CardRows {...shared} window={window} /> : <TableRows {...shared} window={window} />;
  return (
    <div className={classNames(styles["frame"], given.className)}>
      {height !== undefined && given.whole !== true && inOrder.length > MANY ? (
        // What mounts a part of them is fetched where there are so many; until then the first stand there.
        <Suspense
          fallback={
            <AllRows source={source} most={MANY}>
              {face}
            </AllRows>
          }
        >
          <WindowedRows source={source}>{face}</WindowedRows>
        </Suspense>
      ) : (
        <AllRows source={source} most={Infinity}>
          {face}
        </AllRows>
      )}
      {pages !== undefined && order.total > pages.size && (
        <Pagination
          className={styles["pages"] ?? ""}
          current={order.page}
          pageSize={pages.size}
          total={order.total}
          texts={pages.texts}
          onChange={order.onPage}
        />
      )}
    </div>
  );
}

/** Gives `children` all rows of the source, or the first of them. */
function AllRows({
  source,
  most,
  children,
}: {
  source: WindowSource;
  most: number;
  children: (window: ReturnType<typeof useWindow>) => ReactNode;
}) {
  const [at, setAt] = useState(0);
  return children(useWindow({ ...source, ids: source.ids.slice(0, most) }, { at, setAt }, null));
}

const onPage = <Row extends object>(rows: readonly TableRow<Row>[], page: number, size: number) =>
  rows.slice((page - 1) * size, page * size);

function openById<Row extends object>(rows: readonly TableRow<Row>[], id: string, open: (row: Row) => void) {
  const row = rows.find((one) => one.id === id);
  if (row !== undefined) open(row.original);
}

/** The rows by their groups; one group without a head where there are none. */
function groupsOf<Row extends object>(
  rows: readonly TableRow<Row>[],
  groups: readonly RowGroup<Row>[] | undefined,
): readonly ShownGroup<Row>[] {
  if (groups === undefined) return [{ id: "", title: undefined, empty: undefined, rows }];
  return groups.map(({ id, title, empty, has }) => ({
    id,
    title,
    empty,
    rows: rows.filter(({ original }) => has(original)),
  }));
}
