// A plant's local day in sums over its quarter hours: pairs of energy and irradiance, κ, zero export.
import {
  expectedEnergyWh,
  INITIAL_KAPPA,
  isClipped,
  type LimitedInterval,
  type LimitedPlant,
} from "./curtailed-energy.ts";
import {
  QUARTER_HOURS,
  QUARTER_MS,
  quartersOf,
  type DeviceQuarters,
  type KpiDaySpan,
} from "./kpi-quarters.ts";
import { performanceRatio, type Ratio, type RatioRules } from "./performance-ratio.ts";
import { SUNRISE_ELEVATION_DEG, sunElevationDeg } from "../../energy/index.ts";

/** Names the rules by which days are computed; days of another version are computed anew. */
export const KPI_VERSION = 1;

/** What of a plant its key figures depend on. */
export interface KpiPlant {
  readonly capacity_wp: number;
  readonly gamma_per_c: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly run_nze: boolean;
  /** "gateway": each gateway by its own capacity and sensor; "other": the plant as a whole. */
  readonly calculate_expected_data_by: "gateway" | "other";
  /** Gateways that are in the project, with what they state. */
  readonly gateways: readonly { readonly gateway_id: number; readonly capacity_wp: number | null }[];
  readonly rules: RatioRules;
  readonly rated_from_w_m2: number;
  /** What availability leaves out, of the project (gateway null) or of one gateway. */
  readonly outages: readonly OutageSpan[];
}

/** A planned outage, in ms since 1970. */
interface OutageSpan {
  readonly gateway_id: number | null;
  readonly from_ms: number;
  readonly to_ms: number;
}

/** True when every gateway states its capacity (M101). */
const statesCapacity = (plant: Pick<KpiPlant, "gateways">): boolean =>
  plant.gateways.length > 0 && plant.gateways.every(({ capacity_wp }) => capacity_wp !== null);

/** M162: the ratio with what zero export held back is shown only then. */
export const showsCorrected = (plant: Pick<KpiPlant, "gateways" | "run_nze">): boolean =>
  plant.run_nze && statesCapacity(plant);

/** Sums over quarter hours of which energy, irradiance and temperature are known: what corrected ratios are made of. */
export interface FreeSums {
  readonly energy_wh: number;
  readonly insolation_wh_m2: number;
  /** Σ insolation × module temperature; 25 °C where none is known. */
  readonly insolation_c: number;
}

/** A part of the plant that is calculated for itself: a gateway, or with null all of it. */
export interface UnitDay {
  readonly gateway_id: number | null;
  readonly free: FreeSums;
  readonly kappa: number;
  readonly expected_wh: number | null;
  /** Null: the plant does not limit its export, or a gateway's capacity is not known. */
  readonly curtailed_wh: number | null;
}

/** A part of the plant with its quarter hours, before κ is known. */
export interface Unit {
  readonly gateway_id: number | null;
  readonly plant: LimitedPlant;
  /** One a quarter hour; `limited` is not settled yet. */
  readonly intervals: readonly LimitedInterval[];
  readonly free: FreeSums;
}

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
/** Below this share of what was expected, production at zero export counts as held back. Design of the corrected ratio. */
const HELD_BELOW = 0.95;

/** Pairs the day's energies with its irradiance. `now_ms`: quarter hours that are not over are left out. */
export function dayPairs(
  devices: readonly DeviceQuarters[],
  span: KpiDaySpan,
  plant: KpiPlant,
  nowMs: number,
): DayPairs {
  const counted = countedDevices(devices);
  const irradiance = lightOf(devices, null);
  const temperature = meanOf(devices.map((device) => device.module_temperature_c));
  const grid = gridOf(devices);
  const near = Array.from({ length: quartersOf(span) }, (_, at) => {
    const power = grid[at] ?? null;
    return power !== null && Math.abs(power) <= DEADBAND * plant.capacity_wp;
  });
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
    units: unitsOf({ devices, counted, whole, span, plant, near }),
    near_zero: near,
    counted,
    irradiance_w_m2: irradiance,
  };
}

function warmSums(intervals: readonly LimitedInterval[], rules: RatioRules): FreeSums | null {
  const warm = intervals.filter((interval) => interval.module_temperature_c !== null);
  return warm.length === 0 ? null : freeSums(warm, rules);
}

