// What every record of the certificate workspace has: commands, their answer, who acts next and what happened to it.
import { z } from "zod";
import { RECORD_PARTIES, RECORD_ROLES, type RecordLife } from "../kernel/life-cycle.ts";
import { pageNumber, pageSize } from "../kernel/paging.ts";
import { line, paragraphs } from "../kernel/text.ts";

/** The account that somebody acts for stands in the address of each call. Issuers and platform operators leave it out. */
export const actingFor = z.object({ account: z.uuid().optional() });

/** Refusals that every command of a record shares. */
export const RECORD_REFUSALS = [
  "GEN-403",
  "ACC-013",
  "GEN-404",
  "GEN-409",
  "GEN-410",
  "GEN-411",
  "GEN-422",
  "GEN-423",
  "AUTH-005",
  "AUTH-006",
  "confirmation.required",
] as const;

/** Refusals of calls that only read. */
export const RECORD_READ_REFUSALS = ["GEN-404"] as const;

/** Longest reason of an action. */
const REASON_MAX = 2000;

/** The body of a command on a record of this kind; a kind's endpoint may add fields by `.extend`. */
export function recordCommand<S extends string, N extends string>(life: RecordLife<S, N>) {
  // oxlint-disable-next-line no-unsafe-type-assertion -- keys of the table, of which a life cycle has one at least
  const names = Object.keys(life.actions).filter((name) => !bySystemAlone(life, name)) as [N, ...N[]];
  return z.strictObject({
    record_uid: z.uuid(),
    action: z.enum(names),
    /** The version that the person saw; another one is refused with GEN-409. */
    expected_version: z.int().min(1).max(1_000_000_000),
    /** The same key again is answered as before and does nothing. */
    key: z.uuid(),
    reason: paragraphs(REASON_MAX).optional(),
  });
}

const bySystemAlone = (life: RecordLife, name: string): boolean =>
  life.actions[name]?.by.every((role) => role === "system") === true;

/** What a command answers. */
export const commandAnswer = z.object({
  record_uid: z.uuid(),
  /** "IS-2026-000001". */
  number: z.string(),
  status: z.string(),
  version: z.int(),
  /** True: it was noted, and is done when a second person asks for the same. */
  needs_second_person: z.boolean(),
});

const recordRole = z.enum(RECORD_ROLES);

/** Who must act next on a record. */
export const nextStep = z.object({
  by: recordRole,
  /** Of which party, where the record has two. */
  of: z.enum(RECORD_PARTIES).optional(),
  /** True: the one who asks. */
  is_you: z.boolean(),
  /** UTC; null: there is no time limit. */
  until: z.iso.datetime().nullable(),
  /** What happens by itself then; null: nothing. */
  otherwise: z.string().nullable(),
});
export type NextStep = z.output<typeof nextStep>;

/** A line of a record's timeline. */
const timelineEvent = z.object({
  at: z.iso.datetime(),
  action: z.string(),
  from_status: z.string().nullable(),
  to_status: z.string(),
  role: recordRole,
  /** Of people of one's own side; null: of others only the role is shown, and of the system there is none. */
  person: z.string().nullable(),
  reason: z.string().nullable(),
});
export type TimelineEvent = z.output<typeof timelineEvent>;

/** The SHA-256 of what a person proposes on a record, hexadecimal. */
export const payloadHash = z.string().regex(/^[0-9a-f]{64}$/, "Must be 64 hexadecimal digits");

/**
 * What a first of two persons proposes on a record and a second confirms or sets aside; null: nothing, or not for the one who asks.
 * `payload`: what the command carries beside what every command does.
 */
export const proposal = <P extends z.ZodType>(payload: P) =>
  z
    .object({
      /** The kind of record. */
      entity: z.string(),
      action: z.string(),
      asked_at: z.iso.datetime(),
      by_you: z.boolean(),
      /** The first person's name; null: there is none. */
      person: z.string().nullable(),
      reason: z.string().nullable(),
      payload,
      payload_hash: payloadHash,
    })
    .nullable();

/** What each answer about one record has beside its own fields. */
export const recordFrame = z.object({
  record_uid: z.uuid(),
  number: z.string(),
  status: z.string(),
  version: z.int(),
  created_at: z.iso.datetime(),
  changed_at: z.iso.datetime(),
  /** Names of the actions that are open to the one who asks. */
  actions: z.array(z.string()),
  next: nextStep.nullable(),
  timeline: z.array(timelineEvent),
  /** A kind whose proposals carry something says what (`proposal`). */
  second_person: proposal(z.looseObject({})),
});
export type RecordFrame = z.output<typeof recordFrame>;

/** What a list of records is asked for beside whose they are: words in them, an order, the last first unless the caller says otherwise, and a page of it. */
export const recordListQuery = <Order extends z.ZodType>(order_by: Order) => ({
  search: line(100).default(""),
  order_by,
  order_type: z.enum(["desc", "asc"]).default("desc"),
  page: pageNumber,
  items_page: pageSize(20),
});

/** How many records each tab of a kind has, All among them. */
export const tabCounts = z.record(z.string(), z.int());
