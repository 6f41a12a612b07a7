import { addDays } from "@heliograph/contract/kernel/time";
import { EXPLAIN_LIMITS } from "@heliograph/contract/monitoring/explain";
import { projectList } from "@heliograph/contract/monitoring/portfolio";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, memo, Suspense, useEffect, useDeferredValue } from "react";
import { useParams } from "react-router";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { isNotThere } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { keepOpenedProject, keepWidgets } from "../../../platform/session/opened-project.ts";
import { useTitle } from "../../../platform/title.ts";
import { NotFound } from "../../../app/shell/UnknownScreen.tsx";
import { usePhone } from "../../../ui/layout/media.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { useInSlices } from "../../../ui/feedback/in-slices.ts";
import { Blank, Skeleton } from "../../../ui/feedback/states.tsx";
import { mayChange, SetUpChecklist } from "../../fleet/index.ts";
import { KpiStrip } from "../explain/KpiStrip.tsx";
import { CertificatesPanel } from "./CertificatesPanel.tsx";
import { certificatesQuery } from "./certificates-query.ts";
import { FigureFrame } from "./FigureFrame.tsx";
import { pvFigures, heaterStats } from "./figures.ts";
import { KeyFigureGrid } from "./KeyFigureGrid.tsx";
import { ProjectHeader } from "./ProjectHeader.tsx";
import { heaterPanels, panelsOf, plantPanels } from "./OverviewScreen.loader.ts";
import { useOverview, type Overview, type Widget } from "./use-overview.ts";
import { WeatherPanel } from "./WeatherPanel.tsx";
import { useWords } from "../words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import page from "../../../ui/layout/Page.module.css";
import styles from "./OverviewScreen.module.css";

/** The project's name as a list in memory has it; null where none has. */
function useNameFromList(uid: string): string | null {
  const lists = useQueryClient().getQueriesData<Answer<typeof projectList>>({ queryKey: [projectList.name] });
  const items = lists.flatMap(([, list]) => list?.paginate_data.items ?? []);
  return items.find((item) => item.project_info.project_uid === uid)?.project_info.project_ssoc_name ?? null;
}

/** Keeps the project as the one that is open, so that addresses that name none lead here (M24, M40). */
function useKept(widget: Widget | undefined) {
  const project = widget?.project_info;
  const gateways = widget?.gateway_list;
  useEffect(() => {
    if (project === undefined || gateways === undefined) return;
    const { project_uid: uid, project_ssoc_name: name, project_capacity_pv: capacity_kwp } = project;
    keepOpenedProject({ uid, name, capacity_kwp, gateways });
    keepWidgets(uid, project.project_widgets);
  }, [project, gateways]);
}

const Figures = memo(function Figures({ overview }: { overview: Overview | undefined }) {
  const words = useWords();
  const phone = usePhone();
  if (overview === undefined) return <Skeleton width="100%" height={phone ? 262 : 125} />;
  const { widget, values } = overview;
  const swh = widget.project_info.project_type === "swh";
  const { today } = widget.widget_date_time_info;
  return (
    <FigureFrame swh={swh}>
      <KpiStrip
        uid={widget.project_info.project_uid}
        stats={swh ? heaterStats(values, words) : pvFigures(values, words, phone)}
        range={{ from: addDays(today, 1 - EXPLAIN_LIMITS.sums), to: today }}
        lifetime
      />
    </FigureFrame>
  );
});

/** Asks for what the panels show anew. */
async function askAgain(queries: QueryClient, widget: Widget): Promise<void> {
  const { calls } = await panelsOf(widget.project_info.project_type).asked();
  for (const { name } of calls) void queries.invalidateQueries({ queryKey: [name] });
}

const PlantPanels = lazy(plantPanels.code);
const HeaterPanels = lazy(heaterPanels.code);

/** The charts and lists of a project. `key` them by project, so that nothing of another one stays. */
function Panels({ overview }: { overview: Overview }) {
  const Shown = overview.widget.project_info.project_type === "swh" ? HeaterPanels : PanelsOfPlant;
  return (
    <Suspense fallback={<Waiting />}>
      <Shown overview={overview} />
    </Suspense>
  );
}

/** The certificates of a plant, and its panels, which they would push down if they came after them. */
function PanelsOfPlant({ overview }: { overview: Overview }) {
  const certificates = useQuery(certificatesQuery(overview.widget.project_info.project_uid));
  const { isLoading, isFetched, failureCount } = certificates;
  // For the first answer alone: certificates that cannot be had keep nothing waiting.
  if (isLoading && !isFetched && failureCount === 0) return <Waiting />;
  return (
    <>
      <CertificatesPanel answer={certificates.data} />
      <PlantPanels overview={overview} />
    </>
  );
}

/** Panels of the final size, while the project is on its way. */
function Waiting() {
  const phone = usePhone();
  return (
    <>
      <Panel>
        <Skeleton width="100%" height={phone ? 590 : 473} />
      </Panel>
      <KeyFigureGrid>
        <Panel>
          <Skeleton width="100%" height={340} />
        </Panel>
        <Panel>
          <Skeleton width="100%" height={340} />
        </Panel>
      </KeyFigureGrid>
    </>
  );
}

/** /detail/{id}: one project, live (M11). */
export default function OverviewScreen() {
  const { id: uid = "" } = useParams();
  const { text } = useWords();
  const serverText = useServerText();
  const queries = useQueryClient();
  const { query, overview: answered, liveState } = useOverview(uid);
  // Where and what the project is stands before its figures.
  const overview = useInSlices(answered);
  // What is pressed comes before panels are made: they take up an answer in slices.
  const late = useDeferredValue(overview);
  const panels = late?.widget.project_info.project_uid === uid ? late : undefined;
  const widget = overview?.widget;
  const listed = useNameFromList(uid);
  const name = widget?.project_info.project_ssoc_name ?? listed ?? text("Overview");
  useTitle(name);
  useKept(query.data);
  const refresh = () => {
    if (widget !== undefined) void askAgain(queries, widget);
    return query.refetch();
  };
  const failed = answered === undefined && query.isError;
  if (failed && isNotThere(query.error)) return <NotFound />;
  return (
    <div className={`${page.page} ${styles.overview}`} aria-busy={overview === undefined && !failed}>
      <ProjectHeader
        name={name}
        overview={answered}
        failed={failed}
        liveState={liveState}
        query={query}
        onRefresh={refresh}
      />
      {failed ? (
        <Panel>
          <Blank
            failed
            title={text("chart.failed")}
            hint={serverText(query.error.message)}
            action={
              <Button type="primary" onClick={() => void query.refetch()}>
                {text("Try again")}
              </Button>
            }
          />
        </Panel>
      ) : (
        <>
          <Figures overview={overview} />
          {mayChange(widget?.project_info) && <SetUpChecklist key={`set-up ${uid}`} uid={uid} />}
          <WeatherPanel key={`weather ${uid}`} uid={uid} />
          {panels === undefined ? <Waiting /> : <Panels key={uid} overview={panels} />}
        </>
      )}
    </div>
  );
}
