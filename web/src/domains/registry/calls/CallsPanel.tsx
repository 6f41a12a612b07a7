import { CALL_TABS } from "@heliograph/contract/registry/calls/calls";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useActing } from "../../../platform/rec/acting.ts";
import { pageTexts } from "../../../platform/words.ts";
import { FilterChips } from "../../../ui/controls/FilterChips.tsx";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { useIsOperator } from "../use-may-act.ts";
import { useCallColumns } from "./call-columns.tsx";
import { CALLS_PER_PAGE, callsQuery, useCallView } from "./call-queries.ts";
import { useCallWords } from "./call-words.ts";
import { Connections } from "./Connections.tsx";

const TABS = CALL_TABS.filter((tab) => tab !== "all");

/** Calls to other registries, those that need a person among them; for platform operators the connections below. */
export function CallsPanel() {
  const { text, format } = useCallWords();
  const serverText = useServerText();
  const account = useActing();
  const view = useCallView();
  const isOperator = useIsOperator();
  const calls = useQuery({ ...callsQuery(account, view), placeholderData: keepPreviousData });
  const columns = useCallColumns();
  const { data } = calls;
  const count = (tab: (typeof CALL_TABS)[number]) =>
    data === undefined ? null : format.number(data.counts[tab] ?? 0, 0);
  return (
    <>
      <div className={page.toolbar}>
        <FilterChips
          label={text("calls.states")}
          all={{ label: text("calls.all"), count: count("all") }}
          chips={TABS.map((key) => ({ key, label: text(`calls.${key}`), count: count(key) }))}
          chosen={view.tab === "all" ? null : view.tab}
          onChoose={(tab) => view.showTab(tab ?? "all")}
        />
      </div>
      <DataTable
        label={text("calls.title")}
        columns={columns}
        rows={data?.items}
        idOf={({ record_uid }) => record_uid}
        waits={({ next }) => next?.is_you === true}
        pages={{
          size: CALLS_PER_PAGE,
          texts: pageTexts(text),
          of: { page: view.page, total: data?.total ?? 0, onPage: view.showPage },
        }}
        failed={
          calls.isError && data === undefined
            ? {
                title: text("Something went wrong"),
                hint: serverText(refusalText(calls.error)),
                retry: () => void calls.refetch(),
                retryLabel: text("Try again"),
              }
            : null
        }
        empty={
          <Blank
            small
            title={text(view.tab === "all" ? "calls.none" : "calls.noMatch")}
            hint={text("calls.lead")}
          />
        }
      />
      {isOperator === true && <Connections />}
    </>
  );
}
