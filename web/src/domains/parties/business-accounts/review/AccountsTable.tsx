import type { listBusinessAccounts } from "@heliograph/contract/parties/business-accounts";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router";
import { patterns } from "../../../../app/paths.ts";
import { refusalText } from "../../../../platform/http.ts";
import { useServerText } from "../../../../platform/i18n.tsx";
import { addressFor, useRecView } from "../../../../platform/rec/acting.ts";
import { GMT8, plainGmt8 } from "@heliograph/contract/kernel/gmt8";
import { pageTexts, useWords, type Words } from "../../../../platform/words.ts";
import { EnterSearchField } from "../../../../ui/controls/EnterSearchField.tsx";
import { FilterChips } from "../../../../ui/controls/FilterChips.tsx";
import type { Column } from "../../../../ui/data-table/columns.ts";
import { DataTable } from "../../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../../ui/feedback/states.tsx";
import page from "../../../../ui/layout/Page.module.css";
import { Spacer } from "../../../../ui/layout/Spacer.tsx";
import { useCountries } from "../../countries.ts";
import { AccountStateTag } from "./AccountStateTag.tsx";
import { ACCOUNT_TABS, ACCOUNTS_PER_PAGE, accountsQuery, type AccountTab } from "./review-queries.ts";

type Row = Answer<typeof listBusinessAccounts>["items"][number];

/** What of the list the address shows. */
function useAccountsView() {
  const { search, change } = useRecView();
  const tab: AccountTab = ACCOUNT_TABS.find((one) => one === search.get("status")) ?? "all";
  return {
    tab,
    search: search.get("q") ?? "",
    page: Math.max(1, Math.trunc(Number(search.get("page") ?? 1)) || 1),
    showTab: (next: string | null) => change({ status: next ?? undefined, page: undefined }),
    searchFor: (q: string) => change({ q: q === "" ? undefined : q, page: undefined }),
    showPage: (n: number) => change({ page: n === 1 ? undefined : String(n) }),
  };
}

/** Business accounts that were submitted, those changed last first; those that wait for a review are marked. */
export function AccountsTable() {
  const words = useWords();
  const { text, format } = words;
  const serverText = useServerText();
  const view = useAccountsView();
  const { tab, search } = view;
  const accounts = useQuery({
    ...accountsQuery({ tab, search, page: view.page }),
    placeholderData: keepPreviousData,
  });
  const columns = useAccountColumns(words);
  const { data } = accounts;
  const count = (key: string) => (data === undefined ? null : format.number(data.tab_counts[key] ?? 0));
  const failed = {
    title: text("Something went wrong"),
    hint: serverText(refusalText(accounts.error)),
    retry: () => void accounts.refetch(),
    retryLabel: text("Try again"),
  };
  return (
    <>
      <div className={page.toolbar}>
        <FilterChips
          label={text("parties.states")}
          all={{ label: text("parties.allStates"), count: count("all") }}
          chips={ACCOUNT_TABS.map((key) => ({ key, label: text(`parties.state_${key}`), count: count(key) }))}
          chosen={tab === "all" ? null : tab}
          onChoose={view.showTab}
        />
        <Spacer />
        <EnterSearchField
          className={page.words ?? ""}
          label={text("parties.searchAccounts")}
          clearLabel={text("list.clearSearch")}
          words={search}
          search={view.searchFor}
        />
      </div>
      <DataTable
        label={text("parties.accounts")}
        columns={columns}
        rows={data?.items}
        idOf={({ record_uid }) => record_uid}
        waits={({ status }) => status === "under_review" || status === "amendment_review"}
        pages={{
          size: ACCOUNTS_PER_PAGE,
          texts: pageTexts(text),
          of: { page: view.page, total: data?.total_items ?? 0, onPage: view.showPage },
        }}
        failed={accounts.isError && data === undefined ? failed : null}
        empty={
          <Blank
            small
            title={text(tab === "all" && search === "" ? "parties.noAccounts" : "parties.noneFound")}
          />
        }
      />
    </>
  );
}

function useAccountColumns(words: Words): readonly Column<Row>[] {
  const { nameOf } = useCountries();
  return useMemo(() => columnsOf(words, nameOf), [words, nameOf]);
}

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
    value: ({ status }) => status,
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
