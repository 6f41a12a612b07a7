// What a device or the gateway itself noticed, and what became of such a message.
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { line, someLine } from "../../kernel/text.ts";
import { handedOver } from "./commands.ts";
import { isNzeReport, nzeDayDetail, nzeDrillDetail, NZE_REPORTS } from "./nze-reports.ts";
import { checkedLater, GATEWAY_LIMITS, protocolRefusal } from "./protocol.ts";

const gatewayEvent = z
  .object({
    /** The gateway itself when left out. */
    device_uid: z.uuid().optional(),
    /** Unix ms when it happened. */
    at: z.int(),
    /** The maker's own code, or a word of the gateway's. */
    code: someLine(60),
    severity: z.enum(["info", "warning", "error"]),
    text: line(500).default(""),
    /** Of `nze.day` and `nze.drill`, which need it, and of no other code. */
    detail: z.union([nzeDayDetail, nzeDrillDetail]).optional(),
  })
  .refine(
    ({ code, detail }) =>
      isNzeReport(code) ? NZE_REPORTS[code].safeParse(detail).success : detail === undefined,
    { path: ["detail"], message: "Must be that of the event's code" },
  );

/**
 * What a device or the gateway itself noticed. The shape is checked as a whole; an event of an unknown device or an
 * impossible time is refused alone. Repeats change nothing.
 */
export const eventsMessage = z.object({
  v: z.literal(1),
  seq: z.int().min(0),
  sent_at: z.int(),
  events: z.array(gatewayEvent).min(1).max(GATEWAY_LIMITS.eventsPerMessage),
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
  refused: z.array(protocolRefusal),
});
export type EventsResult = z.output<typeof eventsResult>;

export const gatewayEvents = endpoint({
  name: "gatewayEvents",
  method: "POST",
  path: "gateway/events",
  summary: "Stores what a gateway or its devices noticed; answers after the commit",
  access: "gateway",
  body: checkedLater(eventsMessage),
  answer: eventsResult.extend(handedOver),
  refusals: ["gateway.credential", "message.invalid", "message.unavailable"],
});
