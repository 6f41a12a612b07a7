// Alarms of a project: one for each cause.
import { z } from "zod";
import { assetType } from "../fleet/asset-types.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { energyClass } from "../kernel/energy-class.ts";
import { pageNumber, pageSize } from "../kernel/paging.ts";
import { utcInstant } from "../kernel/units.ts";
import { MEASURED_QUANTITIES } from "../telemetry/quantities.ts";

/** Errors that controllers of solar water heaters report (M134), and one for all they report beside those. */
export const SWH_ERROR_CODES = [
  "swh_voltage_unstable",
  "swh_rtc_unreadable",
  "swh_rom_error",
  "swh_sys_error",
  "swh_s1_error",
  "swh_s2_error",
  "swh_s3_error",
  "swh_dmx_state",
  "swh_tmx_state",
  "swh_cmx_state",
  "swh_rl1_timeout",
  "swh_rl2_timeout",
  "swh_other",
] as const;
export type SwhErrorCode = (typeof SWH_ERROR_CODES)[number];

/**
 * What an alarm says. gateway_silent: out of contact, whatever stands behind it. bus_silent: in contact, but every device
 * behind it is silent. device_silent, inverter_fault (SunSpec state 7), inverter_event (SunSpec Evt1), string_deviation,
 * device_underperforming, and every error of a water heater's controller: one device. plant_underperforming: the performance ratio falls short of what was guaranteed.
 * measured_limit: a measured quantity passed the threshold of a rule of the project.
 * nze_drill_failed: in the newest drill a gateway did not reach its fail-safe limit in time.
 */
const ALARM_KINDS = [
  "gateway_silent",
  "bus_silent",
  "device_silent",
  "inverter_fault",
  "inverter_event",
  "string_deviation",
  "device_underperforming",
  "plant_underperforming",
  "nze_drill_failed",
  "measured_limit",
  ...SWH_ERROR_CODES,
] as const;
export const alarmKind = z.enum(ALARM_KINDS);
export type AlarmKind = z.output<typeof alarmKind>;

export const alarmSeverity = z.enum(["critical", "warning", "minor"]);
export type AlarmSeverity = z.output<typeof alarmSeverity>;

/** SunSpec model 103, Evt1: the names of the bits, lowest first. */
export const EVENT_NAMES = [
  "GROUND_FAULT",
  "DC_OVER_VOLT",
  "AC_DISCONNECT",
  "DC_DISCONNECT",
  "GRID_DISCONNECT",
  "CABINET_OPEN",
  "MANUAL_SHUTDOWN",
  "OVER_TEMP",
  "OVER_FREQUENCY",
  "UNDER_FREQUENCY",
  "AC_OVER_VOLT",
  "AC_UNDER_VOLT",
  "BLOWN_STRING_FUSE",
  "UNDER_TEMP",
  "MEMORY_LOSS",
  "HW_TEST_FAILURE",
] as const;

/** What is known of the cause; each alarm has those parts that fit its kind. */
export const alarmCause = z.object({
  /** Names of EVENT_NAMES, or BIT_n. */
  events: z.array(z.string()).optional(),
  /** "mppt.string". */
  strings: z.array(z.string()).optional(),
  /** Devices that are silent behind one cause. */
  devices: z.int().optional(),
  /** What a controller says of errors without a name. */
  errors: z.array(z.string()).optional(),
  /** What is wrong with the line of a controller's sensor, by its terminal ("S1"). */
  lines: z.array(z.object({ sensor: z.string(), line: z.enum(["open", "short"]) })).optional(),
  /** Measured over expected, %. */
  percent: z.number().optional(),
  day: z.iso.date().optional(),
  /** A measured quantity, its threshold and whether it went over or under it, in the quantity's own unit. */
  quantity: z.enum(MEASURED_QUANTITIES).optional(),
  direction: z.enum(["over", "under"]).optional(),
  threshold: z.number().optional(),
  /** From the meter's silence to the fail-safe limit, s; left out: not reached. */
  to_limit_s: z.number().optional(),
  /** So long it may take. */
  allowed_s: z.int().optional(),
  /** How most of the measured energy is known, where no counter tells it. */
  energy_class: energyClass.optional(),
});

const alarmEntry = z.object({
  alarm_uid: z.uuid(),
  kind: alarmKind,
  severity: alarmSeverity,
  started_at: utcInstant,
  /** Null: open. */
  ended_at: utcInstant.nullable(),
  gateway: z.object({ uid: z.uuid(), serial: z.string(), alias: z.string() }).nullable(),
  device: z
    .object({ uid: z.uuid(), serial: z.string(), alias: z.string(), asset_type: assetType })
    .nullable(),
  cause: alarmCause,
});

export const projectAlarms = endpoint({
  name: "projectAlarms",
  method: "GET",
  path: "project/alarms",
  summary: "Open alarms of a project, worst first, then those that ended, newest first",
  query: z.object({
    project_uid: z.uuid(),
    state: z.enum(["open", "all"]).default("all"),
    /** Alarms that ended longer ago are left out. */
    days: z.coerce.number().int().min(1).max(366).default(7),
    page: pageNumber,
    items_page: pageSize(20),
  }),
  answer: z.object({
    items: z.array(alarmEntry),
    total_items: z.int(),
    open: z.object({ critical: z.int(), warning: z.int(), minor: z.int() }),
  }),
  refusals: ["project.not_found"],
});
