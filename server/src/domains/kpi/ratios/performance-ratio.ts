// Performance ratios: ratios of sums over complete pairs of energy and irradiance, never means of ratios.

/** One interval of a plant, or of one gateway's part of it. */
export interface PairedInterval {
  readonly hours: number;
  /** AC energy delivered, Wh; null: not known. */
  readonly energy_wh: number | null;
  /** Mean irradiance in the plane of the array, W/m²; null: not known. */
  readonly irradiance_w_m2: number | null;
  /** Module temperature, °C; null: not known. */
  readonly module_temperature_c: number | null;
}

export interface RatioPlant {
  /** DC rating at standard test conditions, Wp. */
  readonly capacity_wp: number;
  /** Power temperature coefficient, 1/°C, negative. */
  readonly gamma_per_c: number;
}

export interface RatioRules {
  /** Intervals darker than this are left out. */
  readonly min_irradiance_w_m2: number;
  /** Share of the daylight intervals that must be complete. */
  readonly min_completeness: number;
  /** Insolation below which a day says nothing. */
  readonly min_insolation_wh_m2: number;
}

/**
 * Rules where a contract gives none: 20 W/m² and nine tenths of the daylight; half a sun hour for a day.
 * Practice under IEC 61724-1; each may be set per project.
 */
export const RATIO_RULES: RatioRules = {
  min_irradiance_w_m2: 20,
  min_completeness: 0.9,
  min_insolation_wh_m2: 500,
};

/** Irradiance at standard test conditions, IEC 61215: 1000 W/m² and 25 °C. */
const STC_IRRADIANCE_W_M2 = 1000;
const STC_TEMPERATURE_C = 25;

export type LeftOutBecause = "no_energy" | "no_irradiance" | "dark" | "no_temperature";
export type NoRatioBecause = "no_capacity" | "no_data" | "incomplete" | "little_sun";

/** A ratio with what it was made from; `value` is null exactly when `reason` is not. */
export interface Ratio {
  readonly value: number | null;
  readonly reason: NoRatioBecause | null;
  readonly energy_wh: number;
  readonly insolation_wh_m2: number;
  /** What the plant would have given at standard test conditions, Wh: the denominator. */
  readonly reference_wh: number;
  readonly used: number;
  readonly left_out: Readonly<Partial<Record<LeftOutBecause, number>>>;
  readonly completeness: number | null;
}

/**
 * Performance ratio: Σ E / Σ (P0 · G·τ / G_ref) over the intervals where both are known and the sun shines.
 *
 * Value without unit, 0.75 to 0.90 is usual; null with a reason when there is nothing to compare or too little of it.
 * Source: IEC 61724-1:2021, performance ratio.
 */
export function performanceRatio(
  intervals: readonly PairedInterval[],
  plant: RatioPlant,
  rules: RatioRules = RATIO_RULES,
): Ratio {
  return ratio(intervals, plant, { rules, correction: () => 1 });
}

/**
 * Performance ratio corrected to 25 °C: each reference is multiplied by 1 + γ (T − 25). Intervals without a module
 * temperature are left out. Source: IEC 61724-1:2021, temperature-corrected performance ratio (PR′ STC).
 */
export function temperatureCorrectedRatio(
  intervals: readonly PairedInterval[],
  plant: RatioPlant,
  rules: RatioRules = RATIO_RULES,
): Ratio {
  const correction = ({ module_temperature_c }: PairedInterval) =>
    module_temperature_c === null ? null : 1 + plant.gamma_per_c * (module_temperature_c - STC_TEMPERATURE_C);
  return ratio(intervals, plant, { rules, correction });
}

function ratio(
  intervals: readonly PairedInterval[],
  plant: RatioPlant,
  by: { rules: RatioRules; correction: (interval: PairedInterval) => number | null },
): Ratio {
  const leftOut: Partial<Record<LeftOutBecause, number>> = {};
  let energyWh = 0;
  let insolationWhM2 = 0;
  let referenceWh = 0;
  let used = 0;
  let daylight = 0;
  for (const interval of intervals) {
    const why = leftOutBecause(interval, by.rules.min_irradiance_w_m2);
    if (why !== "dark") daylight += 1;
    const factor = by.correction(interval);
    const because = why ?? (factor === null ? "no_temperature" : undefined);
    if (because !== undefined || factor === null) {
      const name = because ?? "no_temperature";
      leftOut[name] = (leftOut[name] ?? 0) + 1;
      continue;
    }
    const sunHours = ((interval.irradiance_w_m2 ?? 0) / STC_IRRADIANCE_W_M2) * interval.hours;
    energyWh += interval.energy_wh ?? 0;
    insolationWhM2 += (interval.irradiance_w_m2 ?? 0) * interval.hours;
    referenceWh += factor * plant.capacity_wp * sunHours;
    used += 1;
  }
  const completeness = daylight === 0 ? null : used / daylight;
  const reason = noRatioBecause({ plant, used, completeness, insolationWhM2, rules: by.rules });
  return {
    value: reason === null ? energyWh / referenceWh : null,
    reason,
    energy_wh: energyWh,
    insolation_wh_m2: insolationWhM2,
    reference_wh: referenceWh,
    used,
    left_out: leftOut,
    completeness,
  };
}

function leftOutBecause(interval: PairedInterval, darkBelowWM2: number): LeftOutBecause | undefined {
  if (interval.irradiance_w_m2 === null) return "no_irradiance";
  if (interval.irradiance_w_m2 < darkBelowWM2) return "dark";
  return interval.energy_wh === null ? "no_energy" : undefined;
}

function noRatioBecause(at: {
  plant: RatioPlant;
  used: number;
  completeness: number | null;
  insolationWhM2: number;
  rules: RatioRules;
}): NoRatioBecause | null {
  if (at.plant.capacity_wp <= 0) return "no_capacity";
  if (at.used === 0 || at.completeness === null) return "no_data";
  if (at.completeness < at.rules.min_completeness) return "incomplete";
  return at.insolationWhM2 < at.rules.min_insolation_wh_m2 ? "little_sun" : null;
}

/** Degrees in which a plant falls short of what was guaranteed. */
export type RatioStatus = "normal" | "warning" | "minor" | "major" | "critical";

/**
 * Lower bounds of measured over guaranteed for each status but the last. 0.95 is the bound of published power
 * purchase agreements; the others are ours and may be set per project.
 */
const RATIO_STATUS_FROM = { normal: 0.98, warning: 0.95, minor: 0.9, major: 0.8 } as const;

/** Status of a measured ratio against the guaranteed one; null when either is missing. */
export function ratioStatus(measured: number | null, guaranteed: number | null): RatioStatus | null {
  if (measured === null || guaranteed === null || guaranteed <= 0) return null;
  const share = measured / guaranteed;
  if (share >= RATIO_STATUS_FROM.normal) return "normal";
  if (share >= RATIO_STATUS_FROM.warning) return "warning";
  if (share >= RATIO_STATUS_FROM.minor) return "minor";
  return share >= RATIO_STATUS_FROM.major ? "major" : "critical";
}
