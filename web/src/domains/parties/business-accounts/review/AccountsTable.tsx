import {
  BUSINESS_ACCOUNT_ORDERS,
  type listBusinessAccounts,
} from "@heliograph/contract/parties/business-accounts";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router";
import { patterns } from "../../../../app/paths.ts";
import { addressFor } from "../../../../platform/rec/acting.ts";
import { GMT8, plainGmt8 } from "@heliograph/contract/kernel/gmt8";
import { ColumnsMenu } from "../../../../platform/rec/lists/ColumnsMenu.tsx";
import { FILE_ROWS, SaveListButton } from "../../../../platform/rec/lists/SaveListButton.tsx";
import { sortableBy } from "../../../../platform/rec/lists/sortable-by.ts";
import { useListFailure } from "../../../../platform/rec/lists/use-list-failure.ts";
import { useRecordListView } from "../../../../platform/rec/lists/use-list-view.ts";
import { useTableLook } from "../../../../platform/rec/lists/use-table-look.ts";
import { pageTexts, useWords, type Words } from "../../../../platform/words.ts";
import { EnterSearchField } from "../../../../ui/controls/EnterSearchField.tsx";
import { FilterChips } from "../../../../ui/controls/FilterChips.tsx";
import { cellsOf, type Column } from "../../../../ui/data-table/columns.ts";
import { DataTable } from "../../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../../ui/feedback/states.tsx";
import page from "../../../../ui/layout/Page.module.css";
import { Spacer } from "../../../../ui/layout/Spacer.tsx";
import { useCountries } from "../../countries.ts";
import { AccountStateTag } from "./AccountStateTag.tsx";
import { ACCOUNT_TABS, ACCOUNTS_PER_PAGE, accountsQuery } from "./review-queries.ts";

type Row = Answer<typeof listBusinessAccounts>["items"][number];

/** Business accounts that were submitted, those changed last first; those that wait for a review are marked. */
export function AccountsTable() {
  const words = useWords();
  const { text, format } = words;
  const view = useRecordListView(BUSINESS_ACCOUNT_ORDERS, ACCOUNT_TABS);
  const accounts = useQuery({ ...accountsQuery(view), placeholderData: keepPreviousData });
  const failed = useListFailure(accounts);
  const columns = useAccountColumns(words);
  const look = useTableLook("business-accounts");
  const { data } = accounts;
  const count = (key: string) => (data === undefined ? null : format.number(data.tab_counts[key] ?? 0));
  return (
    <>
      <div className={page.toolbar}>
        <FilterChips
          label={text("parties.states")}
          all={{ label: text("parties.allStates"), count: count("all") }}
          chips={ACCOUNT_TABS.map((key) => ({ key, label: text(`parties.state_${key}`), count: count(key) }))}
          chosen={view.tab}
          onChoose={view.showTab}
        />
        <Spacer />
        <EnterSearchField
          className={page.words ?? ""}
          label={text("parties.searchAccounts")}
          clearLabel={text("list.clearSearch")}
          words={view.search}
          search={view.searchFor}
        />
        <ColumnsMenu look={look} columns={columns} />
        <SaveAccounts view={view} columns={columns} />
      </div>
      <DataTable
        label={text("parties.accounts")}
        columns={columns}
        rows={data?.items}
        idOf={({ record_uid }) => record_uid}
        {...look.table}
        sort={view.sort}
        onSort={view.sortBy}
        waits={({ status }) => status === "under_review" || status === "amendment_review"}
        pages={{
          size: ACCOUNTS_PER_PAGE,
          texts: pageTexts(text),
          of: { page: view.page, total: data?.total_items ?? 0, onPage: view.showPage },
        }}
        failed={failed}
        empty={<Blank small title={text(view.isNarrowed ? "parties.noneFound" : "parties.noAccounts")} />}
      />
    </>
  );
}

function SaveAccounts(given: {
  view: Parameters<typeof accountsQuery>[0];
  columns: ReturnType<typeof useAccountColumns>;
}) {
  const { view, columns } = given;
  const { text } = useWords();
  const queries = useQueryClient();
  return (
    <SaveListButton<Row>
      title={text("parties.accounts")}
      pageOf={async (at) => {
        const wanted = accountsQuery({ ...view, page: at }, FILE_ROWS);
        const { items, total_items } = await queries.fetchQuery(wanted);
        return { items, total: total_items };
      }}
      tableOf={(rows) => cellsOf(columns, rows)}
    />
  );
}

function useAccountColumns(words: Words): readonly Column<Row>[] {
  const { nameOf } = useCountries();
  return useMemo(() => sortableBy(columnsOf(words, nameOf), BUSINESS_ACCOUNT_ORDERS), [words, nameOf]);
}

/** The name of a state that the list can be narrowed to; of another its code. */
const stateName = (status: string, text: Words["text"]): string => {
  const known = ACCOUNT_TABS.find((one) => one === status);
  return known === undefined ? status : text(`parties.state_${known}`);
};

const columnsOf = ({ text }: Words, country: (code: string) => string): Column<Row>[] => [
  {
    id: "company",
    label: text("parties.companyName"),
    rowHead: true,
    value: ({ company_name }) => company_name,
    cell: ({ company_name, record_uid }) => (
      <Link to={addressFor(undefined, patterns.recProfile, { record: record_uid })}>{company_name}</Link>
    ),
  },
  { id: "number", label: text("parties.applicationNumber"), value: ({ number }) => number },
  {
    id: "status",
    label: text("parties.state"),
    value: ({ status }) => stateName(status, text),
    cell: ({ status }) => <AccountStateTag status={status} />,
  },
  {
    id: "country",
    label: text("parties.country"),
    value: (row) => (row.country === null ? null : country(row.country)),
  },
  { id: "trade", label: text("parties.tradeAccountId"), value: ({ trade_account_id }) => trade_account_id },
  {
    id: "changed",
    label: text("parties.changedAt"),
    unit: GMT8,
    value: ({ changed_at }) => plainGmt8(changed_at),
  },
];
