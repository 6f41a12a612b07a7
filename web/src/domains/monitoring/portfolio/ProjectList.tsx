// The frame that the lists of both project types share.
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Navigate, useParams } from "react-router";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { useTitle } from "../../../platform/title.ts";
import { browserZone } from "../../../platform/zone.ts";
import { homeOf, patterns } from "../../../app/paths.ts";
import type { TextKey } from "../../../app/texts/keys.ts";
import { useMedia } from "../../../ui/layout/media.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { useInSlices } from "../../../ui/feedback/in-slices.ts";
import { Blank, PanelNote } from "../../../ui/feedback/states.tsx";
import { StatStrip, StatStripSkeleton, type Stat } from "../../../ui/layout/StatStrip.tsx";
import { AddProject, ListMenu } from "../../fleet/index.ts";
import { Freshness } from "../Freshness.tsx";
import { Dashboard, type DashboardAnswer, type Gain } from "./Dashboard.tsx";
import { useListMode } from "./list-address.ts";
import { useColumnOrder } from "./column-order.ts";
import type { ListColumn } from "./columns.tsx";
import { useTableColumns } from "./list-columns.tsx";
import { useChosenProjects, useListData, type ListData } from "./list-data.ts";
import { searchInPath, searchQuery, useListView, type ListType, type ListView } from "./list-view.ts";
import { ListRows } from "./ListRows.tsx";
import { TryAgain } from "./TryAgain.tsx";
import { DashboardSkeleton } from "./ListSkeleton.tsx";
import { ListToolbar } from "./ListToolbar.tsx";
import { useOpenProject } from "./open-project.ts";
import { projectCountQuery } from "./list-queries.ts";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import styles from "./ProjectList.module.css";
import page from "../../../ui/layout/Page.module.css";

const ListMap = lazy(async () => ({ default: (await import("../map/ListMap.tsx")).ListMap }));

/** What makes a list the one of its type. */
export interface ListKind {
  readonly type: ListType;
  readonly title: TextKey;
  readonly emptyHint: TextKey;
  readonly columns: readonly ListColumn[];
  /** The figures; before the answer their words alone hold. */
  readonly stats: (given: {
    answer: DashboardAnswer | undefined;
    gain: Gain;
    short: boolean;
  }) => readonly Stat[];
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
  const serverText = useServerText();
  const nothing = data.dashboard.data?.total_projects === 0;
  const failed = data.list.isLoadingError && data.dashboard.isLoadingError ? data.list.error : null;
  return (
    <div className={page.page} aria-busy={data.list.isPending}>
      <div className={page.head}>
        <h1>{title}</h1>
        <div className={styles.side}>
          <Refresh data={data} />
          {!nothing && <AddProject type={kind.type} look="plain" />}
          <ListMenu />
        </div>
      </div>
      {nothing || failed !== null ? (
        <Panel>
          <Blank
            failed={failed !== null}
            title={t(failed === null ? "list.empty" : "list.failed")}
            hint={failed === null ? t(kind.emptyHint) : serverText(failed.message)}
            action={
              <div className={styles.actions}>
                {nothing && <AddProject type={kind.type} look="primary" />}
                <TryAgain refresh={data.refresh} primary={!nothing} />
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

const CLOCK_ZONE = browserZone();

/** Clock, age of the data and the refresh button (M48), and whether live values arrive. */
function Refresh({ data }: { data: ListData }) {
  return (
    <Freshness
      timezone={CLOCK_ZONE}
      queries={[data.list, data.dashboard]}
      live={data.rows.length > 0 ? data.live : undefined}
      refresh={data.refresh}
    />
  );
}

/** Totals over all projects, and above the pv list the dashboard. */
function Overall({ kind, data, view }: { kind: ListKind; data: ListData; view: ListView }) {
  const t = useText();
  const short = useMedia("(max-width: 599.98px)");
  const answer = useInSlices(data.dashboard.data);
  if (answer === undefined && data.dashboard.isError) {
    const retry = { label: t("Try again"), run: () => void data.dashboard.refetch() };
    return (
      <Panel>
        <PanelNote text={t("Data is not available")} retry={retry} />
      </Panel>
    );
  }
  const stats = kind.stats({ answer, gain: data.gain, short });
  if (answer === undefined) {
    return (
      <>
        <StatStripSkeleton stats={stats} />
        {kind.dashboard && <DashboardSkeleton gauge={kind.gauge} />}
      </>
    );
  }
  const pick = (status: ListView["status"]) => view.filter(view.status === status ? null : status);
  return (
    <>
      <StatStrip stats={stats} {...(stats.length === 4 ? { perRow: 4 as const } : {})} />
      {kind.dashboard && (
        <Dashboard answer={answer} gain={data.gain} gauge={kind.gauge} picked={view.status} onPick={pick} />
      )}
    </>
  );
}

/** Toolbar and table, cards where there is no room for the table, or the map. */
function Projects({ kind, data, view }: { kind: ListKind; data: ListData; view: ListView }) {
  const narrow = useMedia("(max-width: 899.98px)");
  const open = useOpenProject();
  const { columns, type } = kind;
  const table = useTableColumns(columns, open);
  const [layout, onLayout] = useColumnOrder(type);
  const counts = data.list.data?.status_counts ?? null;
  const listMode = useListMode();
  const mode = type === "pv" ? listMode : null;
  const chosen = useChosenProjects(data.rows);
  // Reports are of solar projects.
  const choice = type === "pv" ? chosen : null;
  return (
    <Panel flush>
      <ListToolbar {...{ type, view, counts, columns, table, layout, onLayout, narrow, mode, choice }} />
      {mode?.mode === "map" ? (
        <Suspense fallback={<div className={styles.map} />}>
          <ListMap keyword={view.keyword} status={view.status} />
        </Suspense>
      ) : (
        <ListRows {...{ data, view, columns, table, layout, open, narrow, choice }} />
      )}
    </Panel>
  );
}
