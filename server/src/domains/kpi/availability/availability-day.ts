// Availability of each device on one local day, with what the counters say of the time without data.
import {
  availability,
  availabilitySums,
  energyAvailability,
  stateOf,
  type DeviceState,
  type GapVerdict,
  type RatedInterval,
} from "./availability.ts";
import { gapsOf, powerAt, type Gap } from "./device-gaps.ts";
import { expectedEnergyWh } from "../ratios/curtailed-energy.ts";
import type { Kappa } from "../ratios/kappa-curve.ts";
import type { DayPairs } from "../ratios/kpi-day.ts";
import { isSwitchedOff, reachesLimit } from "../ratios/commanded-limits.ts";
import type { KpiPlant } from "../ratios/kpi-plant.ts";
import { QUARTER_MS, type DeviceQuarters, type KpiDaySpan } from "../ratios/kpi-quarters.ts";
import { WAKING_ELEVATION_DEG, sunElevationDeg } from "../../energy/index.ts";

/** A device's day in sums, as it is kept. Counts are quarter hours in which production was expected. */
export interface DeviceAvailability {
  readonly device_id: number;
  readonly gateway_id: number;
  /** Rated power, or 1 where the devices do not all state one. */
  readonly weight: number;
  readonly rated: number;
  /** By the verdicts: parts of silent quarter hours count too. */
  readonly up: number;
  readonly pending: number;
  /** Left out by planned outages, in neither sum; missing on days computed before there were any: none. */
  readonly excluded?: number;
  readonly measured: number;
  readonly measured_up: number;
  readonly silence: Readonly<Record<GapVerdict, number>>;
  readonly energy_wh: number;
  /** Of devices without a counter; missing: measured, or computed before this was kept. */
  readonly energy_class?: "integrated";
  readonly lost_wh: number;
}

/** What the availability of a day is judged by, beside its devices. */
export interface DayFacts {
  readonly pairs: DayPairs;
  readonly span: KpiDaySpan;
  readonly plant: KpiPlant;
  readonly kappa: Kappa;
  /** True where zero export held the device's part of the plant back. */
  readonly limited: (device: DeviceQuarters, at: number) => boolean;
}

/** The devices that availability speaks of: inverters, where there are none production meters. */
export function ratedDevices(devices: readonly DeviceQuarters[]): readonly DeviceQuarters[] {
  const inverters = devices.filter((device) => device.asset_type === "solar_inverter");
  return inverters.length > 0
    ? inverters
    : devices.filter((device) => device.asset_type === "electric_meter");
}

/** True where the device reports that it produces. */
const produces = (device: DeviceQuarters, at: number): boolean => {
  const power_w = powerAt(device, at);
  return power_w !== null && stateOf({ power_w, rated_w: device.ac_nominal_w, limited: false }) === "up";
};

/** True where some device that reports and was not told to stand still does so although another one produces. */
export function downSomewhere(all: readonly DeviceQuarters[], quarters: number): boolean[] {
  return Array.from({ length: quarters }, (_, at) => {
    const devices = all.filter((device) => !isSwitchedOff(device, at));
    const known = devices.filter((device) => powerAt(device, at) !== null);
    if (known.length < devices.length) return true;
    const up = known.filter((device) => produces(device, at)).length;
    return up > 0 && up < known.length;
  });
}

/** Availability of each device of the day. */
export function availabilityOfDay(devices: readonly DeviceQuarters[], facts: DayFacts): DeviceAvailability[] {
  const weights = ratingWeights(devices);
  const rated = ratedQuarters(devices, facts);
  const given = devices.map(unlimitedEnergy);
  return devices.map((device, index) => {
    const expected = expectations(given, { index, weights }, facts);
    const intervals = statesOf(device, { rated, expected, facts });
    return sumsOf(device, { weight: weights[index] ?? 1, intervals, expected });
  });
}

/** Rated powers: AC, else DC, or in the order given; 1 each where the devices do not all state one. */
export function ratingWeights(
  devices: readonly Pick<DeviceQuarters, "ac_nominal_w" | "dc_capacity_wp">[],
  order: readonly ("ac_nominal_w" | "dc_capacity_wp")[] = ["ac_nominal_w", "dc_capacity_wp"],
): number[] {
  for (const rating of order) {
    const stated = devices.flatMap((device) => device[rating] ?? []);
    if (stated.length === devices.length) return stated;
  }
  return devices.map(() => 1);
}

