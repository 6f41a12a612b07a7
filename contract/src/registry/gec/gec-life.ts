// The life of a redemption of green certificates of China (C64, C110): from a purchase that was agreed elsewhere to what both parties add and operators check.
import { recordLife } from "../../kernel/life-cycle.ts";

export const gecRedemptionLife = recordLife({
  entity: "gec_redemption",
  noun: "GEC redemption",
  begins: ["platform_operator"],
  state: {
    recorded: {
      label: "Recorded",
      tab: null,
      next: { by: "platform_operator", within: { count: 72, unit: "hours" }, otherwise: "lapse" },
    },
    pending_buyer_input: {
      label: "Pending Buyer Input",
      next: { by: "trader", of: "buyer", within: { count: 5, unit: "business_days" }, deed: "settle" },
    },
    pending_seller_upload_certificate: {
      label: "Pending Seller Upload Certificate",
      next: { by: "trader", of: "seller", within: { count: 10, unit: "business_days" }, deed: "settle" },
    },
    in_progress: {
      label: "In-Progress",
      next: { by: "platform_operator", within: { count: 5, unit: "business_days" } },
    },
    completed: { label: "Completed" },
    closed: { label: "Closed", tab: null },
    withdrawn: { label: "Withdrawn", tab: null },
  },
  actions: {
    confirm: {
      from: ["recorded"],
      to: "pending_buyer_input",
      by: ["platform_operator"],
      done: "The purchase was confirmed",
      people: 2,
      confirmed: true,
    },
    withdraw: { from: ["recorded"], to: "withdrawn", by: ["platform_operator"], done: "Withdrawn" },
    lapse: {
      from: ["recorded"],
      to: "withdrawn",
      by: ["system"],
      done: "Withdrawn: nobody confirmed it in 72 hours",
    },
    give_consumer: {
      from: ["pending_buyer_input"],
      to: "pending_seller_upload_certificate",
      by: ["trader", "account_manager"],
      of: "buyer",
      done: "The buyer named the consumer",
      deed: "settle",
      confirmed: true,
    },
    upload_certificates: {
      from: ["pending_seller_upload_certificate"],
      to: "in_progress",
      by: ["trader", "account_manager"],
      of: "seller",
      done: "The seller uploaded the certificates",
      deed: "settle",
      confirmed: true,
    },
    verify: {
      from: ["in_progress"],
      to: "completed",
      by: ["platform_operator"],
      done: "Verified with the national system: retired for good",
      people: 2,
      confirmed: true,
    },
    return_to_seller: {
      from: ["in_progress"],
      to: "pending_seller_upload_certificate",
      by: ["platform_operator"],
      done: "Returned to the seller",
      reason: 10,
    },
    return_to_buyer: {
      from: ["pending_seller_upload_certificate", "in_progress"],
      to: "pending_buyer_input",
      by: ["platform_operator"],
      done: "Returned to the buyer",
      reason: 10,
    },
    close: {
      from: ["pending_buyer_input", "pending_seller_upload_certificate", "in_progress"],
      to: "closed",
      by: ["platform_operator"],
      done: "Closed: the purchase does not hold",
      reason: 10,
      people: 2,
      confirmed: true,
    },
  },
});
export type GecRedemptionStatus = (typeof gecRedemptionLife.states)[number];
export type GecRedemptionAction = keyof typeof gecRedemptionLife.actions;
