// What gateways and server say to each other, over MQTT and over HTTP alike. docs/gateway-protocol.md is its prose.
import { calendarDay } from "../kernel/calendar-day.ts";
import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { line, someLine } from "../kernel/text.ts";
import { LINE_QUANTITIES, quantityNames } from "./quantities.ts";

/** Limits of the protocol; a message or reading beyond them is refused with the reason named beside. */
export const GATEWAY_LIMITS = {
  /** message.too_large */
  messageBytes: 256 * 1024,
  /** readings.too_many */
  readingsPerMessage: 1000,
  /** devices.too_many */
  devicesPerGateway: 500,
  /** reading.too_new: clocks of gateways are allowed to be this far ahead */
  futureSkewS: 300,
  /** reading.too_old */
  ageDays: 3 * 366,
  /** MPPT trackers and strings a reading may list */
  mpptPerReading: 64,
  stringsPerMppt: 64,
  /** message.invalid */
  eventsPerMessage: 100,
  /** MQTT connections of one gateway at once; a further one is refused. */
  connectionsPerGateway: 4,
} as const;

export const GATEWAY_TOPICS = {
  /** From the gateway. */
  birth: (serial: string) => `hg/v1/${serial}/birth`,
  readings: (serial: string) => `hg/v1/${serial}/readings`,
  events: (serial: string) => `hg/v1/${serial}/events`,
  ack: (serial: string) => `hg/v1/${serial}/ack`,
  /** A stateMessage; the last will is {"online":false}. */
  state: (serial: string) => `hg/v1/${serial}/state`,
  /** To the gateway. */
  command: (serial: string) => `hg/v1/${serial}/command`,
  result: (serial: string) => `hg/v1/${serial}/result`,
} as const;

