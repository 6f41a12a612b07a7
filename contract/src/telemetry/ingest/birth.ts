// A gateway names its devices and learns the uids that its readings must use.
import { z } from "zod";
import { calendarDay } from "../../kernel/calendar-day.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { line, someLine } from "../../kernel/text.ts";
import { handedOver } from "./commands.ts";
import { checkedLater, GATEWAY_LIMITS, protocolRefusal } from "./protocol.ts";

const serial = someLine(100);

/** The devices behind a gateway, with their nameplates. Sent after each connect; repeats change nothing. */
export const birthMessage = z.object({
  v: z.literal(1),
  seq: z.int().min(0),
  /** Unix time in ms when the gateway sent it. */
  sent_at: z.int(),
  firmware_version: line(80).optional(),
  /** The maker's name of this kind of gateway; firmware is offered by it. */
  gateway_type: line(80).optional(),
  hardware_version: line(80).optional(),
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

/** Why a birth was not taken. Over HTTP the answer is a problem with the same reason as its code. */
export const birthRefused = z.object({
  kind: z.literal("birth_refused"),
  seq: z.int(),
  refused: z.array(protocolRefusal),
});

export const gatewayBirth = endpoint({
  name: "gatewayBirth",
  method: "POST",
  path: "gateway/birth",
  summary: "A gateway names its devices and learns the uids that its readings must use",
  access: "gateway",
  body: checkedLater(birthMessage),
  answer: birthResult.extend(handedOver),
  refusals: ["gateway.credential", "message.invalid", "devices.too_many", "message.unavailable"],
});
