// The calls of schedules and what they make stale.
import { getSchedule, scheduleLog } from "@heliograph/contract/control/schedules/schedules";
import { ask } from "../../../platform/api.ts";

/** The schedules of a project. */
export const schedulesQuery = (project_uid: string) => ask(getSchedule, { body: { project_uid } });

/** The runs of a schedule. */
export const scheduleLogQuery = (schedule_id: string) => ask(scheduleLog, { query: { schedule_id } });

/** What a change of a schedule changes. */
export const OF_SCHEDULES = [getSchedule, scheduleLog];
