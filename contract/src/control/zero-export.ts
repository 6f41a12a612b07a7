// Zero export of a gateway: switching it, its log, what was agreed with the utility, and drills of its fail-safe.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { commaSeparated, pageNumber, pageSize } from "../kernel/paging.ts";
import { utcInstant } from "../kernel/units.ts";
import { gatewayEntry, uidAndSerial } from "../monitoring/project-figures.ts";
import { COMMAND_LIMITS } from "../telemetry/ingest/commands.ts";
import { commandCause, commandState } from "./commands.ts";

/** So long after zero export of a gateway was told to change it cannot be told again, s (M263). */
export const NZE_COOLDOWN_S = 180;

/**
 * When zero export of a gateway can be told again, ms since 1970, from when it was last told; null: it can be now, or was never
 * told.
 */
export function nzeAllowedAtMs(toldMs: number | null, nowMs: number): number | null {
  const allowed = toldMs === null ? null : toldMs + NZE_COOLDOWN_S * 1000;
  return allowed === null || allowed <= nowMs ? null : allowed;
}

/** Most gateways that one call may name. */
const NZE_AT_ONCE = 100;
/** The weekly drill is asked for at this hour of the plant's Sunday. */
export const NZE_DRILL_HOUR = 12;
/** Below this irradiance, W/m², there is too little production to drill with. */
export const NZE_DRILL_FROM_W_M2 = 300;
/** So long a drill leaves the meter out, s. */
export const NZE_DRILL_METER_OUT_S = 10;

const eachOnce = (uids: readonly string[]) =>
  new Set(uids.map((uid) => uid.toLowerCase())).size === uids.length;
const TWICE = "Each gateway may be named only once";

/** What the switches of a project's gateways are to be. */
const nzeChanges = z
  .array(z.strictObject({ gateway_uid: z.uuid(), status: z.boolean() }))
  .min(1)
  .max(NZE_AT_ONCE)
  .refine((items) => eachOnce(items.map(({ gateway_uid }) => gateway_uid)), TWICE);

const changed = done.extend({
  /** In the order of the call. */
  commands: z.array(z.object({ gateway_uid: z.uuid(), command_uid: z.uuid(), nze_allowed_at: utcInstant })),
});
const changeRefusals = ["gateway.not_found", "gateway.read_only", "nze.cooldown", "nze.no_meter"];

export const turnNze = endpoint({
  name: "turnNze",
  method: "POST",
  path: "turn-nze",
  summary:
    "Switches zero export of gateways on or off, all or none; a gateway told in the last 3 minutes refuses it",
  body: nzeChanges,
  answer: changed,
  refusals: changeRefusals,
});

export const controlNzeClient = endpoint({
  name: "controlNzeClient",
  method: "POST",
  path: "send-command-service/control-nze-client",
  summary: "The same as turn-nze",
  body: nzeChanges,
  answer: changed,
  refusals: changeRefusals,
});

const nzeLogEntry = z.object({
  command_uid: z.uuid(),
  createdAt: utcInstant,
  /** What was asked for. */
  status: z.boolean(),
  state: commandState,
  state_at: utcInstant,
  cause: commandCause,
  /** Who asked; null: nobody did, or the account is gone. */
  by: z.string().nullable(),
});
export type NzeLogEntry = z.output<typeof nzeLogEntry>;

export const controlNzeLogs = endpoint({
  name: "controlNzeLogs",
  method: "GET",
  path: "send-command-service/control-nze-logs",
  summary: "What zero export of a gateway was told since its log was cleared, newest first",
  query: z.object({ gateway_uid: z.uuid(), page: pageNumber, items_page: pageSize(10) }),
  answer: z.object({
    items: z.array(nzeLogEntry),
    total_items: z.int(),
    /** Rows up to here are hidden; null: none. */
    cleared_at: utcInstant.nullable(),
  }),
  refusals: ["gateway.not_found"],
});

export const clearControlNzeLogs = endpoint({
  name: "clearControlNzeLogs",
  method: "GET",
  keyRight: "write",
  path: "send-command-service/clear-control-nze-logs",
  summary:
    "Hides the rows of the gateways' logs up to now, all or none; the proof and the audit log keep them",
  query: z.object({
    gateway_uid: commaSeparated(z.uuid(), NZE_AT_ONCE).pipe(z.array(z.uuid()).min(1).refine(eachOnce, TWICE)),
  }),
  answer: done,
  refusals: ["gateway.not_found", "gateway.read_only"],
});

const watts = z.number().min(0).max(COMMAND_LIMITS.powerW);

/** What was agreed with the utility for a gateway. */
export const nzeRule = z.strictObject({
  /** So much may be exported, W. */
  export_limit_w: watts,
  /** Export above the limit is to be over after so long, s. */
  back_within_s: z.int().min(1).max(3600),
  /** A meter that is silent for longer, s, makes the gateway go to `failsafe_w` by itself. */
  meter_silent_s: z.int().min(1).max(600),
  failsafe_w: watts,
});
export type NzeRule = z.output<typeof nzeRule>;

