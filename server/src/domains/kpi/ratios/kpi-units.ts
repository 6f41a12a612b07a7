// The parts of a plant that are calculated for themselves: what each has produced freely, κ, and what was held back.
import { lightOfGateway } from "./array-light.ts";
import {
  expectedEnergyWh,
  INITIAL_KAPPA,
  isClipped,
  type LimitedInterval,
  type LimitedPlant,
} from "./curtailed-energy.ts";
import { intervalsOf, meanOfKnown, type Light } from "./day-series.ts";
import { showsCorrected, statesCapacity, type KpiPlant } from "./kpi-plant.ts";
import { QUARTER_HOURS, type DeviceQuarters, type KpiDaySpan } from "./kpi-quarters.ts";
import type { RatioRules } from "./performance-ratio.ts";

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

/** Below this share of what was expected, production at zero export counts as held back. Design of the corrected ratio. */
const HELD_BELOW = 0.95;

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

interface UnitFacts {
  readonly devices: readonly DeviceQuarters[];
  readonly counted: readonly DeviceQuarters[];
  readonly whole: Light;
  readonly span: KpiDaySpan;
  readonly plant: KpiPlant;
  readonly near: readonly boolean[];
}

/** The gateways that have devices of the count, or the plant as a whole. */
export function plantUnits(facts: UnitFacts): Unit[] {
  const { plant, counted, devices } = facts;
  const byGateway = plant.calculate_expected_data_by === "gateway" && statesCapacity(plant);
  if (!byGateway) return [unitOf(facts, { gateway_id: null, capacity_wp: plant.capacity_wp }, facts.whole)];
  return plant.gateways
    .filter(({ gateway_id }) => counted.some((device) => device.gateway_id === gateway_id))
    .map(({ gateway_id, capacity_wp }) => {
      const own = devices.filter((device) => device.gateway_id === gateway_id);
      const temperature = meanOfKnown(own.map((device) => device.module_temperature_c));
      const light = {
        irradiance: lightOfGateway(devices, gateway_id),
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
