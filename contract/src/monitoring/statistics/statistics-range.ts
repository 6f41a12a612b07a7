// Ranges of statistics and of the chart tool: what may be chosen, and in which words it is refused (M57, M179, M182 to M184).
// Pure: the screen says beforehand what the server would say.
import { calendarDay } from "../../kernel/calendar-day.ts";
import { z } from "zod";
import type { Day } from "../../kernel/time.ts";

/** M269, and years. The first is the default. */
export const STATISTICS_BINS = ["15_minutes", "30_minutes", "1_hours", "1_days", "1_months", "year"] as const;
export const statisticsBin = z.enum(STATISTICS_BINS);
export type StatisticsBin = z.output<typeof statisticsBin>;

/** Most days of a range by its bin (M179); years are of the product's own choice. */
export const BIN_DAYS: Readonly<Record<StatisticsBin | "detail", number>> = {
  detail: 31,
  "15_minutes": 31,
  "30_minutes": 31,
  "1_hours": 45,
  "1_days": 400,
  "1_months": 800,
  year: 11_000,
};

/** Minutes of the bins that divide a day; the others follow the calendar. */
export const BIN_MINUTES = { "15_minutes": 15, "30_minutes": 30, "1_hours": 60 } as const;

/** True for bins that divide a day: only with them may a range begin and end by the clock. */
export const isWithinDay = (bin: StatisticsBin | "detail"): bin is keyof typeof BIN_MINUTES | "detail" =>
  bin === "detail" || bin in BIN_MINUTES;

/** From the first day, or a time on it, to the end of the last, or a time on it; all by the project's clock. */
export interface TimeRange {
  readonly from_date: Day;
  readonly to_date: Day;
  /** HH:mm; undefined: the start of the day. */
  readonly from_time?: string | undefined;
  /** HH:mm, not included; undefined: the end of the day. */
  readonly to_time?: string | undefined;
}

/** The project's clock: its calendar day and the minutes since its midnight. */
export interface LocalNow {
  readonly today: Day;
  readonly minutes: number;
}

interface RangeFault {
  readonly field: keyof TimeRange;
  readonly message: string;
}

/** M184. */
const START_IN_FUTURE = "Start time must be < current time";
const END_IN_FUTURE = "End time must be < current time";
const START_AFTER_END = "Start time must be < end time";
/** M179. */
const tooManyDays = (days: number) => `The selected binsize allows a maximum of ${days} days`;

/** Minutes since midnight of an HH:mm. */
export const clockMinutes = (clock: string): number =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/**
 * What is wrong with a range for its bin at the project's present time; null: nothing. A day or a range without times may
 * reach to the end of today, which is not over; a time may not lie in the future (M182 to M184).
 */
export function rangeFault(
  range: TimeRange,
  bin: StatisticsBin | "detail",
  now: LocalNow,
): RangeFault | null {
  const { from_date, to_date } = range;
  const starts = range.from_time === undefined ? 0 : clockMinutes(range.from_time);
  const startsLater = from_date > now.today || (from_date === now.today && starts > now.minutes);
  if (startsLater) {
    return { field: from_date > now.today ? "from_date" : "from_time", message: START_IN_FUTURE };
  }
  if (to_date > now.today) return { field: "to_date", message: END_IN_FUTURE };
  if (from_date > to_date) return { field: "to_date", message: START_AFTER_END };
  if (range.to_time !== undefined) {
    const ends = clockMinutes(range.to_time);
    if (to_date === now.today && ends > now.minutes) return { field: "to_time", message: END_IN_FUTURE };
    if (from_date === to_date && starts >= ends) return { field: "to_time", message: START_AFTER_END };
  }
  const days = (Date.parse(to_date) - Date.parse(from_date)) / 86_400_000 + 1;
  return days > BIN_DAYS[bin] ? { field: "to_date", message: tooManyDays(BIN_DAYS[bin]) } : null;
}

/** What the picker of one end of a range knows. */
interface Picking {
  readonly side: "from" | "to";
  readonly range: TimeRange;
  readonly bin: StatisticsBin | "detail";
  readonly today: Day;
}

/**
 * True when a day may be picked (M182, M183): none after today, and by days not today either, which is not over; From not
 * after To; not the other end's own day while the times cross. Month and year bins compare by month and year, so that the
 * running one may be chosen whatever its day.
 */
export function canPick(day: Day, { side, range, bin, today }: Picking): boolean {
  const letters = bin === "year" ? 4 : bin === "1_months" ? 7 : 10;
  const [picked, latest] = [day.slice(0, letters), today.slice(0, letters)];
  if (bin === "1_days" ? picked >= latest : picked > latest) return false;
  const other = (side === "from" ? range.to_date : range.from_date).slice(0, letters);
  if (picked === other) return !(isWithinDay(bin) && timesCross(range));
  return side === "from" ? picked < other : picked > other;
}

/** True where the range would end before it begins if both ends were on one day. */
const timesCross = ({ from_time, to_time }: TimeRange): boolean =>
  from_time !== undefined && to_time !== undefined && from_time >= to_time;

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Must be HH:mm");

/** The fields of a range in a query string. */
export const rangeFields = {
  /** Days of the project's calendar. */
  from_date: calendarDay,
  to_date: calendarDay,
  from_time: clock.optional(),
  to_time: clock.optional(),
};

/** A range with its bin, as the form of statistics and chart tool holds them; what is possible now is `rangeFault`'s to say. */
export const rangeForm = z.object({ ...rangeFields, bin: z.enum([...STATISTICS_BINS, "detail"]) });
