// The one life of every command: from a person's press, or a schedule's hour, to the evidence that it worked.
import { z } from "zod";

/** Every state of a command, in the order of its life; those after `verified` are the ways in which it ends otherwise. */
export const COMMAND_STATES = [
  "queued",
  "sent",
  "acknowledged",
  "applied",
  "verified",
  "failed",
  "expired",
  "superseded",
  "reverted",
  "cancelled",
] as const;
export const commandState = z.enum(COMMAND_STATES);
export type CommandState = z.output<typeof commandState>;

/**
 * Which state may follow which; the one table of it. `applied` is read back from the device, and watched until its effect can be seen
 * or has ended; `verified` is read back and seen in measured data. A command that has been obeyed may go back by itself
 * (`reverted`), one that nobody has obeyed yet may be cancelled (while queued), expire, or give way to a newer one.
 */
export const COMMAND_LIFE: Readonly<Record<CommandState, readonly CommandState[]>> = {
  queued: ["sent", "expired", "superseded", "cancelled"],
  sent: ["acknowledged", "failed", "expired", "superseded"],
  acknowledged: ["applied", "failed", "superseded", "reverted"],
  applied: ["verified", "failed", "superseded", "reverted"],
  verified: ["reverted"],
  failed: [],
  expired: [],
  superseded: [],
  reverted: [],
  cancelled: [],
};

/** True where the portal still waits for something: until then the command is watched. */
export const isOpenCommand = (state: CommandState): boolean =>
  state === "queued" || state === "sent" || state === "acknowledged" || state === "applied";

/** Who or what gave a command: a person, a schedule's hour, the end of what was ordered before, a drill, a roll-out of firmware. */
export const COMMAND_CAUSES = ["person", "schedule", "end", "drill", "roll_out"] as const;
export const commandCause = z.enum(COMMAND_CAUSES);
export type CommandCause = z.output<typeof commandCause>;

/**
 * What the measured data say of a command's effect: it was seen, it cannot be seen for now (and why), or the data say otherwise.
 */
export const SEEN = ["seen", "cannot_be_seen", "contradicted"] as const;

/** Why an effect cannot be seen for now. */
export const CANNOT_BE_SEEN = [
  /** Nothing is produced: it is dark, or the plant stands still. */
  "no_production",
  /** What is produced, or exported, would be below the limit without it. */
  "below_limit",
  /** Nothing measures what it would change. */
  "no_meter",
  /** It was so before. */
  "no_change",
] as const;

/** A value of a reading that proves something. Powers in W. */
const evidenceReading = z.object({
  device_uid: z.uuid(),
  serial: z.string(),
  /** The end of the reading's interval, as the gateway states it. */
  at: z.iso.datetime(),
  quantity: z.string(),
  value: z.number(),
});
export type EvidenceReading = z.output<typeof evidenceReading>;

/** What is known of a command's effect: what was read back from the device, and what measured data say. */
export const commandEvidence = z.object({
  /** True: what was ordered is set in the device. */
  is_set: z.boolean(),
  /** Of the device's own settings. */
  read_back: z.array(evidenceReading),
  /** Null: nothing has been measured yet. */
  seen: z.enum(SEEN).nullable(),
  /** Why it cannot be seen; null unless `seen` says that it cannot. */
  reason: z.enum(CANNOT_BE_SEEN).nullable(),
  /** Of measured data. */
  readings: z.array(evidenceReading),
  /** The same quantity before the command was sent. */
  before: evidenceReading.nullable(),
  /** Since when measured data, or what was read back, say otherwise without a break. */
  contradicted_since: z.iso.datetime().nullable(),
  /** The limit that holds because it is set on site, lower than the one ordered, W. */
  on_site_w: z.number().nullable(),
  /** Somebody else sets this device: what was read back last. */
  conflict: evidenceReading.nullable(),
  /** Of a roll-out: the version that the gateway reports. */
  firmware_version: z.string().nullable(),
});
export type CommandEvidence = z.output<typeof commandEvidence>;

/** What a step of a command says beside its state. */
export const STEP_NOTES = [
  "by_mqtt",
  "by_http",
  /** Its gateway did not take it in time. */
  "not_sent",
  /** It was handed over and not answered in time; it is not sent again. */
  "not_acknowledged",
  "refused",
  "gateway_failed",
  "gateway_expired",
  /** Measured data said otherwise for too long. */
  "contradicted",
  /** The device said for too long that something else is set. */
  "not_set",
  /** An answer came after its time; that changes nothing. */
  "late_answer",
  /** Another controller sets the device. */
  "conflict",
  "conflict_over",
  /** The gateway said that it went back by itself. */
  "gateway_reverted",
  /** The gateway had no word of the portal for so long that it has gone back by itself. */
  "lost",
] as const;
export type StepNote = (typeof STEP_NOTES)[number];
