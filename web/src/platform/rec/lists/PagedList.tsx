import type { CsvCell } from "@heliograph/contract/kernel/csv";
import type { ReactNode } from "react";
import { EnterSearchField } from "../../../ui/controls/EnterSearchField.tsx";
import { cellsOf, type Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Spacer } from "../../../ui/layout/Spacer.tsx";
import { useText } from "../../i18n.tsx";
import { pageTexts } from "../../words.ts";
import { ColumnsMenu } from "./ColumnsMenu.tsx";
import { SaveListButton } from "./SaveListButton.tsx";
import type { SearchedView } from "./use-list-view.ts";
import type { PagedRows } from "./use-paged-list.ts";
import { useTableLook, type TableLook } from "./use-table-look.ts";

interface PagedListProps<Row extends object> {
  /** By what this browser remembers its columns. */
  name: string;
  label: string;
  list: PagedRows<Row, SearchedView>;
  /** What the field is called by which it is searched. */
  search: string;
  /** Kept by the caller between renders. */
  columns: readonly Column<Row>[];
  /** Columns that are shown only when they are asked for. */
  hiddenFirst?: readonly string[];
  idOf: (row: Row) => string;
  waits?: (row: Row) => boolean;
  onOpen?: (row: Row) => void;
  /** What a card of a phone shows; the columns, unless given. */
  card?: (row: Row) => ReactNode;
  /** What the file is called; as the list, unless given. */
  fileName?: string;
  /** What the file has; the columns, unless given. */
  tableOf?: (rows: readonly Row[]) => { head: readonly string[]; lines: readonly (readonly CsvCell[])[] };
  /** What narrows it beside the search, at the left of the toolbar. */
  filters?: ReactNode;
  /** What else the toolbar holds, at its end. */
  actions?: ReactNode;
  /** Shown in the place of rows where there are none. */
  empty: ReactNode;
  /** Between the toolbar and the rows. */
  children?: ReactNode;
}

/** A list that the server pages: what narrows it, its search, its columns and its file above its rows. Columns with an order of the server sort. */
export function PagedList<Row extends object>(given: PagedListProps<Row>) {
  const { label, list, columns, idOf, waits, onOpen, card } = given;
  const { view } = list;
  const t = useText();
  const look = useTableLook(given.name, given.hiddenFirst);
  return (
    <>
      <Toolbar {...given} look={look} />
      {given.children}
      <div aria-busy={list.isRenewing}>
        <DataTable<Row>
          label={label}
          columns={columns}
          rows={list.rows}
          {...look.table}
          {...{ idOf, ...(waits && { waits }), ...(onOpen && { onOpen }), ...(card && { card }) }}
          sort={view.sort}
          onSort={view.sortBy}
          pages={{
            size: list.size,
            texts: pageTexts(t),
            of: { page: view.page, total: list.total, onPage: view.showPage },
          }}
          failed={list.failed}
          empty={given.empty}
        />
      </div>
    </>
  );
}

function Toolbar<Row extends object>(given: PagedListProps<Row> & { look: TableLook }) {
  const { label, list, columns, filters, look, tableOf = (rows) => cellsOf(columns, rows) } = given;
  const { view } = list;
  const t = useText();
  return (
    <div className={page.toolbar}>
      {filters}
      {filters !== undefined && <Spacer />}
      <EnterSearchField
        className={page.words ?? ""}
        label={given.search}
        clearLabel={t("list.clearSearch")}
        words={view.search}
        search={view.searchFor}
      />
      {filters === undefined && <Spacer />}
      <ColumnsMenu look={look} columns={columns} />
      <SaveListButton<Row> title={given.fileName ?? label} pageOf={list.pageOf} tableOf={tableOf} />
      {given.actions}
    </div>
  );
}
