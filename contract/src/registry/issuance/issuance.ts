// Requests for certificates: the list, one with its statement and checks, and how one begins (C60, C87).
import { z } from "zod";
import { calendarDay } from "../../kernel/calendar-day.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { pageNumber, pageSize } from "../../kernel/paging.ts";
import { line } from "../../kernel/text.ts";
import { utcInstant } from "../../kernel/units.ts";
import {
  actingFor,
  commandAnswer,
  nextStep,
  RECORD_READ_REFUSALS,
  recordFrame,
  tabCounts,
} from "../../parties/records.ts";
import { BASIS_PARTS } from "../devices/basis.ts";
import { heldEvidence } from "../evidence/evidence.ts";
import { EVIDENCE_CLASSES } from "./issuance-guards.ts";
import {
  issuanceBalance,
  issuanceCheck,
  issuanceDay,
  issuanceReview,
  shorterPeriod,
} from "./issuance-parts.ts";
import { restated } from "./restated.ts";
import { ISSUANCE_DAYS_MAX } from "./issuance-command.ts";

/** Tabs of the list, as C60 names them. */
export const ISSUANCE_TABS = [
  "all",
  "draft",
  "in_progress",
  "to_resubmit",
  "approved",
  "rejected",
  "withdrawn",
] as const;

const evidence = z.enum(EVIDENCE_CLASSES).nullable();
const registry = z.enum(["IREC", "TIGR", "GEC"]);

/** What list and page say of a request alike. Days are local days of the device, both ends included. */
const issuanceHead = z.object({
  registry,
  device: z.object({ device_uid: z.uuid(), code: z.string(), name: z.string() }),
  fuel: z.string(),
  country: z.string(),
  location: z.string(),
  province: z.string(),
  from_day: z.string(),
  to_day: z.string(),
  /** Certificates that it would make, or made; each is 1 MWh. */
  quantity: z.int(),
  evidence,
  /** Codes of guards that failed when its statement was frozen. */
  failed: z.array(z.string()),
  demonstration: z.boolean(),
  /** The last local day on which it may be submitted. */
  deadline: z.string().nullable(),
});

const issuanceRow = issuanceHead.extend({
  record_uid: z.uuid(),
  number: z.string(),
  status: z.string(),
  version: z.int(),
  next: nextStep.nullable(),
  /** How many of its days are not class A. */
  weaker_days: z.int(),
  days: z.int(),
  changed_at: utcInstant,
});
export type IssuanceListItem = z.output<typeof issuanceRow>;

const issuanceRecord = recordFrame.extend({
  ...issuanceHead.shape,
  timezone: z.string(),
  days: z.array(issuanceDay),
  checks: z.array(issuanceCheck),
  balance: issuanceBalance,
  /** Batches made, or as they would be called. */
  serials: z.array(z.object({ code: z.string(), first: z.int(), last: z.int() })),
  shorter: shorterPeriod.nullable(),
  statement: z.object({ version: z.int(), hash: z.string(), made_at: utcInstant }).nullable(),
  /** SHA-256 of the evidence pack as it was submitted last, hexadecimal; null: it follows the readings, or there is none. */
  pack_sha256: z.string().nullable(),
  /** Meters whose registers are in the figure, and what they are to it. */
  meters: z.array(
    z.object({
      unit_uid: z.uuid(),
      maker: z.string(),
      serial: z.string(),
      role: z.string(),
      parts: z.array(z.enum(BASIS_PARTS)),
    }),
  ),
  /** The project whose power chart shows the readings; null: the person may not see it. */
  project_uid: z.uuid().nullable(),
  /** The request of whose days this one asks for what is more. */
  corrects: z.object({ record_uid: z.uuid(), number: z.string() }).nullable(),
  restated: restated.nullable(),
  /** Why nothing is issued of its days, as ORD-007 says it; null: something may be, or it is at its end. */
  suspended_because: z.string().nullable(),
  /** Its documents, in the order in which they came. */
  documents: z.array(heldEvidence),
  /** Energy that a document states of a day; null: it was declared before documents were kept. */
  declared: z.array(z.object({ day: z.string(), wh: z.int(), evidence_uid: z.uuid().nullable() })),
  /** The issuer who took it for review last; null: nobody has. */
  reviewer: z.string().nullable(),
  /** What was asked for when it went back, and what differs since; null: it did not. */
  review: issuanceReview.nullable(),
});
export type IssuanceRecord = z.output<typeof issuanceRecord>;

