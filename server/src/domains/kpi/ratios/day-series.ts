// Series of a plant's day, one value a quarter hour: light, temperatures, and energy beside them.
import type { LimitedInterval } from "./curtailed-energy.ts";
import { QUARTER_HOURS, quartersOf, type DeviceQuarters, type KpiDaySpan } from "./kpi-quarters.ts";

/** Irradiance (W/m²) and module temperature (°C); null where they are not known. */
export interface Light {
  readonly irradiance: readonly (number | null)[];
  readonly temperature: readonly (number | null)[];
}

/** Quarter hour by quarter hour the mean of what is known; null where nothing is. */
export function meanOfKnown(series: readonly (readonly (number | null)[])[]): (number | null)[] {
  const length = Math.max(0, ...series.map((values) => values.length));
  return Array.from({ length }, (_, at) => {
    const known = series.flatMap((values) => values[at] ?? []);
    return known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / known.length;
  });
}

/** Quarter hour by quarter hour the sum, null where any is unknown. Empty when there are no series. */
export function sumWhereAll(series: readonly (readonly (number | null)[])[]): (number | null)[] {
  const [first] = series;
  if (first === undefined) return [];
  return first.map((_, at) => {
    let sum = 0;
    for (const values of series) {
      const value = values[at] ?? null;
      if (value === null) return null;
      sum += value;
    }
    return sum;
  });
}

/** The quarter hours of the day with the energy of all devices; none is limited yet. */
export function intervalsOf(
  counted: readonly DeviceQuarters[],
  { irradiance, temperature }: Light,
  span: KpiDaySpan,
): LimitedInterval[] {
  const energies = sumWhereAll(counted.map((device) => device.energy_wh));
  return Array.from({ length: quartersOf(span) }, (_, at) => ({
    hours: QUARTER_HOURS,
    energy_wh: energies[at] ?? null,
    irradiance_w_m2: irradiance[at] ?? null,
    module_temperature_c: temperature[at] ?? null,
    limited: false,
  }));
}
