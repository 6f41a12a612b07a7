// What κ of a part of a plant is learnt from, day by day, and κ itself.
import { INITIAL_KAPPA, type LimitedInterval } from "./curtailed-energy.ts";
import { sumWhereAll } from "./day-series.ts";
import {
  fittedCurve,
  kappaAlong,
  kappaMoments,
  type Kappa,
  type KappaCurve,
  type KappaMoments,
} from "./kappa-curve.ts";
import { QUARTER_HOURS, type DeviceQuarters } from "./kpi-quarters.ts";
import type { PairedInterval, RatioRules } from "./performance-ratio.ts";

/** Sums over quarter hours of which energy, irradiance and temperature are known: what corrected ratios are made of. */
export interface FreeSums {
  readonly energy_wh: number;
  readonly insolation_wh_m2: number;
  /** Σ insolation × module temperature; 25 °C where none is known. */
  readonly insolation_c: number;
}

/** What κ of a part of the plant is learnt from: of the energy that counts, and of what its inverters give. */
export interface UnitSums extends FreeSums {
  /** Missing: the energy that counts is the inverters' own. */
  readonly at_inverters?: FreeSums;
  /** What the curve of κ is fitted to, at the inverters. */
  readonly moments?: KappaMoments;
}

/** The sums of the quarter hours. 25 °C stands for a temperature that is not known: nothing is corrected. */
export function freeSums(intervals: readonly LimitedInterval[], rules: RatioRules): FreeSums {
  let [energyWh, insolation, warm] = [0, 0, 0];
  for (const { energy_wh, irradiance_w_m2, module_temperature_c } of intervals) {
    if (energy_wh === null || irradiance_w_m2 === null) continue;
    if (irradiance_w_m2 < rules.min_irradiance_w_m2) continue;
    energyWh += energy_wh;
    insolation += irradiance_w_m2 * QUARTER_HOURS;
    warm += irradiance_w_m2 * QUARTER_HOURS * (module_temperature_c ?? 25);
  }
  return { energy_wh: energyWh, insolation_wh_m2: insolation, insolation_c: warm };
}

interface Rated {
  readonly capacity_wp: number;
  readonly gamma_per_c: number;
}

/** What a day tells of κ: its free quarter hours, `isFree`. */
export function unitSums(
  intervals: readonly LimitedInterval[],
  of: {
    readonly plant: Rated;
    readonly rules: RatioRules;
    readonly inverters: readonly DeviceQuarters[];
    /** True where the inverters' energy is what counts. */
    readonly areCounted: boolean;
    readonly isFree: (interval: LimitedInterval, at: number) => boolean;
  },
): UnitSums {
  const { plant, rules, inverters, areCounted, isFree } = of;
  const given = sumWhereAll(inverters.map((device) => device.energy_wh));
  const inside = areCounted
    ? intervals
    : intervals.map((interval, at) => ({ ...interval, energy_wh: given[at] ?? null }));
  const free = inside.filter(isFree);
  const reference = ({ irradiance_w_m2, module_temperature_c, hours }: PairedInterval) =>
    (plant.capacity_wp *
      (irradiance_w_m2 ?? 0) *
      hours *
      (1 + plant.gamma_per_c * ((module_temperature_c ?? 25) - 25))) /
    1000;
  return {
    ...freeSums(intervals.filter(isFree), rules),
    ...(areCounted ? {} : { at_inverters: freeSums(free, rules) }),
    moments: kappaMoments(free, reference, rules.min_irradiance_w_m2),
  };
}

/** κ of a part of the plant, as it is kept. */
export interface UnitKappa {
  /** Of the energy that counts, */
  readonly kappa: number;
  /** and of what the inverters give, before it is lost on the way to the meters that count. */
  readonly kappa_at_inverters: number;
  /** How that bends with the irradiance; null: not known yet. */
  readonly curve: KappaCurve | null;
}

/** κ from the sums of the 30 days before. */
export function unitKappa(days: readonly UnitSums[], plant: Rated, rules: RatioRules): UnitKappa {
  const inside = days.map((day) => day.at_inverters ?? day);
  const insolation = inside.reduce((sum, day) => sum + day.insolation_wh_m2, 0);
  return {
    kappa: kappaOf(days, plant, rules.min_insolation_wh_m2),
    kappa_at_inverters: kappaOf(inside, plant, rules.min_insolation_wh_m2),
    curve: fittedCurve(
      days.flatMap(({ moments }) => (moments === undefined ? [] : [moments])),
      insolation,
    ),
  };
}

/** κ by irradiance: of the energy that counts, or at the inverters; times `scale`, for another capacity than it was learnt with. */
export function kappaCurve(unit: UnitKappa, where: "counted" | "inverters", scale = 1): Kappa {
  const own = where === "counted" ? unit.kappa : unit.kappa_at_inverters;
  return kappaAlong(own * scale, unit.curve, unit.kappa_at_inverters);
}

/** κ from sums; INITIAL_KAPPA while they hold too little sun to learn from. */
function kappaOf(
  days: readonly FreeSums[],
  { capacity_wp, gamma_per_c }: Rated,
  minInsolation: number,
): number {
  const sum = (of: (day: FreeSums) => number) => days.reduce((total, day) => total + of(day), 0);
  const insolation = sum((day) => day.insolation_wh_m2);
  // Σ Gτ · (1 + γ (T − 25)), which is linear in γ.
  const warmed = (1 - 25 * gamma_per_c) * insolation + gamma_per_c * sum((day) => day.insolation_c);
  const reference = (capacity_wp / 1000) * warmed;
  if (insolation < minInsolation || reference <= 0) return INITIAL_KAPPA;
  return sum((day) => day.energy_wh) / reference;
}
