// What zero export held back, and the performance ratio with it added: CPR.
import {
  type PairedInterval,
  type Ratio,
  type RatioPlant,
  type RatioRules,
  performanceRatio,
  temperatureCorrectedRatio,
  RATIO_RULES,
} from "./performance-ratio.ts";
import { kappaAt, type Kappa } from "./kappa-curve.ts";

export interface LimitedInterval extends PairedInterval {
  /** True where the export limiter was binding and the plant was not at fault. */
  readonly limited: boolean;
  /** True where the plant was at its AC rating or not available; such intervals say nothing of κ. */
  readonly excluded?: boolean;
}

export interface LimitedPlant extends RatioPlant {
  /** Most the inverters can deliver, W; null: unknown, no clipping assumed. */
  readonly ac_nominal_w: number | null;
}

/** κ until a plant has run unlimited for long enough. Source: design of the corrected ratio, decision 0031. */
export const INITIAL_KAPPA = 0.85;

/**
 * Energy expected of an interval, Wh: min(P_AC, κ · P0 · G/G_ref · (1 + γ (T − 25))) · τ. Without a module temperature
 * the correction is left out. Null when the irradiance is not known.
 */
export function expectedEnergyWh(interval: PairedInterval, plant: LimitedPlant, kappa: Kappa): number | null {
  if (interval.irradiance_w_m2 === null) return null;
  const warm =
    interval.module_temperature_c === null ? 1 : 1 + plant.gamma_per_c * (interval.module_temperature_c - 25);
  const share = kappaAt(kappa, interval.irradiance_w_m2);
  const powerW = share * plant.capacity_wp * (interval.irradiance_w_m2 / 1000) * warm;
  return Math.max(0, Math.min(plant.ac_nominal_w ?? Infinity, powerW)) * interval.hours;
}

/** From this share of its rating on, a plant counts as held by its inverters. */
const CLIPPED_FROM = 0.98;

/** True where the plant delivered what its inverters can; false when their rating is not known. */
export function isClipped(
  interval: Pick<PairedInterval, "energy_wh" | "hours">,
  ac_nominal_w: number | null,
) {
  return ac_nominal_w !== null && (interval.energy_wh ?? 0) >= CLIPPED_FROM * ac_nominal_w * interval.hours;
}

/**
 * Irradiance-weighted temperature-corrected ratio over the unlimited, available, unclipped intervals of the trailing
 * 30 days; INITIAL_KAPPA while there is nothing to learn from.
 */
export function trailingKappa(intervals: readonly LimitedInterval[], plant: RatioPlant): number {
  const free = intervals.filter(({ limited, excluded }) => !limited && excluded !== true);
  const rules: RatioRules = { ...RATIO_RULES, min_completeness: 0 };
  return temperatureCorrectedRatio(free, plant, rules).value ?? INITIAL_KAPPA;
}

/** Energy that the limiter held back, Wh: Σ max(0, expected − delivered) over the limited intervals. */
export function curtailedEnergyWh(
  intervals: readonly LimitedInterval[],
  plant: LimitedPlant,
  factor: number,
): number {
  let sumWh = 0;
  for (const interval of intervals) {
    const expectedWh = interval.limited ? expectedEnergyWh(interval, plant, factor) : null;
    if (expectedWh === null || interval.energy_wh === null) continue;
    sumWh += Math.max(0, expectedWh - interval.energy_wh);
  }
  return sumWh;
}

/** Corrected performance ratio, CPR: the plain one with the curtailed energy added to what was delivered. */
export function correctedRatio(
  intervals: readonly LimitedInterval[],
  plant: LimitedPlant,
  by: { kappa: number; rules?: RatioRules },
): Ratio & { readonly curtailed_wh: number } {
  const plain = performanceRatio(intervals, plant, by.rules);
  const curtailedWh = curtailedEnergyWh(intervals, plant, by.kappa);
  const value = plain.value === null ? null : (plain.energy_wh + curtailedWh) / plain.reference_wh;
  return { ...plain, value, curtailed_wh: curtailedWh };
}

/** The ratio without the limited intervals, for when the irradiance inside them is not known. */
export function ratioOutsideLimits(
  intervals: readonly LimitedInterval[],
  plant: RatioPlant,
  rules?: RatioRules,
): Ratio {
  return performanceRatio(
    intervals.filter(({ limited }) => !limited),
    plant,
    rules,
  );
}
