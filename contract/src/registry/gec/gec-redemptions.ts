// Redemptions of green certificates (C64, C89, C110): the list, the purchase that operators record, and one record.
import { z } from "zod";
import { calendarDay } from "../../kernel/calendar-day.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { line, someLine } from "../../kernel/text.ts";
import {
  actingFor,
  commandAnswer,
  RECORD_READ_REFUSALS,
  RECORD_REFUSALS,
  recordCommand,
  proposal,
  recordFrame,
  recordListQuery,
  tabCounts,
} from "../../parties/records.ts";
import { heldEvidence } from "../evidence/evidence.ts";
import { FOREIGN_SERIAL_MAX } from "../imports/import-rules.ts";
import { gecRedemptionLife } from "./gec-life.ts";
import { GEC_LOTS_MAX, GEC_PRICE_MAX_CENTS, GEC_QUANTITY_MAX } from "./gec-rules.ts";

/** Tabs of the list, in the order of C64. */
export const GEC_REDEMPTION_TABS = [
  "all",
  "pending_buyer_input",
  "pending_seller_upload_certificate",
  "in_progress",
  "completed",
] as const;

/** By what redemptions of green certificates can be put in order. */
export const GEC_REDEMPTION_ORDERS = [
  "application_id",
  "status",
  "buyer",
  "seller",
  "device_name",
  "fuel_type",
  "location",
  "province",
  "beneficiary",
  "vintage",
  "redeems_for",
  "amount",
  "created_date",
  "completed_date",
  "updated_date",
  /** Until when somebody must act. */
  "next",
] as const;

const fileHash = z.string().regex(/^[0-9a-f]{64}$/, "Must be a SHA-256 in hexadecimal");

/** "TA-123456". */
const tradeAccountId = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^TA-\d{6}$/, "Must be a trade account id, such as TA-123456");

const gecPurchase = {
  buyer: tradeAccountId,
  seller: tradeAccountId,
  /** MWh: one certificate each. */
  quantity: z.int().min(1).max(GEC_QUANTITY_MAX),
  /** USD cents a certificate. */
  price_cents: z.int().min(1).max(GEC_PRICE_MAX_CENTS),
};

/** Who consumed the electricity, as the buyer states it. */
const gecConsumer = z.strictObject({
  beneficiary_name: someLine(200),
  /** Unified social credit code. */
  consumer_code: line(30),
  /** The consumer's account in the national system. */
  gec_account: someLine(60),
  consumer_province: someLine(100),
  redeems_for: z.enum(["own_consumption", "third_party"]),
  /** Local days, both included. */
  period_from: calendarDay,
  period_to: calendarDay,
  purpose: someLine(300),
});
export type GecConsumerBody = z.output<typeof gecConsumer>;

const gecLot = z.strictObject({
  month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, "Must be a month, such as 2026-01"),
  /** What stands before the numbers there, or the code of a batch that the seller holds here. Spaces are taken out, letters are capitals. */
  series: someLine(80),
  first: z.int().min(1).max(FOREIGN_SERIAL_MAX),
  /** Not included. */
  until: z
    .int()
    .min(2)
    .max(FOREIGN_SERIAL_MAX + 1),
});

/** The certificates that the seller hands over, and the PDF that shows them. */
const gecCertificates = z.strictObject({
  device_code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{1,20}$/, "Must be at most 20 letters and digits"),
  device_name: someLine(100),
  fuel: z.string().regex(/^[A-Z]{2}\d{3}$/, "Must be a fuel code, such as ES100"),
  location: someLine(200),
  province: someLine(100),
  lots: z
    .array(
      gecLot.refine(({ first, until }) => first < until, {
        path: ["until"],
        error: "Must not be before the first",
      }),
    )
    .max(GEC_LOTS_MAX),
});
export type GecCertificatesBody = z.output<typeof gecCertificates>;

