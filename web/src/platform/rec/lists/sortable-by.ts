import type { Column } from "../../../ui/data-table/columns.ts";

/** The columns, of which those sort that the server puts the list in order by: both have the same names. */
export const sortableBy = <Row>(
  columns: readonly Column<Row>[],
  orders: readonly string[],
): readonly Column<Row>[] =>
  columns.map((column) => (orders.includes(column.id) ? { ...column, sortable: true } : column));
