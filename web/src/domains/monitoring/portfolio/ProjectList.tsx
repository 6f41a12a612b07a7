// The frame that the lists of both project types share.
import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { Navigate, useParams, useSearchParams } from "react-router";
import { useNow } from "../../../platform/clock.ts";
import { elapsed, useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import type { LiveState } from "../../../platform/live.ts";
import { useTitle } from "../../../platform/title.ts";
import { browserZone } from "../../../platform/zone.ts";
import { homeOf, patterns } from "../../../app/paths.ts";
import type { TextKey } from "../../../texts/vi.ts";
import { pageTexts } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Pagination } from "../../../ui/controls/Pagination.tsx";
import { LastRefresh } from "../../../ui/feedback/LastRefresh.tsx";
import { useMedia } from "../../../ui/layout/media.ts";
import { say } from "../../../ui/feedback/messages.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Blank, PanelNote } from "../../../ui/feedback/states.tsx";
import { StatStrip, StatStripSkeleton, type Stat } from "../../../ui/layout/StatStrip.tsx";
import { useColumnOrder } from "./column-order.ts";
import type { Column } from "./columns.tsx";
import { Dashboard, type DashboardAnswer, type Gain } from "./Dashboard.tsx";
import { useListShow } from "./list-show.ts";
import { useListData } from "./list-data.ts";
import { ITEMS_PER_PAGE, searchInPath, searchQuery, useListView, type ListType } from "./list-view.ts";
import { DashboardSkeleton, RowsSkeleton } from "./ListSkeleton.tsx";
import { ListToolbar } from "./ListToolbar.tsx";
import { useOpenProject } from "./open-project.ts";
import { ProjectCards } from "./ProjectCards.tsx";
import { projectCountQuery } from "./list-queries.ts";
import { ProjectTable } from "./ProjectTable.tsx";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import styles from "./ProjectList.module.css";

const ListMap = lazy(async () => ({ default: (await import("../map/ListMap.tsx")).ListMap }));

/** What makes a list the one of its type. */
export interface ListKind {
  readonly type: ListType;
  readonly title: TextKey;
  readonly emptyHint: TextKey;
  readonly columns: readonly Column[];
  readonly stats: (given: { answer: DashboardAnswer; gain: Gain; short: boolean }) => readonly Stat[];
  /** How many figures the strip has. */
  readonly statCount: 4 | 6;
  /** Whether statuses and alarms stand above the table, and with them the gauge of the active power. */
  readonly dashboard: boolean;
  readonly gauge: boolean;
}

/** A project list (M38 to M45). An address like /list-project/abc is rewritten to the search it means. */
export function ProjectList({ kind }: { kind: ListKind }) {
  const { query } = useParams();
  if (query === undefined) return <List kind={kind} />;
  return <Navigate to={patterns.projects + searchQuery(searchInPath(query))} replace />;
}

function List({ kind }: { kind: ListKind }) {
  const t = useText();
  const view = useListView(kind.type);
  const data = useListData(kind.type, view);
  const title = t(kind.title);
  useTitle(title);
  const nothing = data.dashboard.data?.total_projects === 0;
  const failed = data.list.isLoadingError && data.dashboard.isLoadingError;
  return (
    <div className="page" aria-busy={data.list.isPending}>
      <div className="pagehead">
        <h1>{title}</h1>
        <Refresh data={data} />
      </div>
      {nothing || failed ? (
        <Panel>
          <Blank
            failed={failed}
            title={t(failed ? "list.failed" : "list.empty")}
            hint={t(failed ? "list.failedHint" : kind.emptyHint)}
            action={
              <div className={styles.actions}>
                <TryAgain refresh={data.refresh} primary />
                {nothing && <OtherList type={kind.type} />}
              </div>
            }
          />
        </Panel>
      ) : (
        <>
          <Overall kind={kind} data={data} view={view} />
          <Projects kind={kind} data={data} view={view} />
        </>
      )}
    </div>
  );
}

type Data = ReturnType<typeof useListData>;
type View = ReturnType<typeof useListView>;

function TryAgain({ refresh, primary = false }: { refresh: Data["refresh"]; primary?: boolean }) {
  const t = useText();
  return (
    <Button
      type={primary ? "primary" : "default"}
      icon={<RefreshCw size={16} aria-hidden />}
      onClick={() => void refresh()}
    >
      {t("Try again")}
    </Button>
  );
}

/** The way to the list of the other type, for accounts that have projects of that one only. */
function OtherList({ type }: { type: ListType }) {
  const t = useText();
  const other = type === "pv" ? "swh" : "pv";
  const others = useQuery(projectCountQuery(other));
  if ((others.data?.paginate_info.total_item ?? 0) === 0) return null;
  return (
    <LinkButton to={homeOf(other)} look="plain">
      {t(other === "pv" ? "list.pvTitle" : "list.swhTitle")}
    </LinkButton>
  );
}

const LIVE_TEXTS: Record<LiveState, TextKey> = {
  connecting: "live.connecting",
  connected: "live.connected",
  lost: "live.lost",
  paused: "live.paused",
};
const CLOCK_ZONE = browserZone();