const gecRow = z.object({
  record_uid: z.uuid(),
  number: z.string(),
  status: z.string(),
  /** The state that a closed one had before; null: it is not closed. */
  status_before: z.string().nullable(),
  version: z.int(),
  registry: z.string(),
  /** On whose side the caller is; null: on none. */
  side: z.enum(["buyer", "seller"]).nullable(),
  buyer_name: z.string(),
  seller_name: z.string(),
  /** Null until the seller has named the certificates. */
  device_name: z.string().nullable(),
  fuel: z.string().nullable(),
  location: z.string().nullable(),
  province: z.string().nullable(),
  /** Years of production. */
  vintages: z.array(z.int()),
  /** Null until the buyer has named the consumer. */
  beneficiary_name: z.string().nullable(),
  redeems_for: z.string().nullable(),
  /** MWh. */
  quantity: z.int(),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
  changed_at: z.iso.datetime(),
  next: recordFrame.shape.next,
});
export type GecRedemptionRow = z.output<typeof gecRow>;

export const listGecRedemptions = endpoint({
  name: "listGecRedemptions",
  method: "GET",
  path: "rehash/gec-redemptions",
  keyRight: "none",
  summary:
    "Redemptions of green certificates that the business account buys or sells; without one, those of all, for platform operators",
  query: actingFor.extend({
    tab: z.enum(GEC_REDEMPTION_TABS).default("all"),
    ...recordListQuery(z.enum(GEC_REDEMPTION_ORDERS).default("application_id")),
  }),
  answer: z.object({ items: z.array(gecRow), counts: tabCounts, total: z.int() }),
  refusals: [...RECORD_READ_REFUSALS],
});

export const readGecRedemption = endpoint({
  name: "readGecRedemption",
  method: "GET",
  path: "rehash/gec-redemption",
  keyRight: "none",
  summary: "A redemption of green certificates with what each party has added, its files and its price",
  query: actingFor.extend({ record_uid: z.uuid() }),
  answer: recordFrame.extend({
    ...gecRow.omit({ next: true, created_at: true, changed_at: true }).shape,
    price_cents: z.int(),
    consumer: z.object({ ...gecConsumer.shape }).nullable(),
    device_code: z.string().nullable(),
    lots: z.array(z.object({ ...gecLot.shape })),
    /** What the seller had named before it went back; of others empty. */
    returned_lots: z.array(z.object({ ...gecLot.shape })),
    /** Files that the caller may read. */
    files: z.array(heldEvidence),
    second_person: proposal(z.object({ file_sha256: z.string().optional() })),
    /** Of the seller, USD cents; platform operators alone see them. */
    credit: z.object({ used_cents: z.int(), limit_cents: z.int() }).nullable(),
  }),
  refusals: [...RECORD_READ_REFUSALS],
});

export const recordGecPurchase = endpoint({
  name: "recordGecPurchase",
  method: "POST",
  path: "rehash/gec-redemptions",
  keyRight: "none",
  summary:
    "A platform operator records a purchase of green certificates that was agreed elsewhere; two confirm it",
  body: z.strictObject({ ...gecPurchase, key: z.uuid() }),
  answer: commandAnswer,
  refusals: [...RECORD_READ_REFUSALS, "GEN-403", "GEN-410", "GEC-008"],
});

export const moveGecRedemption = endpoint({
  name: "moveGecRedemption",
  method: "POST",
  path: "rehash/gec-redemptions/actions",
  keyRight: "none",
  summary:
    "Takes an action of the redemption: give_consumer carries the consumer, upload_certificates the certificates; confirm, upload_certificates and verify the hash of the file that they rest on",
  query: actingFor,
  body: recordCommand(gecRedemptionLife).extend({
    consumer: gecConsumer.optional(),
    certificates: gecCertificates.optional(),
    file_sha256: fileHash.optional(),
  }),
  answer: commandAnswer,
  refusals: [
    ...RECORD_REFUSALS,
    "GEC-001",
    "GEC-002",
    "GEC-003",
    "GEC-004",
    "GEC-005",
    "GEC-006",
    "GEC-007",
    "GEC-008",
    "GEC-009",
    "ORD-017",
  ],
});
