import { projectList } from "@heliograph/contract/performance/project-list";
import { projectAlarms } from "@heliograph/contract/performance/alarms";
import { projectAvailability } from "@heliograph/contract/performance/availability";
import { batteryChart, powerChart } from "@heliograph/contract/performance/day-charts";
import { productionChart } from "@heliograph/contract/performance/production-chart";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useParams } from "react-router";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { Refused } from "../../platform/http.ts";
import { useSaid } from "../../platform/i18n.tsx";
import { keepOpenedProject, keepWidgets } from "../../platform/opened-project.ts";
import { useTitle } from "../../platform/title.ts";
import { NotFound } from "../../shell/UnknownScreen.tsx";
import { usePhone } from "../../ui/media.ts";
import { Panel } from "../../ui/Panel.tsx";
import { Blank, Skeleton } from "../../ui/states.tsx";
import { StatStrip } from "../../ui/StatStrip.tsx";
import { DevicesPanel } from "./DevicesPanel.tsx";
import { pvFigures, swhFigures } from "./figures.ts";
import { KeyFigurePanels } from "./KeyFigurePanels.tsx";
import "./overview.css";
import { OverviewCharts } from "./OverviewCharts.tsx";
import { PowerPanel } from "./PowerPanel.tsx";
import { ProductionPanel } from "./ProductionPanel.tsx";
import { ProjectHeader } from "./ProjectHeader.tsx";
import { shownStatus, useOverview, type Widget } from "./use-overview.ts";
import { useWords } from "./words.ts";

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

function Figures({ widget }: { widget: Widget | undefined }) {
  const words = useWords();
  const phone = usePhone();
  if (widget === undefined) return <Skeleton width="100%" height={phone ? 190 : 86} />;
  const swh = widget.project_info.project_type === "swh";
  return (
    <div className={`overview-figures ${swh ? "swh" : ""}`}>
      <StatStrip stats={swh ? swhFigures(widget, words) : pvFigures(widget, words, phone)} />
    </div>
  );
}

/** The charts and lists of a project. `key` them by project, so that nothing of another one stays. */
function Panels({ widget }: { widget: Widget }) {
  const { project_uid: uid, project_ssoc_name: name, timezone, project_type: type } = widget.project_info;
  if (type === "swh") return <DevicesPanel widget={widget} />;
  const silent = shownStatus(widget) === "offline";
  const runNze = widget.widget_project_info.run_nze;
  return (
    <OverviewCharts>
      <PowerPanel uid={uid} name={name} timezone={timezone} runNze={runNze} silent={silent} />
      <div className="overview-two">
        <ProductionPanel uid={uid} name={name} timezone={timezone} />
        <DevicesPanel widget={widget} />
      </div>
      <KeyFigurePanels widget={widget} />
    </OverviewCharts>
  );
}

/** Panels of the final size, while the project is on its way. */
function Waiting() {
  return (
    <>
      <Panel>
        <Skeleton width="100%" height={440} />
      </Panel>
      <div className="overview-two">
        <Panel>
          <Skeleton width="100%" height={340} />
        </Panel>
        <Panel>
          <Skeleton width="100%" height={340} />
        </Panel>
      </div>
    </>
  );
}

/** True for a project that is not there, is not this account's to see, or whose uid is none. */
const isUnknown = (error: Error) =>
  error instanceof Refused && (error.status === 404 || error.status === 400);

/** /detail/{id}: one project, live (M11). */
export default function OverviewScreen() {
  const { id: uid = "" } = useParams();
  const { text } = useWords();
  const said = useSaid();
  const queries = useQueryClient();
  const { query, widget, liveState } = useOverview(uid);
  const listed = useNameFromList(uid);
  const name = widget?.project_info.project_ssoc_name ?? listed ?? text("Overview");
  useTitle(name);
  useKept(query.data);
  const refresh = () => {
    for (const { name: call } of [
      powerChart,
      productionChart,
      batteryChart,
      projectAvailability,
      projectAlarms,
    ]) {
      void queries.invalidateQueries({ queryKey: [call] });
    }
    void query.refetch();
  };
  const failed = widget === undefined && query.isError;
  if (failed && isUnknown(query.error)) return <NotFound />;
  return (
    <div className="page overview" aria-busy={query.isPending}>
      <ProjectHeader
        name={name}
        widget={widget}
        failed={failed}
        liveState={liveState}
        refreshedAtMs={query.dataUpdatedAt}
        busy={query.isFetching}
        onRefresh={refresh}
      />
      {failed ? (
        <Panel>
          <Blank
            failed
            title={text("chart.failed")}
            hint={said(query.error.message)}
            action={
              <button type="button" className="linkbtn" onClick={() => void query.refetch()}>
                {text("Try again")}
              </button>
            }
          />
        </Panel>
      ) : (
        <>
          <Figures widget={widget} />
          {widget === undefined ? <Waiting /> : <Panels key={uid} widget={widget} />}
        </>
      )}
    </div>
  );
}
