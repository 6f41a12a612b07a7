import { moveAlarms } from "@heliograph/contract/notices/alarm-desk/alarm-actions";
import type { DeskAlarm } from "@heliograph/contract/notices/alarm-desk/alarm-desk";
import { useCallback, useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { STALE } from "./desk-queries.ts";

/** What opens a window before it is done. */
type AskedAction = "assign" | "snooze" | "resolve" | "ticket";
type Move = "take" | "give_back" | "wake" | "reopen";

/** A window that asks for the rest of an action on alarms. */
export interface AskedFor {
  readonly action: AskedAction;
  readonly alarms: readonly DeskAlarm[];
}

/** The alarms of a call's body; a region's with all its plants. */
export const those = (alarms: readonly DeskAlarm[]) => ({
  list_alarm_uid: alarms.map(({ alarm_uid }) => alarm_uid),
  with_region: alarms.some(({ region }) => region !== null),
});

/** Alarms of the list that the caller may do something to. */
const mayBeChanged = (alarms: readonly DeskAlarm[]): readonly DeskAlarm[] =>
  alarms.filter(({ project }) => project.may_change);

export interface AlarmActions {
  readonly asking: AskedFor | null;
  /** Opens the window of an action; nothing where the caller may not. */
  readonly ask: (action: AskedAction, alarms: readonly DeskAlarm[]) => void;
  readonly close: () => void;
  /** Does what needs no more words. */
  readonly move: (action: Move, alarms: readonly DeskAlarm[]) => void;
  readonly busy: boolean;
}

/** What can be done to alarms, wherever it is asked for. */
export function useAlarmActions(): AlarmActions {
  const [asking, setAsking] = useState<AskedFor | null>(null);
  const serverText = useServerText();
  const moving = useCall(moveAlarms, STALE);
  const { mutateAsync } = moving;
  const move = useCallback(
    async (action: Move, alarms: readonly DeskAlarm[]) => {
      const meant = mayBeChanged(alarms);
      if (meant.length === 0) return;
      try {
        const { message } = await mutateAsync({ body: { ...those(meant), action } });
        say.success(serverText(message));
      } catch (error) {
        say.error(serverText(refusalText(error)));
      }
    },
    [mutateAsync, serverText],
  );
  return {
    asking,
    ask: (action, alarms) => {
      const meant = mayBeChanged(alarms);
      if (meant.length > 0) setAsking({ action, alarms: meant });
    },
    close: () => setAsking(null),
    move: (action, alarms) => void move(action, alarms),
    busy: moving.isPending,
  };
}
