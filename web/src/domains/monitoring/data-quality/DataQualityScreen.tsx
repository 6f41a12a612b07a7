import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useAppConfig } from "../../../platform/app-config.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { Blank, Skeleton } from "../../../ui/feedback/states.tsx";
import { usePhone } from "../../../ui/layout/media.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { StatStrip, StatStripSkeleton } from "../../../ui/layout/StatStrip.tsx";
import { LoadFailed, mayChange, ProjectPage } from "../../fleet/index.ts";
import { useWords } from "../words.ts";
import { qualityQuery } from "./DataQualityScreen.loader.ts";
import { EnergyClasses } from "./EnergyClasses.tsx";
import { QualityEvents } from "./QualityEvents.tsx";
import { QualityHeat } from "./QualityHeat.tsx";
import { QualityRange } from "./QualityRange.tsx";
import { QualityTasks } from "./QualityTasks.tsx";
import { qualityStats, type Quality as QualityData, type QualityChip } from "./quality-content.ts";
import { isEventAt } from "./quality-selection.ts";
import { useQualityView } from "./use-quality-view.ts";
import styles from "./DataQualityScreen.module.css";

const MS = 1000;
const judged = (project: ProjectInfo) => <Judged project={project} />;
const range = (project: ProjectInfo) => <QualityRange project={project} />;

/** /data-quality/{id}: how far the figures of a project can be trusted, and what to do about the rest. */
export default function DataQualityScreen() {
  return (
    <ProjectPage title="quality.title" meta={judged} actions={range}>
      {(uid, project) =>
        project === undefined ? <Waiting /> : <Quality key={uid} uid={uid} project={project} />
      }
    </ProjectPage>
  );
}

/** The zone of every time on the page, and when all of it was judged. */
function Judged({ project }: { project: ProjectInfo }) {
  const { text, format } = useWords();
  const { view } = useQualityView(project.timezone);
  const { data } = useQuery(qualityQuery(project.project_uid, view));
  const at = data === undefined ? "–" : format.clock(Date.parse(data.current_time), project.timezone, true);
  return (
    <>
      {project.timezone} · {text("quality.judged", { time: at })}
    </>
  );
}

function Waiting() {
  return (
    <>
      <StatStripSkeleton stats={6} />
      <div className={styles.columns}>
        <Panel>
          <Skeleton width="100%" height={320} />
        </Panel>
        <Panel>
          <Skeleton width="100%" height={320} />
        </Panel>
      </div>
      <Panel>
        <Skeleton width="100%" height={280} />
      </Panel>
    </>
  );
}

interface Shown {
  readonly uid: string;
  readonly project: ProjectInfo;
}

function Quality({ uid, project }: Shown) {
  const serverText = useServerText();
  const { view } = useQualityView(project.timezone);
  const query = useQuery({
    ...qualityQuery(uid, view),
    placeholderData: keepPreviousData,
    refetchInterval: useAppConfig().list_refresh_s * MS,
  });
  const { data } = query;
  if (query.isError && data === undefined) {
    return (
      <Panel>
        <LoadFailed hint={serverText(query.error.message)} retry={() => void query.refetch()} />
      </Panel>
    );
  }
  if (data === undefined) return <Waiting />;
  return <Panels {...{ uid, project }} quality={data} renewing={query.isPlaceholderData} />;
}

/** The panels in the order of the width: on a phone first what is to be done, then what happened. */
function Panels({ uid, project, quality, renewing }: Shown & { quality: QualityData; renewing: boolean }) {
  const words = useWords();
  const phone = usePhone();
  const { view, change } = useQualityView(project.timezone);
  const [chip, setChip] = useState<QualityChip | null>(null);
  const chosen = useMemo(
    () => quality.events.filter((event) => isEventAt(event, quality, view)),
    [quality, view],
  );
  useShown(chosen[0]?.id);
  const open = (device: string | null, day: string) => {
    setChip(null);
    change({ device, day });
  };
  const isNew = quality.first_day === null;
  const tasks = <QualityTasks uid={uid} quality={quality} mayWrite={mayChange(project)} />;
  const heat = <QualityHeat quality={quality} view={view} onOpen={open} />;
  const energy = <EnergyClasses quality={quality} />;
  const events = (
    <QualityEvents
      {...{ quality, chosen, chip }}
      name={project.project_ssoc_name}
      importInto={mayChange(project) ? uid : null}
      onChip={setChip}
      onOpen={(event) => open(event.device_uid ?? event.gateway_uid, event.day)}
    />
  );
  const nothing = (
    <Panel>
      <Blank title={words.text("quality.new")} />
    </Panel>
  );
  return (
    <div className={styles.page} aria-busy={renewing}>
      <StatStrip stats={qualityStats(quality, words)} />
      {isNew || phone ? (
        <>
          {tasks}
          {isNew && nothing}
          {(!isNew || quality.events.length > 0) && events}
          {!isNew && heat}
          {!isNew && energy}
        </>
      ) : (
        <>
          <div className={styles.columns}>
            <div className={styles.column}>
              {heat}
              {energy}
            </div>
            {tasks}
          </div>
          {events}
        </>
      )}
    </div>
  );
}

/** Brings the row of what was chosen into view, once it is another. */
function useShown(id: string | undefined) {
  useEffect(() => {
    if (id === undefined) return;
    document.querySelector("[data-quality-events] [data-marked]")?.scrollIntoView({ block: "nearest" });
  }, [id]);
}
