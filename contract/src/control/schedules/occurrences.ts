// When a schedule runs: the one rule of it, for the server that runs it and for screens that show what is to come (decision 0099).
import { addDays, instantAt, localDay, type Day } from "../../kernel/time.ts";

/** M127. */
export const TIMELINES = { instant: 1, weekly: 2, monthly: 3, one_off: 4 } as const;

/** A recurring time on the clocks of a zone. */
export interface ScheduleRule {
  readonly schedule_timeline_type_id: number;
  readonly timezone: string;
  readonly from_date: Day;
  readonly to_date: Day;
  /** HH:MM. */
  readonly from_time: string;
  readonly to_time: string;
  /** Weekly 1 Monday to 7 Sunday, monthly 1 to 31; not read otherwise. */
  readonly day: readonly number[];
}

/** One run of a schedule. It belongs to the local day on which it starts, and ends before `ends_ms` (ms since 1970). */
export interface Occurrence {
  readonly local_date: Day;
  readonly starts_ms: number;
  readonly ends_ms: number;
}

const DAY_MS = 86_400_000;
const DAY_MINUTES = 1440;
const number = (day: Day) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const dayOf = (days: number): Day => new Date(days * DAY_MS).toISOString().slice(0, 10);

/** Minutes since midnight of a time HH:MM. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** A minute of the day as a time HH:MM. */
export const timeOfMinutes = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");

const isSpan = ({ schedule_timeline_type_id: type }: ScheduleRule) =>
  type === TIMELINES.instant || type === TIMELINES.one_off;

/** True where the window ends on the day after the one it starts on. */
export const endsNextDay = ({ from_time, to_time }: Pick<ScheduleRule, "from_time" | "to_time">): boolean =>
  minutesOf(to_time) <= minutesOf(from_time);

/** Whether a window starts on the day (days since 1970). Days 29 to 31 are the last day of a month that has none. */
function startsOn(rule: ScheduleRule, days: number): boolean {
  const at = new Date(days * DAY_MS);
  if (rule.schedule_timeline_type_id === TIMELINES.weekly) return rule.day.includes(at.getUTCDay() || 7);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  return rule.day.some((day) => Math.min(day, last) === at.getUTCDate());
}

/** The run of a window that starts on the day. */
function windowOn(rule: ScheduleRule, local_date: Day): Occurrence {
  const [from, to] = [minutesOf(rule.from_time), minutesOf(rule.to_time)];
  const starts_ms = instantAt(rule.timezone, local_date, from);
  const ends_ms = instantAt(rule.timezone, endsNextDay(rule) ? addDays(local_date, 1) : local_date, to);
  const lasts = (endsNextDay(rule) ? to + DAY_MINUTES : to) - from;
  // A start that the clocks skip may come after the end that they show: the run is then as long as it is written.
  return { local_date, starts_ms, ends_ms: ends_ms > starts_ms ? ends_ms : starts_ms + lasts * 60_000 };
}

function spanOf({ timezone, from_date, to_date, from_time, to_time }: ScheduleRule): Occurrence {
  return {
    local_date: from_date,
    starts_ms: instantAt(timezone, from_date, minutesOf(from_time)),
    ends_ms: instantAt(timezone, to_date, minutesOf(to_time)),
  };
}

/** The runs in the order in which they start, from the first that starts on the day or later. */
function* runsFrom(rule: ScheduleRule, day: Day): Generator<Occurrence> {
  if (isSpan(rule)) {
    yield spanOf(rule);
    return;
  }
  const last = number(rule.to_date);
  for (let days = number(day > rule.from_date ? day : rule.from_date); days <= last; days += 1) {
    if (startsOn(rule, days)) yield windowOn(rule, dayOf(days));
  }
}

/** The first run that starts after the instant (ms since 1970); null: none is left. */
export function nextOccurrence(rule: ScheduleRule, afterMs: number): Occurrence | null {
  for (const run of runsFrom(rule, addDays(localDay(rule.timezone, afterMs), -1))) {
    if (run.starts_ms > afterMs) return run;
  }
  return null;
}

/** The runs that are not over at the instant (ms since 1970) and start before `toMs`, in order; `most` of them at most. */
export function occurrencesFrom(
  rule: ScheduleRule,
  atMs: number,
  { most = Infinity, toMs = Infinity }: { most?: number; toMs?: number } = {},
): Occurrence[] {
  const found: Occurrence[] = [];
  if (most < 1) return found;
  for (const run of runsFrom(rule, addDays(localDay(rule.timezone, atMs), -2))) {
    if (run.starts_ms >= toMs) break;
    if (run.ends_ms > atMs) found.push(run);
    if (found.length >= most) break;
  }
  return found;
}

/** A run by the clocks alone, in minutes since 1970 as they show them: `from` belongs to it, `to` does not. */
interface WallWindow {
  readonly from: number;
  readonly to: number;
}

function* wallWindows(rule: ScheduleRule, fromDay: number): Generator<WallWindow> {
  const [from, to] = [minutesOf(rule.from_time), minutesOf(rule.to_time)];
  const [first, last] = [number(rule.from_date), number(rule.to_date)];
  if (isSpan(rule)) {
    yield { from: first * DAY_MINUTES + from, to: last * DAY_MINUTES + to };
    return;
  }
  const length = (endsNextDay(rule) ? to + DAY_MINUTES : to) - from;
  for (let days = Math.max(first, fromDay); days <= last; days += 1) {
    if (!startsOn(rule, days)) continue;
    yield { from: days * DAY_MINUTES + from, to: days * DAY_MINUTES + from + length };
  }
}

/**
 * The first run of `one` that shares time with a run of `other`, of those that start on `from` or the days after, as "YYYY-MM-DD" and
 * "HH:MM" of its start; null: they never meet. Both are in one zone and compared by its clocks.
 */
export function firstOverlap(
  one: ScheduleRule,
  other: ScheduleRule,
  from: Day,
): { date: Day; time: string } | null {
  // A window that began the day before may still be open.
  const since = number(from) - 1;
  const others = wallWindows(other, since);
  let next = others.next();
  for (const run of wallWindows(one, since)) {
    while (next.done !== true && next.value.to <= run.from) next = others.next();
    if (next.done === true) return null;
    if (next.value.from < run.to) {
      const at = Math.max(run.from, next.value.from);
      return { date: dayOf(Math.floor(at / DAY_MINUTES)), time: timeOfMinutes(at % DAY_MINUTES) };
    }
  }
  return null;
}
