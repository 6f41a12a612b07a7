// Invoices of registry fees and what is paid on them (C83, C84, C104, C105): one for each currency of a redemption.
import { z } from "zod";
import { calendarDay } from "../kernel/calendar-day.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { plainFileName } from "../kernel/file-name.ts";
import { recordLife } from "../kernel/life-cycle.ts";
import type { GuardError } from "../kernel/problem.ts";
import { line } from "../kernel/text.ts";
import {
  actingFor,
  commandAnswer,
  RECORD_READ_REFUSALS,
  RECORD_REFUSALS,
  recordCommand,
  recordFrame,
} from "../parties/records.ts";

const OPERATOR_DAYS = { count: 3, unit: "business_days" } as const;

/** The life of an invoice of registry fees. Its time limit is that of its redemption, which ends it. */
export const invoiceLife = recordLife({
  entity: "invoice",
  noun: "Invoice",
  begins: ["system"],
  state: {
    unpaid: { label: "Unpaid", next: { by: "trader", deed: "settle" } },
    waiting_for_confirmation: {
      label: "Waiting for Confirmation",
      next: { by: "platform_operator", within: OPERATOR_DAYS },
    },
    partial_paid: { label: "Partial Paid", next: { by: "trader", deed: "settle" } },
    paid: { label: "Paid" },
    expired: { label: "Expired" },
    cancelled: { label: "Cancelled" },
  },
  actions: {
    report: {
      from: ["unpaid", "partial_paid"],
      to: "waiting_for_confirmation",
      by: ["trader", "account_manager"],
      done: "Payment reported",
      deed: "settle",
    },
    confirm: {
      from: ["waiting_for_confirmation"],
      to: "paid",
      by: ["platform_operator"],
      done: "Payment confirmed",
      confirmed: true,
    },
    confirm_part: {
      from: ["waiting_for_confirmation"],
      to: "partial_paid",
      by: ["platform_operator"],
      done: "Part of the payment confirmed",
      confirmed: true,
    },
    decline: {
      from: ["waiting_for_confirmation"],
      to: "unpaid",
      by: ["platform_operator"],
      done: "Payment not found",
      reason: 10,
    },
    decline_rest: {
      from: ["waiting_for_confirmation"],
      to: "partial_paid",
      by: ["platform_operator"],
      done: "Payment of the rest not found",
      reason: 10,
    },
    expire: { from: ["unpaid"], to: "expired", by: ["system"], done: "Expired" },
    cancel: {
      from: ["unpaid", "partial_paid", "waiting_for_confirmation"],
      to: "cancelled",
      by: ["system"],
      done: "Cancelled",
    },
  },
});
export type InvoiceStatus = (typeof invoiceLife.states)[number];

/** Of the proof of a payment. */
export const PROOF_LIMITS = { bytes: 10 * 1024 * 1024, types: ["pdf", "jpg", "jpeg", "png"] } as const;

/** Cents that one report states at most. */
const CENTS_MAX = 1_000_000_000_000;

/** A payment that is reported. */
export interface PaymentReport {
  readonly amount_cents: number;
  readonly currency: string;
  readonly proof_uid: string | null;
}

/** Money of an invoice in its currency, cents. */
interface InvoiceMoney {
  readonly currency: string;
  readonly total_cents: number;
  readonly confirmed_cents: number;
}

/** "40.00" for 4000 cents. */
const moneyText = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

/** Every rule that a report of a payment breaks (INV-004 to INV-007). */
export function paymentFaults(
  { amount_cents, currency, proof_uid }: PaymentReport,
  invoice: InvoiceMoney,
): GuardError[] {
  const faults: GuardError[] = [];
  const outstanding = invoice.total_cents - invoice.confirmed_cents;
  if (!(amount_cents > 0)) {
    faults.push({
      code: "INV-004",
      message: "Enter the amount you transferred.",
      field: "body.payment.amount_cents",
    });
  }
  if (currency !== invoice.currency) {
    faults.push({
      code: "INV-005",
      message: `This invoice is in ${invoice.currency}.`,
      params: { currency: invoice.currency },
      field: "body.payment.currency",
    });
  }
  if (proof_uid === null) {
    faults.push({
      code: "INV-006",
      message: "Attach the proof of payment: PDF, JPG or PNG, at most 10 MB.",
      field: "body.payment.proof_uid",
    });
  }
  if (amount_cents * 10 > outstanding * 11) {
    const x = `${invoice.currency} ${moneyText(outstanding)}`;
    faults.push({
      code: "INV-007",
      message: `The amount is more than the outstanding ${x}.`,
      params: { outstanding: x },
      field: "body.payment.amount_cents",
    });
  }
  return faults;
}

const INVOICE_GUARDS = ["INV-004", "INV-005", "INV-006", "INV-007", "INV-008"] as const;

const invoiceItem = recordFrame.omit({ timeline: true }).extend({
  quantity: z.int(),
  currency: z.string(),
  total_cents: z.int(),
  confirmed_cents: z.int(),
  fee_codes: z.array(z.string()),
  issued_at: z.iso.datetime(),
  due_at: z.iso.datetime(),
  paid_at: z.iso.datetime().nullable(),
  /** Reference that the transfer states. */
  reference: z.string(),
  /** What was reported, the newest first. */
  payments: z.array(
    z.object({
      amount_cents: z.int(),
      bank_reference: z.string(),
      paid_on: z.iso.date(),
      reported_at: z.iso.datetime(),
      state: z.enum(["waiting", "confirmed", "declined"]),
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
  answer: z.object({ invoices: z.array(invoiceItem), fees: z.array(feeItem) }),
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
    /** What came, of `confirm_part`: cents. */
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
