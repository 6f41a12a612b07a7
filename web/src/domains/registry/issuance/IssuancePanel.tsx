import { csvText } from "@heliograph/contract/kernel/csv";
import {
  ISSUANCE_TABS,
  type IssuanceListItem,
  type IssuanceTab,
} from "@heliograph/contract/registry/issuance/issuance";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, Download } from "lucide-react";
import { useState } from "react";
import { useServerText } from "../../../platform/i18n.tsx";
import { refusalText } from "../../../platform/http.ts";
import { useActing, useRecView } from "../../../platform/rec/acting.ts";
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
import { useIssuanceColumns } from "./issuance-columns.tsx";
import {
  ISSUANCE_ORDERS,
  ISSUANCES_PER_PAGE,
  issuancesQuery,
  type IssuanceView,
} from "./issuance-queries.ts";
import { issuanceViewIn } from "./issuance-view.ts";
import { useIssuanceWords } from "./issuance-words.ts";
import styles from "./Issuance.module.css";
import { useIssuanceCommand } from "./use-issuance-command.ts";

const FILTERS = ISSUANCE_TABS.filter((tab) => tab !== "all");
type Filter = Exclude<IssuanceTab, "all">;

/** REC Issuance: requests for certificates by state (C60), and the drafts that pass every check in one line with one press. */
export function IssuancePanel() {
  const account = useActing();
  const { search } = useRecView();
  const view = issuanceViewIn(search);
  const list = useList(account, view);
  return (
    <>
      <Toolbar view={view} counts={list.data?.counts} />
      {list.data !== undefined && list.data.ready.drafts > 0 && <Ready ready={list.data.ready} />}
      <div aria-busy={list.isPlaceholderData}>
        <Rows view={view} list={list} />
      </div>
    </>
  );
}

const useList = (account: string | undefined, view: IssuanceView) =>
  useQuery({ ...issuancesQuery(account, view), placeholderData: keepPreviousData });

function Toolbar({
  view,
  counts,
}: {
  view: IssuanceView;
  counts: Readonly<Record<string, number>> | undefined;
}) {
  const { text, format } = useIssuanceWords();
  const { change } = useRecView();
  const save = useSavedList(view);
  const count = (tab: string) => {
    const n = counts?.[tab];
    return n === undefined ? null : format.number(n, 0);
  };
  return (
    <div className={page.toolbar}>
      <FilterChips<Filter>
        label={text("iss.states")}
        all={{ label: text("iss.tab.all"), count: count("all") }}
        chips={FILTERS.map((key) => ({ key, label: text(`iss.tab.${key}`), count: count(key) }))}
        chosen={view.tab === "all" ? null : view.tab}
        onChoose={(key) => change({ status: key ?? undefined, page: undefined })}
      />
      <Spacer />
      <EnterSearchField
        label={text("iss.search")}
        clearLabel={text("list.clearSearch")}
        className={page.words ?? ""}
        words={view.search}
        search={(q) => change({ q: q === "" ? undefined : q, page: undefined })}
      />
      <Button
        aria-label={text("iss.export")}
        icon={<Download size={16} aria-hidden />}
        onClick={() => void save()}
      />
    </div>
  );
}

/** Saves all rows of the tab and search, a column for each field of C87. */
function useSavedList(view: IssuanceView) {
  const account = useActing();
  const queries = useQueryClient();
  const { text, status, format } = useIssuanceWords();
  return async () => {
    const rows: IssuanceListItem[] = [];
    for (let at = 1; ; at += 1) {
      const { items, total_items } = await queries.fetchQuery(
        issuancesQuery(account, { ...view, page: at }, 100),
      );
      rows.push(...items);
      if (rows.length >= total_items || items.length === 0) break;
    }
    const head = [
      "application",
      "registry",
      "device",
      "fuel",
      "location",
      "from",
      "to",
      "quantity",
      "status",
    ] as const;
    const cells = rows.map((row) => [
      row.number,
      row.registry,
      row.device.name,
      row.fuel,
      `${row.province}, ${row.country}`,
      row.from_day,
      row.to_day,
      row.quantity,
      status(row.status),
    ]);
    saveFile(
      fileName(text("REC Issuance"), "csv"),
      csvText(
        head.map((name) => text(`iss.${name}`)),
        cells,
        format.lang,
      ),
    );
  };
}

/** Drafts that pass every check: what they would make, and one press for all of them. */
function Ready({
  ready,
}: {
  ready: { drafts: number; quantity: number; items: readonly { record_uid: string; version: number }[] };
}) {
  const { text } = useIssuanceWords();
  const { run } = useIssuanceCommand();
  const [busy, setBusy] = useState(false);
  const { drafts: n, quantity, items } = ready;
  const submit = async () => {
    setBusy(true);
    let done = 0;
    for (const item of items) if (await run(item, "submit", {}, true)) done += 1;
    setBusy(false);
    if (done > 0) say.success(text("iss.submittedReady", { n: done }));
  };
  return (
    <div className={styles.ready}>
      <CircleCheck size={18} aria-hidden />
      <p>{text("iss.ready", { n, quantity })}</p>
      <Button type="primary" loading={busy} onClick={() => void submit()}>
        {text("iss.submitReady", { n })}
      </Button>
    </div>
  );
}

function Rows({ view, list }: { view: IssuanceView; list: ReturnType<typeof useList> }) {
  const { text } = useIssuanceWords();
  const serverText = useServerText();
  const { change } = useRecView();
  const columns = useIssuanceColumns();
  const { data } = list;
  const isNarrowed = view.tab !== "all" || view.search !== "";
  return (
    <DataTable
      label={text("iss.table")}
      columns={columns}
      rows={data?.items}
      idOf={({ record_uid }) => record_uid}
      nameOf={({ number }) => number}
      sort={{ by: view.by, down: view.down }}
      onSort={(sort) => {
        const by = ISSUANCE_ORDERS.find((one) => one === sort?.by);
        change({
          sort: by === undefined ? undefined : `${sort?.down === true ? "-" : ""}${by}`,
          page: undefined,
        });
      }}
      pages={{
        size: ISSUANCES_PER_PAGE,
        texts: pageTexts(text),
        of: {
          page: view.page,
          total: data?.total_items ?? 0,
          onPage: (next) => change({ page: String(next) }),
        },
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
          <Blank small title={text("iss.noMatch")} hint={text("iss.noMatchHint")} />
        ) : (
          <Blank small title={text("iss.none")} hint={text("iss.noneHint")} />
        )
      }
    />
  );
}
