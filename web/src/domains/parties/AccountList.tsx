import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { WholeList } from "../../platform/rec/lists/WholeList.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import type { Column } from "../../ui/data-table/columns.ts";
import { AnswerPart } from "./business-accounts/AnswerPart.tsx";
import styles from "./business-accounts/Profile.module.css";

/** A tab of a business account with what it has of something: its heading, the way to one more, and the list. */
export function AccountList<Row extends object, Data>(given: {
  /** By what this browser remembers its columns. */
  name: string;
  title: string;
  /** The way to one more; null: whoever looks adds none. */
  add: { readonly label: string; readonly icon: ReactNode; readonly run: () => void } | null;
  query: UseQueryResult<Data>;
  rowsOf: (data: Data) => readonly Row[];
  columns: readonly Column<Row>[];
  idOf: (row: Row) => string;
  /** What is said where there are none. */
  none: string;
  /** Between the heading and the list. */
  children?: ReactNode;
  /** What stands below the list. */
  renderBelow?: (data: Data) => ReactNode;
}) {
  const { name, title, add, query, rowsOf, columns, idOf, none, children, renderBelow } = given;
  return (
    <>
      <header className={styles.head}>
        <h2>{title}</h2>
        {add !== null && (
          <Button icon={add.icon} onClick={add.run}>
            {add.label}
          </Button>
        )}
      </header>
      {children}
      <AnswerPart query={query}>
        {(data) => (
          <>
            <WholeList {...{ name, columns, idOf, none }} label={title} rows={rowsOf(data)} />
            {renderBelow?.(data)}
          </>
        )}
      </AnswerPart>
    </>
  );
}
