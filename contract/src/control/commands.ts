// The one life of every command: from a person's press, or a schedule's hour, to the evidence that it worked.
import { z } from "zod";
import { calendarDay } from "../kernel/calendar-day.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { pageNumber, pageSize } from "../kernel/paging.ts";
import { commandArgs, REVERSIONS } from "../telemetry/ingest/commands.ts";

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
const COMMAND_CAUSES = ["person", "schedule", "end", "drill", "roll_out"] as const;
export const commandCause = z.enum(COMMAND_CAUSES);
export type CommandCause = z.output<typeof commandCause>;

/**
 * What the measured data say of a command's effect: it was seen, it cannot be seen for now (and why), or the data say otherwise.
 */
const SEEN = ["seen", "cannot_be_seen", "contradicted"] as const;

/** Why an effect cannot be seen for now. */
const CANNOT_BE_SEEN = [
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
  /** The same in percent of the device's rating; null: there is none, or the rating is not known. */
  conflict_percent: z.number().nullable().default(null),
  /** Of a roll-out: the version that the gateway reports. */
  firmware_version: z.string().nullable(),
});
export type CommandEvidence = z.output<typeof commandEvidence>;

/** What a step of a command says beside its state. */
const STEP_NOTES = [
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
  /** Nothing behind the gateway has said what is set. */
  "not_read_back",
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

/** What a person may give again by hand: what is neither a toggle with a cooldown of its own nor a roll-out. */
export const GIVEN_AGAIN: ReadonlySet<string> = new Set(["power_limit", "connect", "nze_parameters"]);
/** States after which it may be given again. */
export const GIVEN_AGAIN_AFTER: ReadonlySet<CommandState> = new Set([
  "failed",
  "expired",
  "reverted",
  "cancelled",
]);

const namedThing = z.object({
  uid: z.uuid(),
  serial: z.string(),
  /** What people call it: its alias, of a device else its name; null: neither. */
  alias: z.string().nullable(),
});

/** The command that another gave way to, or that it followed. */
const otherCommand = z.object({
  command_uid: z.uuid(),
  args: commandArgs,
  created_at: z.iso.datetime(),
});

/**
 * One order for one or more devices of a gateway, given at once: its state is that of the device that is worst off, of which
 * `command_uid` is the command.
 */
const commandRow = z.object({
  command_uid: z.uuid(),
  args: commandArgs,
  cause: commandCause,
  /** Who gave it; null: nobody, or an account that is gone. */
  by: z.object({ account_uid: z.uuid(), display_name: z.string() }).nullable(),
  created_at: z.iso.datetime(),
  gateway: namedThing,
  /** The first twenty; none: it is for the gateway itself. */
  devices: z.array(namedThing),
  device_count: z.int(),
  state: commandState,
  state_at: z.iso.datetime(),
  /** When its gateway was told; null: it was not. */
  sent_at: z.iso.datetime().nullable(),
  /** The marks that it reached before it ended. */
  is_acknowledged: z.boolean(),
  /** Of the last step. */
  note: z.enum(STEP_NOTES).nullable(),
  text: z.string(),
  evidence: commandEvidence.nullable(),
  superseded_by: otherCommand.nullable(),
});
export type CommandRow = z.output<typeof commandRow>;

export const listCommands = endpoint({
  name: "listCommands",
  method: "GET",
  path: "control/commands",
  summary: "What a project's plants were told to do and what became of it, the newest first",
  query: z.object({
    project_uid: z.uuid(),
    /** Of one of its devices. */
    state: commandState.optional(),
    gateway_uid: z.uuid().optional(),
    device_uid: z.uuid().optional(),
    /** Days of the project's zone on which it was given. */
    from_date: calendarDay.optional(),
    to_date: calendarDay.optional(),
    page: pageNumber,
    items_page: pageSize(20),
  }),
  answer: z.object({ items: z.array(commandRow), total_items: z.int() }),
  refusals: ["project.not_found", "gateway.not_found", "device.not_found"],
});

const commandStep = z.object({
  state: commandState,
  at: z.iso.datetime(),
  /** Null: nobody did it, it happened. */
  by: z.object({ account_uid: z.uuid(), display_name: z.string() }).nullable(),
  note: z.enum(STEP_NOTES).nullable(),
  text: z.string(),
  evidence: commandEvidence.nullable(),
});
export type CommandStep = z.output<typeof commandStep>;

/** So many points of a chart of evidence travel at most. */
export const EVIDENCE_POINTS = 400;

export const getCommand = endpoint({
  name: "getCommand",
  method: "GET",
  path: "control/command",
  summary: "One command with every step of its life, and the measured data around it that prove it",
  query: z.object({ command_uid: z.uuid() }),
  answer: commandRow.extend({
    project_uid: z.uuid(),
    expires_at: z.iso.datetime(),
    sent_by: z.enum(["mqtt", "http"]).nullable(),
    /** After so long without word of the portal the gateway goes back by itself, s; null: never. */
    revert_after_s: z.int().nullable(),
    revert_to: z.enum(REVERSIONS).nullable(),
    held_at: z.iso.datetime().nullable(),
    effect_ended_at: z.iso.datetime().nullable(),
    steps: z.array(commandStep),
    /** All commands of the same order, this one among them; at most 500. */
    others: z.array(z.object({ command_uid: z.uuid(), device: namedThing.nullable(), state: commandState })),
    /** True: somebody who may change the project can cancel it now. */
    may_cancel: z.boolean(),
    may_give_again: z.boolean(),
    /** Power of a device around it, W; at the grid what is exported is below zero. Null: nothing measures it. */
    chart: z
      .object({
        device: namedThing,
        asset_type: z.string(),
        points: z.array(z.tuple([z.iso.datetime(), z.number()])),
      })
      .nullable(),
  }),
  refusals: ["command.not_found"],
});

export const cancelCommand = endpoint({
  name: "cancelCommand",
  method: "POST",
  path: "control/command/cancel",
  summary: "Takes back an order on the devices that have not been told of it yet",
  body: z.strictObject({ command_uid: z.uuid() }),
  answer: z.object({ message: z.string(), cancelled: z.int() }),
  refusals: ["command.not_found", "command.read_only", "command.not_queued"],
});

export const giveCommandAgain = endpoint({
  name: "giveCommandAgain",
  method: "POST",
  path: "control/command/again",
  summary: "Gives an order again, as a new one, on the devices on which it did not work",
  body: z.strictObject({ command_uid: z.uuid() }),
  answer: z.object({ message: z.string(), command_uid: z.uuid() }),
  refusals: ["command.not_found", "command.read_only", "command.not_again"],
});