function ratedQuarters(devices: readonly DeviceQuarters[], { pairs, span, plant }: DayFacts): boolean[] {
  const light = pairs.irradiance_w_m2;
  const hasSensor = light.some((irradiance) => irradiance !== null);
  return pairs.looked_at.map((looked, at) => {
    if (!looked) return false;
    const irradiance = light[at] ?? null;
    if (irradiance !== null) return irradiance >= plant.rated_from_w_m2;
    const middle = span.from_ms + (at + 0.5) * QUARTER_MS;
    if (devices.length < 2 || sunElevationDeg(plant, middle) < WAKING_ELEVATION_DEG) return false;
    // Where the sensor and most devices are silent together it is the line that is down: nothing can be said.
    const reporting = devices.filter((device) => powerAt(device, at) !== null).length;
    if (hasSensor && reporting < devices.length / 2) return false;
    return devices.some((device) => produces(device, at));
  });
}

/** What a sibling can be measured by, Wh: the energy of quarter hours in which the device produces and no limit left it only a part. */
const unlimitedEnergy = (device: DeviceQuarters): (number | null)[] =>
  device.energy_wh.map((wh, at) => (produces(device, at) && !reachesLimit(device, at) ? wh : null));

/** What the device should have given in each quarter hour, Wh: as its siblings by rating, else by the irradiance. */
function expectations(
  given: readonly (readonly (number | null)[])[],
  of: { index: number; weights: readonly number[] },
  { pairs, plant, kappa }: DayFacts,
): (number | null)[] {
  const own = of.weights[of.index] ?? 1;
  const all = of.weights.reduce((a, b) => a + b, 0);
  const whole = { capacity_wp: plant.capacity_wp, gamma_per_c: plant.gamma_per_c, ac_nominal_w: null };
  return pairs.intervals.map((interval, at) => {
    let [wh, weight] = [0, 0];
    given.forEach((energies, index) => {
      const energy = energies[at] ?? null;
      if (index === of.index || energy === null) return;
      wh += energy;
      weight += of.weights[index] ?? 1;
    });
    if (weight > 0) return (wh / weight) * own;
    const expected = expectedEnergyWh(interval, whole, kappa);
    return expected === null ? null : (expected * own) / all;
  });
}

/** True where a planned outage holds the device's gateway, or the whole project: at the middle of the quarter hour. */
function plannedOut({ gateway_id }: DeviceQuarters, at: number, { span, plant }: DayFacts): boolean {
  const middle = span.from_ms + (at + 0.5) * QUARTER_MS;
  return plant.outages.some(
    (outage) =>
      (outage.gateway_id ?? gateway_id) === gateway_id && outage.from_ms <= middle && middle < outage.to_ms,
  );
}

interface Interval extends RatedInterval {
  readonly verdict?: GapVerdict;
}

function statesOf(
  device: DeviceQuarters,
  at: { rated: readonly boolean[]; expected: readonly (number | null)[]; facts: DayFacts },
): Interval[] {
  const verdicts = verdictsOf(device, at.expected, at.facts);
  return at.rated.map((rated, index) => {
    if (plannedOut(device, index, at.facts)) return { rated, state: "excluded" };
    const power_w = powerAt(device, index);
    if (power_w === null) {
      const { verdict, share } = verdicts[index] ?? { verdict: "pending", share: null };
      return { rated, state: "no_data", resolved: share, verdict };
    }
    const limited = at.facts.limited(device, index) || reachesLimit(device, index);
    const state: DeviceState = stateOf({ power_w, rated_w: device.ac_nominal_w, limited });
    return { rated, state };
  });
}

/** For each quarter hour without data the verdict on the gap it lies in. */
function verdictsOf(
  device: DeviceQuarters,
  expected: readonly (number | null)[],
  { pairs }: DayFacts,
): (Gap | undefined)[] {
  const verdicts: (Gap | undefined)[] = expected.map(() => undefined);
  for (const gap of gapsOf(device, expected, pairs.looked_at)) verdicts.fill(gap, gap.from, gap.to);
  return verdicts;
}

/** What a device did quarter hour by quarter hour, whatever was planned. */
export interface DeviceConduct {
  readonly gaps: readonly Gap[];
  /** True where it says that it gives nothing although production was expected, and nobody told it to. */
  readonly down: readonly boolean[];
}

