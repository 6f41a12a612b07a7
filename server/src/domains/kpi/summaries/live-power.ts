// The power of a plant at this instant, and whose silence makes it unknown (decision 0070).
import { addDays, localDay } from "@heliograph/contract";
import { sunElevationDeg, WAKING_ELEVATION_DEG } from "../../energy/index.ts";
import type { PlantPlace } from "./plant-status.ts";

/** A device that tells power, and whose newest reading is older than three intervals of its gateway. */
export interface StaleDevice {
  readonly asset_type: "solar_inverter" | "electric_meter";
  /** When it said that, ms since 1970. */
  readonly said_ms: number;
  readonly power_w: number | null;
  /** Its rated AC power; null: not known. */
  readonly rated_w: number | null;
}

/** What the devices of a plant say now. Powers sum those that are not stale; null: all are, or there is none. */
export interface SpokenPower {
  readonly inverter_power_w: number | null;
  readonly meter_power_w: number | null;
  /** Devices that ever told power. */
  readonly inverters: number;
  readonly meters: number;
  readonly stale: readonly StaleDevice[];
}

interface LivePower {
  /** Null: not known, since nothing or not everything reports that is due. */
  readonly active_power_w: number | null;
  /** What those that do report give together, where others are silent; null: none does, or none is silent. */
  readonly reporting_power_w: number | null;
  /** Devices that are silent, and of how many. */
  readonly power_silent: number;
  readonly power_devices: number;
}

/** Below this share of its rating a device was waking up or going to sleep when it last spoke. */
const DROWSY = 0.1;

/** True when the device ought to speak now: it did so today or yesterday, and the sun is up enough for it. */
function isSilent(device: StaleDevice, place: PlantPlace, nowMs: number): boolean {
  const yesterday = addDays(localDay(place.timezone, nowMs), -1);
  if (localDay(place.timezone, device.said_ms) < yesterday) return false;
  const elevation = sunElevationDeg(place, nowMs);
  if (elevation > WAKING_ELEVATION_DEG) return true;
  const { power_w, rated_w } = device;
  return elevation > 0 && power_w !== null && rated_w !== null && power_w >= DROWSY * rated_w;
}

/**
 * The plant's power: of its inverters where none of them is silent, else of its production meters where none of those is,
 * else unknown. It is no smaller number for the silence of a device.
 */
export function livePower(facts: SpokenPower, place: PlantPlace, nowMs: number): LivePower {
  const silent = (type: StaleDevice["asset_type"]) =>
    facts.stale.filter((device) => device.asset_type === type && isSilent(device, place, nowMs)).length;
  const of = { inverters: silent("solar_inverter"), meters: silent("electric_meter") };
  const whole = { reporting_power_w: null, power_silent: 0 };
  if (facts.inverters > 0 && of.inverters === 0 && facts.inverter_power_w !== null) {
    return { ...whole, active_power_w: facts.inverter_power_w, power_devices: facts.inverters };
  }
  if (facts.meters > 0 && of.meters === 0 && facts.meter_power_w !== null) {
    return { ...whole, active_power_w: facts.meter_power_w, power_devices: facts.meters };
  }
  const byInverters = facts.inverters > 0;
  return {
    active_power_w: null,
    reporting_power_w: byInverters
      ? of.inverters === 0
        ? null
        : facts.inverter_power_w
      : of.meters === 0
        ? null
        : facts.meter_power_w,
    power_silent: byInverters ? of.inverters : of.meters,
    power_devices: byInverters ? facts.inverters : facts.meters,
  };
}