/** What holds where nothing was agreed yet. */
export const NZE_RULE_AT_FIRST: NzeRule = {
  export_limit_w: 0,
  back_within_s: 60,
  meter_silent_s: 5,
  failsafe_w: 0,
};

const NZE_DRILL_RESULTS = ["asked", "passed", "failed", "skipped"] as const;
/** Why a drill was skipped or failed. */
const NZE_DRILL_REASONS = [
  "low_irradiance",
  "no_irradiance",
  "gateway_silent",
  "zero_export_off",
  "not_handed_over",
  "refused",
  "no_answer",
  "too_slow",
  "not_reached",
  "missed",
] as const;
export type NzeDrillReason = (typeof NZE_DRILL_REASONS)[number];

/** A drill as calls answer it. */
export const nzeDrill = z.object({
  drill_uid: z.uuid(),
  asked_at: utcInstant,
  asked_by: z.enum(["week", "person"]),
  meter_out_s: z.int(),
  failsafe_w: z.number(),
  /** The fail-safe limit is to be reached within, s. */
  allowed_s: z.int(),
  /** As it was asked for; null: not known. */
  irradiance_w_m2: z.number().nullable(),
  result: z.enum(NZE_DRILL_RESULTS),
  /** Null: it has passed, or is not over. */
  reason: z.enum(NZE_DRILL_REASONS).nullable(),
  /** The gateway's own words on it. */
  reason_text: z.string(),
  started_at: utcInstant.nullable(),
  to_limit_s: z.number().nullable(),
  back_s: z.number().nullable(),
});
export type NzeDrill = z.output<typeof nzeDrill>;

const zeroExportGateway = z.object({
  gateway_info: gatewayEntry.shape.gateway_info,
  gateway_data: gatewayEntry.shape.gateway_data,
  /** Since when the meter says what nze_status says; null: it has never said. */
  nze_since: utcInstant.nullable(),
  /** At the grid; null: none, so that zero export cannot be switched. Its alias, else its name, else its serial. */
  meter: uidAndSerial.extend({ alias: z.string() }).nullable(),
  rule: nzeRule,
  /** When the rule was set; null: nobody has, and it is what holds at first. */
  rule_since: utcInstant.nullable(),
  /** The first day that was judged; null: none yet. */
  first_day: z.iso.date().nullable(),
  /** What zero export was told last; null: nothing. */
  command: nzeLogEntry.pick({ command_uid: true, createdAt: true, status: true, state: true }).nullable(),
  /** When the gateway next drills by itself; null: it does not. */
  weekly_drill_at: utcInstant.nullable(),
  /** The newest drill; null: none. */
  drill: nzeDrill.nullable(),
});
export type ZeroExportGateway = z.output<typeof zeroExportGateway>;

export const zeroExportGateways = endpoint({
  name: "zeroExportGateways",
  method: "GET",
  path: "control/zero-export",
  summary:
    "Zero export of each gateway of a project: what its meter says, its rule, its newest command and drill",
  query: z.object({ project_uid: z.uuid() }),
  answer: z.object({ timezone: z.string(), gateways: z.array(zeroExportGateway) }),
  refusals: ["project.not_found"],
});

export const setNzeRule = endpoint({
  name: "setNzeRule",
  method: "POST",
  path: "control/zero-export/rule",
  summary: "Sets what was agreed with the utility for a gateway and tells the gateway",
  query: z.object({ gateway_uid: z.uuid() }),
  body: nzeRule,
  answer: done.extend({ command_uid: z.uuid().nullable() }),
  refusals: ["gateway.not_found", "gateway.read_only", "nze.no_meter"],
});

export const setNzeDrills = endpoint({
  name: "setNzeDrills",
  method: "POST",
  path: "control/zero-export/drills",
  summary: "Switches the weekly drill of a gateway's fail-safe on or off",
  query: z.object({ gateway_uid: z.uuid() }),
  body: z.strictObject({ weekly: z.boolean() }),
  answer: done.extend({ weekly_drill_at: utcInstant.nullable() }),
  refusals: ["gateway.not_found", "gateway.read_only", "nze.no_meter"],
});

export const drillNze = endpoint({
  name: "drillNze",
  method: "POST",
  path: "control/zero-export/drill",
  summary:
    "Drills a gateway's fail-safe now: its meter is left out for 10 s and production goes to its fail-safe limit",
  body: z.strictObject({ gateway_uid: z.uuid() }),
  answer: done.extend({ drill: nzeDrill }),
  refusals: ["gateway.not_found", "gateway.read_only", "nze.no_meter", "nze.drilling"],
});
