import { csvText } from "@heliograph/contract/kernel/csv";
import { REDEMPTION_TABS, type RedemptionRow } from "@heliograph/contract/registry/redemption/redemptions";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useActing } from "../../../platform/rec/acting.ts";
import { fileName, saveFile } from "../../../platform/save-file.ts";
import { pageTexts } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { EnterSearchField } from "../../../ui/controls/EnterSearchField.tsx";
import { FilterChips } from "../../../ui/controls/FilterChips.tsx";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Blank } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Spacer } from "../../../ui/layout/Spacer.tsx";
import { fileTable, useRedemptionColumns } from "./redemption-columns.tsx";
import { REDEMPTIONS_PER_PAGE, redemptionsQuery } from "./redemption-queries.ts";
import { useRedemptionView, type RedemptionView } from "./redemption-view.ts";
import { useRedemptionWords } from "./redemption-words.ts";

const STATES = REDEMPTION_TABS.filter((tab) => tab !== "all");
/** Rows that one call gives a file, and pages that a file has at most. */
const FILE_ROWS = 100;
const FILE_PAGES = 500;

/** The tab I-REC TIGR Redemption (C63): redemptions by state. */
export function RedemptionPanel() {
  const { text, format } = useRedemptionWords();
  const account = useActing();
  const { view, showTab, searchFor } = useRedemptionView();
  const list = useList(account, view);
  const save = useSavedList(view);
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
        <Button
          aria-label={text("red.export")}
          icon={<Download size={16} aria-hidden />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        />
      </div>
      <div aria-busy={list.isPlaceholderData}>
        <Rows list={list} />
      </div>
    </>
  );
}

const useList = (account: string | undefined, view: RedemptionView) =>
  useQuery({ ...redemptionsQuery(account, view), placeholderData: keepPreviousData });

function Rows({ list }: { list: ReturnType<typeof useList> }) {
  const { text } = useRedemptionWords();
  const serverText = useServerText();
  const account = useActing();
  const { view, showPage, sortBy } = useRedemptionView();
  const columns = useRedemptionColumns(account === undefined);
  const { data } = list;
  const isNarrowed = view.tab !== "all" || view.search !== "";
  return (
    <DataTable
      label={text("red.table")}
      columns={columns}
      rows={data?.items}
      idOf={({ record_uid }) => record_uid}
      nameOf={({ number }) => number}
      isMarked={({ next }) => next?.is_you === true}
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

/** Saves all rows of the tab and search, a column for each field of C89 and a row for each device. */
function useSavedList(view: RedemptionView) {
  const account = useActing();
  const queries = useQueryClient();
  const serverText = useServerText();
  const words = useRedemptionWords();
  return useMutation({
    mutationFn: async () => {
      const rows: RedemptionRow[] = [];
      for (let nth = 1; nth <= FILE_PAGES; nth += 1) {
        const { items, total } = await queries.fetchQuery(
          redemptionsQuery(account, { ...view, page: nth }, FILE_ROWS),
        );
        rows.push(...items);
        if (rows.length >= total || items.length === 0) break;
      }
      const { head, lines } = fileTable(words, rows);
      saveFile(fileName(words.text("REC Redemption"), "csv"), csvText(head, lines, words.format.lang));
    },
    onError: (error) => say.error(serverText(refusalText(error))),
  });
}
