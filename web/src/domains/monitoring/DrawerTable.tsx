import type { ReactNode } from "react";
import { classNames } from "../../ui/controls/class-names.ts";
import type { Column } from "../../ui/data-table/columns.ts";
import { DataTable } from "../../ui/data-table/DataTable.tsx";
import styles from "./DrawerTable.module.css";

/** A small table in a drawer, under a heading that is its name. */
export const DrawerTable = <Row extends object>(given: {
  title: string;
  /** Kept by the caller between renders, as `rows` is. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
  /** Shown in the place of rows where there are none. */
  empty?: ReactNode;
  className?: string | undefined;
  /** Between the heading and the table. */
  children?: ReactNode;
}) => (
  <section className={classNames(styles.table, given.className)}>
    <h3>{given.title}</h3>
    {given.children}
    <DataTable
      label={given.title}
      columns={given.columns}
      rows={given.rows}
      idOf={given.idOf}
      empty={given.empty ?? null}
      card={false}
    />
  </section>
);
