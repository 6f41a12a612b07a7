import { REDEMPTION_TABS, type RedemptionRow } from "@heliograph/contract/registry/redemption/redemptions";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useActing } from "../../../platform/rec/acting.ts";
import { pageTexts } from "../../../platform/words.ts";
import { EnterSearchField } from "../../../ui/controls/EnterSearchField.tsx";
import { FilterChips } from "../../../ui/controls/FilterChips.tsx";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Spacer } from "../../../ui/layout/Spacer.tsx";
import { ColumnsMenu } from "../../../platform/rec/lists/ColumnsMenu.tsx";
import { FILE_ROWS, SaveListButton } from "../../../platform/rec/lists/SaveListButton.tsx";
import { useTableLook, type TableLook } from "../../../platform/rec/lists/use-table-look.ts";
import { fileTable, REDEMPTION_OWN_COLUMNS, useRedemptionColumns } from "./redemption-columns.tsx";
import { REDEMPTIONS_PER_PAGE, redemptionsQuery } from "./redemption-queries.ts";
import { useRedemptionView, type RedemptionView } from "./redemption-view.ts";
import { useRedemptionWords } from "./redemption-words.ts";

const STATES = REDEMPTION_TABS.filter((tab) => tab !== "all");

/** The tab I-REC TIGR Redemption (C63): redemptions by state. */
export function RedemptionPanel() {
  const words = useRedemptionWords();
  const { text, format } = words;
  const account = useActing();
  const { view, showTab, searchFor } = useRedemptionView();
  const list = useList(account, view);
  const columns = useRedemptionColumns(account === undefined);
  const look = useTableLook("redemption", REDEMPTION_OWN_COLUMNS);
  const queries = useQueryClient();
  const counts = list.data?.counts;
  const count = (tab: string) => (counts === undefined ? null : format.number(counts[tab] ?? 0, 0));
  return (
    <>
      <div className={page.toolbar}>
        <FilterChips
          label={text("red.states")}
          all={{ label: text("red.all"), count: count("all") }}
          chips={STATES.map((key) => ({ key, label: text(`red.tab.${key}`), count: count(key) }))}
          chosen={view.tab === "all" ? null : view.tab}
          onChoose={(tab) => showTab(tab ?? "all")}
        />
        <Spacer />
        <EnterSearchField
          className={page.words ?? ""}
          label={text("red.search")}
          clearLabel={text("list.clearSearch")}
          words={view.search}
          search={searchFor}
        />
        <ColumnsMenu look={look} columns={columns} />
        <SaveListButton<RedemptionRow>
          title={text("REC Redemption")}
          pageOf={(at) => queries.fetchQuery(redemptionsQuery(account, { ...view, page: at }, FILE_ROWS))}
          tableOf={(rows) => fileTable(words, rows)}
        />
      </div>
      <div aria-busy={list.isPlaceholderData}>
        <Rows {...{ list, columns, look }} />
      </div>
    </>
  );
}

const useList = (account: string | undefined, view: RedemptionView) =>
  useQuery({ ...redemptionsQuery(account, view), placeholderData: keepPreviousData });

function Rows(given: {
  list: ReturnType<typeof useList>;
  columns: ReturnType<typeof useRedemptionColumns>;
  look: TableLook;
}) {
  const { list, columns, look } = given;
  const { text } = useRedemptionWords();
  const serverText = useServerText();
  const { view, showPage, sortBy } = useRedemptionView();
  const { data } = list;
  const isNarrowed = view.tab !== "all" || view.search !== "";
  return (
    <DataTable
      label={text("red.table")}
      columns={columns}
      rows={data?.items}
      idOf={({ record_uid }) => record_uid}
      nameOf={({ number }) => number}
      {...look.table}
      waits={({ next }) => next?.is_you === true}
      sort={{ by: view.by, down: view.down }}
      onSort={sortBy}
      pages={{
        size: REDEMPTIONS_PER_PAGE,
        texts: pageTexts(text),
        of: { page: view.page, total: data?.total ?? 0, onPage: showPage },
      }}
      failed={
        list.isError && data === undefined
          ? {
              title: text("Something went wrong"),
              hint: serverText(refusalText(list.error)),
              retry: () => void list.refetch(),
              retryLabel: text("Try again"),
            }
          : null
      }
      empty={
        isNarrowed ? (
          <Blank small title={text("red.noMatch")} />
        ) : (
          <Blank small title={text("red.none")} hint={text("red.noneHint")} />
        )
      }
    />
  );
}
