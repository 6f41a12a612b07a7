// Requests for certificates: the list, one with its statement and checks, and what is done with it (C60, C87, C107).
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
  RECORD_REFUSALS,
  recordCommand,
  recordFrame,
  tabCounts,
} from "../../parties/records.ts";
import { BASIS_PARTS } from "../devices/basis.ts";
import { CHECK_OUTCOMES, EVIDENCE_CLASSES, ISSUANCE_GUARDS } from "./issuance-guards.ts";
import { restated } from "./restated.ts";
import { ISSUANCE_LIFE } from "./issuance-life.ts";

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
export type IssuanceTab = (typeof ISSUANCE_TABS)[number];

/** Bytes of an evidence file at most: a year of days. */
const EVIDENCE_FILE_MAX = 65_536;

const evidence = z.enum(EVIDENCE_CLASSES).nullable();
const registry = z.enum(["IREC", "TIGR", "GEC"]);

/** What list and page say of a request alike. Days are local days of the device, both ends included. */
const issuanceHead = z.object({
  registry,
  device: z.object({ device_uid: z.uuid(), code: z.string(), name: z.string() }),
  fuel: z.string(),
  country: z.string(),
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

const issuanceDay = z.object({
  day: z.string(),
  /** What counts, Wh; null: nothing is known. */
  wh: z.int().nullable(),
  meter_wh: z.int().nullable(),
  inverter_wh: z.int().nullable(),
  /** What was exported, and what was taken off as station supply, Wh; null: not measured, or not known. */
  exported_wh: z.int().nullable(),
  supply_wh: z.int().nullable(),
  maximum_wh: z.int(),
  source: z.enum(["meter", "gap", "inverters", "power", "import", "file", "none"]),
  evidence,
  /** Of the day's time, tenths of a percent. */
  complete_permille: z.int(),
  is_settled: z.boolean(),
});

const issuanceCheck = z.object({
  code: z.enum(ISSUANCE_GUARDS),
  outcome: z.enum(CHECK_OUTCOMES),
  message: z.string(),
  params: z.record(z.string(), z.string()),
});

/** The arithmetic of what is made: carried in − debt + counted = balance; balance − made = carried out, Wh. */
const issuanceBalance = z.object({
  carry_wh: z.int(),
  debt_wh: z.int(),
  counted_wh: z.int(),
  balance_wh: z.int(),
  quantity: z.int(),
  carry_out_wh: z.int(),
});
export type IssuanceBalance = z.output<typeof issuanceBalance>;

/** What would become of the request if it ended before the first day that stops it. */
const shorterPeriod = z.object({
  to_day: z.string(),
  quantity: z.int(),
  /** The rest as a second draft; null: nothing is left after the days that stop it. */
  rest_from_day: z.string().nullable(),
  rest_quantity: z.int(),
});

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
  files: z.array(z.object({ day: z.string(), file_name: z.string(), wh: z.int() })),
});
export type IssuanceRecord = z.output<typeof issuanceRecord>;

/** By what requests can be put in order. */
export const ISSUANCE_ORDERS = [
  "number",
  "device",
  "location",
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
    .refine(({ from_day, to_day }) => Date.parse(to_day) - Date.parse(from_day) < 366 * 86_400_000, {
      path: ["to_day"],
      error: "At most 366 days",
    }),
  answer: commandAnswer,
  refusals: ["GEN-403", "ACC-013", "GEN-404", "GEN-410", "GEN-411"],
});

export const commandIssuance = endpoint({
  name: "commandIssuance",
  method: "POST",
  path: "rehash/issuances/actions",
  summary: "Does one of the actions of a request's life",
  keyRight: "none",
  query: actingFor,
  body: recordCommand(ISSUANCE_LIFE).extend({
    /** `set_period`: its days; with `rest_from_day` the days from there to its end so far become a draft of their own. */
    from_day: calendarDay.optional(),
    to_day: calendarDay.optional(),
    rest_from_day: calendarDay.optional(),
    /** `declare`: lines of day and kWh, as a CSV file has them. */
    file_name: line(200).optional(),
    contents: z.string().max(EVIDENCE_FILE_MAX).optional(),
    /** `accept_check`: the guard that is accepted. */
    code: z.enum(ISSUANCE_GUARDS).optional(),
  }),
  answer: commandAnswer,
  refusals: [...RECORD_REFUSALS, ...ISSUANCE_GUARDS, "ISS-017", "ISS-018", "ORD-007"],
});
