// The life of a redemption (C109): certificates are reserved when it is submitted, and retired for good when it is completed.
import { recordLife } from "../../kernel/life-cycle.ts";

const BUSINESS_DAYS = { count: 10, unit: "business_days" } as const;

export const redemptionLife = recordLife({
  entity: "redemption",
  noun: "Redemption",
  begins: ["trader", "account_manager"],
  state: {
    in_progress: { label: "In-Progress", next: { by: "issuer", within: BUSINESS_DAYS } },
    approved: {
      label: "Waiting for Payment",
      next: { by: "trader", within: BUSINESS_DAYS, otherwise: "expire", deed: "settle" },
    },
    retiring: { label: "Waiting for Other Registry", tab: "approved" },
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
      deed: "withdraw",
    },
    cancel_unpaid: {
      from: ["approved"],
      to: "cancelled",
      by: ["account_manager"],
      done: "Cancelled",
      deed: "withdraw",
    },
    // The other registry first (rule R21): what lives there is retired there before it is retired here.
    retire_elsewhere: {
      from: ["approved"],
      to: "retiring",
      by: ["system"],
      done: "Paid: to be retired at the other registry first",
    },
    complete: {
      from: ["approved", "retiring"],
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
      from: ["approved", "retiring"],
      to: "cancelled",
      by: ["platform_operator"],
      done: "Refunded and cancelled",
      reason: 10,
      people: 2,
    },
  },
});
export type RedemptionStatus = (typeof redemptionLife.states)[number];
export type RedemptionAction = keyof typeof redemptionLife.actions;
