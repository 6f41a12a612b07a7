// What a gateway's own loop sees of its zero export on a day: between two steps of sky and load its inverters stand where they stood for
// some seconds, and what is too much then goes out. Readings of minutes hide it.
import { NZE_RULE_AT_FIRST, type NzeDayDetail } from "@heliograph/contract";
import { INVERTER_STATE } from "@heliograph/contract";
import type { PvPlant } from "../fleet/plant.ts";
import { chance } from "../physics/random.ts";
import { AC_CABLES, type PvDay } from "../pv-day.ts";
import { DAY_S } from "../track.ts";

/** The loop looks at the meter this often, s. */
const SAMPLE_S = 2;
/** An inverter that is not turned down may rise by this share of its rating before the loop looks again. */
const HEADROOM = 0.1;
/** How soon the inverters follow, s. */
const [FASTEST_S, SLOWEST_S] = [2, 22];
/** On one of so many days an inverter takes much longer once, s. */
const SLOW_DAYS = 40;
const [SLOW_FROM_S, SLOW_TO_S] = [62, 88];
const WORST_KEPT = 20;

interface Export {
  readonly second: number;
  readonly s: number;
  readonly w: number;
}

/** What holds in a second of the day: whether zero export does, and how much may go out, W. */
export type HoldsAt = (second: number) => { readonly on: boolean; readonly limitW: number };

/** Power of all inverters at the meter in a segment, W, and whether any was turned down. */
function producedIn(day: PvDay, k: number): { w: number; throttled: boolean } {
  let w = 0;
  let throttled = false;
  for (const [index, track] of day.inverters.entries()) {
    w += (track.power[k] ?? 0) * AC_CABLES;
    throttled ||= day.states[index]?.[k] === INVERTER_STATE.throttled;
  }
  return { w, throttled };
}

/** The exports above the limit of the day, in order. */
function exportsOf(plant: PvPlant, day: PvDay, holdsAt: HoldsAt): Export[] {
  const rated = plant.inverters.reduce((sum, { acNominalW }) => sum + acNominalW, 0);
  const found: Export[] = [];
  for (let k = 1; k < day.starts.length - 1; k += 1) {
    const second = day.starts[k] ?? 0;
    const { on, limitW } = holdsAt(second);
    if (!on) continue;
    const before = producedIn(day, k - 1);
    const now = producedIn(day, k);
    // Free inverters follow the sky only as far as their limit stood above them.
    const stood = before.throttled ? before.w : before.w + HEADROOM * rated;
    const given = now.throttled ? stood : Math.min(stood, now.w);
    const used = (day.load.power[k] ?? 0) + (day.charged.power[k] ?? 0) - (day.discharged.power[k] ?? 0);
    const over = given - used - limitW;
    if (over <= 0) continue;
    const share = chance(`${plant.key}|${day.day}|nze|${second}`);
    const s = Math.round(FASTEST_S + (SLOWEST_S - FASTEST_S) * share ** 3);
    found.push({ second, s, w: over + limitW });
  }
  return found;
}

/** Lets the largest export of a bad day last as long as a slow inverter takes. */
function slowed(plant: PvPlant, day: string, exports: readonly Export[]): readonly Export[] {
  const share = chance(`${plant.key}|${day}|nze-slow`);
  if (share * SLOW_DAYS >= 1 || exports.length === 0) return exports;
  const worst = exports.reduce((most, one) => (one.w > most.w ? one : most));
  const s = Math.round(SLOW_FROM_S + (SLOW_TO_S - SLOW_FROM_S) * share * SLOW_DAYS);
  return exports.map((one) => (one === worst ? { ...one, s } : one));
}

const rank = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;

/** The gateway's report of the day; null: zero export did not hold on it. */
export function nzeDayReport(plant: PvPlant, day: PvDay, holdsAt: HoldsAt): NzeDayDetail | null {
  let onS = 0;
  for (let k = 0; k < day.starts.length - 1; k += 1) {
    const start = day.starts[k] ?? 0;
    if (holdsAt(start).on) onS += (day.starts[k + 1] ?? DAY_S) - start;
  }
  if (onS === 0) return null;
  const exports = slowed(plant, day.day, exportsOf(plant, day, holdsAt));
  const times = exports.map(({ s }) => s).toSorted((a, b) => a - b);
  const largest = exports.reduce<Export | null>(
    (most, one) => (most === null || one.w > most.w ? one : most),
    null,
  );
  const at = (second: number): number => day.weather.startMs + second * 1000;
  const longest = exports.toSorted((a, b) => b.s - a.s || b.w - a.w).slice(0, WORST_KEPT);
  // The loop brings it down evenly, so that half of it goes out.
  const overWh = exports.reduce(
    (sum, { second, s, w }) => sum + ((w - holdsAt(second).limitW) * s) / 7200,
    0,
  );
  return {
    day: day.day,
    on_s: onS,
    sample_s: SAMPLE_S,
    meter_silent_s: 0,
    largest_export_w: Math.round(largest?.w ?? 0),
    largest_export_at: largest === null ? null : at(largest.second),
    violations: exports.length,
    longest_violation_s: times.at(-1) ?? 0,
    response_median_s: rank(times, 0.5),
    response_p95_s: rank(times, 0.95),
    over_limit_wh: Math.round(overWh * 10) / 10,
    worst: longest.map(({ second, s, w }) => ({ at: at(second), s, largest_w: Math.round(w) })),
  };
}

/** The fail-safe limit where nobody has told the gateway another. */
export const FAILSAFE_AT_FIRST_W = NZE_RULE_AT_FIRST.failsafe_w;