/** Clock, age of the data and the refresh button (M48), and whether live values arrive. */
function Refresh({ data }: { data: Data }) {
  const t = useText();
  const format = useFormat();
  const nowMs = useNow();
  const [asked, setAsked] = useState(false);
  const run = async () => {
    setAsked(false);
    const answered = await data.refresh();
    setAsked(answered);
    if (!answered) say.error({ content: t("list.failed"), key: "refresh", duration: 6 });
  };
  const at = Math.max(data.list.dataUpdatedAt, data.dashboard.dataUpdatedAt);
  return (
    <LastRefresh
      clock={format.clock(nowMs, CLOCK_ZONE, true)}
      ago={at === 0 ? "" : t("refresh.ago", { t: elapsed(nowMs - at) })}
      busy={data.list.isFetching || data.dashboard.isFetching}
      refresh={{
        label: t("refresh.now"),
        run: () => void run(),
      }}
    >
      {data.rows.length > 0 && (
        <span className={`live ${data.live}`} role="status">
          <i />
          <span>{t(LIVE_TEXTS[data.live])}</span>
        </span>
      )}
      <span className="vh" role="status">
        {asked ? t("refresh.done") : ""}
      </span>
    </LastRefresh>
  );
}

/** Totals over all projects, and above the pv list the dashboard. */
function Overall({ kind, data, view }: { kind: ListKind; data: Data; view: View }) {
  const t = useText();
  const short = useMedia("(max-width: 599.98px)");
  const answer = data.dashboard.data;
  if (answer === undefined && data.dashboard.isError) {
    const retry = { label: t("Try again"), run: () => void data.dashboard.refetch() };
    return (
      <Panel>
        <PanelNote text={t("Data is not available")} retry={retry} />
      </Panel>
    );
  }
  const waiting = (
    <>
      <StatStripSkeleton count={kind.statCount} />
      {kind.dashboard && <DashboardSkeleton gauge={kind.gauge} />}
    </>
  );
  if (answer === undefined) return waiting;
  const pick = (status: View["status"]) => view.filter(view.status === status ? null : status);
  return (
    <>
      <StatStrip
        stats={kind.stats({ answer, gain: data.gain, short })}
        {...(kind.statCount === 4 ? { perRow: 4 as const } : {})}
      />
      {kind.dashboard && (
        <Dashboard answer={answer} gain={data.gain} gauge={kind.gauge} picked={view.status} onPick={pick} />
      )}
    </>
  );
}

/** Toolbar and table, cards where there is no room for the table, or the map. */
function Projects({ kind, data, view }: { kind: ListKind; data: Data; view: View }) {
  const narrow = useMedia("(max-width: 899.98px)");
  const order = useColumnOrder(
    kind.type,
    kind.columns.map((column) => column.key),
  );
  const columns = useMemo(
    () => order.keys.flatMap((key) => kind.columns.filter((column) => column.key === key)),
    [order.keys, kind.columns],
  );
  const counts = data.list.data?.status_counts ?? null;
  const shown = useListShow();
  const show = kind.type === "pv" ? shown : null;
  return (
    <Panel flush>
      <ListToolbar type={kind.type} {...{ view, counts, columns, order, narrow, show }} />
      {show?.show === "map" ? (
        <Suspense fallback={<div className={styles.mapPlace} />}>
          <ListMap keyword={view.keyword} status={view.status} />
        </Suspense>
      ) : (
        <Rows {...{ data, view, columns, narrow }} />
      )}
    </Panel>
  );
}

function Rows(given: { data: Data; view: View; columns: readonly Column[]; narrow: boolean }) {
  const { data, view, columns, narrow } = given;
  const t = useText();
  const open = useOpenProject();
  const [parameters] = useSearchParams();
  const answer = data.list.data;
  if (answer === undefined && data.list.isError) {
    return (
      <Blank
        small
        failed
        title={t("list.failed")}
        hint={t("list.failedHint")}
        action={<TryAgain refresh={data.refresh} primary />}
      />
    );
  }
  if (answer === undefined) return <RowsSkeleton narrow={narrow} />;
  const total = answer.paginate_data.total_items;
  if (total === 0) return <NoMatch data={data} view={view} />;
  // A page beyond the last one: the last is on its way.
  if (data.rows.length === 0) return <RowsSkeleton narrow={narrow} />;
  const Shown = narrow ? ProjectCards : ProjectTable;
  return (
    <>
      <div className={styles.rows} data-stale={data.list.isPlaceholderData ? "" : undefined}>
        <Shown rows={data.rows} marked={parameters.get("project_uid")} {...{ view, columns, open }} />
      </div>
      {(!narrow || total > ITEMS_PER_PAGE) && <Pages view={view} total={total} brief={narrow} />}
    </>
  );
}

/** The pages of the list; not `brief`, with which of how many projects are shown. */
function Pages({ view, total, brief }: { view: View; total: number; brief: boolean }) {
  const t = useText();
  const format = useFormat();
  const first = (view.page - 1) * ITEMS_PER_PAGE + 1;
  const shown = {
    a: format.number(first),
    b: format.number(Math.min(total, first + ITEMS_PER_PAGE - 1)),
    n: format.number(total),
  };
  return (
    <Pagination
      className={styles.pages ?? ""}
      current={view.page}
      pageSize={ITEMS_PER_PAGE}
      total={total}
      texts={pageTexts(t)}
      {...(brief ? {} : { note: t("list.showing", shown) })}
      onChange={view.goTo}
    />
  );
}

function NoMatch({ data, view }: { data: Data; view: View }) {
  const t = useText();
  return (
    <Blank
      small
      title={t("list.noMatch")}
      hint={t("list.noMatchHint")}
      action={
        <div className={styles.actions}>
          <Button onClick={view.clear}>{t("list.clearFilter")}</Button>
          <TryAgain refresh={data.refresh} />
        </div>
      }
    />
  );
}
