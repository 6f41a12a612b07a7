// The life of an invoice of registry fees (C104).
import { recordLife } from "../../kernel/life-cycle.ts";

const OPERATOR_DAYS = { count: 3, unit: "business_days" } as const;

/** The life of an invoice of registry fees. Its time limit is that of its redemption, which ends it and says whose turn it is. */
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
    settle: { from: ["unpaid"], to: "paid", by: ["system"], done: "Paid from the credit balance" },
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
