// Guaranteed and simulated performance ratios of a period, and the status of what was measured against them.
import type { PerformanceTerms } from "@heliograph/contract";
import type { RatioStatus } from "./performance-ratio.ts";

type GuaranteeTerms = Pick<
  PerformanceTerms,
  | "starts_on"
  | "degradation_percent_per_year"
  | "guaranteed_year_percent"
  | "guaranteed_month_percent"
  | "pvsyst_year_percent"
  | "pvsyst_month_percent"
>;

/** A day and the sun it had; without a known insolation it weighs nothing beside days that have one. */
interface SunnyDay {
  readonly day: string;
  readonly insolation_wh_m2: number | null;
}

const monthOf = (day: string) => Number(day.slice(5, 7)) - 1;

/** The contract year that the day lies in, from 1; 0 for days before it. */
export function contractYear(starts_on: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(starts_on.slice(0, 4));
  return Math.max(0, day.slice(5) >= starts_on.slice(5) ? years + 1 : years);
}

/** PVsyst's ratio of the year: as given, else the mean of its months; null without a simulation. */
export function simulatedYear(terms: GuaranteeTerms): number | null {
  const months = terms.pvsyst_month_percent;
  if (months === null) return terms.pvsyst_year_percent;
  return terms.pvsyst_year_percent ?? months.reduce((a, b) => a + b, 0) / months.length;
}

/** What was guaranteed for the month in contract year 1, %: the table, else the year's value shaped by PVsyst's months. */
function firstYearPercent(terms: GuaranteeTerms, month: number): number | null {
  const ofMonth = terms.guaranteed_month_percent?.[month];
  if (ofMonth !== undefined) return ofMonth;
  const year = terms.guaranteed_year_percent;
  const simulated = terms.pvsyst_month_percent?.[month];
  const whole = simulatedYear(terms);
  if (year === null || simulated === undefined || whole === null) return year;
  return (year * simulated) / whole;
}

/** Guaranteed ratio of a day, 0 to 1; null when nothing was guaranteed, or before the contract began. */
export function guaranteedOn(
  terms: GuaranteeTerms,
  commissionedOn: string | null,
  day: string,
): number | null {
  const percent = firstYearPercent(terms, monthOf(day));
  const start = terms.starts_on ?? commissionedOn;
  const year = start === null ? 1 : contractYear(start, day);
  if (percent === null || year === 0) return null;
  return (percent / 100) * (1 - terms.degradation_percent_per_year / 100) ** (year - 1);
}

/** Simulated ratio of a day, 0 to 1; null without PVsyst. */
export const simulatedOn = (terms: GuaranteeTerms, day: string): number | null => {
  const percent = terms.pvsyst_month_percent?.[monthOf(day)];
  return percent === undefined ? null : percent / 100;
};

/** Mean of the days' values by their sun; by the calendar where no day's sun is known. Null: no day has a value. */
export function weighedBySun(days: readonly SunnyDay[], of: (day: string) => number | null): number | null {
  const known = days.flatMap(({ day, insolation_wh_m2 }) => {
    const value = of(day);
    return value === null ? [] : [{ value, sun: insolation_wh_m2 ?? 0 }];
  });
  const sunny = known.some(({ sun }) => sun > 0);
  let [sum, weight] = [0, 0];
  for (const { value, sun } of known) {
    const one = sunny ? sun : 1;
    sum += one * value;
    weight += one;
  }
  return weight === 0 ? null : sum / weight;
}

/** Status of a measured ratio by the limits of the contract; null when either is missing (M117). */
export function statusBy(
  limits: PerformanceTerms["status_from_percent"],
  measured: number | null,
  guaranteed: number | null,
): RatioStatus | null {
  if (measured === null || guaranteed === null || guaranteed <= 0) return null;
  const percent = (measured / guaranteed) * 100;
  for (const status of ["normal", "warning", "minor", "major"] as const) {
    if (percent >= limits[status]) return status;
  }
  return "critical";
}
