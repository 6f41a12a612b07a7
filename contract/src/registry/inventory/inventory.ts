// What a business account holds: balances by device and vintage, ranges of serial numbers, their life, and what happened (C65, C66, C90 to C92).
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { pageNumber, pageSize } from "../../kernel/paging.ts";
import { line } from "../../kernel/text.ts";
import { utcInstant } from "../../kernel/units.ts";
import { RECORD_READ_REFUSALS } from "../../parties/records.ts";
import { CERTIFICATE_REGISTRIES, ENTRY_TYPES, LOT_CHANNELS, parseBatchCode } from "../ledger.ts";
import { rangeDays } from "./range-days.ts";
import { recordBehind } from "./record-behind.ts";
import { BALANCE_ORDERS } from "./inventory-orders.ts";
import { FUEL_GROUPS } from "./tickers.ts";

const registry = z.enum(CERTIFICATE_REGISTRIES);
const vintage = z.coerce.number().int().min(2000).max(2099);
const country = z.string().regex(/^[A-Z]{2}$/, "Must be a country of two letters, such as VN");
/** A number of a batch's certificates; ranges are half-open. */
const serial = z.coerce.number().int().min(1).max(1_000_000_000);
/** Where a range ends: the number behind its last. */
const serialEnd = z.coerce.number().int().min(2).max(1_000_000_001);
const batchCode = z.string().refine((text) => parseBatchCode(text) !== null, "Must be the code of a batch");
const holder = z.object({ account: z.uuid() });

/** Certificates (MWh) by where they are. */
const balances = {
  available: z.int(),
  on_sale: z.int(),
  in_settlement: z.int(),
  redemption_pending: z.int(),
  /** Being exported, or frozen. */
  held_back: z.int(),
  /** All of them. */
  total: z.int(),
};

export const listInventory = endpoint({
  name: "listInventory",
  method: "GET",
  path: "rehash/inventory",
  keyRight: "none",
  summary:
    "Certificates of a registry that the account holds, by device and vintage, in the order of their tickers",
  query: holder.extend({
    registry,
    /** Held at this instant; left out: now. */
    as_of: utcInstant.optional(),
    /** Words in the device's names or code, in a ticker or the code of a batch. */
    search: line(100).default(""),
    fuel: z.enum(FUEL_GROUPS).optional(),
    vintage: vintage.optional(),
    /** Left out: the newest vintage first, by ticker and device. */
    order_by: z.enum(BALANCE_ORDERS).optional(),
    /** "ever": rows of which nothing is held any more, too. */
    which: z.enum(["held", "ever"]).default("held"),
    order_type: z.enum(["asc", "desc"]).default("asc"),
    page: pageNumber,
    items_page: pageSize(50),
  }),
  answer: z.object({
    /** The instant of the balances. */
    as_of: utcInstant,
    items: z.array(
      z.object({
        ticker: z.string(),
        country: z.string(),
        device: z.string(),
        /** "": the device is registered elsewhere. */
        english_name: z.string(),
        local_name: z.string(),
        location: z.string(),
        province: z.string(),
        /** Code of the registries, ES100. */
        fuel: z.string(),
        fuel_group: z.enum(FUEL_GROUPS),
        vintage: z.int(),
        ...balances,
      }),
    ),
    total_items: z.int(),
    /** Of all pages. */
    totals: z.object(balances),
    /** Subtotals of the tickers on this page, of all their devices. */
    tickers: z.array(z.object({ ticker: z.string(), ...balances })),
    /** What is held of each registry, whatever is searched. */
    registries: z.object({ IREC: z.int(), TIGR: z.int(), GEC: z.int() }),
    /** Vintages that are held of the registry, the newest first. */
    vintages: z.array(z.int()),
  }),
  refusals: [...RECORD_READ_REFUSALS],
});

/** Where certificates of a range are, for their holder: as the ledger has it; those of others are sold. */
const RANGE_STATES = [
  "available",
  "on_sale",
  "in_settlement",
  "redemption_pending",
  "export_pending",
  "frozen",
  "retired",
  "withdrawn",
  "external",
  "sold",
] as const;
export type RangeState = (typeof RANGE_STATES)[number];

