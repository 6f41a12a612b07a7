import type { IssuanceListItem } from "@heliograph/contract/registry/issuance/issuance";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useActing } from "../../../platform/rec/acting.ts";
import { pageTexts } from "../../../platform/words.ts";
import { EnterSearchField } from "../../../ui/controls/EnterSearchField.tsx";
import { FilterChips } from "../../../ui/controls/FilterChips.tsx";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Spacer } from "../../../ui/layout/Spacer.tsx";
import { useDeviceWords, type DeviceWords } from "../devices/device-words.ts";
import { ColumnsMenu } from "../../../platform/rec/lists/ColumnsMenu.tsx";
import { FILE_ROWS, SaveListButton } from "../../../platform/rec/lists/SaveListButton.tsx";
import { useListFailure } from "../../../platform/rec/lists/use-list-failure.ts";
import { useTableLook, type TableLook } from "../../../platform/rec/lists/use-table-look.ts";
import { ISSUANCE_OWN_COLUMNS, useIssuanceColumns } from "./issuance-columns.tsx";
import { ISSUANCES_PER_PAGE, issuancesQuery } from "./issuance-queries.ts";
import { ISSUANCE_STATES, useIssuanceView } from "./issuance-view.ts";
import { useIssuanceWords, type IssuanceWords } from "./issuance-words.ts";
import { ReadyDrafts } from "./ReadyDrafts.tsx";

/** REC Issuance: requests for certificates by state (C60), and the drafts that pass every check in one line with one press. */
export function IssuancePanel() {
  const account = useActing();
  const view = useIssuanceView();
  const list = useList(account, view);
  const columns = useIssuanceColumns();
  const look = useTableLook("issuance", ISSUANCE_OWN_COLUMNS);
  return (
    <>
      <Toolbar {...{ view, columns, look }} counts={list.data?.counts} />
      {list.data !== undefined && list.data.ready.drafts > 0 && <ReadyDrafts ready={list.data.ready} />}
      <div aria-busy={list.isPlaceholderData}>
        <Rows {...{ view, list, columns, look }} />
      </div>
    </>
  );
}

type View = ReturnType<typeof useIssuanceView>;

const useList = (account: string | undefined, view: View) =>
  useQuery({ ...issuancesQuery(account, view), placeholderData: keepPreviousData });

function Toolbar(given: {
  view: View;
  counts: Readonly<Record<string, number>> | undefined;
  columns: ReturnType<typeof useIssuanceColumns>;
  look: TableLook;
}) {
  const { view, counts, columns, look } = given;
  const words = useIssuanceWords();
  const { text, format } = words;
  const account = useActing();
  const names = useDeviceWords();
  const queries = useQueryClient();
  const count = (tab: string) => {
    const n = counts?.[tab];
    return n === undefined ? null : format.number(n, 0);
  };
  return (
    <div className={page.toolbar}>
      <FilterChips
        label={text("iss.states")}
        all={{ label: text("iss.tab.all"), count: count("all") }}
        chips={ISSUANCE_STATES.map((key) => ({ key, label: text(`iss.tab.${key}`), count: count(key) }))}
        chosen={view.tab}
        onChoose={view.showTab}
      />
      <Spacer />
      <EnterSearchField
        label={text("iss.search")}
        clearLabel={text("list.clearSearch")}
        className={page.words ?? ""}
        words={view.search}
        search={view.searchFor}
      />
      <ColumnsMenu look={look} columns={columns} />
      <SaveListButton<IssuanceListItem>
        title={text("REC Issuance")}
        pageOf={async (at) => {
          const wanted = { ...view, page: at };
          const { items, total_items } = await queries.fetchQuery(issuancesQuery(account, wanted, FILE_ROWS));
          return { items, total: total_items };
        }}
        tableOf={(rows) => fileTable(words, names, rows)}
      />
    </div>
  );
}

/** The file of the list: a column for each field of C87. */
function fileTable(
  { text, status }: IssuanceWords,
  { registry, fuel, country }: DeviceWords,
  rows: readonly IssuanceListItem[],
) {
  const head = [
    text("iss.application"),
    text("iss.registry"),
    text("iss.device"),
    text("iss.fuel"),
    text("iss.country"),
    text("iss.location"),
    text("iss.province"),
    text("iss.from"),
    text("iss.to"),
    text("iss.quantity"),
    text("iss.status"),
  ];
  const lines = rows.map((row) => [
    row.number,
    registry(row.registry),
    row.device.name,
    fuel(row.fuel),
    country(row.country),
    row.location,
    row.province,
    row.from_day,
    row.to_day,
    row.quantity,
    status(row.status),
  ]);
  return { head, lines };
}

function Rows(given: {
  view: View;
  list: ReturnType<typeof useList>;
  columns: ReturnType<typeof useIssuanceColumns>;
  look: TableLook;
}) {
  const { view, list, columns, look } = given;
  const { text } = useIssuanceWords();
  const { data } = list;
  return (
    <DataTable
      label={text("iss.table")}
      columns={columns}
      rows={data?.items}
      idOf={({ record_uid }) => record_uid}
      nameOf={({ number }) => number}
      {...look.table}
      waits={({ next }) => next?.is_you === true}
      sort={view.sort}
      onSort={view.sortBy}
      pages={{
        size: ISSUANCES_PER_PAGE,
        texts: pageTexts(text),
        of: {
          page: view.page,
          total: data?.total_items ?? 0,
          onPage: view.showPage,
        },
      }}
      failed={useListFailure(list)}
      empty={
        view.isNarrowed ? (
          <Blank small title={text("iss.noMatch")} hint={text("iss.noMatchHint")} />
        ) : (
          <Blank small title={text("iss.none")} hint={text("iss.noneHint")} />
        )
      }
    />
  );
}
