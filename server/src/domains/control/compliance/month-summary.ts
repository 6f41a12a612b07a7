// What the days of a month come to.
import type { NzeComplianceDay, NzeMonthSummary } from "@heliograph/contract";

/** A day, and how long its violations were as far as they are kept one by one, s. */
export interface DayWithTimes {
  readonly figures: NzeComplianceDay;
  readonly times: readonly number[];
  /** Not rounded; null: not known. */
  readonly given_up_vnd: number | null;
}

interface Weighed {
  readonly value: number;
  readonly weight: number;
}

/** The value that the share (0 to 1) of the weight does not exceed; null: there is no weight. */
export function weighedQuantile(values: readonly Weighed[], share: number): number | null {
  const sorted = values.filter(({ weight }) => weight > 0).toSorted((a, b) => a.value - b.value);
  const wanted = share * sorted.reduce((sum, { weight }) => sum + weight, 0);
  let reached = 0;
  for (const { value, weight } of sorted) {
    reached += weight;
    // Halves and tenths are no exact binary fractions.
    if (reached >= wanted - 1e-9) return value;
  }
  return null;
}

/**
 * The response times of a day: its violations one by one where all are kept, else its two quantiles with the weight of all: 90 % of them
 * at the median, 10 % at the 95th percentile.
 */
function timesOf({ figures, times }: DayWithTimes): readonly Weighed[] {
  const { violations, response_median_s, response_p95_s } = figures;
  if (isWhole({ figures, times })) return times.map((value) => ({ value, weight: 1 }));
  const count = violations ?? 0;
  return [
    ...(response_median_s === null ? [] : [{ value: response_median_s, weight: 0.9 * count }]),
    ...(response_p95_s === null ? [] : [{ value: response_p95_s, weight: 0.1 * count }]),
  ];
}

const isWhole = ({ figures, times }: Pick<DayWithTimes, "figures" | "times">): boolean =>
  (figures.violations ?? 0) <= times.length;

/** The day with the largest value; null: of none is it known. */
function largest(days: readonly NzeComplianceDay[], of: (day: NzeComplianceDay) => number | null) {
  let most: { day: NzeComplianceDay; value: number } | null = null;
  for (const day of days) {
    const value = of(day);
    if (value !== null && (most === null || value > most.value)) most = { day, value };
  }
  return most;
}

const sumKnown = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
};

/** What the days come to. Days on which zero export was off count nowhere, those that prove nothing only for what was seen of them. */
export function monthSummary(days: readonly DayWithTimes[]): NzeMonthSummary {
  const on = days.filter(({ figures }) => figures.verdict !== "off");
  const figures = on.map((day) => day.figures);
  const of = (verdict: NzeComplianceDay["verdict"]) =>
    days.filter((day) => day.figures.verdict === verdict).map((day) => day.figures.day);
  const highest = largest(figures, ({ largest_export_w }) => largest_export_w);
  const longest = largest(figures, ({ longest_violation_s }) => longest_violation_s);
  const times = on.flatMap(timesOf);
  const vnd = sumKnown(on.map(({ given_up_vnd }) => given_up_vnd));
  const newest = figures.at(-1);
  return {
    days_counted: of("kept").length + of("not_kept").length,
    days_kept: of("kept").length,
    not_kept: of("not_kept"),
    days_no_proof: of("no_proof").length,
    days_off: of("off").length,
    largest_export_w: highest?.value ?? null,
    largest_export_at: highest?.day.largest_export_at ?? null,
    longest_violation_s: longest?.value ?? null,
    longest_violation_at: longest?.day.longest_violation_at ?? null,
    back_within_s: (longest === null || longest.value === 0 ? newest : longest.day)?.back_within_s ?? null,
    response_median_s: weighedQuantile(times, 0.5),
    response_p95_s: weighedQuantile(times, 0.95),
    response_is_estimated: on.some((day) => !isWhole(day)),
    violations: figures.reduce((sum, { violations }) => sum + (violations ?? 0), 0),
    over_limit_wh: figures.reduce((sum, { over_limit_wh }) => sum + (over_limit_wh ?? 0), 0),
    given_up_wh: sumKnown(figures.map(({ given_up_wh }) => given_up_wh)),
    given_up_vnd: vnd === null ? null : String(Math.round(vnd)),
    resolution_s: largest(figures, ({ resolution_s }) => resolution_s)?.value ?? null,
  };
}
