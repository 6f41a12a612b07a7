import type { DeskAlarm } from "@heliograph/contract/notices/alarm-desk/alarm-desk";
import { Hand } from "lucide-react";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import type { AlarmActions } from "./use-alarm-actions.ts";
import styles from "./AlarmDesk.module.css";

/** What can be done to the alarm now; nothing for those who may not change its project. */
export function AlarmButtons({ alarm, actions }: { alarm: DeskAlarm; actions: AlarmActions }) {
  const { text } = useWords();
  const { group, holder, project, resolved } = alarm;
  if (!project.may_change) return null;
  const alarms = [alarm];
  if (group === "closed" || group === "resolved") {
    return resolved !== null && alarm.ended_at === null ? (
      <div className={styles.buttons}>
        <Button type="primary" loading={actions.busy} onClick={() => actions.move("reopen", alarms)}>
          {text("desk.reopen")}
        </Button>
      </div>
    ) : null;
  }
  const isMine = holder?.is_me === true;
  return (
    <div className={styles.buttons}>
      {isMine ? (
        <Button type="primary" onClick={() => actions.ask("resolve", alarms)}>
          {text("desk.resolve")}
        </Button>
      ) : (
        <Button
          type="primary"
          icon={<Hand size={16} aria-hidden />}
          loading={actions.busy}
          onClick={() => actions.move("take", alarms)}
        >
          {text("desk.take")}
        </Button>
      )}
      <Button onClick={() => actions.ask("assign", alarms)}>{text("desk.assign")}</Button>
      {group === "snoozed" ? (
        <Button onClick={() => actions.move("wake", alarms)}>{text("desk.wake")}</Button>
      ) : (
        <Button onClick={() => actions.ask("snooze", alarms)}>{text("desk.snooze")}</Button>
      )}
      {!isMine && <Button onClick={() => actions.ask("resolve", alarms)}>{text("desk.resolve")}</Button>}
      {isMine && <Button onClick={() => actions.move("give_back", alarms)}>{text("desk.giveBack")}</Button>}
      {alarm.region === null && alarm.ticket_uid === null && (
        <Button onClick={() => actions.ask("ticket", alarms)}>{text("desk.ticket")}</Button>
      )}
    </div>
  );
}
