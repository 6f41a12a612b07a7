import type { CALL_TABS, CallRow } from "@heliograph/contract/registry/calls/calls";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useActing } from "../../../platform/rec/acting.ts";
import { ColumnsMenu } from "../../../platform/rec/lists/ColumnsMenu.tsx";
import { FILE_ROWS, SaveListButton } from "../../../platform/rec/lists/SaveListButton.tsx";
import { useListFailure } from "../../../platform/rec/lists/use-list-failure.ts";
import { useTableLook, type TableLook } from "../../../platform/rec/lists/use-table-look.ts";
import { pageTexts } from "../../../platform/words.ts";
import { EnterSearchField } from "../../../ui/controls/EnterSearchField.tsx";
import { FilterChips } from "../../../ui/controls/FilterChips.tsx";
import { cellsOf } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Spacer } from "../../../ui/layout/Spacer.tsx";
import { useIsOperator } from "../use-may-act.ts";
import { useCallColumns } from "./call-columns.tsx";
import { CALL_STATES, CALLS_PER_PAGE, callsQuery, useCallView } from "./call-queries.ts";
import { useCallWords } from "./call-words.ts";
import { Connections } from "./Connections.tsx";

/** Calls to other registries, those that need a person among them; for platform operators the connections below. */
export function CallsPanel() {
  const { text, format } = useCallWords();
  const account = useActing();
  const view = useCallView();
  const isOperator = useIsOperator();
  const calls = useCalls(account, view);
  const columns = useCallColumns();
  const look = useTableLook("calls");
  const queries = useQueryClient();
  const { data } = calls;
  const count = (tab: (typeof CALL_TABS)[number]) =>
    data === undefined ? null : format.number(data.counts[tab] ?? 0, 0);
  return (
    <>
      <div className={page.toolbar}>
        <FilterChips
          label={text("calls.states")}
          all={{ label: text("calls.all"), count: count("all") }}
          chips={CALL_STATES.map((key) => ({ key, label: text(`calls.${key}`), count: count(key) }))}
          chosen={view.tab}
          onChoose={view.showTab}
        />
        <Spacer />
        <EnterSearchField
          className={page.words ?? ""}
          label={text("calls.search")}
          clearLabel={text("list.clearSearch")}
          words={view.search}
          search={view.searchFor}
        />
        <ColumnsMenu look={look} columns={columns} />
        <SaveListButton<CallRow>
          title={text("calls.title")}
          pageOf={(at) => queries.fetchQuery(callsQuery(account, { ...view, page: at }, FILE_ROWS))}
          tableOf={(rows) => cellsOf(columns, rows)}
        />
      </div>
      <Rows {...{ calls, view, columns, look }} />
      {isOperator === true && <Connections />}
    </>
  );
}

const useCalls = (account: string | undefined, view: ReturnType<typeof useCallView>) =>
  useQuery({ ...callsQuery(account, view), placeholderData: keepPreviousData });

function Rows(given: {
  calls: ReturnType<typeof useCalls>;
  view: ReturnType<typeof useCallView>;
  columns: ReturnType<typeof useCallColumns>;
  look: TableLook;
}) {
  const { calls, view, columns, look } = given;
  const { text } = useCallWords();
  const failed = useListFailure(calls);
  const { data } = calls;
  return (
    <DataTable
      label={text("calls.title")}
      columns={columns}
      rows={data?.items}
      idOf={({ record_uid }) => record_uid}
      {...look.table}
      sort={view.sort}
      onSort={view.sortBy}
      waits={({ next }) => next?.is_you === true}
      pages={{
        size: CALLS_PER_PAGE,
        texts: pageTexts(text),
        of: { page: view.page, total: data?.total ?? 0, onPage: view.showPage },
      }}
      failed={failed}
      empty={
        <Blank
          small
          title={text(view.isNarrowed ? "calls.noMatch" : "calls.none")}
          hint={text("calls.lead")}
        />
      }
    />
  );
}
