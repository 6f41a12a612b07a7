// What a person asks statistics for, and how the address says it (M57, M182 to M186).
import { addDays, type Day } from "@heliograph/contract/kernel/time";
import {
  isWithinDay,
  rangeFault,
  type LocalNow,
  type StatisticsBin,
  type TimeRange,
} from "@heliograph/contract/monitoring/statistics/statistics-range";
import { dayIn } from "../charts/power/power-view.ts";
import { lastTwelveMonths } from "../charts/production-range.ts";

export type AnyBin = StatisticsBin | "detail";

/** A range with its bin. */
export interface BinRange<B extends AnyBin = AnyBin> extends TimeRange {
  readonly bin: B;
}

export const STATISTICS_VIEWS = ["total", "devices"] as const;
export type StatisticsView = (typeof STATISTICS_VIEWS)[number];

const clockIn = (text: string | null): string | undefined =>
  text !== null && /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : undefined;

const YEARS_AT_FIRST = 5;

/** Today by the bin; by days the last seven that are over, by months the last twelve, by years the last five. */
function firstRange<B extends AnyBin>(today: Day, bin: B): BinRange<B> {
  const firstYear = Number(today.slice(0, 4)) - YEARS_AT_FIRST + 1;
  const ends: Partial<Record<AnyBin, readonly [Day, Day]>> = {
    "1_days": [addDays(today, -7), addDays(today, -1)],
    "1_months": [lastTwelveMonths(today).from, today],
    year: [`${firstYear}-01-01`, today],
  };
  const [from_date, to_date] = ends[bin] ?? [today, today];
  return { from_date, to_date, bin };
}

/**
 * The range that the address asks for, with one of the `bins`. What it does not say, or what is not possible now, is as on a
 * first visit: today by the first bin.
 */
export function rangeIn<B extends AnyBin>(
  address: URLSearchParams,
  bins: readonly B[],
  now: LocalNow,
): BinRange<B> {
  const [usual] = bins;
  if (usual === undefined) throw new RangeError("a range needs a bin");
  const bin = bins.find((one) => one === address.get("bin")) ?? usual;
  const from = dayIn(address.get("from"));
  const to = dayIn(address.get("to"));
  if (from === null || to === null) return firstRange(now.today, bin);
  const range = timed({
    from_date: from,
    to_date: to,
    from_time: clockIn(address.get("fromTime")),
    to_time: clockIn(address.get("toTime")),
    bin,
  });
  if (rangeFault(range, bin, now) !== null) return firstRange(now.today, bin);
  return bin === "1_days" ? wholePeriods(range, now.today) : range;
}

/** The range without times where its bin has none. */
export function timed<B extends AnyBin>(range: BinRange<B>): BinRange<B> {
  const { from_date, to_date, from_time, to_time, bin } = range;
  if (!isWithinDay(bin)) return { from_date, to_date, bin };
  return {
    from_date,
    to_date,
    bin,
    ...(from_time === undefined ? {} : { from_time }),
    ...(to_time === undefined ? {} : { to_time }),
  };
}

/** The address with the range in it; other parameters stay. */
export function withRange(address: URLSearchParams, range: BinRange): URLSearchParams {
  const next = new URLSearchParams(address);
  next.set("from", range.from_date);
  next.set("to", range.to_date);
  next.set("bin", range.bin);
  for (const [key, time] of [
    ["fromTime", range.from_time],
    ["toTime", range.to_time],
  ] as const) {
    if (time === undefined) next.delete(key);
    else next.set(key, time);
  }
  return next;
}

/**
 * The range after another bin was chosen: month and year bins take whole months and years, ended by today (M86), and times
 * go where the bin has none. What would be a single bar becomes what a first visit shows.
 */
export function withBin<B extends AnyBin>(range: BinRange, bin: B, today: Day): BinRange<B> {
  const next = wholePeriods(timed({ ...range, bin }), today);
  return isOneBar(next) ? firstRange(today, bin) : next;
}

function isOneBar({ from_date, to_date, bin }: BinRange): boolean {
  if (isWithinDay(bin)) return false;
  const letters = bin === "year" ? 4 : bin === "1_months" ? 7 : 10;
  return from_date.slice(0, letters) >= to_date.slice(0, letters);
}

const earlier = (a: Day, b: Day): Day => (a < b ? a : b);

/**
 * Whole months or years for bins of them, the last ended by today; days that are over for those (M182); other ranges as they
 * are.
 */
export function wholePeriods<B extends AnyBin>(range: BinRange<B>, today: Day): BinRange<B> {
  const { bin, from_date, to_date } = range;
  if (bin === "1_days") {
    const yesterday = addDays(today, -1);
    return { ...range, from_date: earlier(from_date, yesterday), to_date: earlier(to_date, yesterday) };
  }
  if (bin !== "1_months" && bin !== "year") return range;
  const first = bin === "year" ? `${from_date.slice(0, 4)}-01-01` : `${from_date.slice(0, 7)}-01`;
  const next = addDays(`${to_date.slice(0, 7)}-28`, 4);
  const last = bin === "year" ? `${to_date.slice(0, 4)}-12-31` : addDays(`${next.slice(0, 7)}-01`, -1);
  return { ...range, from_date: first, to_date: last > today ? today : last };
}

export const statisticsViewIn = (address: URLSearchParams): StatisticsView =>
  address.get("view") === "devices" ? "devices" : "total";
