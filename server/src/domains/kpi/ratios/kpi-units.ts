// The parts of a plant that are calculated for themselves: what each has produced freely, κ, and what was held back.
import { lightOfGateway } from "./array-light.ts";
import { expectedEnergyWh, isClipped, type LimitedInterval, type LimitedPlant } from "./curtailed-energy.ts";
import { reachesLimit } from "./commanded-limits.ts";
import { kappaCurve, unitSums, type UnitKappa, type UnitSums } from "./kappa-sums.ts";
import { intervalsOf, meanOfKnown, type Light } from "./day-series.ts";
import { showsCorrected, statesCapacity, type KpiPlant } from "./kpi-plant.ts";
import { QUARTER_HOURS, type DeviceQuarters, type KpiDaySpan } from "./kpi-quarters.ts";

/** A part of the plant that is calculated for itself: a gateway, or with null all of it. */
export interface UnitDay extends UnitKappa {
  readonly gateway_id: number | null;
  readonly free: UnitSums;
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
  readonly free: UnitSums;
}

/** Below this share of what was expected, production at zero export counts as held back. Design of the corrected ratio. */
const HELD_BELOW = 0.95;

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
  const own = counted.filter(isOwn);
  const intervals = intervalsOf(own, light, span).map((interval, at) => ({
    ...interval,
    excluded:
      isClipped(interval, rated.ac_nominal_w) ||
      anyClipped(inverters, at) ||
      inverters.some((inverter) => reachesLimit(inverter, at)) ||
      !allRun(inverters, at),
  }));
  const isFree = (interval: LimitedInterval, at: number) =>
    interval.excluded !== true && !(plant.run_nze && near[at] === true);
  const areCounted = inverters.length === 0 || own.every((device) => inverters.includes(device));
  const free = unitSums(intervals, { plant: rated, rules: plant.rules, inverters, areCounted, isFree });
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

/** True when some inverter delivers what it can. */
const anyClipped = (inverters: readonly DeviceQuarters[], at: number): boolean =>
  inverters.some(({ energy_wh, ac_nominal_w }) =>
    isClipped({ energy_wh: energy_wh[at] ?? null, hours: QUARTER_HOURS }, ac_nominal_w),
  );

/** True when every inverter reports and produces; without inverters nothing speaks against it. */
const allRun = (inverters: readonly DeviceQuarters[], at: number): boolean =>
  inverters.every(
    (device) => device.measured[at] === true && (device.power_w[at] ?? device.energy_wh[at] ?? 0) > 0,
  );

/**
 * Energy held back by a unit, and what was to be expected of it. A quarter hour is limited when the grid power stands
 * at zero, production falls short of what was expected, and no device is down; `down` says where one is.
 */
export function unitDay(
  unit: Unit,
  by: UnitKappa,
  at: { plant: KpiPlant; near: readonly boolean[]; down: readonly boolean[]; until: number },
): UnitDay & { readonly limited: readonly boolean[] } {
  const kappa = kappaCurve(by, "counted");
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
    ...by,
    expected_wh: expected,
    curtailed_wh: showsCorrected(at.plant) ? curtailed : null,
    limited,
  };
}
