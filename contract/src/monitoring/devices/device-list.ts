// The device list of a project, and one device with everything known of it (M14, M71, M72, M111 to M113, M136).
import { shownStatus } from "../../kernel/plant-status.ts";
import { z } from "zod";
import { assetType } from "../../fleet/asset-types.ts";
import { deviceOfGateway } from "../../fleet/gateways.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { iotData } from "./device-data.ts";
import { uidAndSerial } from "../project-figures.ts";
import { oneProject } from "../portfolio.ts";
import { inKwh, measured, utcInstant } from "../../kernel/units.ts";

/** M136. Warning: its values are doubted or late; Critical: there are none to go by. */
export const sensorStatusName = z.enum(["Normal", "Warning", "Critical"]);
export type SensorStatusName = z.output<typeof sensorStatusName>;

/** Why a sensor is not Normal. */
const sensorReason = z.enum([
  "silent",
  "no_irradiance",
  "dark_by_day",
  "bright_by_night",
  "too_bright",
  "module_temperature",
]);
export type SensorReason = z.output<typeof sensorReason>;

/** Of a sensor that has reported before; the worst reason decides the status. */
const sensorHealth = z.object({ status: sensorStatusName, reasons: z.array(sensorReason) });
export type SensorHealth = z.output<typeof sensorHealth>;

const readingFields = {
  /** End of the interval of the newest values; null: no reading yet. */
  ts: utcInstant.nullable(),
  /** False: older than three intervals. The values are the last ones known. */
  is_live: z.boolean(),
} as const;

/** What a list says of a device in one figure: power, irradiance or temperature. */
const figure = z.union([measured("W"), measured("W/m2"), measured("°C")]);
/** What it has counted since the project's midnight. A grid meter's is what it imported. */
const today = z.union([measured("kWh"), measured("Wh/m2")]);

const deviceRow = z.object({
  uid: z.uuid(),
  serial: z.string(),
  name: z.string(),
  /** M113: what its owner calls it; null: nothing. */
  alias: z.string().nullable(),
  asset_type: assetType,
  /** Its alias: what people call it, else its name, else its serial. */
  gateway: uidAndSerial.extend({ alias: z.string() }),
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
  firmware_version: z.string().nullable(),
  /** As M44 and M159 have it for plants: not_configured has never reported, sleeping is silent since dusk. */
  device_status: shownStatus,
  /** Null for what is no sensor or has never reported. */
  sensor: sensorHealth.nullable(),
  ...readingFields,
  live: figure,
  today,
  /** Of grid meters; null for others. */
  today_export: inKwh.nullable(),
});
export type DeviceRow = z.output<typeof deviceRow>;

const gatewayRow = z.object({
  uid: z.uuid(),
  serial: z.string(),
  name: z.string(),
  alias: z.string().nullable(),
  firmware_version: z.string().nullable(),
  last_contact_at: utcInstant.nullable(),
  device_status: shownStatus,
  /** How many devices stand behind it. */
  devices: z.int(),
});
export type GatewayRow = z.output<typeof gatewayRow>;

export const projectDevices = endpoint({
  name: "projectDevices",
  method: "GET",
  path: "project/devices",
  summary: "Gateways of a project and every device in one line each, with what it says now",
  query: oneProject,
  answer: z.object({
    /** When this was computed. */
    current_time: utcInstant,
    timezone: z.string(),
    /** In the order they were added. */
    gateways: z.array(gatewayRow),
    /** By gateway in the order they were added. */
    devices: z.array(deviceRow),
  }),
  refusals: ["project.not_found"],
});

/** M71, M72: nameplate, warranty and live values of one device. */
const deviceDetail = deviceOfGateway.omit({ device_uid: true }).extend({
  uid: z.uuid(),
  firmware_version: z.string().nullable(),
  gateway: gatewayRow,
  device_status: shownStatus,
  sensor: sensorHealth.nullable(),
  iot_data: iotData,
  /** What its totals are made of beside what was counted here. */
  totals: z.object({
    /** First day of which anything is known; null: nothing is. */
    measured_since: z.iso.date().nullable(),
    /** Day of the first reading of a counter; null: it has none. */
    opened_on: z.iso.date().nullable(),
    /** What each counter had counted before its first reading, and is in its total; null: there is no such counter. */
    opening: z.object({ production: inKwh, import: inKwh, export: inKwh, charge: inKwh, discharge: inKwh }),
    /** What a device that this one replaced had produced, which is in its total; null: nobody told. */
    energy_before: inKwh,
  }),
  /** Strings that carry less than half of what their siblings do, as "mppt.string"; null: the light is too weak to tell. */
  deviating_strings: z.array(z.string()).nullable(),
});
export type DeviceDetail = z.output<typeof deviceDetail>;

export const projectDevice = endpoint({
  name: "projectDevice",
  method: "GET",
  path: "project/device",
  summary: "One device of a project: nameplate, warranty, and everything it says now",
  query: oneProject.extend({ device_uid: z.uuid() }),
  answer: z.object({ current_time: utcInstant, timezone: z.string(), device: deviceDetail }),
  refusals: ["project.not_found", "device.not_found"],
});
