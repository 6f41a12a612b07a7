// Whether a gateway is there, and what the portal tells it to do. docs/gateway-protocol.md is the prose.
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { line, someLine } from "../../kernel/text.ts";
import { checkedLater, protocolRefusal } from "./protocol.ts";

/** On the state topic: after connecting, and as the last will. */
export const stateMessage = z.object({ online: z.boolean() });

/** What a gateway can be told to do. */
export const COMMAND_NAMES = [
  "power_limit",
  "connect",
  "zero_export",
  "nze_parameters",
  "nze_drill",
  "firmware",
] as const;

/** Limits of what a command may carry. */
export const COMMAND_LIMITS = {
  /** Largest limit of power or export, W. */
  powerW: 1e9,
  /** The longest a command may wait to be obeyed, s. */
  expiresInS: 7 * 86_400,
  /** The longest time without word from the portal after which a gateway goes back by itself, s. */
  revertAfterS: 86_400,
  /** A firmware file, bytes. */
  firmwareBytes: 64 * 1024 * 1024,
  /** Commands in one answer of an HTTP call; more of them come with the next. */
  perAnswer: 100,
  /** Commands that one hold message names. */
  heldPerMessage: 1000,
} as const;

const power = z.number().min(0).max(COMMAND_LIMITS.powerW);

/** The two relays of a water heater's controller. */
export const RELAYS = ["RL1", "RL2"] as const;

/**
 * A command and what it carries. `power_limit` with null gives the device back to the gateway's own limit. Powers in W, shares in
 * percent of the device's rating. A limit that is set on site and lower than the one asked for stays.
 */
export const commandArgs = z.discriminatedUnion("name", [
  z.object({
    name: z.literal("power_limit"),
    limit: z
      .union([z.strictObject({ percent: z.number().min(0).max(100) }), z.strictObject({ w: power })])
      .nullable(),
  }),
  z.object({
    name: z.literal("connect"),
    on: z.boolean(),
    /** Of a water heater's controller; left out: the device itself. */
    relay: z.enum(RELAYS).optional(),
  }),
  z.object({ name: z.literal("zero_export"), on: z.boolean(), export_limit_w: power.default(0) }),
  z.object({
    name: z.literal("nze_parameters"),
    export_limit_w: power,
    /** Export above the limit is to be over after this long, s. */
    back_within_s: z.number().min(1).max(3600),
    /** A meter that is silent for longer makes the gateway go to `failsafe_w` by itself, s. */
    meter_silent_s: z.number().min(1).max(600),
    failsafe_w: power,
  }),
  /** The gateway leaves its meter out for so long and measures how soon it is at the fail-safe limit. */
  z.object({ name: z.literal("nze_drill"), meter_out_s: z.number().min(5).max(60) }),
  z.object({
    name: z.literal("firmware"),
    version: someLine(80),
    /** Where the file is for an hour: a whole address, or a path at the portal. The gateway's own credential is not asked for. */
    url: z
      .string()
      .max(2000)
      .regex(/^(https?:\/\/[^\s/]|\/(?!\/))/, "Must be an address of the web or a path"),
    size_bytes: z.int().min(1).max(COMMAND_LIMITS.firmwareBytes),
    /** Of the file, hexadecimal. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/, "Must be 64 hexadecimal digits"),
    /** Ed25519 over the file's bytes, base64url. */
    signature: z.string().max(200),
    type: z.enum(["OTA", "Flash"]),
  }),
]);
export type CommandArgs = z.output<typeof commandArgs>;

/** What a gateway goes back to by itself: its own limit, the side that exports nothing, or connected. */
export const REVERSIONS = ["own_limit", "limited", "connected"] as const;
export type Reversion = (typeof REVERSIONS)[number];

/**
 * On the command topic, or in the answer of an HTTP call: an order for a device, or for the gateway itself where `device_uid` is
 * null. It is to be carried out once, however often it comes, and not at all after `expires_at` (unix ms). After `revert_after_s`
 * without word from the portal that holds it, the gateway goes back to `revert_to` by itself; null: it need not.
 */
export const commandMessage = z.intersection(
  z.object({
    v: z.literal(1),
    command_uid: z.uuid(),
    device_uid: z.uuid().nullable(),
    expires_at: z.int(),
    revert_after_s: z.int().min(1).max(COMMAND_LIMITS.revertAfterS).nullable(),
    revert_to: z.enum(REVERSIONS).nullable(),
  }),
  commandArgs,
);
export type CommandMessage = z.output<typeof commandMessage>;

/** On the hold topic, or as `held` in the answer of an HTTP call: commands whose time to go back begins anew. */
export const holdMessage = z.object({
  v: z.literal(1),
  held: z.array(z.uuid()).max(COMMAND_LIMITS.heldPerMessage),
});
export type HoldMessage = z.output<typeof holdMessage>;

/** What became of a command. The first answer with an end counts; the same again changes nothing. */
export const commandAck = z.object({
  v: z.literal(1),
  command_uid: z.uuid(),
  /** `reverted`: obeyed before, and gone back from for want of word from the portal. */
  status: z.enum(["done", "refused", "failed", "expired", "reverted"]),
  text: line(500).default(""),
  /** The limit that holds now where a lower one is set on site, W. */
  in_force_w: power.optional(),
});
export type CommandAck = z.output<typeof commandAck>;

/**
 * What the answers of a gateway's HTTP calls carry besides: commands, each handed over once, and the commands whose time to go back
 * begins anew with this answer. A gateway whose MQTT connection is subscribed to its commands gets them there.
 */
export const handedOver = {
  commands: z.array(commandMessage).max(COMMAND_LIMITS.perAnswer),
  held: z.array(z.uuid()),
} as const;
export type HandedOver = z.output<z.ZodObject<typeof handedOver>>;

/** What became of the answer to a command. Over MQTT it is sent only when it was refused. */
export const ackResult = z.object({
  kind: z.literal("ack"),
  /** Null: the message named none that could be read. */
  command_uid: z.uuid().nullable(),
  /** False: the same had been answered before, or it is refused; it changes nothing. */
  counted: z.boolean(),
  refused: z.array(protocolRefusal),
});
export type AckResult = z.output<typeof ackResult>;

export const gatewayAck = endpoint({
  name: "gatewayAck",
  method: "POST",
  path: "gateway/ack",
  summary: "A gateway says what became of a command; answers after the commit",
  access: "gateway",
  body: checkedLater(commandAck),
  answer: ackResult,
  refusals: ["gateway.credential", "message.invalid", "command.unknown", "message.unavailable"],
});
