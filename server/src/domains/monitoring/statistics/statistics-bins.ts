// The bins of a range, by the project's clock and calendar.
import {
  BIN_MINUTES,
  addDays,
  clockMinutes,
  daysBetween,
  localDay,
  localMinutes,
  offsetMinutes,
  productionLabels,
  rangeFault,
  startOfDay,
  type Day,
  type StatisticsBin,
  type TimeRange,
} from "@heliograph/contract";
import { Problem } from "../../../platform/problem.ts";
import { zonedTime } from "../zoned-time.ts";

const QUARTER_MS = 900_000;

/** Instants, ms since 1970; `to_ms` is not included. */
export interface Span {
  readonly from_ms: number;
  readonly to_ms: number;
}

/** Bins in order, without holes. */
export interface Grid {
  readonly bins: readonly string[];
  /** Where each bin begins, ms since 1970; the end of the last is `span.to_ms`. Empty for bins of the calendar. */
  readonly starts_ms: readonly number[];
  readonly span: Span;
}

/** Refuses, by the field, a range that is not possible now (M182 to M184) or too long for its bin (M179). */
export function refuseRange(
  range: TimeRange,
  bin: Parameters<typeof rangeFault>[1],
  at: { timezone: string; now_ms: number },
): void {
  const now = { today: localDay(at.timezone, at.now_ms), minutes: localMinutes(at.timezone, at.now_ms) };
  const fault = rangeFault(range, bin, now);
  if (fault === null) return;
  throw new Problem(400, "request.invalid", fault.message, { [`query.${fault.field}`]: fault.message });
}

/** True for ranges that begin or end by the clock. */
export const hasTimes = (range: TimeRange): boolean =>
  range.from_time !== undefined || range.to_time !== undefined;

/** The instants between which a range lies, in whole quarter hours around its times. */
export function spanOf(timezone: string, range: TimeRange): Span {
  const { from_date, to_date, from_time, to_time } = range;
  const from =
    from_time === undefined ? startOfDay(timezone, from_date) : instantOf(timezone, from_date, from_time);
  const to =
    to_time === undefined ? startOfDay(timezone, addDays(to_date, 1)) : instantOf(timezone, to_date, to_time);
  return {
    from_ms: Math.floor(from / QUARTER_MS) * QUARTER_MS,
    to_ms: Math.ceil(to / QUARTER_MS) * QUARTER_MS,
  };
}

/** The instant (ms since 1970) at which the clocks of a zone show the time; a skipped time is the one an hour beside it. */
export function instantOf(timezone: string, day: string, clock: string): number {
  const start = startOfDay(timezone, day);
  const at = start + clockMinutes(clock) * 60_000;
  return at + (offsetMinutes(timezone, start) - offsetMinutes(timezone, at)) * 60_000;
}

/** The index of the bin of a grid in which an instant (ms since 1970) lies, or a day; -1: in none. */
export function gridBinOf({ bins, starts_ms, span }: Grid, at: number | Day): number {
  if (typeof at === "number") return at >= span.to_ms ? -1 : lastUpTo(starts_ms, at);
  const index = lastUpTo(bins, at);
  return at.startsWith(bins[index] ?? " ") ? index : -1;
}

/** The index of the last of ascending values that is not above the limit; -1: all are. A grid of a year has thousands. */
function lastUpTo<V extends number | string>(ascending: readonly V[], limit: V): number {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const value = ascending[middle];
    if (value !== undefined && value <= limit) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

/** The bins of a range. */
export function gridOf(timezone: string, range: TimeRange, bin: StatisticsBin): Grid {
  const span = spanOf(timezone, range);
  switch (bin) {
    case "15_minutes":
    case "30_minutes":
    case "1_hours": {
      const starts = clockStarts(timezone, span, BIN_MINUTES[bin]);
      return { bins: starts.map((at) => zonedTime(timezone, at)), starts_ms: starts, span };
    }
    case "1_days":
      return { bins: daysBetween(range.from_date, range.to_date), starts_ms: [], span };
    case "1_months":
      return { bins: productionLabels(range.from_date, range.to_date, "month"), starts_ms: [], span };
    case "year": {
      const years = new Set(
        productionLabels(range.from_date, range.to_date, "month").map((label) => label.slice(0, 4)),
      );
      return { bins: [...years], starts_ms: [], span };
    }
    default:
      return bin satisfies never;
  }
}

/** Where bins of so many minutes begin by the wall clock; the first begins with the span. */
function clockStarts(timezone: string, { from_ms, to_ms }: Span, minutes: number): number[] {
  const starts: number[] = [];
  for (let at = from_ms; at < to_ms; at += QUARTER_MS) {
    if (at === from_ms || minutes === 15 || localMinutes(timezone, at) % minutes === 0) starts.push(at);
  }
  return starts;
}

/** Where each calendar year of a span begins, the first with the span itself, with the years. */
export function yearStarts(timezone: string, span: Span): { starts_ms: number[]; years: number[] } {
  const first = Number(localDay(timezone, span.from_ms).slice(0, 4));
  const last = Number(localDay(timezone, span.to_ms - 1).slice(0, 4));
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return {
    years,
    starts_ms: years.map((year, index) =>
      index === 0 ? span.from_ms : startOfDay(timezone, `${year}-01-01`),
    ),
  };
}