const inventoryRange = z.object({
  code: z.string(),
  first: z.int(),
  until: z.int(),
  /** Certificates of the batch. */
  of: z.int(),
  state: z.enum(RANGE_STATES),
  /** The record that holds them, or by which they went; null: none. */
  reference: z.string().nullable(),
  /** Null: the reference is no record of the account's own. */
  record: recordBehind.nullable(),
  /** How they came to the account. */
  channel: z.enum(LOT_CHANNELS),
  /** What each MWh cost, with four decimals, in the currency; null: nothing is known of it. */
  unit_cost: z.string().nullable(),
  currency: z.string().nullable(),
  month: z.string(),
  /** The first and last local day on which these certificates were produced; where the days of the batch are not known, those of all of it. */
  from_day: z.string(),
  to_day: z.string(),
});
export type InventoryRange = z.output<typeof inventoryRange>;

export const listInventoryRanges = endpoint({
  name: "listInventoryRanges",
  method: "GET",
  path: "rehash/inventory/ranges",
  keyRight: "none",
  summary: "Serial ranges of a device and vintage that the account holds, or that it held and no longer does",
  query: holder.extend({
    registry,
    country,
    device: z.string().regex(/^[A-Z0-9]{1,20}$/, "Must be the code of a device"),
    vintage,
    as_of: utcInstant.optional(),
    /** "held": now, or at `as_of`; "gone": redeemed, sold, exported or withdrawn. */
    which: z.enum(["held", "gone"]).default("held"),
    page: pageNumber,
    items_page: pageSize(50),
  }),
  answer: z.object({
    items: z.array(inventoryRange),
    total_items: z.int(),
    /** MWh of all pages, by state. */
    amounts: z.array(z.object({ state: z.enum(RANGE_STATES), amount: z.int() })),
  }),
  refusals: [...RECORD_READ_REFUSALS],
});

export const splitLot = endpoint({
  name: "splitLot",
  method: "POST",
  path: "rehash/inventory/split",
  keyRight: "none",
  summary: "Splits a range that is available in two lots, which stay apart from then on",
  query: holder,
  body: z.strictObject({
    code: batchCode,
    first: serial,
    until: serialEnd,
    /** Last number of the first part. */
    after: serial,
    key: z.uuid(),
  }),
  answer: z.object({ parts: z.array(z.object({ first: z.int(), until: z.int() })) }),
  refusals: [...RECORD_READ_REFUSALS, "GEN-403", "ACC-013", "GEN-410", "LOT-001", "LOT-002"],
});

/** Something that happened to a range. What others did among themselves names no record and no person (rule R30). */
const rangeEvent = z.object({
  /** Number in the journal; null: it is not sealed yet. */
  seq: z.int().nullable(),
  at: utcInstant,
  type: z.enum(ENTRY_TYPES),
  /** The part of the range that it was about. */
  first: z.int(),
  until: z.int(),
  from: z.enum(["issue", ...RANGE_STATES, "other"]),
  to: z.enum([...RANGE_STATES, "other"]),
  /** True: the account had the certificates before or after it. */
  is_own: z.boolean(),
  reference: z.string().nullable(),
  /** Null: the reference is no record of the account's own. */
  record: recordBehind.nullable(),
  /** Of the account's own people; null: somebody else, or the system. */
  person: z.string().nullable(),
  /** Leaf hash in the log, by which a proof is asked for. */
  leaf: z.string(),
});
export type RangeEvent = z.output<typeof rangeEvent>;

export const readRangeHistory = endpoint({
  name: "readRangeHistory",
  method: "GET",
  path: "rehash/inventory/history",
  keyRight: "none",
  summary: "The life of a range of serial numbers that the account holds or held, and its place in the batch",
  query: holder
    .extend({ code: batchCode, first: serial, until: serialEnd })
    .refine(({ first, until }) => first < until, { path: ["first"], message: "Must be less than `until`" }),
  answer: z.object({
    code: z.string(),
    of: z.int(),
    month: z.string(),
    ...rangeDays,
    device: z.string(),
    english_name: z.string(),
    /** The issuance or import, for the account that it was made for; null for others. */
    source_reference: z.string().nullable(),
    /** Its record, where `source_reference` is one of this portal. */
    source_record: z.object({ kind: z.enum(["issuance", "import"]), record_uid: z.uuid() }).nullable(),
    /** The plant that generated it, for its members; null for others. */
    project_uid: z.uuid().nullable(),
    /** The batch in order: the account's own parts as they are or as they went, and what it never had. */
    segments: z.array(
      z.object({ first: z.int(), until: z.int(), state: z.enum([...RANGE_STATES, "other"]) }),
    ),
    /** The oldest first, the newest 200. */
    events: z.array(rangeEvent),
  }),
  refusals: [...RECORD_READ_REFUSALS],
});