/** What each of the devices did on the day. */
export function conductOfDay(devices: readonly DeviceQuarters[], facts: DayFacts): DeviceConduct[] {
  const weights = ratingWeights(devices);
  const rated = ratedQuarters(devices, facts);
  const given = devices.map(unlimitedEnergy);
  return devices.map((device, index) => ({
    gaps: gapsOf(device, expectations(given, { index, weights }, facts), facts.pairs.looked_at),
    down: rated.map((isRated, at) => {
      const power_w = isRated ? powerAt(device, at) : null;
      if (power_w === null || isSwitchedOff(device, at)) return false;
      return stateOf({ power_w, rated_w: device.ac_nominal_w, limited: false }) === "down";
    }),
  }));
}

function sumsOf(
  device: DeviceQuarters,
  of: { weight: number; intervals: readonly Interval[]; expected: readonly (number | null)[] },
): DeviceAvailability {
  const { rated, up, pending, excluded } = availabilitySums(of.intervals, "contract");
  const silence = { communication: 0, outage: 0, partial: 0, pending: 0 };
  let [measured, measuredUp, lost] = [0, 0, 0];
  of.intervals.forEach((interval, at) => {
    if (!interval.rated || interval.state === "excluded") return;
    if (interval.verdict !== undefined) silence[interval.verdict] += 1;
    const isUp = interval.state === "up" || interval.state === "limited";
    if (interval.state !== "no_data") measured += 1;
    if (isUp) measuredUp += 1;
    const wasDown =
      interval.state === "down" || interval.verdict === "outage" || interval.verdict === "partial";
    if (wasDown) lost += Math.max(0, (of.expected[at] ?? 0) - (device.energy_wh[at] ?? 0));
  });
  return {
    device_id: device.device_id,
    gateway_id: device.gateway_id,
    weight: of.weight,
    rated,
    up,
    pending,
    excluded,
    measured,
    measured_up: measuredUp,
    silence,
    energy_wh: device.energy_wh.reduce<number>((sum, wh) => sum + (wh ?? 0), 0),
    ...(device.has_counter ? {} : { energy_class: "integrated" as const }),
    lost_wh: lost,
  };
}

/** Technical availability of devices and days together, 0 to 1; null where nothing was rated. */
export function technicalOf(days: readonly DeviceAvailability[]): number | null {
  // Called for each device of each day of a year: no object is made for it.
  let [up, rated] = [0, 0];
  for (const day of days) {
    up += day.weight * day.up;
    rated += day.weight * day.rated;
  }
  return rated === 0 ? null : up / rated;
}

/** Availabilities of devices and days together, 0 to 1; null where nothing was rated. */
export function availabilitiesOf(days: readonly DeviceAvailability[]): {
  technical: number | null;
  strict: number | null;
  reported: number | null;
  energy: number | null;
} {
  const by = (sums: (day: DeviceAvailability) => { rated: number; up: number }) =>
    availability(
      days.map((day) => ({ weight: day.weight, sums: { ...sums(day), pending: 0, excluded: 0 } })),
    );
  const sum = (of: (day: DeviceAvailability) => number) => days.reduce((total, day) => total + of(day), 0);
  return {
    technical: technicalOf(days),
    strict: by(({ rated, pending, measured_up }) => ({ rated: rated + pending, up: measured_up })),
    reported: by(({ measured, measured_up }) => ({ rated: measured, up: measured_up })),
    energy: energyAvailability(
      sum((day) => day.energy_wh),
      sum((day) => day.lost_wh),
    ),
  };
}

/** Quarter hours of devices and days together that planned outages left out. */
export const excludedOf = (days: readonly DeviceAvailability[]): number =>
  days.reduce((sum, { excluded = 0 }) => sum + excluded, 0);

/** Verdicts on the silent quarter hours of devices and days together. */
export function silenceOf(days: readonly DeviceAvailability[]): Record<GapVerdict, number> {
  const sum = { communication: 0, outage: 0, partial: 0, pending: 0 };
  for (const { silence } of days) {
    sum.communication += silence.communication;
    sum.outage += silence.outage;
    sum.partial += silence.partial;
    sum.pending += silence.pending;
  }
  return sum;
}
