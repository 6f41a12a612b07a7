// How a device is, from its newest reading: plain rules, without clock and database.
import { INVERTER_STATE, type SensorHealth, type SensorReason, type ShownStatus } from "@heliograph/contract";
import type { DeviceRecord } from "../device-data.ts";
import { contactLimitSeconds, isNight, type PlantPlace } from "../../kpi/index.ts";
import { sunElevationDeg } from "../../energy/index.ts";

/** Devices live on the modules and may sleep early under clouds: silence that begins with the sun higher is a loss. */
const AWAKE_ELEVATION_DEG = 10;
/** No night is longer where plants stand: silence beyond it is no sleep. */
const LONGEST_SLEEP_MS = 24 * 3_600_000;

interface Silence {
  /** Last word, ms since 1970. */
  readonly lastContactMs: number;
  readonly nowMs: number;
}

/** True when it is night and the silence began with the dusk or later: darkness is no fault. */
function sleeps(place: PlantPlace, { lastContactMs, nowMs }: Silence): boolean {
  const byDay = sunElevationDeg(place, lastContactMs) > AWAKE_ELEVATION_DEG;
  return isNight(place, nowMs) && !byDay && nowMs - lastContactMs <= LONGEST_SLEEP_MS;
}

/** True while the last word is younger than three intervals. */
function isFresh(intervalSeconds: number, { lastContactMs, nowMs }: Silence): boolean {
  return nowMs - lastContactMs <= contactLimitSeconds(intervalSeconds) * 1000;
}

/** The state of what last spoke at `saidMs`, null: never (M44, M159 for single devices and gateways). */
export function contactStatus(
  of: { readonly interval_s: number; readonly lastContactMs: number | null },
  place: PlantPlace,
  nowMs: number,
): ShownStatus {
  if (of.lastContactMs === null) return "not_configured";
  const silence = { lastContactMs: of.lastContactMs, nowMs };
  if (isFresh(of.interval_s, silence)) return "normal";
  return sleeps(place, silence) ? "sleeping" : "offline";
}

/**
 * The state of a device: as of its contact, and "warning" while it reports a fault, an alarm of it is open (`alarmed`),
 * or its sensor is not Normal.
 */
export function deviceStatus(
  device: Pick<DeviceRecord, "asset_type" | "interval_s" | "ts" | "m"> & { readonly alarmed: boolean },
  place: PlantPlace,
  nowMs: number,
): ShownStatus {
  const lastContactMs = device.ts?.getTime() ?? null;
  const contact = contactStatus({ interval_s: device.interval_s, lastContactMs }, place, nowMs);
  if (contact !== "normal") return contact;
  const faulty = device.m?.state === INVERTER_STATE.fault || (device.m?.ext?.errors ?? []).length > 0;
  const doubted = (sensorHealthOf(device, place, nowMs)?.status ?? "Normal") !== "Normal";
  return faulty || device.alarmed || doubted ? "warning" : "normal";
}

/** Silence of a sensor is Critical after this long: a quarter hour without irradiance has no performance ratio. */
const LOST_AFTER_MS = 3_600_000;
/**
 * With the sun this high even the darkest sky gives tens of W/m² (Haurwitz's clear sky gives 160 at 10 degrees, a thick
 * cloud lets a tenth pass), and less than ZERO means a covered sensor or a broken wire.
 */
const DAY_ELEVATION_DEG = 10;
const ZERO_W_M2 = 2;
/** End of civil twilight: nothing above it but lamps and faults. */
const DARK_ELEVATION_DEG = -6;
const LAMP_W_M2 = 50;
/** Above the solar constant even edges of clouds pass only for seconds (Gueymard 2017, Solar Energy 153). */
const BRIGHTEST_W_M2 = 1500;
/** Where a module in the open can be: colder than air by radiation, warmer by the sun (NOCT, with a wide margin). */
const MODULE_C = { coldest: -45, hottest: 110, belowAir: 15, aboveAir: 60 } as const;

const SEVERITY: Record<SensorReason, "Warning" | "Critical"> = {
  silent: "Warning",
  no_irradiance: "Critical",
  dark_by_day: "Critical",
  bright_by_night: "Warning",
  too_bright: "Warning",
  module_temperature: "Warning",
};

/**
 * The status of a sensor (M136) by age and plausibility; null for what is no sensor of radiation, or has never reported.
 * Old values are judged by their age alone. Silence that began with the dusk is Normal.
 */
export function sensorHealthOf(
  device: Pick<DeviceRecord, "asset_type" | "interval_s" | "ts" | "m">,
  place: PlantPlace,
  nowMs: number,
): SensorHealth | null {
  if (device.asset_type !== "sensor_radiation" || device.ts === null) return null;
  const silence = { lastContactMs: device.ts.getTime(), nowMs };
  if (!isFresh(device.interval_s, silence)) {
    if (sleeps(place, silence)) return { status: "Normal", reasons: [] };
    const lost = nowMs - silence.lastContactMs > LOST_AFTER_MS;
    return { status: lost ? "Critical" : "Warning", reasons: ["silent"] };
  }
  const reasons = doubts(device.m ?? {}, sunElevationDeg(place, silence.lastContactMs));
  const worst = reasons.some((reason) => SEVERITY[reason] === "Critical") ? "Critical" : "Warning";
  return { status: reasons.length === 0 ? "Normal" : worst, reasons };
}

/** What cannot be of the values, with the sun at the elevation. */
function doubts(m: NonNullable<DeviceRecord["m"]>, elevationDeg: number): SensorReason[] {
  const { irradiance_w_m2: light, module_temperature_c: module, ambient_temperature_c: air } = m;
  const found: SensorReason[] = [];
  if (light === undefined) found.push("no_irradiance");
  else if (elevationDeg >= DAY_ELEVATION_DEG && light < ZERO_W_M2) found.push("dark_by_day");
  else if (elevationDeg < DARK_ELEVATION_DEG && light > LAMP_W_M2) found.push("bright_by_night");
  else if (light > BRIGHTEST_W_M2) found.push("too_bright");
  if (module !== undefined && !canBe(module, air)) found.push("module_temperature");
  return found;
}

function canBe(module: number, air: number | undefined): boolean {
  if (module < MODULE_C.coldest || module > MODULE_C.hottest) return false;
  return air === undefined || (module >= air - MODULE_C.belowAir && module <= air + MODULE_C.aboveAir);
}
