// Redemptions of I-REC and TIGR certificates (C62, C63, C89): the list, the form with its preview, and one record.
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { guardError } from "../../kernel/problem.ts";
import {
  actingFor,
  commandAnswer,
  RECORD_READ_REFUSALS,
  RECORD_REFUSALS,
  recordCommand,
  recordFrame,
  recordListQuery,
  tabCounts,
} from "../../parties/records.ts";
import { CORRECTION_GUARDS, correctionShown, correctionWords } from "./correction-fields.ts";
import { redemptionClaim } from "./redemption-claim.ts";
import { redemptionLife } from "./redemption-life.ts";
import { REDEMPTION_ORDERS } from "./redemption-orders.ts";
import { REDEMPTION_ITEMS, redemptionAnswer, redemptionMark, redemptionReturn } from "./redemption-review.ts";
import { REDEMPTION_GUARDS } from "./redemption-rules.ts";

/** Tabs of the list, in the order of C63. */
export const REDEMPTION_TABS = [
  "all",
  "in_progress",
  "approved",
  "returned",
  "cancelled",
  "rejected",
  "completed",
] as const;

const lotChannel = z.enum(["issued", "exchange", "off_exchange", "import", "transfer"]);

/** Certificates of a redemption, or that one may take. Half-open. */
const certificateRange = z.object({
  code: z.string(),
  first: z.int(),
  until: z.int(),
  channel: lotChannel,
  /** Local days of production, both included. */
  from_day: z.iso.date(),
  to_day: z.iso.date(),
});
export type CertificateRange = z.output<typeof certificateRange>;

const feeLine = z.object({
  code: z.string(),
  fee_type: z.string(),
  currency: z.string(),
  /** In 1/10,000 of the currency for each MWh. */
  rate: z.int(),
  is_configured: z.boolean(),
  quantity: z.int(),
  total_cents: z.int(),
});

export const listRedeemable = endpoint({
  name: "listRedeemable",
  method: "GET",
  path: "rehash/redemptions/redeemable",
  keyRight: "none",
  summary: "What the business account can redeem: MWh available by registry, country, fuel and year",
  query: z.object({ account: z.uuid() }),
  answer: z.object({
    items: z.array(
      z.object({
        registry: z.string(),
        country: z.string(),
        fuel: z.string(),
        vintage: z.int(),
        available: z.int(),
      }),
    ),
  }),
  refusals: [...RECORD_READ_REFUSALS],
});

export const previewRedemption = endpoint({
  name: "previewRedemption",
  method: "POST",
  path: "rehash/redemptions/preview",
  keyRight: "none",
  summary: "What submitting this would take and cost, and the rules that it breaks; nothing is reserved",
  query: z.object({ account: z.uuid() }),
  body: redemptionClaim,
  answer: z.object({
    available: z.int(),
    /** All ranges that may be taken, in serial order; the first of them where there are more. */
    redeemable: z.array(certificateRange),
    /** How many there are. */
    redeemable_count: z.int(),
    /** What would be taken; empty: it cannot be. */
    taken: z.array(certificateRange),
    fees: z.array(feeLine),
    errors: z.array(guardError),
    /** A trader's sum of 30 days is over the limit: an account manager has to confirm. */
    needs_countersign: z.boolean(),
  }),
  refusals: [...RECORD_READ_REFUSALS, "GEN-403", "ACC-013"],
});

export const submitRedemption = endpoint({
  name: "submitRedemption",
  method: "POST",
  path: "rehash/redemptions",
  keyRight: "none",
  summary: "Submits a redemption: its certificates are reserved at once, and its rates are those of today",
  query: z.object({ account: z.uuid() }),
  body: redemptionClaim.extend({ key: z.uuid() }),
  answer: commandAnswer,
  refusals: [
    ...RECORD_READ_REFUSALS,
    "GEN-403",
    "ACC-013",
    "GEN-410",
    ...REDEMPTION_GUARDS,
    "confirmation.required",
  ],
});

