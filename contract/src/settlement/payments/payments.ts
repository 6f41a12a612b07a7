// Invoices of registry fees and what is paid on them (C83, C84, C104, C105): one for each currency of a redemption.
import { z } from "zod";
import { calendarDay } from "../../kernel/calendar-day.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { plainFileName } from "../../kernel/file-name.ts";
import { line } from "../../kernel/text.ts";
import {
  actingFor,
  commandAnswer,
  RECORD_READ_REFUSALS,
  RECORD_REFUSALS,
  recordCommand,
  recordFrame,
} from "../../parties/records.ts";
import { invoiceLife } from "./invoice-life.ts";

/** Of the proof of a payment. */
export const PROOF_LIMITS = { bytes: 10 * 1024 * 1024, types: ["pdf", "jpg", "jpeg", "png"] } as const;

/** Cents that one report states at most. */
const CENTS_MAX = 1_000_000_000_000;

const INVOICE_GUARDS = ["INV-004", "INV-005", "INV-006", "INV-007", "INV-008", "INV-009"] as const;

/** A bank account of the platform that transfers go to. */
const payTo = z.object({
  bank_name: z.string(),
  account_name: z.string(),
  /** IBAN or account number. */
  account_number: z.string(),
  swift_code: z.string(),
});
export type PayTo = z.output<typeof payTo>;

/** What an account has paid too much in a currency, cents: it is taken for its next fee. */
const credit = z.object({ currency: z.string(), cents: z.int() });

const invoiceItem = recordFrame.omit({ timeline: true }).extend({
  quantity: z.int(),
  currency: z.string(),
  total_cents: z.int(),
  confirmed_cents: z.int(),
  credit_cents: z.int(),
  /** Of what came, what went back by transfer when the redemption ended. */
  refunded_cents: z.int(),
  fee_codes: z.array(z.string()),
  issued_at: z.iso.datetime(),
  due_at: z.iso.datetime(),
  paid_at: z.iso.datetime().nullable(),
  /** Reference that the transfer states. */
  reference: z.string(),
  /** Where the transfer goes; null: the installation states no account for the currency. */
  pay_to: payTo.nullable(),
  /** What was reported, the newest first. */
  payments: z.array(
    z.object({
      amount_cents: z.int(),
      bank_reference: z.string(),
      paid_on: z.iso.date(),
      reported_at: z.iso.datetime(),
      state: z.enum(["waiting", "confirmed", "declined"]),
      /** What came, which may be more than was outstanding: the rest is credit. Null: nobody has said yet, or nothing. */
      confirmed_cents: z.int().nullable(),
      /** Its file, for who may open it. */
      proof: z.object({ proof_uid: z.uuid(), name: z.string() }),
    }),
  ),
});
export type InvoiceItem = z.output<typeof invoiceItem>;

const feeItem = z.object({
  fee_id: z.string(),
  fee_type: z.string(),
  code: z.string(),
  currency: z.string(),
  quantity: z.int(),
  total_cents: z.int(),
  status: z.enum(["open", "unpaid", "waiting_for_confirmation", "paid", "expired"]),
  /** Closed with its redemption: it is listed under All alone. */
  is_closed: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export const listRedemptionInvoices = endpoint({
  name: "listRedemptionInvoices",
  method: "GET",
  path: "rehash/redemption/invoices",
  keyRight: "none",
  summary: "Fees and invoices of a redemption, with the payments that were reported",
  query: actingFor.extend({ record_uid: z.uuid() }),
  answer: z.object({
    invoices: z.array(invoiceItem),
    fees: z.array(feeItem),
    /** What the account has paid too much; empty: nothing, or it is not for the caller. */
    credits: z.array(credit),
  }),
  refusals: [...RECORD_READ_REFUSALS],
});

export const listCredits = endpoint({
  name: "listCredits",
  method: "GET",
  path: "rehash/credits",
  keyRight: "none",
  summary:
    "What the business account has paid too much, by currency, and what became of it, the newest first",
  query: z.object({ account: z.uuid() }),
  answer: z.object({
    credits: z.array(credit),
    /** At most 100. */
    entries: z.array(
      z.object({
        at: z.iso.datetime(),
        currency: z.string(),
        /** Above 0: it was added. */
        cents: z.int(),
        reason: z.enum(["overpaid", "applied", "returned"]),
        /** Number of the invoice. */
        invoice: z.string(),
      }),
    ),
  }),
  refusals: [...RECORD_READ_REFUSALS],
});

export const moveInvoice = endpoint({
  name: "moveInvoice",
  method: "POST",
  path: "rehash/invoices/actions",
  keyRight: "none",
  summary:
    "Reports a payment on an invoice, or says as an operator whether its money came; the last confirmed one completes the redemption",
  query: actingFor,
  body: recordCommand(invoiceLife).extend({
    payment: z
      .strictObject({
        amount_cents: z.int().min(-CENTS_MAX).max(CENTS_MAX),
        currency: z.string().regex(/^[A-Z]{3}$/, "Must be a currency of three letters"),
        bank_reference: line(100),
        paid_on: calendarDay,
        proof_uid: z.uuid().nullable(),
      })
      .optional(),
    /** What came, of `confirm` and `confirm_part`: cents. Left out of `confirm`: what was reported. */
    received_cents: z.int().min(1).max(CENTS_MAX).optional(),
  }),
  answer: commandAnswer,
  refusals: [...RECORD_REFUSALS, ...INVOICE_GUARDS],
});

export const uploadPaymentProof = endpoint({
  name: "uploadPaymentProof",
  method: "POST",
  path: "rehash/payment-proofs",
  keyRight: "none",
  summary: "Takes in the proof of a payment on an invoice: PDF, JPG or PNG, at most 10 MB",
  query: z.object({ account: z.uuid(), record_uid: z.uuid(), name: plainFileName(200) }),
  body: z.file(),
  answer: z.object({ proof_uid: z.uuid() }),
  refusals: [
    ...RECORD_READ_REFUSALS,
    "GEN-403",
    "ACC-013",
    "GEN-422",
    "INV-006",
    "file.too_large",
    "file.empty",
  ],
});

export const downloadPaymentProof = endpoint({
  name: "downloadPaymentProof",
  method: "GET",
  path: "rehash/payment-proofs",
  keyRight: "none",
  summary: "The proof of a payment, for its account and for platform operators",
  query: actingFor.extend({ proof_uid: z.uuid() }),
  answer: z.file(),
  refusals: [...RECORD_READ_REFUSALS],
});
