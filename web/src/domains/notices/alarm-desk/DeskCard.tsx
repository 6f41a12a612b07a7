import type { DeskAlarm } from "@heliograph/contract/notices/alarm-desk/alarm-desk";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Cause, Owner, Severity } from "./desk-columns.tsx";
import { costText, sinceText, spanText } from "./desk-words.ts";
import type { AlarmActions } from "./use-alarm-actions.ts";
import styles from "./AlarmDesk.module.css";

/** An alarm on a phone: the state first, then what it costs, and who has it or the way to take it. */
export function DeskCard(given: {
  alarm: DeskAlarm;
  open: (alarm: DeskAlarm) => void;
  actions: AlarmActions;
  nowMs: number;
}) {
  const { alarm, open, actions, nowMs } = given;
  const words = useWords();
  const { text } = words;
  const { started_at, ended_at, project } = alarm;
  const end = ended_at === null ? nowMs : Date.parse(ended_at);
  return (
    <div className={styles.deskCard}>
      <p className={styles.cardTop}>
        <Severity alarm={alarm} />
        <span className={styles.pale}>
          {`${sinceText(started_at, project.timezone, { nowMs, words })} · ${spanText(end - Date.parse(started_at), words)}`}
        </span>
      </p>
      <button type="button" className={styles.cardOpen} onClick={() => open(alarm)}>
        <Cause alarm={alarm} />
      </button>
      <p className={styles.cardTop}>
        <span>
          <b className={styles.cardCost}>{costText(alarm, words)}</b>{" "}
          <span className={styles.pale}>{text("desk.perHour")}</span>
        </span>
        {alarm.group === "nobody" && project.may_change ? (
          <Button onClick={() => actions.move("take", [alarm])}>{text("desk.take")}</Button>
        ) : (
          <Owner alarm={alarm} nowMs={nowMs} />
        )}
      </p>
    </div>
  );
}
