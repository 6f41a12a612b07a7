// Roll-outs of firmware: to one gateway, to a group, or in waves that stop by themselves when gateways do not come back.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { commandState } from "./commands.ts";

/** Gateways of one roll-out. */
export const ROLL_OUT_GATEWAYS = 1000;
/** The share of all gateways that have had their turn when the second wave is over. */
export const SECOND_WAVE_SHARE = 0.1;

/** all: every gateway at once. waves: one gateway, then a tenth, then the rest. */
const rollOutMode = z.enum(["all", "waves"]);
export type RollOutMode = z.output<typeof rollOutMode>;

/** running: a wave is under way. waiting: it went well, and the next one waits for its time or for a person. */
const rollOutState = z.enum(["running", "waiting", "done", "stopped"]);
export type RollOutState = z.output<typeof rollOutState>;

/**
 * What became of a gateway. waiting: its wave has not begun. under_way: it has its command. updated: it reports the version. failed: it
 * refused or could not. silent: it did not come back after its restart. other_version: it came back with another version. left_out:
 * the roll-out stopped before its turn.
 */
export const rollOutGatewayState = z.enum([
  "waiting",
  "under_way",
  "updated",
  "failed",
  "silent",
  "other_version",
  "left_out",
]);
export type RollOutGatewayState = z.output<typeof rollOutGatewayState>;

/** failed, silent, other_version: what became of a gateway of a wave. withdrawn: the version was. person: somebody stopped it. */
const ROLL_OUT_ENDS = ["failed", "silent", "other_version", "withdrawn", "person"] as const;
export type RollOutEnd = (typeof ROLL_OUT_ENDS)[number];

const rollOut = z.object({
  roll_out_uid: z.uuid(),
  file_uid: z.uuid(),
  version: z.string(),
  for_gateway_type: z.string(),
  mode: rollOutMode,
  state: rollOutState,
  /** The wave that is under way or was the last, from 1. */
  wave: z.int(),
  waves: z.int(),
  /** Of those gateways that the caller may see, by what became of them. */
  counts: z.record(rollOutGatewayState, z.int()),
  /** When the next wave begins by itself; null: none waits. */
  next_wave_at: z.iso.datetime().nullable(),
  /** Null: it was not stopped. */
  stopped: z
    .object({
      reason: z.enum(ROLL_OUT_ENDS),
      /** The gateway that stopped it, as it is called; null: none did, or one that the caller does not see. */
      gateway: z.object({ name: z.string(), project_name: z.string() }).nullable(),
    })
    .nullable(),
  /** Null: the account is gone. */
  created_by: z.string().nullable(),
  created_at: z.iso.datetime(),
});
export type RollOut = z.output<typeof rollOut>;

const one = z.strictObject({ roll_out_uid: z.uuid() });

export const createRollOut = endpoint({
  name: "createRollOut",
  method: "POST",
  path: "send-command-service/roll-out",
  summary: "Rolls a version of firmware out to gateways whose projects the caller may change",
  body: z.strictObject({
    file_uid: z.uuid(),
    gateway_uids: z.array(z.uuid()).min(1).max(ROLL_OUT_GATEWAYS),
    mode: rollOutMode,
  }),
  answer: z.object({ roll_out_uid: z.uuid() }),
  refusals: [
    "firmware.not_found",
    "gateway.not_found",
    "gateway.read_only",
    "roll_out.other_type",
    "roll_out.under_way",
  ],
});

export const listRollOutGateways = endpoint({
  name: "listRollOutGateways",
  method: "GET",
  path: "send-command-service/roll-out-gateways",
  summary: "Gateways that a version fits and that the caller may roll it out to",
  query: z.strictObject({ file_uid: z.uuid() }),
  answer: z.object({
    items: z
      .array(
        z.object({
          gateway_uid: z.uuid(),
          /** What it is called: its alias, name or serial. */
          name: z.string(),
          serial: z.string(),
          project_uid: z.uuid(),
          project_name: z.string(),
          reported_version: z.string().nullable(),
          last_contact_at: z.iso.datetime().nullable(),
          /** True: it takes part in a roll-out that is not over. */
          is_busy: z.boolean(),
        }),
      )
      .max(ROLL_OUT_GATEWAYS),
  }),
  refusals: ["firmware.not_found"],
});

export const listRollOuts = endpoint({
  name: "listRollOuts",
  method: "GET",
  path: "send-command-service/roll-outs",
  summary: "Roll-outs that reach a gateway of the caller's projects, the newest first",
  query: z.strictObject({ limit: z.coerce.number().int().min(1).max(100).default(50) }),
  answer: z.object({ items: z.array(rollOut) }),
});

export const readRollOut = endpoint({
  name: "readRollOut",
  method: "GET",
  path: "send-command-service/roll-out",
  summary: "A roll-out with what became of each gateway that the caller may see",
  query: one,
  answer: rollOut.extend({
    gateways: z.array(
      z.object({
        gateway_uid: z.uuid(),
        /** What it is called: its alias, name or serial. */
        name: z.string(),
        serial: z.string(),
        project_uid: z.uuid(),
        project_name: z.string(),
        wave: z.int(),
        state: rollOutGatewayState,
        /** What it reported before; null: nothing. */
        was_version: z.string().nullable(),
        /** What it reports now: the evidence. */
        reported_version: z.string().nullable(),
        /** Null: its wave has not begun. */
        command_uid: z.uuid().nullable(),
        command_state: commandState.nullable(),
        /** When it said that it has the version and restarts; null: it has not. */
        restarted_at: z.iso.datetime().nullable(),
        /** What it said of the command, in its own words. */
        text: z.string(),
      }),
    ),
    /** True: the caller may go on with it or stop it. */
    may_change: z.boolean(),
  }),
  refusals: ["roll_out.not_found"],
});

export const continueRollOut = endpoint({
  name: "continueRollOut",
  method: "POST",
  path: "send-command-service/roll-out/next-wave",
  summary: "Begins the next wave of a roll-out that waits",
  body: one,
  answer: done,
  refusals: ["roll_out.not_found", "roll_out.read_only", "roll_out.not_waiting"],
});

export const stopRollOut = endpoint({
  name: "stopRollOut",
  method: "DELETE",
  path: "send-command-service/roll-out",
  summary:
    "Stops a roll-out: gateways whose turn has not come are left out, and what was not handed over is taken back",
  query: one,
  answer: done,
  refusals: ["roll_out.not_found", "roll_out.read_only", "roll_out.over"],
});
