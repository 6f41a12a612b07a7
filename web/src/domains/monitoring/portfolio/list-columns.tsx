// The columns of a list as its table and its file have them.
import { useMemo } from "react";
import { useLocation } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import type { Words } from "../../../platform/words.ts";
import { shownColumns, type Column, type ColumnLayout, type Sort } from "../../../ui/data-table/columns.ts";
import type { ListColumn } from "./columns.tsx";
import type { ListRow } from "./list-row.ts";
import type { ListView } from "./list-view.ts";
import { openInstead } from "./open-project.ts";
import { ListMark } from "./cells.tsx";
import { ProjectName } from "./ProjectName.tsx";

const NAME_WIDTH = 224;
/** The id of the first column: the project itself. */
const NAME = "name";

/** The columns in the words of the language; `nameCell` shows the first, the project. */
export function tableColumns(
  columns: readonly ListColumn[],
  { text, format }: Words,
  nameCell?: NonNullable<Column<ListRow>["cell"]>,
): readonly Column<ListRow>[] {
  const name: Column<ListRow> = {
    id: NAME,
    label: text("list.project"),
    width: NAME_WIDTH,
    sortable: true,
    value: (row) => row.name,
    ...(nameCell === undefined ? {} : { cell: nameCell }),
  };
  return [
    name,
    ...columns.map(({ key, title, hint, unit, width, number, sort, value, show }) => ({
      id: key,
      label: text(title),
      hint: hint === undefined ? undefined : text(hint),
      unit: unit === "list.tons" ? text("list.tons") : unit,
      width,
      numeric: number,
      sortable: sort !== undefined,
      value: (row: ListRow) => value(row, text),
      cell: (row: ListRow) => show(row, format),
    })),
  ];
}

/** As tableColumns, with names that lead to their projects by `open`. */
export function useTableColumns(columns: readonly ListColumn[], open: (row: ListRow) => void) {
  const text = useText();
  const format = useFormat();
  const { search } = useLocation();
  return useMemo(
    () =>
      tableColumns(columns, { text, format }, (row) => (
        // The name is the link that keyboards and other tabs use.
        <ProjectName
          name={row.name}
          address={row.address}
          to={paths.project(row.uid) + search}
          onClick={(event) => openInstead(event, () => open(row))}
          mark={<ListMark row={row} />}
        />
      )),
    [columns, text, format, search, open],
  );
}

/** By which devices the production of a row is told, today's and of all time where they differ. */
const kindsOf = ({ today_by, total_by }: ListRow, text: Words["text"]) =>
  [...new Set([today_by, total_by])].flatMap((by) => (by === null ? [] : [text(`by.${by}`)])).join("; ");

/** The columns of a file: name and address, and the others as the table shows them; last what production is told by. */
export function fileColumns(
  columns: readonly Column<ListRow>[],
  layout: ColumnLayout,
  text: Words["text"],
): readonly Column<ListRow>[] {
  const [name, ...others] = shownColumns(columns, layout);
  if (name === undefined) return [];
  const produced = others.some(({ id }) => id === "today" || id === "total");
  return [
    name,
    { id: "address", label: text("Address"), value: (row) => row.address },
    ...others,
    ...(produced
      ? [{ id: "counted_by", label: text("list.countedBy"), value: (row: ListRow) => kindsOf(row, text) }]
      : []),
  ];
}

/** By which column the view is ordered. */
export function sortOf(columns: readonly ListColumn[], view: Pick<ListView, "sort" | "order">): Sort {
  const by = columns.find(({ sort }) => sort === view.sort)?.key ?? NAME;
  return { by, down: view.order === "desc" };
}

/** Orders the view by what a head was pressed for; null is its first order, by name. */
export function sortView(columns: readonly ListColumn[], view: Pick<ListView, "sortBy">, sort: Sort): void {
  const by = columns.find(({ key }) => key === sort?.by)?.sort ?? "name";
  view.sortBy(by, sort?.down === true ? "desc" : "asc");
}
