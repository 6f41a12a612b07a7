// A plant's local day in pairs of energy and irradiance, as a whole and by its parts.
import { lightOfPlant } from "./array-light.ts";
import type { LimitedInterval } from "./curtailed-energy.ts";
import { intervalsOf, meanOfKnown, sumWhereAll, type Light } from "./day-series.ts";
import type { KpiPlant } from "./kpi-plant.ts";
import { QUARTER_MS, quartersOf, type DeviceQuarters, type KpiDaySpan } from "./kpi-quarters.ts";
import { freeSums, type FreeSums } from "./kappa-sums.ts";
import { plantUnits, type Unit } from "./kpi-units.ts";
import { performanceRatio, type Ratio, type RatioRules } from "./performance-ratio.ts";
import { SUNRISE_ELEVATION_DEG, sunElevationDeg } from "../../energy/index.ts";

/** Names the rules by which days are computed; days of another version are computed anew. */
export const KPI_VERSION = 5;

/** The day before κ is known. */
export interface DayPairs {
  readonly ratio: Ratio;
  /** Of the pairs with a module temperature; null: there are none. */
  readonly warm: FreeSums | null;
  /** One a quarter hour of the whole plant. */
  readonly intervals: readonly LimitedInterval[];
  /** Quarter hours that were looked at: by day, and not in the future. */
  readonly looked_at: readonly boolean[];
  readonly units: readonly Unit[];
  /** True where the power at the grid connection is so small that export may have been limited. */
  readonly near_zero: readonly boolean[];
  readonly counted: readonly DeviceQuarters[];
  readonly irradiance_w_m2: readonly (number | null)[];
}

/** Half the width of the band around zero in which an export limiter keeps the grid power, of the plant's capacity. */
const DEADBAND = 0.02;

/** Pairs the day's energies with its irradiance. `now_ms`: quarter hours that are not over are left out. */
export function dayPairs(
  devices: readonly DeviceQuarters[],
  span: KpiDaySpan,
  plant: KpiPlant,
  nowMs: number,
): DayPairs {
  const counted = countedDevices(devices);
  const irradiance = lightOfPlant(devices, plant.arrays);
  const temperature = meanOfKnown(devices.map((device) => device.module_temperature_c));
  const near = nearZero(devices, plant, quartersOf(span));
  const whole: Light = { irradiance, temperature };
  const intervals = intervalsOf(counted, whole, span);
  const lookedAt = intervals.map((interval, at) => {
    const middle = span.from_ms + (at + 0.5) * QUARTER_MS;
    if (span.from_ms + (at + 1) * QUARTER_MS > nowMs) return false;
    return interval.irradiance_w_m2 !== null || sunElevationDeg(plant, middle) > SUNRISE_ELEVATION_DEG;
  });
  const looked = intervals.filter((_, at) => lookedAt[at]);
  const rated = { capacity_wp: plant.capacity_wp, gamma_per_c: plant.gamma_per_c };
  return {
    ratio: performanceRatio(looked, rated, plant.rules),
    warm: warmSums(looked, plant.rules),
    intervals,
    looked_at: lookedAt,
    units: plantUnits({ devices, counted, whole, span, plant, near }),
    near_zero: near,
    counted,
    irradiance_w_m2: irradiance,
  };
}

function warmSums(intervals: readonly LimitedInterval[], rules: RatioRules): FreeSums | null {
  const warm = intervals.filter((interval) => interval.module_temperature_c !== null);
  return warm.length === 0 ? null : freeSums(warm, rules);
}

/** The production meters' energy counts, else the inverters'. */
function countedDevices(devices: readonly DeviceQuarters[]): DeviceQuarters[] {
  const meters = devices.filter((device) => device.asset_type === "electric_meter");
  if (meters.some((meter) => meter.energy_wh.some((value) => value !== null))) return meters;
  return devices.filter((device) => device.asset_type === "solar_inverter");
}

/**
 * Where the power at the grid connection stood about zero, for all of the quarter hour or while its production was highest: what was
 * consumed, less the highest power of the inverters, is what the grid gave then.
 */
function nearZero(devices: readonly DeviceQuarters[], plant: KpiPlant, quarters: number): boolean[] {
  const grid = gridOf(devices);
  const inverters = devices.filter((device) => device.asset_type === "solar_inverter");
  const rises = sumWhereAll(
    inverters.map(({ power_w, power_max_w }) =>
      power_w.map((power, at) => (power === null ? null : Math.max(0, (power_max_w[at] ?? power) - power))),
    ),
  );
  const band = DEADBAND * plant.capacity_wp;
  return Array.from({ length: quarters }, (_, at) => {
    const power = grid[at] ?? null;
    return power !== null && power >= -band && power - (rises[at] ?? 0) <= band;
  });
}

function gridOf(devices: readonly DeviceQuarters[]): (number | null)[] {
  const meters = devices.filter((device) => device.asset_type === "grid_meter");
  return sumWhereAll(meters.map((meter) => meter.grid_w));
}
