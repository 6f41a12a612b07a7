// Rules by which the alarms of a project are raised, and what a rule would have raised in the past.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { utcInstant } from "../kernel/units.ts";
import { alarmCause, alarmKind, alarmSeverity } from "../monitoring/alarms.ts";
import { oneProject } from "../monitoring/portfolio.ts";
import { MEASURED_QUANTITIES, QUANTITIES } from "../telemetry/quantities.ts";

/**
 * What a rule is about, in the order in which rules are listed. gateway_silent: a gateway, or all that stands behind it.
 * inverter_event: faults and events that an inverter reports. measured: any quantity over or under a threshold.
 */
export const ALARM_RULE_KINDS = [
  "gateway_silent",
  "device_silent",
  "inverter_event",
  "string_deviation",
  "device_underperforming",
  "plant_underperforming",
  "measured",
] as const;
export type AlarmRuleKind = (typeof ALARM_RULE_KINDS)[number];

/** Rules of measured quantities that a project may have; of the other kinds it has one each. Days that a replay looks back. */
export const ALARM_RULE_LIMITS = { measured: 20, days: 90, items: 100 } as const;

/** "usual": by what is known of the cause, as without a rule of the project's own. */
export const RULE_SEVERITIES = ["usual", ...alarmSeverity.options] as const;

const common = { severity: z.enum(RULE_SEVERITIES), enabled: z.boolean() };
const silentMinutes = z.int().min(1).max(2880);
const heldMinutes = z.int().min(0).max(1440);

const isPossible = (rule: { kind: string; quantity?: keyof typeof QUANTITIES; threshold?: number }) => {
  if (rule.quantity === undefined || rule.threshold === undefined) return true;
  const { min, max } = QUANTITIES[rule.quantity];
  return rule.threshold >= min && rule.threshold <= max;
};

export const alarmRule = z
  .discriminatedUnion("kind", [
    /** Silent for so long, and for three intervals of its gateway at least. */
    z.strictObject({ kind: z.literal("gateway_silent"), minutes: silentMinutes, ...common }),
    z.strictObject({ kind: z.literal("device_silent"), minutes: silentMinutes, ...common }),
    z.strictObject({ kind: z.literal("inverter_event"), min_severity: alarmSeverity, ...common }),
    /** Less than this share of the median of its siblings, for so long. */
    z.strictObject({
      kind: z.literal("string_deviation"),
      percent: z.int().min(5).max(95),
      minutes: heldMinutes,
      ...common,
    }),
    /** Less of a day's energy than this share of what its siblings let expect. */
    z.strictObject({ kind: z.literal("device_underperforming"), percent: z.int().min(5).max(99), ...common }),
    /** A day's performance ratio below this share of the guaranteed one. */
    z.strictObject({
      kind: z.literal("plant_underperforming"),
      percent: z.number().min(5).max(120),
      ...common,
    }),
    /** In the quantity's own unit. `when`: at all times, or only while the sun is up. */
    z.strictObject({
      kind: z.literal("measured"),
      quantity: z.enum(MEASURED_QUANTITIES),
      direction: z.enum(["over", "under"]),
      threshold: z.number().min(-1e9).max(1e9),
      minutes: heldMinutes,
      when: z.enum(["always", "day"]),
      ...common,
    }),
  ])
  .refine(isPossible, { path: ["threshold"], error: "Must be a value that the quantity can have" });
export type AlarmRule = z.output<typeof alarmRule>;
export type AlarmRuleOf<K extends AlarmRuleKind> = Extract<AlarmRule, { kind: K }>;

/** Which of a kind's rules it is: a project has one for each quantity and direction; "" for all other kinds. */
export const ruleSubject = (rule: AlarmRule): string =>
  rule.kind === "measured" ? `${rule.quantity} ${rule.direction}` : "";

const subject = z.string().max(60).default("");
const kind = z.enum(ALARM_RULE_KINDS);

const listedRule = z.object({
  rule: alarmRule,
  /** True: nobody has saved another one. */
  is_usual: z.boolean(),
  /** Null: it is the usual one. */
  saved_at: utcInstant.nullable(),
  /** Name of who saved it; null: the usual one, or the account is gone. */
  saved_by: z.string().nullable(),
  /** Open alarms that it has raised. */
  open_alarms: z.int(),
});
export type ListedAlarmRule = z.output<typeof listedRule>;

export const listAlarmRules = endpoint({
  name: "listAlarmRules",
  method: "GET",
  path: "alarm-rules",
  summary:
    "The rules by which the alarms of a project are raised: its own, and the usual ones of the other kinds",
  query: oneProject,
  answer: z.object({
    project: z.object({ name: z.string(), timezone: z.string(), inverters: z.int() }),
    may_change: z.boolean(),
    items: z.array(listedRule),
    /** Quantities that the devices report now: others can be watched too. */
    quantities: z.array(z.enum(MEASURED_QUANTITIES)),
  }),
  refusals: ["project.not_found"],
});

