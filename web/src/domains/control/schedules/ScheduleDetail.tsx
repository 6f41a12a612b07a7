import { occurrencesFrom } from "@heliograph/contract/control/schedules/occurrences";
import type { Schedule } from "@heliograph/contract/control/schedules/schedules";
import { useNow } from "../../../platform/clock.ts";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/controls/windows/Dialog.tsx";
import { RunList } from "./RunList.tsx";
import {
  daysText,
  kindText,
  PREVIEWED,
  ruleOfSchedule,
  timelineText,
  valueText,
  windowText,
} from "./schedule-view.ts";
import styles from "./ScheduleForm.module.css";

/** A schedule as it is, and its next runs. */
export function ScheduleDetail({ schedule, close }: { schedule: Schedule; close: () => void }) {
  const words = useWords();
  const { text, format } = words;
  const now = useNow(60_000);
  const { window, nextDay } = windowText(schedule);
  const runs = schedule.available ? occurrencesFrom(ruleOfSchedule(schedule), now, { most: PREVIEWED }) : [];
  const lines: [string, string][] = [
    [text("schedules.gateway"), schedule.gateway_serial],
    [text("schedules.device"), schedule.device_serial.map(({ name }) => name).join(", ")],
    [text("schedules.type"), kindText(schedule.schedule_type_id, text)],
    [text("schedules.value"), valueText(schedule, words)],
    [
      text("schedules.timelineType"),
      `${timelineText(schedule.schedule_timeline_type_id, text)} · ${daysText(schedule, words)}`,
    ],
    [text("schedules.dates"), `${format.day(schedule.from_date)} – ${format.day(schedule.to_date)}`],
    [text("schedules.window"), nextDay ? `${window} ${text("schedules.nextDay")}` : window],
    [text("schedules.state"), text(schedule.available ? "Active" : "Deactive")],
  ];
  return (
    <Dialog
      title={text("schedules.detailTitle", { n: schedule.id })}
      width={720}
      onClose={close}
      footer={<Button onClick={close}>{text("schedules.close")}</Button>}
    >
      <dl className={styles.detail}>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className={styles.part}>{text("schedules.next")}</h3>
      <RunList runs={runs.map((run) => ({ schedule, run }))} timezone={schedule.timezone} />
    </Dialog>
  );
}
