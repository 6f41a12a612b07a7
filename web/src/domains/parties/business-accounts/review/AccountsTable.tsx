import {
  BUSINESS_ACCOUNT_ORDERS,
  type listBusinessAccounts,
} from "@heliograph/contract/parties/business-accounts";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useMemo } from "react";
import { Link } from "react-router";
import { usePagedList } from "../../../../platform/rec/lists/use-paged-list.ts";
import { StateChips } from "../../../../platform/rec/lists/StateChips.tsx";
import { PagedList } from "../../../../platform/rec/lists/PagedList.tsx";
import { patterns } from "../../../../app/paths.ts";
import { addressFor } from "../../../../platform/rec/acting.ts";
import { GMT8, plainGmt8 } from "@heliograph/contract/kernel/gmt8";
import { sortableBy } from "../../../../platform/rec/lists/sortable-by.ts";
import { useRecordListView } from "../../../../platform/rec/lists/use-list-view.ts";
import { useWords, type Words } from "../../../../platform/words.ts";
import { type Column } from "../../../../ui/data-table/columns.ts";
import { Blank } from "../../../../ui/feedback/states.tsx";
import { useCountries } from "../../countries.ts";
import { AccountStateTag } from "./AccountStateTag.tsx";
import { ACCOUNT_TABS, accountsQuery } from "./review-queries.ts";

type Row = Answer<typeof listBusinessAccounts>["items"][number];

/** Business accounts that were submitted, those changed last first; those that wait for a review are marked. */
export function AccountsTable() {
  const words = useWords();
  const { text } = words;
  const view = useRecordListView(BUSINESS_ACCOUNT_ORDERS, ACCOUNT_TABS);
  const { list } = usePagedList({ view, query: accountsQuery });
  return (
    <PagedList
      name="business-accounts"
      label={text("parties.accounts")}
      list={list}
      search={text("parties.searchAccounts")}
      columns={useAccountColumns(words)}
      idOf={({ record_uid }) => record_uid}
      waits={({ status }) => status === "under_review" || status === "amendment_review"}
      filters={
        <StateChips
          label={text("parties.states")}
          all={text("parties.allStates")}
          states={ACCOUNT_TABS}
          nameOf={(state) => text(`parties.state_${state}`)}
          list={list}
        />
      }
      empty={<Blank small title={text(view.isNarrowed ? "parties.noneFound" : "parties.noAccounts")} />}
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
