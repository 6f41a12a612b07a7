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
