// Schedules: what devices are told to do, and when (M124). The calls and fields are those of the specification, as it writes them.
import { z } from "zod";
import { calendarDay } from "../../kernel/calendar-day.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { utcInstant } from "../../kernel/units.ts";
import { COMMAND_LIMITS, RELAYS } from "../../telemetry/ingest/commands.ts";
import { commandState } from "../commands.ts";
import { minutesOf, TIMELINES } from "./occurrences.ts";

export const SCHEDULE_LIMITS = {
  ofProject: 500,
  devices: 200,
  /** From the first to the last day. */
  days: 3660,
  /** Of one that runs once, from its start to its end. */
  spanDays: 366,
  /** Runs that its log shows, the newest. */
  logRuns: 200,
} as const;

/** M126. */
export const SCHEDULE_TYPES = { on_off: 1, power: 2 } as const;

/** What a schedule is that nobody has changed (M264): a window that ends the next day, and a tenth. */
export const SCHEDULE_DEFAULTS = {
  from_time: "20:00",
  to_time: "04:00",
  operation_type: "PERCENT",
  value: 10,
  state: "OFF",
} as const;

/** What became of a run; `late`: begun after its time because the portal was down, `skipped`: over before the portal was back. */
const runStatus = z.enum(["running", "done", "late", "skipped", "superseded", "stopped"]);

const typeId = z.union([z.literal(SCHEDULE_TYPES.on_off), z.literal(SCHEDULE_TYPES.power)]);
const timelineId = z.union([
  z.literal(TIMELINES.instant),
  z.literal(TIMELINES.weekly),
  z.literal(TIMELINES.monthly),
  z.literal(TIMELINES.one_off),
]);
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Must be a time like 18:30");
const onOff = z.enum(["ON", "OFF"]);
const operationType = z.enum(["PERCENT", "FIX_VALUE"]);
/** Percent of the rating, or W. */
const powerValue = z.number().min(0).max(COMMAND_LIMITS.powerW);
const days = z
  .array(z.int().min(1).max(31))
  .max(31)
  .transform((all) => [...new Set(all)].toSorted((a, b) => a - b));

/** What a schedule does in its windows; which of them holds is said by its type. */
const doing = { state: onOff, operation_type: operationType, value: powerValue };
const when = { from_date: calendarDay, to_date: calendarDay, from_time: clock, to_time: clock, day: days };

const deviceList = z
  .array(z.strictObject({ device_uid: z.uuid(), device_serial: z.string().max(100).optional() }))
  .min(1, "Please select at least 1 device")
  .max(SCHEDULE_LIMITS.devices)
  .refine(
    (all) => new Set(all.map(({ device_uid }) => device_uid.toLowerCase())).size === all.length,
    "Each may be named only once",
  );

const schedule = z.object({
  /** Counted in its project. */
  id: z.int(),
  schedule_id: z.uuid(),
  available: z.boolean(),
  device_serial: z.array(z.object({ device_uid: z.uuid(), device_serial: z.string(), name: z.string() })),
  gateway_uid: z.uuid(),
  gateway_serial: z.string(),
  schedule_type_id: typeId,
  schedule_timeline_type_id: timelineId,
  from_date: z.string(),
  to_date: z.string(),
  timezone: z.string(),
  day: z.array(z.int()),
  option_overwrite: z.boolean(),
  attributes_value: z.object({ from_time: z.string(), to_time: z.string(), ...doing }),
  /** Of a water heater's controller; null: the device itself. */
  relay: z.enum(RELAYS).nullable(),
  /** Of two that meet the one with the greater rank runs: the one that was saved last. */
  rank: z.int(),
  next_run_at: utcInstant.nullable(),
});
export type Schedule = z.output<typeof schedule>;

export const getSchedule = endpoint({
  name: "getSchedule",
  method: "POST",
  path: "send-command-service/get-schedule",
  keyRight: "read",
  summary: "The schedules of a project, in the order they were added",
  body: z.strictObject({ project_uid: z.uuid() }),
  answer: z.object({ timezone: z.string(), items: z.array(schedule) }),
  refusals: ["project.not_found"],
});

const kinds = z.array(z.object({ id: z.int(), name: z.string() }));

export const getScheduleType = endpoint({
  name: "getScheduleType",
  method: "GET",
  path: "send-command-service/get-schedule-type",
  summary: "What schedules can do",
  answer: kinds,
});

export const getScheduleTimelineType = endpoint({
  name: "getScheduleTimelineType",
  method: "GET",
  path: "send-command-service/get-schedule-timeline-type",
  summary: "When schedules can run",
  answer: kinds,
});

interface Stated {
  readonly schedule_type_id: number;
  readonly schedule_timeline_type_id: number;
  readonly from_date: string;
  readonly to_date: string;
  readonly from_time: string;
  readonly to_time: string;
  readonly day: readonly number[];
  readonly operation_type: string;
  readonly value: number;
}

/** M190, on the field of the end and, where a form shows it, on that of the start. */
const END_BEFORE_START = "End time must be > start time";
export const START_AFTER_END = "Start time must be < end time";

