// Rules and replays as their screen asks for them.
import { getAlarmReplay, listAlarmRules, type AlarmReplay } from "@heliograph/contract/kpi/alarm-rules";
import { ask } from "../../../platform/api.ts";

const SOON_MS = 600;

/** The rules of the project. */
export const rulesQuery = (project_uid: string) => ask(listAlarmRules, { query: { project_uid } });

/** A replay of the project. */
export const replayQuery = (project_uid: string, replay_uid: string) =>
  ask(getAlarmReplay, { query: { project_uid, replay_uid } });

/** Whether something may still become of the replay. */
export const isReplayUnderWay = (replay: AlarmReplay | undefined): boolean =>
  replay === undefined || replay.state === "queued" || replay.state === "running";

/** How soon to ask again, ms; false: nothing becomes of it any more. */
export const askReplayAgainMs = (replay: AlarmReplay | undefined): number | false =>
  isReplayUnderWay(replay) ? SOON_MS : false;
