import type { GecRedemptionRow } from "@heliograph/contract/registry/gec/gec-redemptions";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useActing } from "../../../platform/rec/acting.ts";
import { pageTexts } from "../../../platform/words.ts";
import { EnterSearchField } from "../../../ui/controls/EnterSearchField.tsx";
import { FilterChips } from "../../../ui/controls/FilterChips.tsx";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import { cellsOf } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Spacer } from "../../../ui/layout/Spacer.tsx";
import { ColumnsMenu } from "../../../platform/rec/lists/ColumnsMenu.tsx";
import { FILE_ROWS, SaveListButton } from "../../../platform/rec/lists/SaveListButton.tsx";
import { useListFailure } from "../../../platform/rec/lists/use-list-failure.ts";
import { useTableLook, type TableLook } from "../../../platform/rec/lists/use-table-look.ts";
import { useIsOperator } from "../use-may-act.ts";
import { useServiceAddress } from "../services/service-view.ts";
import { useGecColumns } from "./gec-columns.tsx";
import { GEC_PER_PAGE, GEC_STATES, gecRedemptionsQuery, useGecView } from "./gec-queries.ts";
import { useGecWords } from "./gec-words.ts";

/** The tab GEC Redemption (C64): redemptions of green certificates by state; platform operators record purchases from here. */
export function GecPanel() {
  const { text, format } = useGecWords();
  const account = useActing();
  const address = useServiceAddress();
  const isOperator = useIsOperator();
  const view = useGecView();
  const list = useList(account, view);
  const columns = useGecColumns();
  const look = useTableLook("gec");
  const queries = useQueryClient();
  const counts = list.data?.counts;
  const count = (tab: string) => (counts === undefined ? null : format.number(counts[tab] ?? 0, 0));
  return (
    <>
      <div className={page.toolbar}>
        <FilterChips
          label={text("gec.states")}
          all={{ label: text("gec.all"), count: count("all") }}
          chips={GEC_STATES.map((key) => ({ key, label: text(`gec.status.${key}`), count: count(key) }))}
          chosen={view.tab}
          onChoose={view.showTab}
        />
        <Spacer />
        <EnterSearchField
          className={page.words ?? ""}
          label={text("gec.search")}
          clearLabel={text("list.clearSearch")}
          words={view.search}
          search={view.searchFor}
        />
        <ColumnsMenu look={look} columns={columns} />
        <SaveListButton<GecRedemptionRow>
          title={text("gec.table")}
          pageOf={(at) => queries.fetchQuery(gecRedemptionsQuery(account, { ...view, page: at }, FILE_ROWS))}
          tableOf={(rows) => cellsOf(columns, rows)}
        />
        {isOperator && (
          <LinkButton to={address("redemption", { sub: "gec", record: "new" })}>
            {text("gec.record")}
          </LinkButton>
        )}
      </div>
      <Rows {...{ list, columns, look }} />
    </>
  );
}

const useList = (account: string | undefined, view: ReturnType<typeof useGecView>) =>
  useQuery({ ...gecRedemptionsQuery(account, view), placeholderData: keepPreviousData });

function Rows(given: {
  list: ReturnType<typeof useList>;
  columns: ReturnType<typeof useGecColumns>;
  look: TableLook;
}) {
  const { list, columns, look } = given;
  const { text } = useGecWords();
  const view = useGecView();
  const { data } = list;
  return (
    <DataTable
      label={text("gec.table")}
      columns={columns}
      rows={data?.items}
      idOf={({ record_uid }) => record_uid}
      {...look.table}
      sort={view.sort}
      onSort={view.sortBy}
      waits={({ next }) => next?.is_you === true}
      pages={{
        size: GEC_PER_PAGE,
        texts: pageTexts(text),
        of: { page: view.page, total: data?.total ?? 0, onPage: view.showPage },
      }}
      failed={useListFailure(list)}
      empty={<Blank small title={text(view.isNarrowed ? "gec.noMatch" : "gec.none")} />}
    />
  );
}