/** What is wrong with a schedule as a whole, by field; the same for one that is added and one that was changed. */
export function scheduleFaults(stated: Stated): { path: string; error: string }[] {
  const faults: { path: string; error: string }[] = [];
  const { from_date, to_date, day, schedule_timeline_type_id: timeline } = stated;
  const runsOnce = timeline === TIMELINES.instant || timeline === TIMELINES.one_off;
  const length = (Date.parse(to_date) - Date.parse(from_date)) / 86_400_000;
  if (length < 0) faults.push({ path: "to_date", error: "The end date must not be before the start date" });
  const most = runsOnce ? SCHEDULE_LIMITS.spanDays : SCHEDULE_LIMITS.days;
  if (length > most) faults.push({ path: "to_date", error: `Must be at most ${most} days after from_date` });
  // A window may end the next day, unless there is none (M190, M191).
  if (length === 0 && minutesOf(stated.to_time) <= minutesOf(stated.from_time)) {
    faults.push({ path: "to_time", error: END_BEFORE_START });
  }
  const highest = timeline === TIMELINES.weekly ? 7 : 31;
  if (!runsOnce && day.length === 0) faults.push({ path: "day", error: "Please select at least 1 day" });
  if (!runsOnce && day.some((one) => one > highest)) {
    faults.push({ path: "day", error: `Days are 1 to ${highest}` });
  }
  if (
    stated.schedule_type_id === SCHEDULE_TYPES.power &&
    stated.operation_type === "PERCENT" &&
    stated.value > 100
  ) {
    faults.push({ path: "value", error: "Must be at most 100 percent" });
  }
  return faults;
}

const refusals = [
  "schedule.not_found",
  "schedule.read_only",
  "schedule.overlaps",
  "schedule.over",
  "schedule.not_for_device",
];

export const createSchedule = endpoint({
  name: "createSchedule",
  method: "POST",
  path: "send-command-service/create-schedule",
  summary:
    "Adds a schedule. One that meets another of a device is refused, or the other gives way while both would run",
  body: z
    .strictObject({
      gateway_uid: z.uuid("* Please select at least 1 gateway"),
      device_serial: deviceList,
      schedule_type_id: typeId,
      schedule_timeline_type_id: timelineId,
      ...when,
      day: days.default([]),
      state: onOff.default(SCHEDULE_DEFAULTS.state),
      operation_type: operationType.default(SCHEDULE_DEFAULTS.operation_type),
      value: powerValue.default(SCHEDULE_DEFAULTS.value),
      relay: z.enum(RELAYS).nullable().default(null),
      available: z.boolean().default(true),
      option_overwrite: z.boolean().default(false),
    })
    .superRefine((stated, context) => {
      for (const { path, error } of scheduleFaults(stated)) {
        context.addIssue({ code: "custom", path: [path], message: error });
      }
    }),
  answer: z.object({ message: z.string(), schedule_id: z.uuid() }),
  refusals: [...refusals, "gateway.not_found", "gateway.read_only", "device.not_found", "schedule.too_many"],
});

export const updateSchedule = endpoint({
  name: "updateSchedule",
  method: "PUT",
  path: "send-command-service/update-schedule",
  summary: "Changes what is named of a schedule; gateway, devices, type and timeline stay what they are",
  query: z.object({ schedule_id: z.uuid() }),
  body: z.strictObject({
    schedule_id: z.uuid().optional(),
    gateway_uid: z.uuid().optional(),
    device_serial: deviceList.optional(),
    schedule_type_id: typeId.optional(),
    schedule_timeline_type_id: timelineId.optional(),
    relay: z.enum(RELAYS).nullable().optional(),
    from_date: calendarDay.optional(),
    to_date: calendarDay.optional(),
    from_time: clock.optional(),
    to_time: clock.optional(),
    day: days.optional(),
    state: onOff.optional(),
    operation_type: operationType.optional(),
    value: powerValue.optional(),
    available: z.boolean().optional(),
    /** Left out: as true (M157). */
    option_overwrite: z.boolean().optional(),
  }),
  answer: z.object({ message: z.string() }),
  refusals: [...refusals, "gateway.not_found", "device.not_found", "schedule.fixed"],
});

export const deleteSchedule = endpoint({
  name: "deleteSchedule",
  method: "DELETE",
  path: "send-command-service/delete-schedule",
  summary:
    "Takes a schedule away; a run that is going on ends with its window, or at once where option_overwrite is true",
  body: z.strictObject({ schedule_id: z.uuid(), option_overwrite: z.boolean().default(false) }),
  answer: z.object({ message: z.string() }),
  refusals: ["schedule.not_found", "schedule.read_only"],
});

export const scheduleLog = endpoint({
  name: "scheduleLog",
  method: "GET",
  path: "send-command-service/schedule-log",
  summary:
    "The runs of a schedule, the newest first, each with what its devices were told and what became of it",
  query: z.object({ schedule_id: z.uuid() }),
  answer: z.object({
    timezone: z.string(),
    items: z.array(
      z.object({
        stt: z.int(),
        createdAt: utcInstant,
        process_status: runStatus,
        /** The local day that the run belongs to. */
        local_date: z.string(),
        starts_at: utcInstant,
        ends_at: utcInstant,
        tb_execute_logs_send_command_id: z.array(
          z.object({
            device_serial: z.string(),
            /** What people call it. */
            name: z.string(),
            createdAt: utcInstant,
            resolve_status: commandState,
            command_uid: z.uuid(),
            /** True: what ended the run, and gave the device back. */
            is_end: z.boolean(),
          }),
        ),
      }),
    ),
  }),
  refusals: ["schedule.not_found"],
});
export type ScheduleLogEntry = z.output<typeof scheduleLog.answer>["items"][number];
