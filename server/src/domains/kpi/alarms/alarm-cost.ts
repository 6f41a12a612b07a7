// What an alarm takes now: the power that its devices should give and do not.
import type { AlarmKind } from "@heliograph/contract";
import { clearSkyIrradiance, sunElevationDeg } from "../../energy/index.ts";
import { isUpPower } from "../availability/availability.ts";
import { ratingWeights } from "../availability/availability-day.ts";
import { expectedEnergyWh, INITIAL_KAPPA } from "../ratios/curtailed-energy.ts";
import type { AlarmCause } from "./alarm-rules.ts";
import { currentsOf, median, type Mppt } from "./siblings.ts";

/** A device that produces, as it is now. */
export interface CostDevice {
  readonly device_id: number;
  readonly gateway_id: number;
  readonly ac_nominal_w: number | null;
  readonly dc_capacity_wp: number | null;
  /** Null: it says nothing now. */
  readonly power_w: number | null;
  readonly mppt: readonly Mppt[] | null;
}

/** A plant as it is now: its inverters, where it has none its production meters. */
export interface CostPlant {
  readonly latitude: number;
  readonly longitude: number;
  readonly capacity_wp: number;
  readonly gamma_per_c: number;
  /** Null: no sensor tells it now. */
  readonly irradiance_w_m2: number | null;
  readonly module_temperature_c: number | null;
  readonly devices: readonly CostDevice[];
}

/** The part of an alarm that its cost depends on. */
interface CostedAlarm {
  readonly kind: AlarmKind;
  readonly gateway_id: number | null;
  readonly device_id: number | null;
  readonly cause: AlarmCause;
}

/** Power that is not produced, W: at least, and at most. They differ while nobody knows whether the devices stand still. */
interface AlarmCost {
  readonly least_w: number;
  readonly most_w: number;
}

const NOTHING: AlarmCost = { least_w: 0, most_w: 0 };
const certain = (w: number): AlarmCost => ({ least_w: w, most_w: w });

/** Kinds of which nobody knows whether the devices produce. */
const SILENCES: readonly AlarmKind[] = ["gateway_silent", "bus_silent", "device_silent"];

/** True for an alarm of devices that are not heard. */
export const isSilence = (kind: AlarmKind): boolean => SILENCES.includes(kind);

/** The devices of which the alarm speaks: one, those behind a gateway, or all. */
export function devicesOfAlarm<D extends Pick<CostDevice, "device_id" | "gateway_id">>(
  { device_id, gateway_id }: Pick<CostedAlarm, "device_id" | "gateway_id">,
  devices: readonly D[],
): readonly D[] {
  if (device_id !== null) return devices.filter((device) => device.device_id === device_id);
  if (gateway_id !== null) return devices.filter((device) => device.gateway_id === gateway_id);
  return devices;
}

/** Irradiance under a clear sky at the place and instant, W/m². */
export const clearSkyAt = (place: Pick<CostPlant, "latitude" | "longitude">, atMs: number): number =>
  clearSkyIrradiance(Math.sin((sunElevationDeg(place, atMs) * Math.PI) / 180));

type Expected = { readonly w: number; readonly by: "siblings" | "light" | "clear_sky" };

/**
 * What the devices should give now, W: as their siblings that produce, by rating; else by the light that a sensor tells; else
 * under a clear sky, which is the most that it can be.
 */
function expectedNow(plant: CostPlant, own: readonly CostDevice[], nowMs: number): Expected {
  const weights = ratingWeights(plant.devices);
  const isOwn = plant.devices.map((device) => own.includes(device));
  const sum = (of: (device: CostDevice, at: number) => number) =>
    plant.devices.reduce((total, device, at) => total + of(device, at), 0);
  const all = sum((_, at) => weights[at] ?? 0);
  const ownWeight = sum((_, at) => (isOwn[at] === true ? (weights[at] ?? 0) : 0));
  const producing = (device: CostDevice, at: number) =>
    isOwn[at] !== true && device.power_w !== null && isUpPower(device.power_w, device.ac_nominal_w);
  const weight = sum((device, at) => (producing(device, at) ? (weights[at] ?? 0) : 0));
  if (weight > 0) {
    const w = sum((device, at) => (producing(device, at) ? (device.power_w ?? 0) : 0));
    return { w: (w / weight) * ownWeight, by: "siblings" };
  }
  const rated = own.flatMap(({ ac_nominal_w }) => ac_nominal_w ?? []);
  const share = {
    capacity_wp: all === 0 ? 0 : (plant.capacity_wp * ownWeight) / all,
    gamma_per_c: plant.gamma_per_c,
    ac_nominal_w: rated.length === own.length ? rated.reduce((a, b) => a + b, 0) : null,
  };
  const by = plant.irradiance_w_m2 === null ? "clear_sky" : "light";
  const interval = {
    hours: 1,
    energy_wh: null,
    irradiance_w_m2: plant.irradiance_w_m2 ?? clearSkyAt(plant, nowMs),
    module_temperature_c: plant.module_temperature_c,
  };
  return { w: expectedEnergyWh(interval, share, INITIAL_KAPPA) ?? 0, by };
}

