// Performance ratios of whole days and months, from sums that the ledger keeps.
import type { EnergyClass } from "@heliograph/contract";
import { RATIO_RULES, type RatioRules } from "./performance-ratio.ts";

/** Energies of a project's devices over a span, Wh. */
export interface ProjectEnergies {
  readonly meter_wh: number | null;
  readonly inverter_wh: number | null;
  /** Of them what was moved in time over a gap, */
  readonly est_meter_wh: number | null;
  readonly est_inverter_wh: number | null;
  /** and what is the integral of a power. Null: none of it. */
  readonly int_meter_wh: number | null;
  readonly int_inverter_wh: number | null;
}

/** The sums of a project's local day. */
export interface DaySums extends ProjectEnergies {
  readonly insolation_wh_m2: number | null;
  readonly covered_s: number;
  readonly expected_s: number;
  readonly irradiance_covered_s: number;
  readonly irradiance_expected_s: number;
}

/** Of sums over several days what counted day by day, Wh. */
export interface CountedSums {
  readonly counted_wh: number | null;
  readonly est_counted_wh: number | null;
  readonly int_counted_wh: number | null;
}

/** Irradiance at standard test conditions, W/m² (IEC 61215). */
const STC_IRRADIANCE_W_M2 = 1000;

/**
 * The energy that counts for a project on a day: its production meters', else its inverters'; Wh, null when neither is
 * known. Sums over several days tell what counted day by day (decision 0068).
 */
export function countedEnergyWh(day: {
  readonly meter_wh: number | null;
  readonly inverter_wh: number | null;
  readonly counted_wh?: number | null;
}): number | null {
  return day.counted_wh === undefined ? (day.meter_wh ?? day.inverter_wh) : day.counted_wh;
}

type ByMeterOrInverter<P extends string> = {
  readonly [K in "meter_wh" | `${P}_meter_wh` | `${P}_inverter_wh`]: number | null;
} & { readonly [K in `${P}_counted_wh`]?: number | null };

/** Of the energy that counts, the part whose place in time is estimated; Wh, null when it is not known or none. */
export function estimatedWh(day: ByMeterOrInverter<"est">): number | null {
  if (day.est_counted_wh !== undefined) return day.est_counted_wh;
  return day.meter_wh === null ? day.est_inverter_wh : day.est_meter_wh;
}

/** Of the energy that counts, the part that is the integral of a power, for want of a counter; Wh, null when none is. */
export function integratedWh(day: ByMeterOrInverter<"int">): number | null {
  if (day.int_counted_wh !== undefined) return day.int_counted_wh;
  return day.meter_wh === null ? day.int_inverter_wh : day.int_meter_wh;
}

/** The energies of days together, with what counted day by day; Wh, null where nothing is known of any day. */
export function summedEnergies(
  days: readonly (ProjectEnergies & Partial<CountedSums>)[],
): ProjectEnergies & CountedSums {
  const sum = (of: (day: ProjectEnergies & Partial<CountedSums>) => number | null) =>
    days.reduce<number | null>((total, day) => {
      const wh = of(day);
      return wh === null ? total : (total ?? 0) + wh;
    }, null);
  return {
    meter_wh: sum((day) => day.meter_wh),
    inverter_wh: sum((day) => day.inverter_wh),
    est_meter_wh: sum((day) => day.est_meter_wh),
    est_inverter_wh: sum((day) => day.est_inverter_wh),
    int_meter_wh: sum((day) => day.int_meter_wh),
    int_inverter_wh: sum((day) => day.int_inverter_wh),
    counted_wh: sum(countedEnergyWh),
    est_counted_wh: sum(estimatedWh),
    int_counted_wh: sum(integratedWh),
  };
}

/** Share of an energy that is of a class, 0 to 1; null where the energy is not known. */
export function energyShare(energy_wh: number | null, part_wh: number | null): number | null {
  if (energy_wh === null) return null;
  return energy_wh > 0 ? Math.min(1, (part_wh ?? 0) / energy_wh) : 0;
}

/** How most of the energy that counts is known; null where it is not. */
export function energyClassOf(
  day: ByMeterOrInverter<"est"> & ByMeterOrInverter<"int"> & { readonly inverter_wh: number | null },
): EnergyClass | null {
  const energy = countedEnergyWh(day);
  if (energy === null) return null;
  if ((energyShare(energy, estimatedWh(day)) ?? 0) > 0.5) return "estimated";
  return (energyShare(energy, integratedWh(day)) ?? 0) > 0.5 ? "integrated" : "measured";
}

/** Share of the expected seconds that readings cover, 0 to 1; null when nothing was expected. */
export function completenessOf(coveredS: number, expectedS: number): number | null {
  return expectedS <= 0 ? null : Math.min(1, coveredS / expectedS);
}

/**
 * Performance ratio of the days together: Σ E / Σ (P0 · H), over the days that can be compared; 0.75 to 0.90 is usual.
 *
 * A day cannot be compared, and is left out whole, when energy or irradiance is unknown, when irradiance or energy lacks
 * more than the rules allow, or when there was hardly any sun. Energy integrated from power counts as any other. Null when no day is left or the plant has no capacity.
 * Source: IEC 61724-1:2021, performance ratio; months and years are ratios of sums, never means of ratios.
 */
export function ratioOfDays(
  days: readonly DaySums[],
  capacity_wp: number,
  rules: RatioRules = RATIO_RULES,
): number | null {
  let energyWh = 0;
  let referenceWh = 0;
  for (const day of days) {
    const energy = countedEnergyWh(day);
    if (energy === null || day.insolation_wh_m2 === null || notComparable(day, rules) !== null) continue;
    energyWh += energy;
    referenceWh += (capacity_wp * day.insolation_wh_m2) / STC_IRRADIANCE_W_M2;
  }
  return referenceWh > 0 ? energyWh / referenceWh : null;
}

/**
 * Why the day has no performance ratio; null: it has one. Light that is missing, or production that is, makes it
 * "incomplete".
 */
export function notComparable(
  day: DaySums,
  rules: Pick<RatioRules, "min_completeness" | "min_insolation_wh_m2">,
): "no_data" | "incomplete" | "little_sun" | "estimated" | null {
  const energy = countedEnergyWh(day);
  if (energy === null || day.insolation_wh_m2 === null) return "no_data";
  const estimated = estimatedWh(day) ?? 0;
  const light = completenessOf(day.irradiance_covered_s, day.irradiance_expected_s) ?? 0;
  const production = completenessOf(day.covered_s, day.expected_s) ?? 0;
  if (light < rules.min_completeness || production < rules.min_completeness) return "incomplete";
  if (day.insolation_wh_m2 < rules.min_insolation_wh_m2) return "little_sun";
  return estimated > (1 - rules.min_completeness) * energy ? "estimated" : null;
}

/** Initial ratio of expected to rated energy where a plant's own has not been learnt (design value 0.85). */
const EXPECTED_SHARE = 0.85;

/** Energy to be expected from the insolation: 0.85 · P0 · H, Wh; null without insolation. An estimate. */
export function expectedWh(insolation_wh_m2: number | null, capacity_wp: number): number | null {
  return insolation_wh_m2 === null
    ? null
    : (EXPECTED_SHARE * capacity_wp * insolation_wh_m2) / STC_IRRADIANCE_W_M2;
}