/** right: energy was lost by the counters. not_right: they counted what was expected. unknown: no light was measured. */
const REPLAY_VERDICTS = ["right", "not_right", "unknown"] as const;
export type ReplayVerdict = (typeof REPLAY_VERDICTS)[number];

const named = z.object({ uid: z.uuid(), name: z.string() });
const replayedAlarm = z.object({
  kind: alarmKind,
  severity: alarmSeverity,
  started_at: utcInstant,
  /** Null: it would still be open. */
  ended_at: utcInstant.nullable(),
  gateway: named.nullable(),
  device: named.nullable(),
  cause: alarmCause,
  lost_wh: z.int(),
  /** Decimal text. */
  lost_vnd: z.string(),
  verdict: z.enum(REPLAY_VERDICTS),
});
export type ReplayedAlarm = z.output<typeof replayedAlarm>;

const counts = z.object({ alarms: z.int(), right: z.int(), not_right: z.int() });
const replayResult = z.object({
  /** Local days that were looked at, both counted, and on how many of them something was read. */
  from_day: z.iso.date(),
  to_day: z.iso.date(),
  history_days: z.int(),
  readings: z.int(),
  took_ms: z.int(),
  ...counts.shape,
  lost_wh: z.int(),
  lost_vnd: z.string(),
  /** Alarms raised while the sun was down. */
  at_night: z.int(),
  /** Null: it would have raised nothing. */
  busiest: z.object({ day: z.iso.date(), alarms: z.int() }).nullable(),
  /** Days on which alarms would have been raised, in order. */
  days: z.array(counts.extend({ day: z.iso.date(), lost_wh: z.int() })),
  /** The newest first, at most ALARM_RULE_LIMITS.items. */
  items: z.array(replayedAlarm),
  /** The same rule with other thresholds, from the one that raises least: the rule and what it would have raised. */
  others: z.array(counts.extend({ rule: alarmRule })),
  /** Of `others`, the one that catches as many right ones with fewer that are not; null: none does. */
  better: z.int().nullable(),
});
export type ReplayResult = z.output<typeof replayResult>;

const REPLAY_STATES = ["queued", "running", "done", "failed", "cancelled"] as const;

const replay = z.object({
  replay_uid: z.uuid(),
  rule: alarmRule,
  state: z.enum(REPLAY_STATES),
  /** 0 to 100. */
  progress: z.int(),
  /** Null: it is not done. */
  result: replayResult.nullable(),
});
export type AlarmReplay = z.output<typeof replay>;

export const replayAlarmRule = endpoint({
  name: "replayAlarmRule",
  method: "POST",
  path: "alarm-rules/replays",
  summary:
    "Begins to look what a rule would have raised in the last 90 days; a replay of the same person that is under way ends",
  body: z.strictObject({ project_uid: z.uuid(), rule: alarmRule }),
  answer: done.extend({ replay }),
  refusals: ["project.not_found", "project.read_only"],
});

const oneReplay = z.object({ project_uid: z.uuid(), replay_uid: z.uuid() });

export const getAlarmReplay = endpoint({
  name: "getAlarmReplay",
  method: "GET",
  path: "alarm-rules/replays",
  summary: "How far a replay is, and what it has found",
  query: oneReplay,
  answer: replay,
  refusals: ["project.not_found", "alarm_replay.not_found"],
});

export const cancelAlarmReplay = endpoint({
  name: "cancelAlarmReplay",
  method: "DELETE",
  path: "alarm-rules/replays",
  summary: "Ends a replay that is under way",
  query: oneReplay,
  answer: done,
  refusals: ["project.not_found", "project.read_only", "alarm_replay.not_found"],
});

export const saveAlarmRule = endpoint({
  name: "saveAlarmRule",
  method: "POST",
  path: "alarm-rules",
  summary: "Saves a rule that was replayed just as it stands; it holds from now on",
  body: z.strictObject({ project_uid: z.uuid(), replay_uid: z.uuid(), rule: alarmRule }),
  answer: done,
  refusals: [
    "project.not_found",
    "project.read_only",
    "alarm_replay.not_found",
    "alarm_rule.not_replayed",
    "alarm_rule.too_many",
  ],
});

export const switchAlarmRule = endpoint({
  name: "switchAlarmRule",
  method: "PUT",
  path: "alarm-rules/enabled",
  summary: "Switches a rule on or off; the open alarms of one that is switched off end",
  body: z.strictObject({ project_uid: z.uuid(), kind, subject, enabled: z.boolean() }),
  answer: done,
  refusals: ["project.not_found", "project.read_only", "alarm_rule.not_found"],
});

export const removeAlarmRule = endpoint({
  name: "removeAlarmRule",
  method: "DELETE",
  path: "alarm-rules",
  summary:
    "Takes a rule of the project's own back: the usual one holds again, and of a measured quantity none",
  query: z.object({ project_uid: z.uuid(), kind, subject }),
  answer: done,
  refusals: ["project.not_found", "project.read_only", "alarm_rule.not_found"],
});
