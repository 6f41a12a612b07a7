import type { RedemptionRow } from "@heliograph/contract/registry/redemption/redemptions";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
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
import { useListFailure } from "../../../platform/rec/lists/use-list-failure.ts";
import { useTableLook, type TableLook } from "../../../platform/rec/lists/use-table-look.ts";
import { fileTable, REDEMPTION_OWN_COLUMNS, useRedemptionColumns } from "./redemption-columns.tsx";
import { REDEMPTIONS_PER_PAGE, redemptionsQuery } from "./redemption-queries.ts";
import { REDEMPTION_STATES, useRedemptionView, type RedemptionView } from "./redemption-view.ts";
import { useRedemptionWords } from "./redemption-words.ts";

/** The tab I-REC TIGR Redemption (C63): redemptions by state. */
export function RedemptionPanel() {
  const words = useRedemptionWords();
  const { text, format } = words;
  const account = useActing();
  const view = useRedemptionView();
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
          chips={REDEMPTION_STATES.map((key) => ({ key, label: text(`red.tab.${key}`), count: count(key) }))}
          chosen={view.tab}
          onChoose={view.showTab}
        />
        <Spacer />
        <EnterSearchField
          className={page.words ?? ""}
          label={text("red.search")}
          clearLabel={text("list.clearSearch")}
          words={view.search}
          search={view.searchFor}
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
  const view = useRedemptionView();
  const { data } = list;
  return (
    <DataTable
      label={text("red.table")}
      columns={columns}
      rows={data?.items}
      idOf={({ record_uid }) => record_uid}
      nameOf={({ number }) => number}
      {...look.table}
      waits={({ next }) => next?.is_you === true}
      sort={view.sort}
      onSort={view.sortBy}
      pages={{
        size: REDEMPTIONS_PER_PAGE,
        texts: pageTexts(text),
        of: { page: view.page, total: data?.total ?? 0, onPage: view.showPage },
      }}
      failed={useListFailure(list)}
      empty={
        view.isNarrowed ? (
          <Blank small title={text("red.noMatch")} />
        ) : (
          <Blank small title={text("red.none")} hint={text("red.noneHint")} />
        )
      }
    />
  );
}
