import type { Schedule, ScheduleLogEntry } from "@heliograph/contract/control/schedules/schedules";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/controls/windows/Dialog.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { scheduleLogQuery } from "./schedule-calls.ts";
import { devicesText, timelineText, valueText } from "./schedule-view.ts";
import styles from "./ScheduleLog.module.css";

/** What schedules have sent: the runs of one, each opens to its devices (M75). */
export function ScheduleLog(given: {
  items: readonly Schedule[];
  first?: Schedule | undefined;
  close: () => void;
}) {
  const { items, first, close } = given;
  const words = useWords();
  const { text } = words;
  const [chosen, setChosen] = useState(first?.schedule_id ?? items[0]?.schedule_id ?? "");
  return (
    <Dialog
      title={text("schedules.log")}
      width={720}
      onClose={close}
      footer={<Button onClick={close}>{text("schedules.close")}</Button>}
    >
      <Select
        label={text("schedules.one")}
        value={chosen}
        onChange={setChosen}
        options={items.map((one) => ({
          value: one.schedule_id,
          label: `${one.id} · ${timelineText(one.schedule_timeline_type_id, text)} · ${valueText(one, words)} · ${devicesText(one, text)}`,
        }))}
      />
      <Runs key={chosen} schedule_id={chosen} />
    </Dialog>
  );
}

function Runs({ schedule_id }: { schedule_id: string }) {
  const { text } = useWords();
  const serverText = useServerText();
  const log = useQuery({ ...scheduleLogQuery(schedule_id), refetchInterval: 10_000 });
  if (log.isError && log.data === undefined) {
    return (
      <PanelNote
        text={serverText(log.error.message)}
        retry={{ label: text("Try again"), run: () => void log.refetch() }}
      />
    );
  }
  if (log.data === undefined) return <Skeleton width="100%" height={160} />;
  const { items, timezone } = log.data;
  if (items.length === 0) return <PanelNote text={text("schedules.logNone")} />;
  return (
    <ol className={styles.log}>
      {items.map((entry) => (
        <li key={entry.stt}>
          <Run entry={entry} timezone={timezone} />
        </li>
      ))}
    </ol>
  );
}

function Run({ entry, timezone }: { entry: ScheduleLogEntry; timezone: string }) {
  const { text, format } = useWords();
  const devices = entry.tb_execute_logs_send_command_id;
  return (
    <details className={styles.run}>
      <summary>
        <span className={styles.stt}>{entry.stt}</span>
        <span>{format.dateTime(Date.parse(entry.createdAt), timezone)}</span>
        <span data-status={entry.process_status}>{text(`schedules.run.${entry.process_status}`)}</span>
        <small>{text("schedules.sent", { n: devices.length })}</small>
      </summary>
      {devices.length === 0 ? (
        <p>{text("schedules.nothingSent")}</p>
      ) : (
        <table aria-label={text("schedules.device")}>
          <thead>
            <tr>
              <th scope="col">{text("schedules.device")}</th>
              <th scope="col">{text("schedules.time")}</th>
              <th scope="col">{text("schedules.part")}</th>
              <th scope="col">{text("schedules.state")}</th>
            </tr>
          </thead>
          <tbody>
            {devices.map((one) => (
              <tr key={one.command_uid}>
                <th scope="row">{one.name}</th>
                <td>{format.clock(Date.parse(one.createdAt), timezone, true)}</td>
                <td>{text(one.is_end ? "schedules.ends" : "schedules.begins")}</td>
                <td>{text(`schedules.command.${one.resolve_status}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
