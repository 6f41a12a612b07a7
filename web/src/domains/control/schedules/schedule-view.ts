// What schedules look like: their rule, their words, and their runs on a line of seven days.
import {
  endsNextDay,
  firstOverlap,
  occurrencesFrom,
  TIMELINES,
  type Occurrence,
  type ScheduleRule,
} from "@heliograph/contract/control/schedules/occurrences";
import { SCHEDULE_TYPES, type Schedule } from "@heliograph/contract/control/schedules/schedules";
import { addDays, daysBetween, instantAt, startOfDay, type Day } from "@heliograph/contract/kernel/time";
import type { Words } from "../../../platform/words.ts";

/** So many days are on the line, and so many runs in a preview. */
const DAYS = 7;
export const PREVIEWED = 10;
/** When nights are drawn, in minutes of the day. */
const NIGHT = { from: 18 * 60, to: 6 * 60 };

/** The rule by which a schedule runs. */
export const ruleOfSchedule = ({
  attributes_value: { from_time, to_time },
  ...schedule
}: Schedule): ScheduleRule => ({
  ...schedule,
  from_time,
  to_time,
});

/** What a schedule wants of a device: two that want the same of one device cannot both have it. */
const wantOf = ({ schedule_type_id, relay }: Pick<Schedule, "schedule_type_id" | "relay">): string =>
  schedule_type_id === SCHEDULE_TYPES.power ? "limit" : `switch ${relay ?? ""}`;

/** A schedule as far as it may get into the way of another. */
interface Meeting extends Pick<Schedule, "schedule_type_id" | "relay" | "gateway_uid"> {
  readonly schedule_id: string | null;
  readonly device_uids: readonly string[];
  readonly rule: ScheduleRule;
}

/** A schedule that is there, as what another may meet. */
const meetingOf = (schedule: Schedule): Meeting => ({
  ...schedule,
  device_uids: schedule.device_serial.map(({ device_uid }) => device_uid),
  rule: ruleOfSchedule(schedule),
});

/** The first of the schedules that would do the same with one of the devices at the same time, and when; null: none. */
export function overlapOf(
  one: Meeting,
  all: readonly Schedule[],
  today: Day,
): { schedule: Schedule; date: Day; time: string } | null {
  for (const schedule of all) {
    if (!schedule.available || schedule.schedule_id === one.schedule_id) continue;
    if (schedule.gateway_uid !== one.gateway_uid || wantOf(schedule) !== wantOf(one)) continue;
    if (!schedule.device_serial.some(({ device_uid }) => one.device_uids.includes(device_uid))) continue;
    const at = firstOverlap(one.rule, ruleOfSchedule(schedule), today);
    if (at !== null) return { schedule, ...at };
  }
  return null;
}

/** "60 %", "450,000 W", "OFF", "RL1 ON". */
export function valueText(schedule: Schedule, { format }: Pick<Words, "format">): string {
  const { schedule_type_id, relay, attributes_value: doing } = schedule;
  if (schedule_type_id === SCHEDULE_TYPES.on_off) {
    return relay === null ? doing.state : `${relay} ${doing.state}`;
  }
  return doing.operation_type === "PERCENT"
    ? `${format.number(doing.value, Number.isInteger(doing.value) ? 0 : 2)} %`
    : `${format.number(doing.value)} W`;
}

const KINDS = {
  [SCHEDULE_TYPES.on_off]: "schedules.onOff",
  [SCHEDULE_TYPES.power]: "schedules.power",
} as const;
const LINES = {
  [TIMELINES.instant]: "schedules.instant",
  [TIMELINES.weekly]: "schedules.weekly",
  [TIMELINES.monthly]: "schedules.monthly",
  [TIMELINES.one_off]: "schedules.oneOff",
} as const;

/** What it does: switch, or limit. */
export const kindText = (schedule_type_id: Schedule["schedule_type_id"], text: Words["text"]): string =>
  text(KINDS[schedule_type_id]);

/** How it repeats. */
export const timelineText = (id: Schedule["schedule_timeline_type_id"], text: Words["text"]): string =>
  text(LINES[id]);

/** The devices: the one by its name, several by their number. */
export function devicesText(schedule: Schedule, text: Words["text"]): string {
  const [first, ...others] = schedule.device_serial;
  if (first === undefined) return "–";
  if (others.length > 1) return text("schedules.devices", { n: schedule.device_serial.length });
  return [first, ...others].map(({ name }) => name).join(", ");
}

const WEEK = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export const WEEKDAYS = WEEK.map((name, index) => ({ day: index + 1, key: `schedules.${name}` as const }));

/** On which days: "Mon–Fri", "Sat, Sun", "25", "11-24 – 11-26". */
export function daysText(schedule: Schedule, { text, format }: Words): string {
  const { schedule_timeline_type_id: id, day, from_date, to_date } = schedule;
  if (id === TIMELINES.monthly) return day.join(", ");
  if (id === TIMELINES.weekly) {
    const names = WEEKDAYS.filter((one) => day.includes(one.day)).map(({ key }) => text(key));
    const inRow = day.every((one, index) => one === (day[0] ?? 0) + index);
    return inRow && names.length > 2 ? `${names[0]}–${names.at(-1)}` : names.join(", ");
  }
  return from_date === to_date ? format.day(from_date) : `${format.day(from_date)} – ${format.day(to_date)}`;
}