/** Why a whole message, or one reading of it, was not stored. */
export const REFUSAL_REASONS = [
  "message.not_json",
  "message.invalid",
  "message.too_large",
  "message.unavailable",
  "readings.too_many",
  "devices.too_many",
  "gateway.mismatch",
  "topic.forbidden",
  "device.unknown",
  "reading.invalid",
  "reading.out_of_range",
  "reading.unknown_quantity",
  "reading.empty",
  "reading.too_new",
  "reading.too_old",
  "event.too_new",
  "event.too_old",
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

const serial = someLine(100);

/** True for ids an MQTT connection of the gateway may use: its serial, or its serial, a dot and a name of its own. */
export function isClientIdOf(gatewaySerial: string, clientId: string): boolean {
  return (
    clientId === gatewaySerial ||
    (clientId.startsWith(`${gatewaySerial}.`) && clientId.length <= gatewaySerial.length + 40)
  );
}

/** The devices behind a gateway, with their nameplates. Sent after each connect; repeats change nothing. */
export const birthMessage = z.object({
  v: z.literal(1),
  seq: z.int().min(0),
  /** Unix time in ms when the gateway sent it. */
  sent_at: z.int(),
  firmware_version: line(80).optional(),
  /** Seconds between live readings. */
  interval_s: z.int().min(1).max(3600).default(300),
  devices: z
    .array(
      z.object({
        serial,
        asset_type: z.enum([
          "solar_inverter",
          "electric_meter",
          "grid_meter",
          "sensor_radiation",
          "solar_panel",
          "battery",
          "swh_controller",
        ]),
        name: line(200).default(""),
        manufacturer: line(100).optional(),
        model: line(100).optional(),
        firmware_version: line(80).optional(),
        ac_nominal_w: z.int().positive().optional(),
        dc_capacity_wp: z.int().positive().optional(),
        battery_capacity_wh: z.int().positive().optional(),
        mppt_count: z.int().min(1).max(64).optional(),
        warranty_begin: calendarDay.optional(),
        warranty_end: calendarDay.optional(),
      }),
    )
    .max(GATEWAY_LIMITS.devicesPerGateway),
});
export type BirthMessage = z.input<typeof birthMessage>;

/** What the server knows the devices of a birth by: readings name them by these uids. */
export const birthResult = z.object({
  kind: z.literal("birth"),
  seq: z.int(),
  gateway_uid: z.uuid(),
  devices: z.array(z.object({ serial, device_uid: z.uuid() })),
});
export type BirthResult = z.output<typeof birthResult>;

const mppt = z.object({
  mppt_id: z.int().min(1).max(GATEWAY_LIMITS.mpptPerReading),
  dc_voltage_v: z.number().optional(),
  dc_current_a: z.number().optional(),
  dc_power_w: z.number().optional(),
  strings: z
    .array(z.object({ string_id: z.int().min(1), dc_current_a: z.number() }))
    .max(GATEWAY_LIMITS.stringsPerMppt)
    .optional(),
});

/** Lists that are shown but never summed: MPPT trackers, phases, tariff registers, relays. */
export const readingExtras = z.object({
  mppt: z.array(mppt).max(GATEWAY_LIMITS.mpptPerReading).optional(),
  phases: z
    .array(
      z.object({
        phase: z.enum(["a", "b", "c"]),
        voltage_v: z.number().optional(),
        current_a: z.number().optional(),
      }),
    )
    .max(3)
    .optional(),
  /** Production counted by tariff register, Wh: M112 total_production_t1 to t3. */
  production_by_tariff_wh: z.array(z.number().min(0)).max(3).optional(),
  relays: z
    .array(z.object({ relay: line(20), on: z.boolean() }))
    .max(16)
    .optional(),
  errors: z.array(line(40)).max(32).optional(),
  /** Sensors whose line is open or short-circuited; the quantity itself is null then. */
  sensor_faults: z
    .array(z.object({ quantity: z.enum(LINE_QUANTITIES), line: z.enum(["open", "short"]) }))
    .max(LINE_QUANTITIES.length)
    .optional(),
});
export type ReadingExtras = z.output<typeof readingExtras>;

/**
 * One entry of `readings`. `t`: unix ms of the END of its interval, UTC. `m`: quantities and their values within the
 * ranges of quantities.ts; null says that the device measures it and has no value now.
 */
export const readingEntry = z.object({
  device_uid: z.uuid(),
  t: z.int(),
  m: z.partialRecord(z.enum(quantityNames), z.number().nullable()),
  x: readingExtras.optional(),
});
/** An entry as a sender writes it. */
export type ReadingEntry = z.input<typeof readingEntry>;

/** Documents a value with the JSON schema of `schema` and lets everything pass: something else checks it. */
const checkedLater = (schema: z.ZodType) => z.unknown().meta(z.toJSONSchema(schema, { io: "input" }));

/**
 * A batch of readings. The envelope is checked as a whole; each entry of `readings` is checked on its own, so that
 * one bad reading never costs the others.
 */
export const readingsMessage = z.object({
  v: z.literal(1),
  /** Must be the sender's own when given. */
  gateway_uid: z.uuid().optional(),
  /** Rises by one with each message of the gateway; holes show lost messages. */
  seq: z.int().min(0),
  sent_at: z.int(),
  /** Length of the intervals in seconds; the gateway's own from its birth when left out. */
  interval_s: z.int().min(1).max(3600).optional(),
  /** True for what was kept while offline: never touches live tiles or alarms, and never delays live readings. */
  historical: z.boolean().default(false),
  readings: z.array(checkedLater(readingEntry)).min(1).max(GATEWAY_LIMITS.readingsPerMessage),
});

const refusal = z.object({
  /** Position in `readings` or `events`; null when the whole message was refused. */
  index: z.int().nullable(),
  device_uid: z.string().nullable(),
  t: z.number().nullable(),
  reason: z.enum(REFUSAL_REASONS),
  detail: z.string(),
});
export type Refusal = z.output<typeof refusal>;

/** Why a birth was not taken. Over HTTP the answer is a problem with the same reason as its code. */
export const birthRefused = z.object({
  kind: z.literal("birth_refused"),
  seq: z.int(),
  refused: z.array(refusal),
});

/** What became of a readings message. Over MQTT it is sent only when something was refused. */
export const readingsResult = z.object({
  kind: z.literal("readings"),
  seq: z.int(),
  /** New readings, committed. */
  stored: z.int(),
  /** Already there with the same values. */
  duplicate: z.int(),
  /** Already there with other values, which these have replaced. */
  corrected: z.int(),
  refused: z.array(refusal),
});
export type ReadingsResult = z.output<typeof readingsResult>;

/**
 * What a device or the gateway itself noticed. The shape is checked as a whole; an event of an unknown device or an
 * impossible time is refused alone. Repeats change nothing.
 */
export const eventsMessage = z.object({
  v: z.literal(1),
  seq: z.int().min(0),
  sent_at: z.int(),
  events: z
    .array(
      z.object({
        /** The gateway itself when left out. */
        device_uid: z.uuid().optional(),
        /** Unix ms when it happened. */
        at: z.int(),
        /** The maker's own code, or a word of the gateway's. */
        code: someLine(60),
        severity: z.enum(["info", "warning", "error"]),
        text: line(500).default(""),
      }),
    )
    .min(1)
    .max(GATEWAY_LIMITS.eventsPerMessage),
});
export type EventsMessage = z.input<typeof eventsMessage>;

/** What became of an events message. Over MQTT it is sent only when something was refused. */
export const eventsResult = z.object({
  kind: z.literal("events"),
  seq: z.int(),
  /** New events, committed. */
  stored: z.int(),
  /** Already there: same device, instant and code. */
  duplicate: z.int(),
  refused: z.array(refusal),
});
export type EventsResult = z.output<typeof eventsResult>;

/** On the state topic: after connecting, and as the last will. */
export const stateMessage = z.object({ online: z.boolean() });

/** Reserved, not sent yet: an order to a device. The gateway answers on its ack topic. */
export const commandMessage = z.object({
  v: z.literal(1),
  command_uid: z.uuid(),
  device_uid: z.uuid().nullable(),
  /** Unix ms after which the gateway must not carry it out. */
  expires_at: z.int(),
  name: someLine(60),
  value: z.number().nullable(),
});

/** Reserved: what became of a command. */
export const commandAck = z.object({
  v: z.literal(1),
  command_uid: z.uuid(),
  status: z.enum(["done", "refused", "failed", "expired"]),
  text: line(500).default(""),
});

// The handlers check these bodies themselves, so that a gateway gets the same reasons over HTTP as over MQTT.
export const gatewayBirth = endpoint({
  name: "gatewayBirth",
  method: "POST",
  path: "gateway/birth",
  summary: "A gateway names its devices and learns the uids that its readings must use",
  access: "gateway",
  body: checkedLater(birthMessage),
  answer: birthResult,
  refusals: ["gateway.credential", "message.invalid", "devices.too_many", "message.unavailable"],
});

export const gatewayReadings = endpoint({
  name: "gatewayReadings",
  method: "POST",
  path: "gateway/readings",
  summary: "Stores a batch of readings; answers after the commit",
  access: "gateway",
  body: checkedLater(readingsMessage),
  answer: readingsResult,
  refusals: [
    "gateway.credential",
    "message.invalid",
    "readings.too_many",
    "gateway.mismatch",
    "topic.forbidden",
    "message.unavailable",
  ],
});

export const gatewayEvents = endpoint({
  name: "gatewayEvents",
  method: "POST",
  path: "gateway/events",
  summary: "Stores what a gateway or its devices noticed; answers after the commit",
  access: "gateway",
  body: checkedLater(eventsMessage),
  answer: eventsResult,
  refusals: ["gateway.credential", "message.invalid", "message.unavailable"],
});
