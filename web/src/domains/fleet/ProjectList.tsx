// The frame that the lists of both project types share.
import { Button } from "antd";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { Navigate, useParams, useSearchParams } from "react-router";
import { useNow } from "../../platform/clock.ts";
import { elapsed, useFormat } from "../../platform/format.ts";
import { useText } from "../../platform/i18n.tsx";
import type { LiveState } from "../../platform/live.ts";
import { useTitle } from "../../platform/title.ts";
import { patterns } from "../../paths.ts";
import type { TextKey } from "../../texts/vi.ts";
import { LastRefresh } from "../../ui/LastRefresh.tsx";
import { useMedia } from "../../ui/media.ts";
import { Panel } from "../../ui/Panel.tsx";
import { Blank, PanelNote } from "../../ui/states.tsx";
import { StatStrip, type Stat } from "../../ui/StatStrip.tsx";
import { useColumnOrder } from "./column-order.ts";
import type { Column } from "./columns.tsx";
import { Dashboard, type DashboardAnswer, type Gain } from "./Dashboard.tsx";
import { useListData } from "./list-data.ts";
import { searchInPath, searchQuery, useListView, type ListType } from "./list-view.ts";
import { DashboardSkeleton, RowsSkeleton, StripSkeleton } from "./ListSkeleton.tsx";
import { ListToolbar } from "./ListToolbar.tsx";
import { useOpenProject } from "./open-project.ts";
import { ProjectCards } from "./ProjectCards.tsx";
import { ProjectTable } from "./ProjectTable.tsx";
import "./project-list.css";

/** What makes a list the one of its type. */
export interface ListKind {
  readonly type: ListType;
  readonly title: TextKey;
  readonly emptyHint: TextKey;
  readonly columns: readonly Column[];
  readonly stats: (given: { answer: DashboardAnswer; gain: Gain; short: boolean }) => readonly Stat[];
  /** How many figures the strip has. */
  readonly statCount: 4 | 6;
  /** Whether gauge, statuses and alarms stand above the table. */
  readonly dashboard: boolean;
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
            action={<TryAgain refresh={data.refresh} primary />}
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
      {...(primary ? { type: "primary" as const } : {})}
      icon={<RefreshCw size={16} />}
      onClick={() => void refresh()}
    >
      {t("Try again")}
    </Button>
  );
}

const LIVE_TEXTS: Record<LiveState, TextKey> = {
  connecting: "live.connecting",
  connected: "live.connected",
  lost: "live.lost",
  paused: "live.paused",
};
const CLOCK_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Clock, age of the data and the refresh button (M48), and whether live values arrive. */
function Refresh({ data }: { data: Data }) {
  const t = useText();
  const format = useFormat();
  const nowMs = useNow();
  const [asked, setAsked] = useState(false);
  const at = Math.max(data.list.dataUpdatedAt, data.dashboard.dataUpdatedAt);
  return (
    <LastRefresh
      clock={format.clock(nowMs, CLOCK_ZONE, true)}
      ago={at === 0 ? "" : t("refresh.ago", { t: elapsed(nowMs - at) })}
      busy={data.list.isFetching || data.dashboard.isFetching}
      refresh={{
        label: t("refresh.now"),
        run: () => {
          setAsked(false);
          void data.refresh().then(() => setAsked(true));
        },
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
  if (answer === undefined) {
    return (
      <>
        <StripSkeleton count={kind.statCount} />
        {kind.dashboard && <DashboardSkeleton />}
      </>
    );
  }
  const pick = (status: View["status"]) => view.filter(view.status === status ? null : status);
  return (
    <>
      <StatStrip
        stats={kind.stats({ answer, gain: data.gain, short })}
        {...(kind.statCount === 4 ? { perRow: 4 as const } : {})}
      />
      {kind.dashboard && <Dashboard answer={answer} gain={data.gain} picked={view.status} onPick={pick} />}
    </>
  );
}

/** Toolbar and table, or cards where there is no room for the table. */
function Projects({ kind, data, view }: { kind: ListKind; data: Data; view: View }) {
  const narrow = useMedia("(max-width: 899.98px)");
  const order = useColumnOrder(
    kind.type,
    kind.columns.map((column) => column.key),
  );
  const columns = order.keys.flatMap((key) => kind.columns.filter((column) => column.key === key));
  const counts = data.list.data?.status_counts ?? null;
  return (
    <Panel flush className={`tablepanel ${data.list.isPlaceholderData ? "stale" : ""}`}>
      <ListToolbar type={kind.type} {...{ view, counts, columns, order, narrow }} />
      <Rows {...{ data, view, columns, narrow }} />
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
  if (data.rows.length === 0) return <NoMatch data={data} view={view} />;
  const Shown = narrow ? ProjectCards : ProjectTable;
  const total = answer.paginate_data.total_items;
  return (
    <Shown rows={data.rows} marked={parameters.get("project_uid")} {...{ total, view, columns, open }} />
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
        <div className="actions">
          <Button onClick={view.clear}>{t("list.clearFilter")}</Button>
          <TryAgain refresh={data.refresh} />
        </div>
      }
    />
  );
}
