import { useMemo, useState } from "react";
import { SearchField } from "../../../ui/controls/SearchField.tsx";
import { cellsOf, type Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import { Spacer } from "../../../ui/layout/Spacer.tsx";
import { useText } from "../../i18n.tsx";
import { wordFinder } from "../../plain-text.ts";
import { pageTexts } from "../../words.ts";
import { ColumnsMenu } from "./ColumnsMenu.tsx";
import { FILE_ROWS, SaveListButton } from "./SaveListButton.tsx";
import { useTableLook } from "./use-table-look.ts";
import styles from "./WholeList.module.css";

/** Rows on a page. */
const ROWS = 20;

/** A list that came whole: searched, put in order, paged, its columns chosen and saved as a file here. Columns with a head sort. */
export function WholeList<Row extends object>(given: {
  /** By what this browser remembers its columns. */
  name: string;
  label: string;
  /** Kept by the caller between renders, as `rows` is. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
  /** What is said where there are none at all. */
  none: string;
  waits?: (row: Row) => boolean;
}) {
  const { name, label, rows, idOf, none, waits } = given;
  const t = useText();
  const [words, setWords] = useState("");
  const look = useTableLook(name);
  const columns = useMemo(
    () => given.columns.map((one) => ({ ...one, sortable: one.hideLabel !== true })),
    [given.columns],
  );
  const found = useMemo(() => {
    const has = wordFinder(words);
    return rows.filter((row) => has(columns.map(({ value }) => value(row) ?? "").join(" ")));
  }, [rows, columns, words]);
  return (
    <>
      {rows.length > 0 && (
        <div className={styles["bar"]}>
          <SearchField
            className={styles["words"] ?? ""}
            label={t("registry.searchIn", { list: label })}
            clearLabel={t("list.clearSearch")}
            value={words}
            onType={setWords}
          />
          <Spacer />
          <ColumnsMenu look={look} columns={columns} />
          <SaveListButton<Row>
            title={label}
            pageOf={(at) => Promise.resolve(filePage(found, at))}
            tableOf={(all) => cellsOf(columns, all)}
          />
        </div>
      )}
      <DataTable<Row>
        label={label}
        columns={columns}
        {...look.table}
        rows={found}
        idOf={idOf}
        {...(waits === undefined ? {} : { waits })}
        pages={{ size: ROWS, texts: pageTexts(t) }}
        empty={<Blank small title={rows.length === 0 ? none : t("registry.noneFound")} />}
      />
    </>
  );
}

const filePage = <Row,>(rows: readonly Row[], at: number) => ({
  items: rows.slice((at - 1) * FILE_ROWS, at * FILE_ROWS),
  total: rows.length,
});
