// The columns of a table, their order, and what an export writes of them.
import type { ReactNode } from "react";

/** A column of a table of such rows. */
export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  /** Beside the label, paler. */
  readonly unit?: string | undefined;
  /** The label in full, where it is short for the sake of the width. */
  readonly hint?: string | undefined;
  /** True: the label is read by screen readers, and not shown. */
  readonly hideLabel?: boolean;
  /** At least so wide, px. */
  readonly width?: number;
  /** Numbers stand at the right, and are first sorted from the greatest. */
  readonly numeric?: boolean;
  /** What it is sorted by here, and what an export writes; null: there is none, and it comes last. */
  readonly value: (row: Row) => string | number | null;
  /** What a cell shows; the value, unless given. */
  readonly cell?: (row: Row) => ReactNode;
  /** True: its head sorts. */
  readonly sortable?: boolean;
  /** True: its cells are the headings of the rows, which screen readers say with the others. */
  readonly rowHead?: boolean;
  /** True: its cells hold the control that opens the row, so that a card needs none around them. */
  readonly opens?: boolean;
}

/** By which column the rows are ordered, and whether from the greatest. Null is the order in which they come. */
export type Sort = { readonly by: string; readonly down: boolean } | null;

/** The sort after a press on a column's head: its first way, the other way round, and back to the first order. */
export function nextSort<Row>(now: Sort, { id, numeric = false }: Column<Row>): Sort {
  if (now?.by !== id) return { by: id, down: numeric };
  return now.down === numeric ? { by: id, down: !numeric } : null;
}

/** Which columns are shown, and in which order; the first column of a table is always there. */
export interface ColumnLayout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

/** The layout with every known column in it: one of a later release stands at the end, one that is gone is left out. */
export function wholeLayout(ids: readonly string[], { order, hidden }: ColumnLayout): ColumnLayout {
  const known = [...new Set(order)].filter((id) => ids.includes(id));
  return {
    order: [...known, ...ids.filter((id) => !known.includes(id))],
    hidden: hidden.filter((id) => ids.includes(id)),
  };
}

/** The ids with `id` moved to the place `to`, counted in the result; an unknown id changes nothing. */
export function movedTo(ids: readonly string[], id: string, to: number): string[] {
  if (!ids.includes(id)) return [...ids];
  const rest = ids.filter((one) => one !== id);
  return rest.toSpliced(Math.max(0, Math.min(rest.length, to)), 0, id);
}

/** The columns that a layout shows, the first of the table before them. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  layout: ColumnLayout | undefined,
): readonly Column<Row>[] {
  const [first, ...others] = columns;
  if (first === undefined || layout === undefined) return columns;
  const { order, hidden } = wholeLayout(
    others.map(({ id }) => id),
    layout,
  );
  const shown = order.filter((id) => !hidden.includes(id));
  return [first, ...shown.flatMap((id) => others.find((column) => column.id === id) ?? [])];
}

/** Heads and values of the columns, as a file of them writes them; columns without a head hold controls, and are none of it. */
export function cellsOf<Row>(all: readonly Column<Row>[], rows: readonly Row[]) {
  const columns = all.filter(({ hideLabel }) => hideLabel !== true);
  return {
    head: columns.map(({ label, unit }) => (unit === undefined ? label : `${label} (${unit})`)),
    lines: rows.map((row) => columns.map(({ value }) => value(row))),
  };
}
