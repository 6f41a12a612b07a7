// The alarm desk: what is wrong over all projects of an account, what it costs, and who has it.
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { commaSeparated, pageNumber, pageSize } from "../../kernel/paging.ts";
import { line } from "../../kernel/text.ts";
import { utcInstant } from "../../kernel/units.ts";
import { assetType } from "../../fleet/asset-types.ts";
import { alarmCause, alarmKind, alarmSeverity } from "../../monitoring/alarms.ts";

/** Alarms of one call, days for which what is closed stands on the desk and an alarm may be put aside, and projects that it may be narrowed to. */
export const DESK_LIMITS = { atOnce: 100, closedDays: 7, snoozeDays: 90, projects: 50 } as const;

/** Groups of the desk in their order. `closed`: by itself today; `resolved`: a person said so. */
export const DESK_GROUPS = ["nobody", "in_work", "snoozed", "closed", "resolved"] as const;
const deskGroup = z.enum(DESK_GROUPS);
export type DeskGroup = z.output<typeof deskGroup>;

/** What people found an alarm to come from. */
export const RESOLVED_CAUSES = [
  "grid",
  "network",
  "inverter",
  "string",
  "connector",
  "fuse",
  "sensor",
  "shading",
  "soiling",
  "planned_work",
  "false_alarm",
  "other",
] as const;
export const resolvedCause = z.enum(RESOLVED_CAUSES);
export type ResolvedCause = z.output<typeof resolvedCause>;

/** Dong, decimal text. */
const vnd = z.string();

/** Who may be meant: somebody, nobody, oneself. */
export const deskWho = z.enum(["anybody", "nobody", "me"]);

/** What of the desk is shown. `open`: what waits, is in work or snoozed, and what closed by itself today. */
export const deskShown = z.enum(["open", "mine", "snoozed", "closed"]);

/** By cost now, newest first, or the worst first; within each group. */
export const deskOrder = z.enum(["cost", "since", "severity"]);

/** What is looked for. */
const filter = {
  view: deskShown.default("open"),
  /** One or several, with commas between them; none: all of the caller's. */
  project_uid: commaSeparated(z.uuid(), DESK_LIMITS.projects).default([]),
  severity: alarmSeverity.optional(),
  kind: alarmKind.optional(),
  who: deskWho.default("anybody"),
  /** Words that occur in the names of project, gateway or device. */
  filter_by: line(100).default(""),
};

const person = z.object({ account_uid: z.uuid(), name: z.string(), is_me: z.boolean() });

/** What it takes now: power and dong an hour, at least and at most. They are equal unless it is not known whether the plant stands still. */
const cost = z.object({ least_w: z.number(), most_w: z.number(), least_vnd: vnd, most_vnd: vnd });

/** What a silence was, by the counters that came back. Energies null: nothing was expected, or the counters are not back. */
const verdict = z.object({
  kind: z.enum(["communication", "outage", "partial", "pending"]),
  produced_wh: z.number().nullable(),
  expected_wh: z.number().nullable(),
});

const named = z.object({ uid: z.uuid(), serial: z.string(), alias: z.string() });

const deskAlarm = z.object({
  alarm_uid: z.uuid(),
  /** By which people call it: A-1042. */
  number: z.int(),
  group: deskGroup,
  kind: alarmKind,
  severity: alarmSeverity,
  cause: alarmCause,
  started_at: utcInstant,
  /** Null: its condition holds. */
  ended_at: utcInstant.nullable(),
  project: z.object({
    project_uid: z.uuid(),
    name: z.string(),
    timezone: z.string(),
    /** True: the caller may take, assign, snooze and resolve. */
    may_change: z.boolean(),
  }),
  gateway: named.nullable(),
  device: named.extend({ asset_type: assetType }).nullable(),
  /** What stands under it as its consequence. */
  folded: z.object({ strings: z.int(), events: z.int(), devices: z.int() }),
  /** Null: not known yet. */
  cost: cost.nullable(),
  lost_wh: z.number(),
  lost_vnd: vnd,
  holder: person.nullable(),
  snoozed_until: utcInstant.nullable(),
  resolved: z
    .object({ at: utcInstant, by: z.string().nullable(), cause: resolvedCause, note: z.string() })
    .nullable(),
  verdict: verdict.nullable(),
  ticket_uid: z.uuid().nullable(),
  /** Plants that were lost by the same cause, of which this one is the first; null: it stands for itself. Costs are those of all. */
  region: z.object({ projects: z.int() }).nullable(),
});
export type DeskAlarm = z.output<typeof deskAlarm>;

const sums = z.object({ alarms: z.int(), least_vnd: vnd, most_vnd: vnd });