/**
 * The power that the alarm's devices should give now and do not. Of devices that are silent it is between nothing and all that is
 * expected; what only a clear sky would give is never certain. Alarms that take no energy cost nothing.
 */
export function alarmCost(alarm: CostedAlarm, plant: CostPlant, nowMs: number): AlarmCost {
  const own = devicesOfAlarm(alarm, plant.devices);
  if (own.length === 0) return NOTHING;
  if (isSilence(alarm.kind)) return { least_w: 0, most_w: expectedNow(plant, own, nowMs).w };
  const powers = own.map(({ power_w }) => power_w);
  const power = powers.reduce<number>((sum, power_w) => sum + (power_w ?? 0), 0);
  if (isOfInverter(alarm.kind)) {
    const [device] = own;
    const runs =
      device?.power_w !== null && device !== undefined && isUpPower(device.power_w, device.ac_nominal_w);
    if (runs) return NOTHING;
    const expected = expectedNow(plant, own, nowMs);
    const missing = Math.max(0, expected.w - power);
    const isKnown = expected.by !== "clear_sky" && powers.every((power_w) => power_w !== null);
    return { least_w: isKnown ? missing : 0, most_w: missing };
  }
  if (alarm.kind === "string_deviation") {
    return certain(power * missingShare(own[0]?.mppt ?? [], alarm.cause.strings ?? []));
  }
  return isShortfall(alarm.kind) ? certain(power * shortBy(alarm.cause)) : NOTHING;
}

/** Kinds in which an inverter says itself that something is wrong, and those of what gives too little. */
const isOfInverter = (kind: AlarmKind) => kind === "inverter_fault" || kind === "inverter_event";
const isShortfall = (kind: AlarmKind) =>
  kind === "device_underperforming" || kind === "plant_underperforming";

/** What would have to be added to what came, as a share of that, to be what was to be expected; 0: not known. */
const shortBy = ({ percent = 100 }: AlarmCause): number =>
  percent <= 0 || percent >= 100 ? 0 : 100 / percent - 1;

/** What the strings lack of the median current of all others, as a share of the current that all carry. */
function missingShare(mppt: readonly Mppt[], strings: readonly string[]): number {
  const all = currentsOf(mppt);
  const sound = all.filter(({ name }) => !strings.includes(name)).map(({ current_a }) => current_a);
  const carried = all.reduce((sum, { current_a }) => sum + current_a, 0);
  if (sound.length === 0 || carried <= 0) return 0;
  const usual = median(sound);
  const lacking = all
    .filter(({ name }) => strings.includes(name))
    .reduce((sum, { current_a }) => sum + Math.max(0, usual - current_a), 0);
  return lacking / carried;
}

/**
 * Energy that the alarm took in a quarter hour, Wh. `share`: of strings, what they lack now as a share of what comes. Silences take
 * nothing until a counter tells.
 */
export function lostIn(
  alarm: Pick<CostedAlarm, "kind" | "cause">,
  quarter: { own_wh: number | null; expected_wh: number | null; own_produces: boolean },
  share: number,
): number {
  const own = quarter.own_wh ?? 0;
  if (isOfInverter(alarm.kind)) {
    return quarter.own_produces ? 0 : Math.max(0, (quarter.expected_wh ?? 0) - own);
  }
  if (alarm.kind === "string_deviation") return own * share;
  return isShortfall(alarm.kind) ? own * shortBy(alarm.cause) : 0;
}
