// Whether a gateway is there, and the orders that are reserved.
import { z } from "zod";
import { line, someLine } from "../../kernel/text.ts";

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
