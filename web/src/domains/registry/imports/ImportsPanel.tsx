import type { RecImportRow } from "@heliograph/contract/registry/imports/imports";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useActing } from "../../../platform/rec/acting.ts";
import { pageTexts } from "../../../platform/words.ts";
import { EnterSearchField } from "../../../ui/controls/EnterSearchField.tsx";
import { FilterChips } from "../../../ui/controls/FilterChips.tsx";
import { cellsOf } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Spacer } from "../../../ui/layout/Spacer.tsx";
import { ColumnsMenu } from "../../../platform/rec/lists/ColumnsMenu.tsx";
import { FILE_ROWS, SaveListButton } from "../../../platform/rec/lists/SaveListButton.tsx";
import { useListFailure } from "../../../platform/rec/lists/use-list-failure.ts";
import { useTableLook, type TableLook } from "../../../platform/rec/lists/use-table-look.ts";
import { useImportColumns } from "./import-columns.tsx";
import { IMPORTS_PER_PAGE, recImportsQuery } from "./import-queries.ts";
import { IMPORT_STATES, useImportView } from "./import-view.ts";
import { useImportWords } from "./import-words.ts";
import { OriginPositions } from "./OriginPositions.tsx";

/** The tab REC Imports (C61): certificates that come from other registries, by state. */
export function ImportsPanel() {
  const { text, format } = useImportWords();
  const account = useActing();
  const view = useImportView();
  const imports = useImports(account, view);
  const columns = useImportColumns(account === undefined);
  const look = useTableLook("imports");
  const queries = useQueryClient();
  const counts = imports.data?.counts;
  const count = (tab: string) => (counts === undefined ? null : format.number(counts[tab] ?? 0));
  return (
    <>
      <div className={page.toolbar}>
        <FilterChips
          label={text("imp.states")}
          all={{ label: text("imp.all"), count: count("all") }}
          chips={IMPORT_STATES.map((key) => ({ key, label: text(`imp.status.${key}`), count: count(key) }))}
          chosen={view.tab}
          onChoose={view.showTab}
        />
        <Spacer />
        <EnterSearchField
          className={page.words ?? ""}
          label={text("imp.search")}
          clearLabel={text("imp.clearSearch")}
          words={view.search}
          search={view.searchFor}
        />
        <ColumnsMenu look={look} columns={columns} />
        <SaveListButton<RecImportRow>
          title={text("REC Imports")}
          pageOf={(at) => queries.fetchQuery(recImportsQuery(account, { ...view, page: at }, FILE_ROWS))}
          tableOf={(rows) => cellsOf(columns, rows)}
        />
      </div>
      <ImportTable {...{ imports, view, columns, look }} />
      {account === undefined && <OriginPositions />}
    </>
  );
}

const useImports = (account: string | undefined, view: ReturnType<typeof useImportView>) =>
  useQuery({ ...recImportsQuery(account, view), placeholderData: keepPreviousData });

function ImportTable(given: {
  imports: ReturnType<typeof useImports>;
  view: ReturnType<typeof useImportView>;
  columns: ReturnType<typeof useImportColumns>;
  look: TableLook;
}) {
  const { imports, view, columns, look } = given;
  const { text } = useImportWords();
  const { data } = imports;
  return (
    <DataTable
      label={text("REC Imports")}
      columns={columns}
      rows={data?.items}
      idOf={({ record_uid }) => record_uid}
      {...look.table}
      sort={view.sort}
      onSort={view.sortBy}
      waits={({ next }) => next?.is_you === true}
      pages={{
        size: IMPORTS_PER_PAGE,
        texts: pageTexts(text),
        of: { page: view.page, total: data?.total ?? 0, onPage: view.showPage },
      }}
      failed={useListFailure(imports)}
      empty={<Blank small title={text(view.isNarrowed ? "imp.noMatch" : "imp.none")} />}
    />
  );
}
