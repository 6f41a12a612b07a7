// Business days: Monday to Friday without holidays, of the fixed offset GMT+8 that certificate records state their times in.
import type { TimeLimit } from "./life-cycle.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** GMT+8 all year. */
const AHEAD_MS = 8 * HOUR_MS;

const dayNumber = (atMs: number): number => Math.floor((atMs + AHEAD_MS) / DAY_MS);
const endOfDay = (day: number): number => (day + 1) * DAY_MS - AHEAD_MS - 1;
const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** True for Monday to Friday that is no holiday; `day` counts from 1970-01-01, which was a Thursday. */
function isBusinessDay(day: number, holidays: ReadonlySet<string>): boolean {
  const weekday = (day + 4) % 7;
  return weekday !== 0 && weekday !== 6 && !holidays.has(dayText(day));
}

/**
 * The last millisecond of the time limit that begins at `fromMs` (ms since 1970): hours to the millisecond; days and business days to
 * 23:59:59.999 of the last day in GMT+8, the day of the beginning not counted. `holidays`: YYYY-MM-DD.
 */
export function endOfLimit(
  fromMs: number,
  { count, unit }: TimeLimit,
  holidays: ReadonlySet<string> = new Set(),
): number {
  if (unit === "hours") return fromMs + count * HOUR_MS;
  let day = dayNumber(fromMs);
  if (unit === "days") return endOfDay(day + count);
  for (let left = count; left > 0;) {
    day += 1;
    if (isBusinessDay(day, holidays)) left -= 1;
  }
  return endOfDay(day);
}