export const alarmDesk = endpoint({
  name: "alarmDesk",
  method: "GET",
  path: "alarms/desk",
  summary: "Alarms of all projects of the caller, one for each cause, by group and what they cost",
  query: z.object({
    ...filter,
    /** Only the plants of the region's cause that this alarm names. */
    region: z.uuid().optional(),
    order_by: deskOrder.default("cost"),
    page: pageNumber,
    page_size: pageSize(25),
  }),
  answer: z.object({
    items: z.array(deskAlarm),
    total_items: z.int(),
    /** Those that the desk is narrowed to, as they are called; none where it is not. */
    projects: z.array(z.object({ project_uid: z.uuid(), name: z.string() })),
    /** Of each group that has any, whatever page is shown. */
    groups: z.array(sums.extend({ group: deskGroup })),
    /** Of all projects, whatever is filtered. */
    strip: z.object({
      open: z.int(),
      mine: z.int(),
      snoozed: z.int(),
      nobody: z.int(),
      oldest_nobody_at: utcInstant.nullable(),
      least_w: z.number(),
      least_vnd: vnd,
      /** What may come to that while a verdict is pending, of how many alarms, and the project where there is one. */
      pending: z.object({
        alarms: z.int(),
        w: z.number(),
        vnd,
        project: z.string().nullable(),
      }),
      lost_vnd: vnd,
      /** Of the last seven days. */
      closed: z.int(),
      closed_by_themselves: z.int(),
      last_closed_at: utcInstant.nullable(),
      /** Of the last 24 hours: what devices and gateways said, and the alarms that were made of it. */
      signals: z.int(),
      alarms: z.int(),
      projects: z.int(),
    }),
  }),
  refusals: ["project.not_found", "alarm.not_found"],
});

export const alarmCounts = endpoint({
  name: "alarmCounts",
  method: "GET",
  path: "alarms/count",
  summary: "How many alarms of the caller's projects wait or are in work, one for each cause",
  answer: z.object({ open: z.int(), nobody: z.int() }),
});

/** What became of an alarm, in order. */
const step = z.object({
  at: utcInstant,
  action: z.enum([
    "begun",
    "raised",
    "taken",
    "assigned",
    "given_back",
    "snoozed",
    "woken",
    "resolved",
    "reopened",
    "escalated",
    "ticket",
    "ended",
  ]),
  /** Null: the portal or the plant, or the account is no longer there. */
  by: z.string().nullable(),
  to: z.string().nullable(),
  until: utcInstant.nullable(),
  cause: resolvedCause.nullable(),
  note: z.string().nullable(),
});
export type AlarmStep = z.output<typeof step>;

const oneAlarm = z.object({ alarm_uid: z.uuid() });

export const alarmDetail = endpoint({
  name: "alarmDetail",
  method: "GET",
  path: "alarms/alarm",
  summary: "An alarm with its history, what stands under it, and whether it was seen before",
  query: oneAlarm,
  answer: z.object({
    alarm: deskAlarm,
    steps: z.array(step),
    /** What stands under it, the newest first, at most 100. */
    folded: z.array(
      z.object({
        kind: alarmKind,
        cause: alarmCause,
        device: z.string().nullable(),
        started_at: utcInstant,
        ended_at: utcInstant.nullable(),
      }),
    ),
    /** Devices that cannot be heard for it. */
    devices: z.array(z.string()),
    last_contact_at: utcInstant.nullable(),
    /** The last one of this kind at the same place that is closed; null: none. */
    seen_before: z
      .object({
        started_at: utcInstant,
        ended_at: utcInstant,
        lost_vnd: vnd,
        cause: resolvedCause.nullable(),
        note: z.string().nullable(),
        by: z.string().nullable(),
      })
      .nullable(),
    /** Who it can be given to; empty for those who may not. */
    people: z.array(person),
  }),
  refusals: ["alarm.not_found"],
});

export const alarmCourse = endpoint({
  name: "alarmCourse",
  method: "GET",
  path: "alarms/course",
  summary:
    "What the alarm's devices gave and should have given by quarter hour, from before it began until it ended",
  query: oneAlarm,
  answer: z.object({
    timezone: z.string(),
    from: utcInstant,
    to: utcInstant,
    quarters: z.array(
      z.object({
        at: utcInstant,
        /** Mean power, W. Null: not known. */
        own_w: z.number().nullable(),
        expected_w: z.number().nullable(),
      }),
    ),
    /** By what most of it was expected; null: by nothing. */
    expected_by: z.enum(["siblings", "light", "clear_sky"]).nullable(),
  }),
  refusals: ["alarm.not_found"],
});
