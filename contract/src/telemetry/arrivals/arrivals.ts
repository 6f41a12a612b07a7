// What arrives at a gateway in its first hour, for the one who waits for it.
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { quantityNames } from "../quantities.ts";

/** The newest of each that an answer holds. */
export const ARRIVALS_SHOWN = { readings: 30, refusals: 20, tries: 5 } as const;

const instant = z.iso.datetime();
const way = z.enum(["mqtt", "http"]);

/** Refused sign-ins with the gateway's serial, from one address and for one reason. */
const refusedTries = z.object({
  address: z.string(),
  by: way,
  /** credential: it is not the gateway's; client_id: the connection's id is not; connections: it has as many as it may. */
  reason: z.enum(["credential", "client_id", "connections"]),
  count: z.int(),
  last_at: instant,
});
export type RefusedTries = z.output<typeof refusedTries>;

/** A reading or a whole message that was refused. */
const arrivedRefusal = z.object({
  id: z.int(),
  at: instant,
  /** Null: the whole message, or a device that nobody knows. */
  device_uid: z.string().nullable(),
  reason: z.string(),
  detail: z.string(),
  /** The end of the interval as the gateway wrote it, ms since 1970; null: it wrote none. */
  t: z.number().nullable(),
  /** Readings of the same message that were taken; null: the whole message was refused. */
  others: z.int().nullable(),
});
export type ArrivedRefusal = z.output<typeof arrivedRefusal>;

const arrivedReading = z.object({
  device_uid: z.uuid(),
  /** End of the interval, ms since 1970. */
  t: z.int(),
  /** What was measured, in base units. */
  values: z.partialRecord(z.enum(quantityNames), z.number()),
});
export type ArrivedReading = z.output<typeof arrivedReading>;

/** The stages of a gateway's first hour, each null until it is reached, and the newest of what came. */
export const gatewayArrivals = endpoint({
  name: "gatewayArrivals",
  method: "GET",
  path: "fleet/gateway/arrivals",
  summary:
    "What has arrived at a gateway: stages of its first hour, counts, newest readings, and what was refused",
  query: z.object({ gateway_uid: z.uuid() }),
  answer: z.object({
    project_uid: z.uuid(),
    gateway_uid: z.uuid(),
    serial: z.string(),
    /** The server's clock. */
    current_time: instant,
    interval_s: z.int(),
    added_at: instant,
    first_contact: z.object({ at: instant, by: way.nullable(), address: z.string().nullable() }).nullable(),
    firmware_version: z.string().nullable(),
    /** The gateway's clock against the server's, as its newest message told it, ms; negative: behind. */
    clock_ahead_ms: z.number().nullable(),
    announced: z.object({ at: instant, devices: z.int() }).nullable(),
    /** What the first message with readings brought; counts are null for a gateway that was there before it was noted. */
    first_readings: z
      .object({ at: instant, stored: z.int().nullable(), refused: z.int().nullable() })
      .nullable(),
    /** Two intervals in a row have come. */
    connected_at: instant.nullable(),
    /** When the next live interval ends; null: none has come yet. */
    next_due_at: instant.nullable(),
    /** Of the time in which it was waited for or looked at. */
    stored: z.int(),
    refused: z.int(),
    /** Refused sign-ins since it was last heard, the newest first, and how many in the last ten minutes. */
    tries: z.array(refusedTries),
    tries_10_min: z.int(),
    /** Of the last week, the newest first. */
    readings: z.array(arrivedReading),
    refusals: z.array(arrivedRefusal),
  }),
  refusals: ["gateway.not_found"],
});

/** Said on the stream of live values: something has arrived at the gateway, or was refused. */
export const arrivalNotice = z.object({ arrived_at: z.uuid() });