export const moveRedemption = endpoint({
  name: "moveRedemption",
  method: "POST",
  path: "rehash/redemptions/actions",
  keyRight: "none",
  summary:
    "Takes an action of a redemption's life cycle; resubmit may carry another claim of the same certificates",
  query: actingFor,
  body: recordCommand(redemptionLife).extend({
    claim: redemptionClaim
      .pick({
        beneficiary_name: true,
        beneficiary_registration_number: true,
        is_natural_person: true,
        beneficiary_country: true,
        beneficiary_address: true,
        redeems_for: true,
        period_from: true,
        period_to: true,
        purpose: true,
        acknowledged: true,
      })
      .optional(),
    /** Of return: what is marked, each item once. */
    marks: z.array(redemptionMark).max(REDEMPTION_ITEMS.length).optional(),
    /** Of resubmit: answers to marked items that stay as they were. */
    answers: z.array(redemptionAnswer).max(REDEMPTION_ITEMS.length).optional(),
    correction: correctionWords.optional(),
  }),
  answer: commandAnswer,
  refusals: [
    ...RECORD_REFUSALS,
    ...REDEMPTION_GUARDS,
    "RED-010",
    "RED-011",
    "RED-012",
    "RED-013",
    "RED-014",
    "RED-015",
    "RED-016",
    "RED-020",
    "RED-021",
    ...CORRECTION_GUARDS,
    "RED-030",
    "RED-031",
    "INV-010",
  ],
});

const redemptionRow = z.object({
  record_uid: z.uuid(),
  number: z.string(),
  status: z.string(),
  version: z.int(),
  registry: z.string(),
  country: z.string(),
  fuel: z.string(),
  vintage: z.int(),
  amount: z.int(),
  /** Devices that produced them: name (their codes where they are not registered here) and province. */
  devices: z.array(z.object({ name: z.string(), location: z.string(), province: z.string() })),
  beneficiary_name: z.string(),
  redeems_for: z.enum(["own_consumption", "third_party"]),
  created_at: z.iso.datetime(),
  changed_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
  /** The account's name; null where the caller acts for it. */
  company_name: z.string().nullable(),
  next: recordFrame.shape.next,
});
export type RedemptionRow = z.output<typeof redemptionRow>;

export const listRedemptions = endpoint({
  name: "listRedemptions",
  method: "GET",
  path: "rehash/redemptions",
  keyRight: "none",
  summary: "Redemptions of the business account; without one, those that the issuer or operator may see",
  query: actingFor.extend({
    tab: z.enum(REDEMPTION_TABS).default("all"),
    ...recordListQuery(z.enum(REDEMPTION_ORDERS).default("number")),
  }),
  answer: z.object({ items: z.array(redemptionRow), counts: tabCounts, total: z.int() }),
  refusals: [...RECORD_READ_REFUSALS],
});

export const readRedemption = endpoint({
  name: "readRedemption",
  method: "GET",
  path: "rehash/redemption",
  keyRight: "none",
  summary: "A redemption with its certificates, fees and statement",
  query: actingFor.extend({ record_uid: z.uuid() }),
  answer: recordFrame.extend({
    ...redemptionRow.pick({
      registry: true,
      country: true,
      fuel: true,
      vintage: true,
      amount: true,
      devices: true,
      completed_at: true,
      company_name: true,
    }).shape,
    beneficiary_name: z.string(),
    beneficiary_registration_number: z.string(),
    is_natural_person: z.boolean(),
    beneficiary_country: z.string(),
    beneficiary_address: z.string(),
    redeems_for: z.enum(["own_consumption", "third_party"]),
    period_from: z.iso.date(),
    period_to: z.iso.date(),
    purpose: z.string(),
    acknowledged: z.array(z.string()),
    ranges: z.array(certificateRange),
    fees: z.array(feeLine),
    /** An account manager has to confirm it before the issuer can approve. */
    waits_for_manager: z.boolean(),
    /** Each time that it went back, the oldest first; the last is what is to be answered while it is returned. */
    returns: z.array(redemptionReturn),
    /** Null: there is none, as it is not completed. */
    statement: z.object({ key: z.string(), state: z.enum(["proof_pending", "ready"]) }).nullable(),
    ...correctionShown,
  }),
  refusals: [...RECORD_READ_REFUSALS],
});