/** By what requests can be put in order. */
export const ISSUANCE_ORDERS = [
  "number",
  "device",
  "location",
  "province",
  "from_day",
  "quantity",
  "registry",
  "fuel",
  "country",
  "from",
  "to",
  "status",
  "evidence",
  "changed_at",
] as const;

export const listIssuances = endpoint({
  name: "listIssuances",
  method: "GET",
  path: "rehash/issuances",
  summary: "Requests for certificates, a page at a time; issuers see those of their registry and country",
  keyRight: "none",
  query: actingFor.extend({
    tab: z.enum(ISSUANCE_TABS).default("all"),
    page: pageNumber,
    page_size: pageSize(10),
    /** Words in the number, the device's name or its code. */
    search: line(100).optional(),
    order_by: z.enum(ISSUANCE_ORDERS).default("number"),
    order_type: z.enum(["desc", "asc"]).default("desc"),
  }),
  answer: z.object({
    items: z.array(issuanceRow),
    total_items: z.int(),
    counts: tabCounts,
    /** How many of them wait for the one who asks. */
    waiting: z.int(),
    /** Drafts that pass every check as they were frozen: what they would make, and their names. */
    ready: z.object({
      drafts: z.int(),
      quantity: z.int(),
      items: z.array(z.object({ record_uid: z.uuid(), version: z.int(), number: z.string() })),
    }),
  }),
  refusals: RECORD_READ_REFUSALS,
});

export const readIssuance = endpoint({
  name: "readIssuance",
  method: "GET",
  path: "rehash/issuances/one",
  summary: "One request with its statement by day, the balance, and every check",
  keyRight: "none",
  query: actingFor.extend({ record_uid: z.uuid() }),
  answer: issuanceRecord,
  refusals: RECORD_READ_REFUSALS,
});

export const listIssuableDevices = endpoint({
  name: "listIssuableDevices",
  method: "GET",
  path: "rehash/issuances/devices",
  summary: "Devices of the account, and the period that each may be issued for next",
  keyRight: "none",
  query: actingFor,
  answer: z.object({
    items: z.array(
      z.object({
        device_uid: z.uuid(),
        code: z.string(),
        name: z.string(),
        registry,
        /** The first month, of those that are over, that no request has; null: none is left. */
        from_day: z.string().nullable(),
        to_day: z.string().nullable(),
      }),
    ),
  }),
  refusals: RECORD_READ_REFUSALS,
});

export const createIssuance = endpoint({
  name: "createIssuance",
  method: "POST",
  path: "rehash/issuances",
  summary: "Begins a draft for a device and period; the quantity follows from its readings",
  keyRight: "none",
  query: actingFor,
  body: z
    .strictObject({ device_uid: z.uuid(), from_day: calendarDay, to_day: calendarDay, key: z.uuid() })
    .refine(({ from_day, to_day }) => from_day <= to_day, {
      path: ["to_day"],
      error: "Must not be before the first day",
    })
    .refine(
      ({ from_day, to_day }) => Date.parse(to_day) - Date.parse(from_day) < ISSUANCE_DAYS_MAX * 86_400_000,
      {
        path: ["to_day"],
        error: "At most 366 days",
      },
    ),
  answer: commandAnswer,
  refusals: ["GEN-403", "ACC-013", "GEN-404", "GEN-410", "GEN-411"],
});

export const downloadEvidencePack = endpoint({
  name: "downloadEvidencePack",
  method: "GET",
  path: "rehash/issuances/pack",
  summary:
    "The evidence of a request by day, as it was submitted last, of a draft as it is now: what is counted and from where, completeness, availability, insolation, expected energy and what the energy ledger noted, with its documents",
  keyRight: "none",
  query: actingFor.extend({
    record_uid: z.uuid(),
    /** JSON is the text that its SHA-256 is of (RFC 8785); CSV has the days alone and names both hashes. */
    format: z.enum(["json", "csv"]).default("json"),
  }),
  answer: z.file(),
  refusals: RECORD_READ_REFUSALS,
});
