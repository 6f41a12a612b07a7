// Batches of readings, and what became of them.
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { line, someLine } from "../../kernel/text.ts";
import { LINE_QUANTITIES, quantityNames } from "../quantities.ts";
import { handedOver } from "./commands.ts";
import { checkedLater, GATEWAY_LIMITS, protocolRefusal } from "./protocol.ts";

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
 * One entry of `readings`, of the device that has the uid or, where none is given, the serial of the birth. `t`: unix ms of the END of its interval, UTC. `m`: quantities and their values within the
 * ranges of quantities.ts; null says that the device measures it and has no value now.
 */
export const readingEntry = z.object({
  device_uid: z.uuid().optional(),
  device_serial: someLine(100).optional(),
  t: z.int(),
  m: z.partialRecord(z.enum(quantityNames), z.number().nullable()),
  x: readingExtras.optional(),
});
/** An entry as a sender writes it that has learned the uids of its devices. */
export type ReadingEntry = z.input<typeof readingEntry> & { readonly device_uid: string };

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
  refused: z.array(protocolRefusal),
});
export type ReadingsResult = z.output<typeof readingsResult>;

export const gatewayReadings = endpoint({
  name: "gatewayReadings",
  method: "POST",
  path: "gateway/readings",
  summary: "Stores a batch of readings; answers after the commit",
  access: "gateway",
  body: checkedLater(readingsMessage),
  answer: readingsResult.extend(handedOver),
  refusals: [
    "gateway.credential",
    "message.invalid",
    "readings.too_many",
    "gateway.mismatch",
    "topic.forbidden",
    "message.unavailable",
  ],
});
