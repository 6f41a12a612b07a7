import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import styles from "./HeaterTable.module.css";

/** A table of a heater's parts, as wide as its panel. */
export function HeaterTable<Row extends object>(given: {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
}) {
  const { title, ...table } = given;
  return <DataTable className={styles.table ?? ""} label={title} {...table} empty={null} card={false} />;
}
