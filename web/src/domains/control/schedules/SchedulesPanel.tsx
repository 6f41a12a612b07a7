import type { Schedule } from "@heliograph/contract/control/schedules/schedules";
import { localDay } from "@heliograph/contract/kernel/time";
import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { useQuery } from "@tanstack/react-query";
import { Plus, ScrollText } from "lucide-react";
import { useState } from "react";
import { useNow } from "../../../platform/clock.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { zoneOffset } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Blank, PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { usePhone } from "../../../ui/layout/media.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { mayChange } from "../../fleet/index.ts";
import { schedulesQuery } from "./schedule-calls.ts";
import { runLineOf, nextRuns } from "./schedule-view.ts";
import { DeleteSchedule } from "./DeleteSchedule.tsx";
import { RunList } from "./RunList.tsx";
import { ScheduleDetail } from "./ScheduleDetail.tsx";
import { ScheduleForm } from "./ScheduleForm.tsx";
import { ScheduleLog } from "./ScheduleLog.tsx";
import { ScheduleTable } from "./ScheduleTable.tsx";
import { ScheduleTimeline } from "./ScheduleTimeline.tsx";
import styles from "./SchedulesPanel.module.css";

/** Which window is open over the panel, and of which schedule. */
type Opened =
  | { readonly window: "create" }
  | { readonly window: "log"; readonly schedule: Schedule | undefined }
  | { readonly window: "detail" | "update" | "delete"; readonly schedule: Schedule };

/** The schedules of a project: seven days of their runs, a table, and the windows in which they are added and changed (M92–M95). */
export function SchedulesPanel({ project }: { project: ProjectInfo }) {
  const { text } = useWords();
  const { project_uid, timezone } = project;
  const serverText = useServerText();
  const schedules = useQuery(schedulesQuery(project_uid));
  const [opened, setOpened] = useState<Opened | null>(null);
  const changes = mayChange(project);
  const items = schedules.data?.items;
  const close = () => setOpened(null);
  return (
    <Panel
      flush
      title={
        <>
          {text("schedules.title")} <Count n={items?.length} timezone={timezone} />
        </>
      }
      extra={
        <div className={styles.buttons}>
          {items !== undefined && items.length > 0 && (
            <Button
              icon={<ScrollText size={16} aria-hidden />}
              onClick={() => setOpened({ window: "log", schedule: undefined })}
            >
              {text("schedules.log")}
            </Button>
          )}
          {changes && (
            <Button
              type="primary"
              icon={<Plus size={16} aria-hidden />}
              onClick={() => setOpened({ window: "create" })}
            >
              {text("schedules.add")}
            </Button>
          )}
        </div>
      }
    >
      {schedules.isError && items === undefined ? (
        <PanelNote
          text={serverText(schedules.error.message)}
          retry={{ label: text("Try again"), run: () => void schedules.refetch() }}
        />
      ) : items === undefined ? (
        <div className={styles.waiting}>
          <Skeleton width="100%" height={240} />
        </div>
      ) : items.length === 0 ? (
        <Blank small title={text("schedules.none")} hint={text("schedules.noneHint")} />
      ) : (
        <Filled {...{ items, timezone, changes }} open={setOpened} />
      )}
      {opened !== null && <Window {...{ opened, project, close }} items={items ?? []} />}
    </Panel>
  );
}

function Count({ n, timezone }: { n: number | undefined; timezone: string }) {
  const { text } = useWords();
  const now = useNow(60_000);
  if (n === undefined) return null;
  return (
    <small className={styles.count}>{text("schedules.count", { n, zone: zoneOffset(timezone, now) })}</small>
  );
}

function Filled(given: {
  items: readonly Schedule[];
  timezone: string;
  changes: boolean;
  open: (opened: Opened) => void;
}) {
  const { items, timezone, changes, open } = given;
  const { text } = useWords();
  const phone = usePhone();
  const now = useNow(60_000);
  const detail = (schedule: Schedule) => open({ window: "detail", schedule });
  return (
    <>
      {phone ? (
        <div className={styles.list}>
          <h3>{text("schedules.next")}</h3>
          <RunList runs={nextRuns(items, now)} timezone={timezone} named />
        </div>
      ) : (
        <ScheduleTimeline
          line={runLineOf(items, { timezone, today: localDay(timezone, now), nowMs: now })}
          timezone={timezone}
          open={detail}
        />
      )}
      <ScheduleTable
        items={items}
        timezone={timezone}
        changes={changes}
        open={(window, schedule) => open({ window, schedule })}
      />
    </>
  );
}

function Window(given: {
  opened: Opened;
  project: ProjectInfo;
  items: readonly Schedule[];
  close: () => void;
}) {
  const { opened, project, items, close } = given;
  if (opened.window === "log") {
    return <ScheduleLog {...{ items, close }} first={opened.schedule} />;
  }
  if (opened.window === "create") return <ScheduleForm {...{ project, items, close }} schedule={null} />;
  const { schedule } = opened;
  if (opened.window === "update") return <ScheduleForm {...{ project, items, close, schedule }} />;
  if (opened.window === "delete") return <DeleteSchedule {...{ schedule, close }} />;
  return <ScheduleDetail {...{ schedule, close }} />;
}
