// How a gateway kept to its export limit on a day: from the readings of its meter at the grid, or from what it measured itself.
import type { NzeDayDetail } from "@heliograph/contract";

/** What the meter at the grid measured over one interval. */
export interface GridSample {
  /** ms since 1970. */
  readonly from_ms: number;
  readonly to_ms: number;
  /** Mean export, W; 0 while it imports. */
  readonly export_w: number;
  /** Zero export held. */
  readonly is_on: boolean;
  /** How much was allowed, W. */
  readonly limit_w: number;
}

/** One continuous export above the limit. */
interface Violation {
  /** ms since 1970. */
  readonly at_ms: number;
  readonly s: number;
  readonly largest_w: number;
  readonly over_wh: number;
}

/** A day's figures. */
export interface NzeFigures {
  readonly largest_export_w: number;
  /** When the interval of the largest export began, ms since 1970; null: there was none. */
  readonly largest_export_at_ms: number | null;
  readonly violations: number;
  readonly longest_violation_s: number;
  readonly longest_violation_at_ms: number | null;
  /** Null: no violation. */
  readonly response_median_s: number | null;
  readonly response_p95_s: number | null;
  readonly over_limit_wh: number;
  /** The longest violations, the longest first. */
  readonly worst: readonly Omit<Violation, "over_wh">[];
}

/** Violations that are kept one by one. */
const WORST_KEPT = 20;

/**
 * Continuous exports above the limit while zero export held: intervals that touch are one. What is not measured ends one. Samples are in
 * order of time. Source: monitoring-domain §6.5, E_viol = Σ max(0, P_exp − P_lim) τ.
 */
export function violationsIn(samples: readonly GridSample[]): Violation[] {
  const found: { at_ms: number; end_ms: number; largest_w: number; over_wh: number }[] = [];
  for (const { from_ms, to_ms, export_w, is_on, limit_w } of samples) {
    if (!is_on || export_w <= limit_w) continue;
    const over_wh = ((export_w - limit_w) * (to_ms - from_ms)) / 3_600_000;
    const last = found.at(-1);
    if (last !== undefined && last.end_ms >= from_ms) {
      last.end_ms = to_ms;
      last.largest_w = Math.max(last.largest_w, export_w);
      last.over_wh += over_wh;
    } else {
      found.push({ at_ms: from_ms, end_ms: to_ms, largest_w: export_w, over_wh });
    }
  }
  return found.map(({ end_ms, ...one }) => ({ ...one, s: (end_ms - one.at_ms) / 1000 }));
}

/** The value that the share (0 to 1) of the values does not exceed (nearest rank); null: there are none. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

/**
 * The figures of the samples. A violation's response time is its length: from the first export above the limit until the first interval
 * back inside.
 */
export function figuresOf(samples: readonly GridSample[]): NzeFigures {
  const violations = violationsIn(samples);
  const longest = violations.toSorted((a, b) => b.s - a.s || b.largest_w - a.largest_w);
  const [worst] = longest;
  const times = violations.map(({ s }) => s);
  const on = samples.filter(({ is_on, export_w }) => is_on && export_w > 0);
  const largest = on.reduce<GridSample | null>(
    (most, one) => (most === null || one.export_w > most.export_w ? one : most),
    null,
  );
  return {
    largest_export_w: largest?.export_w ?? 0,
    largest_export_at_ms: largest?.from_ms ?? null,
    violations: violations.length,
    longest_violation_s: worst?.s ?? 0,
    longest_violation_at_ms: worst?.at_ms ?? null,
    response_median_s: quantile(times, 0.5),
    response_p95_s: quantile(times, 0.95),
    over_limit_wh: violations.reduce((sum, { over_wh }) => sum + over_wh, 0),
    worst: longest.slice(0, WORST_KEPT).map(({ over_wh: _, ...one }) => one),
  };
}

/** The figures that a gateway sent of its day. */
export function figuresMeasured(detail: NzeDayDetail): NzeFigures {
  const [first] = detail.worst;
  return {
    largest_export_w: detail.largest_export_w,
    largest_export_at_ms: detail.largest_export_at,
    violations: detail.violations,
    longest_violation_s: detail.longest_violation_s,
    longest_violation_at_ms: first?.at ?? null,
    response_median_s: detail.response_median_s,
    response_p95_s: detail.response_p95_s,
    over_limit_wh: detail.over_limit_wh,
    worst: detail.worst.map(({ at, s, largest_w }) => ({ at_ms: at, s, largest_w })),
  };
}

/** Readings and the gateway may differ by so much energy before the readings are believed, Wh and share. */
const MAY_DIFFER = { wh: 50, share: 0.5 } as const;

/** True where the meter's readings show more export above the limit than the gateway says that there was. */
export function contradicts(measured: NzeFigures, read: NzeFigures): boolean {
  return read.over_limit_wh > measured.over_limit_wh * (1 + MAY_DIFFER.share) + MAY_DIFFER.wh;
}

/** Below this share of the daylight with zero export on that the meter covers, a day is no proof. */
const PROOF_FROM = 0.99;

/**
 * `off`: zero export did not hold. `not_kept`: export above the limit lasted longer than was agreed, whatever else is missing. `no_proof`:
 * the meter has gaps. `kept`: none of these.
 */
export function verdictOf(day: {
  readonly on_s: number;
  readonly due_s: number;
  readonly seen_s: number;
  readonly longest_violation_s: number;
  readonly back_within_s: number;
}): "kept" | "not_kept" | "no_proof" | "off" {
  if (day.on_s === 0 && day.due_s === 0) return "off";
  if (day.longest_violation_s > day.back_within_s) return "not_kept";
  return day.seen_s < PROOF_FROM * day.due_s ? "no_proof" : "kept";
}

const QUARTER_MS = 900_000;

/** How much of a day with zero export on was due and seen. */
interface Coverage {
  /** Seconds during which zero export held, as far as is known. */
  readonly on_s: number;
  /** Of the quarter hours of daylight with zero export on, all seconds. */
  readonly due_s: number;
  /** Of these, the seconds that samples cover. */
  readonly seen_s: number;
}

/**
 * What of the day `from_ms` to `to_ms` the samples cover, by quarter hours of daylight: without sun there is nothing to export. Where no
 * sample is, zero export is what it was at the last one, before the first what it is then, and without any `on_at_first`.
 */
export function coverageOf(
  samples: readonly GridSample[],
  day: {
    readonly from_ms: number;
    readonly to_ms: number;
    readonly on_at_first: boolean;
    readonly is_daylight: (quarterMs: number) => boolean;
  },
): Coverage {
  let [due_s, seen_s, on_s] = [0, 0, 0];
  for (const { from_ms, to_ms, is_on } of samples) if (is_on) on_s += (to_ms - from_ms) / 1000;
  let next = 0;
  let isOn = samples[0]?.is_on ?? day.on_at_first;
  for (let quarter = day.from_ms; quarter < day.to_ms; quarter += QUARTER_MS) {
    const end = quarter + QUARTER_MS;
    let covered = 0;
    let on = isOn;
    for (let sample = samples[next]; sample !== undefined && sample.from_ms < end; sample = samples[next]) {
      covered += Math.max(0, Math.min(sample.to_ms, end) - Math.max(sample.from_ms, quarter)) / 1000;
      isOn = sample.is_on;
      on ||= isOn;
      if (sample.to_ms > end) break;
      next += 1;
    }
    if (!on || !day.is_daylight(quarter)) continue;
    due_s += QUARTER_MS / 1000;
    seen_s += covered;
  }
  return { on_s: Math.round(on_s), due_s, seen_s: Math.round(seen_s) };
}
