// Gateways of a project and the credentials they connect with. Devices name themselves in the gateway's birth.
import { z } from "zod";
import { calendarDay } from "../kernel/calendar-day.ts";
import { done } from "../kernel/answers.ts";
import { assetType } from "./asset-types.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { pageNumber, pageSize } from "../kernel/paging.ts";
import { line, someLine } from "../kernel/text.ts";

const gatewaySerial = z
  .string()
  .regex(/^[A-Za-z0-9_-]{3,64}$/, "Must be 3 to 64 letters, digits, hyphens or underscores");

const credential = z.object({
  gateway_uid: z.uuid(),
  serial: gatewaySerial,
  /** Shown this once; the server keeps only its hash. */
  credential: z.string(),
});

export const addGateway = endpoint({
  name: "addGateway",
  method: "POST",
  path: "fleet/gateway",
  summary: "Adds a gateway and shows its credential, once",
  body: z.object({
    project_uid: z.uuid(),
    serial: gatewaySerial,
    name: line(200).default(""),
    capacity_wp: z.int().min(1).max(1e11).nullable().optional(),
    interval_s: z.int().min(1).max(3600).default(300),
  }),
  answer: credential,
  refusals: ["project.not_found", "project.read_only", "gateway.serial_taken", "gateway.too_many"],
});

export const renewGatewayCredential = endpoint({
  name: "renewGatewayCredential",
  method: "POST",
  path: "fleet/gateway/credential",
  summary: "Gives the gateway a new credential; the old one is refused from now on",
  body: z.object({ gateway_uid: z.uuid() }),
  answer: credential,
  refusals: ["gateway.not_found", "gateway.read_only"],
});

export const removeGateway = endpoint({
  name: "removeGateway",
  method: "DELETE",
  path: "fleet/gateway",
  summary: "Takes a gateway out of its project; its readings are kept",
  query: z.object({ gateway_uid: z.uuid() }),
  answer: done,
  refusals: ["gateway.not_found", "gateway.read_only", "device.bound"],
});

/** A device with its nameplate. Nulls: the gateway has not told. */
export const deviceOfGateway = z.object({
  device_uid: z.uuid(),
  serial: z.string(),
  asset_type: assetType,
  name: z.string(),
  /** What its owner calls it; null: nothing. */
  alias: z.string().nullable(),
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
  ac_nominal_w: z.number().nullable(),
  dc_capacity_wp: z.number().nullable(),
  battery_capacity_wh: z.number().nullable(),
  mppt_count: z.number().nullable(),
  warranty_begin: z.iso.date().nullable(),
  warranty_end: z.iso.date().nullable(),
});

/** As its owner sees it; of a gateway that has announced nothing, nulls. */
export const listedDevice = deviceOfGateway.extend({
  /** What the gateway says of its ratings; those above may be its owner's. */
  announced_ac_nominal_w: z.number().nullable().default(null),
  announced_dc_capacity_wp: z.number().nullable().default(null),
  /** Null: nobody has confirmed them, and the next birth may change them. */
  ratings_confirmed_at: z.iso.datetime().nullable().default(null),
  /** The device whose place it took, and when that left; null: none. */
  replaces: z
    .object({ device_uid: z.uuid(), serial: z.string(), at: z.iso.datetime() })
    .nullable()
    .default(null),
});

const gatewayOfProject = z.object({
  gateway_uid: z.uuid(),
  serial: z.string(),
  name: z.string(),
  alias: z.string().nullable(),
  capacity_wp: z.number().nullable(),
  interval_s: z.int(),
  firmware_version: z.string().nullable(),
  /** An MQTT session is open now. */
  connected: z.boolean(),
  /** UTC, ISO 8601; null: never heard of. */
  last_contact_at: z.iso.datetime().nullable(),
  devices: z.array(listedDevice),
});

export const listGateways = endpoint({
  name: "listGateways",
  method: "GET",
  path: "fleet/gateways",
  summary: "Gateways of a project in the order they were added, each with its devices",
  query: z.object({ project_uid: z.uuid(), page: pageNumber, items_page: pageSize(100) }),
  answer: z.object({ items: z.array(gatewayOfProject), total_items: z.int() }),
  refusals: ["project.not_found"],
});

/** Most that a device can have produced before another took its place, kWh. */
const MOST_BEFORE_KWH = 1e12;

export const setEnergyBefore = endpoint({
  name: "setEnergyBefore",
  method: "PUT",
  path: "fleet/device/energy-before",
  summary: "Tells what a device that this one replaced had produced: its total begins with that",
  body: z.strictObject({
    project_uid: z.uuid(),
    device_uid: z.uuid(),
    /** Null: nothing is known of one. */
    energy_before_kwh: z.number().min(0).max(MOST_BEFORE_KWH).nullable(),
  }),
  answer: done,
  refusals: ["project.not_found", "project.read_only", "device.not_found", "device.counts_nothing"],
});

const namedDevice = { project_uid: z.uuid(), device_uid: z.uuid() };
const rating = z.int().min(1).max(1e11).nullable();
const deviceRefusals = ["project.not_found", "project.read_only", "device.not_found"];

export const changeDevice = endpoint({
  name: "changeDevice",
  method: "PUT",
  path: "fleet/device",
  summary: "Changes what is given of a device; births of its gateway leave that alone from then on",
  body: z.strictObject({
    ...namedDevice,
    name: someLine(200).optional(),
    warranty_begin: calendarDay.nullable().optional(),
    warranty_end: calendarDay.nullable().optional(),
  }),
  answer: done,
  refusals: deviceRefusals,
});

export const confirmRatings = endpoint({
  name: "confirmRatings",
  method: "POST",
  path: "fleet/device/ratings",
  summary: "Sets the ratings of devices as their owner confirms them; births leave them alone from then on",
  body: z.strictObject({
    project_uid: z.uuid(),
    devices: z
      .array(z.strictObject({ device_uid: z.uuid(), ac_nominal_w: rating, dc_capacity_wp: rating }))
      .min(1)
      .max(500),
  }),
  answer: done,
  refusals: deviceRefusals,
});

export const removeDevice = endpoint({
  name: "removeDevice",
  method: "DELETE",
  path: "fleet/device",
  summary:
    "Takes a device out of its project; its readings are kept, and a birth that names it brings it back",
  query: z.object(namedDevice),
  answer: done,
  refusals: [...deviceRefusals, "device.bound"],
});

export const replaceDevice = endpoint({
  name: "replaceDevice",
  method: "POST",
  path: "fleet/device/replacement",
  summary:
    "Puts the device with the serial in the place of another, whose history stays; null takes that back",
  body: z.strictObject({ ...namedDevice, serial: someLine(100).nullable() }),
  answer: done,
  refusals: [...deviceRefusals, "device.cannot_replace", "device.bound"],
});
