// The life of a redemption (C109): certificates are reserved when it is submitted, and retired for good when it is completed.
import { recordLife } from "../../kernel/life-cycle.ts";

const BUSINESS_DAYS = { count: 10, unit: "business_days" } as const;
/** In which operators look for a payment, and decide what becomes of a redemption that is paid in part. */
const OPERATOR_DAYS = { count: 3, unit: "business_days" } as const;
/** States of a redemption in which its fees are due. */
const REDEMPTION_DUE = [
  "approved",
  "waiting_for_confirmation",
  "partial_paid",
  "partial_payment_follow_up",
] as const;

export const redemptionLife = recordLife({
  entity: "redemption",
  noun: "Redemption",
  begins: ["trader", "account_manager"],
  state: {
    in_progress: {
      label: "In-Progress",
      // Much at once is confirmed by an account manager before it is decided (rule R29).
      next: {
        by: "issuer",
        within: BUSINESS_DAYS,
        first: { by: "account_manager", action: "countersign" },
      },
    },
    approved: {
      label: "Waiting for Payment",
      next: { by: "trader", within: BUSINESS_DAYS, otherwise: "expire", deed: "settle" },
    },
    // While a payment is looked for nothing happens by itself (rule R19).
    waiting_for_confirmation: {
      label: "Waiting for Confirmation",
      tab: "approved",
      next: { by: "platform_operator", within: OPERATOR_DAYS },
    },
    // Once money came no clock ends the redemption: it brings operators, who extend it, or refund and cancel (rule R19).
    partial_paid: {
      label: "Partial Paid",
      tab: "approved",
      next: { by: "trader", within: BUSINESS_DAYS, otherwise: "fall_behind", deed: "settle" },
    },
    partial_payment_follow_up: {
      label: "Partial Payment Follow Up",
      tab: "approved",
      next: { by: "platform_operator", within: OPERATOR_DAYS },
    },
    // What its calls wait for, they say themselves; its last answer completes it.
    retiring: { label: "Waiting for Other Registry", tab: "approved", next: { by: "system" } },
    returned: { label: "Returned", next: { by: "trader", within: BUSINESS_DAYS, otherwise: "lapse" } },
    cancelled: { label: "Cancelled" },
    rejected: { label: "Rejected" },
    completed: { label: "Completed" },
  },
  actions: {
    approve: {
      from: ["in_progress"],
      to: "approved",
      by: ["issuer"],
      done: "Approved by the issuer",
      confirmed: true,
    },
    return: {
      from: ["in_progress"],
      to: "returned",
      by: ["issuer", "platform_operator"],
      done: "Returned",
      reason: 10,
    },
    reject: {
      from: ["in_progress"],
      to: "rejected",
      by: ["issuer", "platform_operator"],
      done: "Rejected",
      reason: 10,
    },
    resubmit: {
      from: ["returned"],
      to: "in_progress",
      by: ["trader", "account_manager"],
      done: "Submitted again",
    },
    countersign: {
      from: ["in_progress"],
      to: "in_progress",
      by: ["account_manager"],
      done: "Confirmed by an account manager",
    },
    cancel: {
      from: ["in_progress", "returned"],
      to: "cancelled",
      by: ["trader", "account_manager"],
      done: "Cancelled",
      reason: 10,
      deed: "withdraw",
    },
    cancel_unpaid: {
      from: REDEMPTION_DUE,
      to: "cancelled",
      by: ["account_manager"],
      done: "Cancelled",
      reason: 10,
      deed: "withdraw",
    },
    look_for_money: {
      from: ["approved", "partial_paid", "partial_payment_follow_up"],
      to: "waiting_for_confirmation",
      by: ["system"],
      done: "A payment was reported",
    },
    await_payment: {
      from: ["waiting_for_confirmation"],
      to: "approved",
      by: ["system"],
      done: "The payment was not found",
    },
    await_rest: {
      from: ["waiting_for_confirmation"],
      to: "partial_paid",
      by: ["system"],
      done: "A part was paid, the rest is due",
    },
    fall_behind: {
      from: ["partial_paid"],
      to: "partial_payment_follow_up",
      by: ["system"],
      done: "The rest was not paid in time",
    },
    // The other registry first (rule R21): what lives there is retired there before it is retired here.
    retire_elsewhere: {
      from: REDEMPTION_DUE,
      to: "retiring",
      by: ["system"],
      done: "Paid: to be retired at the other registry first",
    },
    complete: {
      from: [...REDEMPTION_DUE, "retiring"],
      to: "completed",
      by: ["system"],
      done: "Completed: retired for good",
    },
    expire: { from: ["approved"], to: "cancelled", by: ["system"], done: "Cancelled: the fee was not paid" },
    lapse: {
      from: ["returned"],
      to: "cancelled",
      by: ["system"],
      done: "Cancelled: it was not submitted again",
    },
    extend: {
      from: ["approved"],
      to: "approved",
      by: ["platform_operator"],
      done: "Time to pay extended",
      reason: 10,
      people: 2,
      confirmed: true,
    },
    extend_rest: {
      from: ["partial_paid", "partial_payment_follow_up"],
      to: "partial_paid",
      by: ["platform_operator"],
      done: "Time to pay extended",
      reason: 10,
      people: 2,
      confirmed: true,
    },
    // Issuer and operator ask for the same: which of them comes first does not matter (rule R44).
    correct: {
      from: ["completed"],
      to: "completed",
      by: ["issuer", "platform_operator"],
      done: "Beneficiary corrected",
      people: 2,
      confirmed: true,
    },
    refund: {
      from: [...REDEMPTION_DUE, "retiring"],
      to: "cancelled",
      by: ["platform_operator"],
      done: "Refunded and cancelled",
      reason: 10,
      people: 2,
      confirmed: true,
    },
  },
});
export type RedemptionStatus = (typeof redemptionLife.states)[number];
export type RedemptionAction = keyof typeof redemptionLife.actions;

/** True where the fees of a redemption in the state are due. */
export const isDue = (status: string): boolean => REDEMPTION_DUE.some((one) => one === status);
