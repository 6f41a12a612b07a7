// A schedule as it is typed, and the body that it means.
import {
  timeOfMinutes,
  TIMELINES,
  type ScheduleRule,
} from "@heliograph/contract/control/schedules/occurrences";
import {
  SCHEDULE_DEFAULTS,
  SCHEDULE_TYPES,
  scheduleFaults,
  START_AFTER_END,
  type Schedule,
} from "@heliograph/contract/control/schedules/schedules";
import { addDays, localMinutes, type Day } from "@heliograph/contract/kernel/time";

/** What is typed; a type and no interface, as forms are of any fields. */
export type ScheduleFields = {
  /** Only manual schedules are built (M194). */
  readonly mode: "manual" | "automatic";
  readonly gateway_uid: string;
  readonly device_uids: readonly string[];
  readonly type: "1" | "2";
  readonly timeline: "1" | "2" | "3" | "4";
  readonly relay: "RL1" | "RL2";
  readonly from_date: Day;
  readonly to_date: Day;
  readonly from_time: string | null;
  readonly to_time: string | null;
  readonly weekdays: readonly number[];
  readonly monthDays: readonly number[];
  readonly state: "ON" | "OFF";
  readonly operation_type: "PERCENT" | "FIX_VALUE";
  readonly value: number | null;
  readonly available: boolean;
  readonly option_overwrite: boolean;
};

/** A schedule that nobody has typed anything of yet: tonight's window on every day of a month (M264). */
export const newScheduleFields = (today: Day, isHeater: boolean): ScheduleFields => ({
  mode: "manual",
  gateway_uid: "",
  device_uids: [],
  type: isHeater ? "1" : "2",
  timeline: "2",
  relay: "RL1",
  from_date: today,
  to_date: addDays(today, 30),
  from_time: SCHEDULE_DEFAULTS.from_time,
  to_time: SCHEDULE_DEFAULTS.to_time,
  weekdays: [],
  monthDays: [],
  state: SCHEDULE_DEFAULTS.state,
  operation_type: SCHEDULE_DEFAULTS.operation_type,
  value: SCHEDULE_DEFAULTS.value,
  available: true,
  option_overwrite: false,
});

/** What stands in the form of a schedule that is there; an update overrides unless it is told otherwise (M157). */
export const fieldsOfSchedule = (schedule: Schedule): ScheduleFields => {
  const { attributes_value, schedule_timeline_type_id, day } = schedule;
  return {
    ...attributes_value,
    mode: "manual",
    gateway_uid: schedule.gateway_uid,
    device_uids: schedule.device_serial.map(({ device_uid }) => device_uid),
    type: `${schedule.schedule_type_id}`,
    timeline: `${schedule_timeline_type_id}`,
    relay: schedule.relay ?? "RL1",
    from_date: schedule.from_date,
    to_date: schedule.to_date,
    weekdays: schedule_timeline_type_id === TIMELINES.weekly ? day : [],
    monthDays: schedule_timeline_type_id === TIMELINES.monthly ? day : [],
    available: schedule.available,
    option_overwrite: true,
  };
};

/** Of what project the form is. */
export interface FormOf {
  readonly timezone: string;
  readonly today: Day;
  readonly nowMs: number;
  readonly isHeater: boolean;
}

/** The body of createSchedule that the fields mean, for the schema of the contract to judge. */
export function scheduleBody(fields: ScheduleFields, { timezone, today, nowMs, isHeater }: FormOf) {
  const timeline = Number(fields.timeline);
  const isNow = timeline === TIMELINES.instant;
  const isOn = Number(fields.type) === SCHEDULE_TYPES.on_off;
  return {
    gateway_uid: fields.gateway_uid,
    device_serial: fields.device_uids.map((device_uid) => ({ device_uid })),
    schedule_type_id: Number(fields.type),
    schedule_timeline_type_id: timeline,
    from_date: isNow ? today : fields.from_date,
    to_date: fields.to_date,
    from_time: isNow ? timeOfMinutes(localMinutes(timezone, nowMs)) : (fields.from_time ?? undefined),
    to_time: fields.to_time ?? undefined,
    day:
      timeline === TIMELINES.weekly
        ? fields.weekdays
        : timeline === TIMELINES.monthly
          ? fields.monthDays
          : [],
    relay: isHeater && isOn ? fields.relay : null,
    available: fields.available,
    option_overwrite: fields.option_overwrite,
    ...(isOn ? { state: fields.state } : { operation_type: fields.operation_type, value: fields.value }),
  };
}

/** M190 says the same of the start as of the end. */
export function startFault(fields: ScheduleFields, of: FormOf): Record<string, string> {
  const body = scheduleBody(fields, of);
  const { from_time, to_time } = body;
  if (from_time === undefined || to_time === undefined) return {};
  const judged = {
    ...body,
    from_time,
    to_time,
    value: fields.value ?? 0,
    operation_type: fields.operation_type,
  };
  const faults = scheduleFaults(judged);
  return faults.some(({ path }) => path === "to_time") ? { from_time: START_AFTER_END } : {};
}

/** The rule that the fields mean; null while a time is not typed. */
export function ruleOfFields(fields: ScheduleFields, of: FormOf): ScheduleRule | null {
  const { from_date, to_date, from_time, to_time, day, schedule_timeline_type_id } = scheduleBody(fields, of);
  if (from_time === undefined || to_time === undefined || from_date > to_date) return null;
  return { schedule_timeline_type_id, timezone: of.timezone, from_date, to_date, from_time, to_time, day };
}