/** 25 °C stands for a temperature that is not known: nothing is corrected. */
function freeSums(intervals: readonly LimitedInterval[], rules: RatioRules): FreeSums {
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

/** The production meters' energy counts, else the inverters'. */
function countedDevices(devices: readonly DeviceQuarters[]): DeviceQuarters[] {
  const meters = devices.filter((device) => device.asset_type === "electric_meter");
  if (meters.some((meter) => meter.energy_wh.some((value) => value !== null))) return meters;
  return devices.filter((device) => device.asset_type === "solar_inverter");
}

/** Irradiance of the sensor that covers most of the day; of the gateway's own where it has one. */
function lightOf(devices: readonly DeviceQuarters[], gateway_id: number | null): readonly (number | null)[] {
  const sensors = devices.filter(
    (device) =>
      device.asset_type === "sensor_radiation" && device.irradiance_w_m2.some((value) => value !== null),
  );
  const own = sensors.filter((sensor) => sensor.gateway_id === gateway_id);
  const [best] = (own.length > 0 ? own : sensors).toSorted(
    (a, b) => b.covered_s - a.covered_s || a.device_id - b.device_id,
  );
  return best?.irradiance_w_m2 ?? [];
}

function meanOf(series: readonly (readonly (number | null)[])[]): (number | null)[] {
  const length = Math.max(0, ...series.map((values) => values.length));
  return Array.from({ length }, (_, at) => {
    const known = series.flatMap((values) => values[at] ?? []);
    return known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / known.length;
  });
}

function gridOf(devices: readonly DeviceQuarters[]): (number | null)[] {
  const meters = devices.filter((device) => device.asset_type === "grid_meter");
  return sumWhereAll(meters.map((meter) => meter.grid_w));
}

/** Quarter hour by quarter hour the sum, null where any is unknown. Empty when there are no series. */
function sumWhereAll(series: readonly (readonly (number | null)[])[]): (number | null)[] {
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

interface Light {
  readonly irradiance: readonly (number | null)[];
  readonly temperature: readonly (number | null)[];
}

function intervalsOf(
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

interface UnitFacts {
  readonly devices: readonly DeviceQuarters[];
  readonly counted: readonly DeviceQuarters[];
  readonly whole: Light;
  readonly span: KpiDaySpan;
  readonly plant: KpiPlant;
  readonly near: readonly boolean[];
}

function unitsOf(facts: UnitFacts): Unit[] {
  const { plant, counted, devices } = facts;
  const byGateway = plant.calculate_expected_data_by === "gateway" && statesCapacity(plant);
  if (!byGateway) return [unitOf(facts, { gateway_id: null, capacity_wp: plant.capacity_wp }, facts.whole)];
  return plant.gateways
    .filter(({ gateway_id }) => counted.some((device) => device.gateway_id === gateway_id))
    .map(({ gateway_id, capacity_wp }) => {
      const own = devices.filter((device) => device.gateway_id === gateway_id);
      const temperature = meanOf(own.map((device) => device.module_temperature_c));
      const light = {
        irradiance: lightOf(devices, gateway_id),
        temperature: temperature.some((value) => value !== null) ? temperature : facts.whole.temperature,
      };
      return unitOf(facts, { gateway_id, capacity_wp: capacity_wp ?? 0 }, light);
    });
}

function unitOf(
  { devices, counted, span, plant, near }: UnitFacts,
  unit: { gateway_id: number | null; capacity_wp: number },
  light: Light,
): Unit {
  const isOwn = (device: DeviceQuarters) => unit.gateway_id === null || device.gateway_id === unit.gateway_id;
  const inverters = devices.filter((device) => device.asset_type === "solar_inverter" && isOwn(device));
  const rated = {
    capacity_wp: unit.capacity_wp,
    gamma_per_c: plant.gamma_per_c,
    ac_nominal_w: ratingOf(inverters),
  };
  const intervals = intervalsOf(counted.filter(isOwn), light, span).map((interval, at) => ({
    ...interval,
    excluded: isClipped(interval, rated.ac_nominal_w) || !allRun(inverters, at),
  }));
  const isFree = (interval: LimitedInterval, at: number) =>
    interval.excluded !== true && !(plant.run_nze && near[at] === true);
  const free = freeSums(intervals.filter(isFree), plant.rules);
  return { gateway_id: unit.gateway_id, plant: rated, intervals, free };
}

/** What the inverters can deliver together, W; null when one does not say. */
function ratingOf(inverters: readonly DeviceQuarters[]): number | null {
  if (inverters.length === 0) return null;
  return inverters.reduce<number | null>(
    (sum, { ac_nominal_w }) => (sum === null || ac_nominal_w === null ? null : sum + ac_nominal_w),
    0,
  );
}

/** True when every inverter reports and produces; without inverters nothing speaks against it. */
const allRun = (inverters: readonly DeviceQuarters[], at: number): boolean =>
  inverters.every(
    (device) => device.measured[at] === true && (device.power_w[at] ?? device.energy_wh[at] ?? 0) > 0,
  );

/** κ of a unit from the sums of the 30 days before; INITIAL_KAPPA while they hold too little sun to learn from. */
export function kappaOf(
  days: readonly FreeSums[],
  plant: { capacity_wp: number; gamma_per_c: number },
  minInsolation: number,
): number {
  const sum = (of: (day: FreeSums) => number) => days.reduce((total, day) => total + of(day), 0);
  const insolation = sum((day) => day.insolation_wh_m2);
  const { capacity_wp, gamma_per_c } = plant;
  // Σ Gτ · (1 + γ (T − 25)), which is linear in γ.
  const warmed = (1 - 25 * gamma_per_c) * insolation + gamma_per_c * sum((day) => day.insolation_c);
  const reference = (capacity_wp / 1000) * warmed;
  if (insolation < minInsolation || reference <= 0) return INITIAL_KAPPA;
  return sum((day) => day.energy_wh) / reference;
}

/**
 * Energy held back by a unit, and what was to be expected of it. A quarter hour is limited when the grid power stands
 * at zero, production falls short of what was expected, and no device is down; `down` says where one is.
 */
export function unitDay(
  unit: Unit,
  kappa: number,
  at: { plant: KpiPlant; near: readonly boolean[]; down: readonly boolean[]; until: number },
): UnitDay & { readonly limited: readonly boolean[] } {
  let expected: number | null = null;
  let curtailed = 0;
  const limited = unit.intervals.map((interval, index) => {
    const wh = index < at.until ? expectedEnergyWh(interval, unit.plant, kappa) : null;
    if (wh === null) return false;
    expected = (expected ?? 0) + wh;
    const { energy_wh } = interval;
    const atZero = at.plant.run_nze && at.near[index] === true && at.down[index] !== true;
    if (!atZero || energy_wh === null || energy_wh >= HELD_BELOW * wh) return false;
    curtailed += wh - energy_wh;
    return true;
  });
  return {
    gateway_id: unit.gateway_id,
    free: unit.free,
    kappa,
    expected_wh: expected,
    curtailed_wh: showsCorrected(at.plant) ? curtailed : null,
    limited,
  };
}