/** From when to when, and whether that is on the next day. */
export function windowText(schedule: Schedule): { window: string; nextDay: boolean } {
  const { from_time, to_time } = schedule.attributes_value;
  const { schedule_timeline_type_id: id } = schedule;
  const isWindow = id === TIMELINES.weekly || id === TIMELINES.monthly;
  return { window: `${from_time}–${to_time}`, nextDay: isWindow && endsNextDay({ from_time, to_time }) };
}

/** A run on the line: where it is, in shares of its length. */
export interface RunMark {
  readonly id: string;
  readonly schedule: Schedule;
  readonly run: Occurrence;
  readonly left: number;
  readonly width: number;
  readonly overlaps: boolean;
}

/** The runs of the same devices. */
interface Lane {
  readonly id: string;
  /** The first of them, and how many more. */
  readonly name: string;
  /** All of them. */
  readonly title: string;
  readonly bars: readonly RunMark[];
}

export interface RunLine {
  readonly days: readonly Day[];
  readonly nights: readonly { left: number; width: number }[];
  /** Where now is. */
  readonly now: number;
  readonly lanes: readonly Lane[];
  /** All runs, in the order in which they begin. */
  readonly bars: readonly RunMark[];
}

/** Where and when the line begins. */
interface RunLineOf {
  readonly timezone: string;
  readonly today: Day;
  readonly nowMs: number;
}

/** The same for schedules of the same devices. */
const laneOf = ({ device_serial }: Schedule): string =>
  device_serial
    .map(({ device_uid }) => device_uid)
    .toSorted()
    .join();

/** "INV-05 +3", and all names. */
function laneNames(schedule: Schedule | undefined): Pick<Lane, "name" | "title"> {
  const [first = "–", ...others] = (schedule?.device_serial ?? []).map(({ name }) => name);
  return {
    name: others.length === 0 ? first : `${first} +${others.length}`,
    title: [first, ...others].join(", "),
  };
}

/** Seven days of the schedules from the local day of `nowMs` on. */
export function runLineOf(schedules: readonly Schedule[], { timezone, today, nowMs }: RunLineOf): RunLine {
  const from = startOfDay(timezone, today);
  const to = startOfDay(timezone, addDays(today, DAYS));
  const share = (at: number) => Math.min(1, Math.max(0, (at - from) / (to - from)));
  const piece = (start: number, end: number) => ({ left: share(start), width: share(end) - share(start) });
  const days = daysBetween(today, addDays(today, DAYS - 1));
  const nights = daysBetween(addDays(today, -1), addDays(today, DAYS - 1)).map((day) =>
    piece(instantAt(timezone, day, NIGHT.from), instantAt(timezone, addDays(day, 1), NIGHT.to)),
  );
  const bars = schedules
    .flatMap((schedule) => {
      const met = schedule.available ? overlapOf(meetingOf(schedule), schedules, today) : null;
      return occurrencesFrom(ruleOfSchedule(schedule), from, { toMs: to }).map((run): RunMark => {
        const id = `${schedule.schedule_id}-${run.local_date}`;
        const overlaps = met !== null && sharesTime(run, met.schedule, from, to);
        return { id, schedule, run, ...piece(run.starts_ms, run.ends_ms), overlaps };
      });
    })
    .toSorted((a, b) => a.run.starts_ms - b.run.starts_ms);
  const lanes = new Map<string, RunMark[]>();
  for (const bar of bars) {
    const id = laneOf(bar.schedule);
    lanes.set(id, [...(lanes.get(id) ?? []), bar]);
  }
  return {
    days,
    nights,
    now: share(nowMs),
    lanes: [...lanes].map(([id, its]) => ({ id, ...laneNames(its[0]?.schedule), bars: its })),
    bars,
  };
}

function sharesTime(run: Occurrence, other: Schedule, from: number, to: number): boolean {
  return occurrencesFrom(ruleOfSchedule(other), from, { toMs: to }).some(
    (its) => its.starts_ms < run.ends_ms && run.starts_ms < its.ends_ms,
  );
}

/** The next runs of the schedules, by their start; those that do not run are left out. */
export function nextRuns(
  schedules: readonly Schedule[],
  nowMs: number,
): { schedule: Schedule; run: Occurrence }[] {
  return schedules
    .filter(({ available }) => available)
    .flatMap((schedule) =>
      occurrencesFrom(ruleOfSchedule(schedule), nowMs, { most: PREVIEWED }).map((run) => ({ schedule, run })),
    )
    .toSorted((a, b) => a.run.starts_ms - b.run.starts_ms)
    .slice(0, PREVIEWED);
}
