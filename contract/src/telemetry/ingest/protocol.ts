// What all messages between gateways and server share, over MQTT and over HTTP alike. docs/gateway-protocol.md is its prose.
import { z } from "zod";

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
  hold: (serial: string) => `hg/v1/${serial}/hold`,
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
  "command.unknown",
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** True for ids an MQTT connection of the gateway may use: its serial, or its serial, a dot and a name of its own. */
export function isClientIdOf(gatewaySerial: string, clientId: string): boolean {
  return (
    clientId === gatewaySerial ||
    (clientId.startsWith(`${gatewaySerial}.`) && clientId.length <= gatewaySerial.length + 40)
  );
}

/** Why a message, or one entry of it, was refused. */
export const protocolRefusal = z.object({
  /** Position in `readings` or `events`; null when the whole message was refused. */
  index: z.int().nullable(),
  device_uid: z.string().nullable(),
  t: z.number().nullable(),
  reason: z.enum(REFUSAL_REASONS),
  detail: z.string(),
});
export type Refusal = z.output<typeof protocolRefusal>;

/**
 * Documents a value with the JSON schema of `schema` and lets everything pass: the handlers check the bodies themselves, so
 * that a gateway gets the same reasons over HTTP as over MQTT.
 */
export const checkedLater = (schema: z.ZodType) => z.unknown().meta(z.toJSONSchema(schema, { io: "input" }));
