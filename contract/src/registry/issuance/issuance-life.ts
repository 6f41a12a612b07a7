// The life of a request for certificates (certificates.md §2.7, C60 and C107).
import { recordLife } from "../../kernel/life-cycle.ts";

/** An issuer has so long to answer. */
const REVIEW = { count: 10, unit: "business_days" } as const;
const BY_TRADER = ["trader", "account_manager"] as const;
/** Characters of a reason that helps whoever reads it. */
const REASON = 10;

/**
 * Drafts lock nothing; from submission until it is rejected or withdrawn, the request holds its days. Declared energy (class C) is
 * approved by two issuers, by an action of its own. What goes back may be changed like a draft, but holds its days.
 */
export const ISSUANCE_LIFE = recordLife({
  entity: "issuance",
  noun: "Issuance request",
  begins: ["trader", "account_manager", "system"],
  state: {
    draft: { label: "Draft", next: { by: "trader" } },
    pending: { label: "Pending", tab: "in_progress", next: { by: "issuer", within: REVIEW } },
    in_progress: { label: "In-Progress", next: { by: "issuer", within: REVIEW } },
    to_resubmit: { label: "To Re-Submit", next: { by: "trader" } },
    approved: { label: "Approved" },
    rejected: { label: "Rejected" },
    withdrawn: { label: "Withdrawn" },
    deleted: { label: "Deleted", tab: null },
  },
  actions: {
    set_period: { from: ["draft"], to: "draft", by: BY_TRADER, done: "Period changed" },
    declare: { from: ["draft"], to: "draft", by: BY_TRADER, done: "Evidence uploaded" },
    submit: { from: ["draft"], to: "pending", by: BY_TRADER, done: "Submitted" },
    delete: { from: ["draft"], to: "deleted", by: BY_TRADER, done: "Deleted", deed: "withdraw" },
    /** Of a correction, once the readings say no more than was certified. */
    lapse: { from: ["draft"], to: "deleted", by: ["system"], done: "Nothing left to correct" },
    take: { from: ["pending"], to: "in_progress", by: ["issuer"], done: "Taken for review" },
    accept_check: {
      from: ["in_progress"],
      to: "in_progress",
      by: ["issuer"],
      done: "Check accepted",
      reason: REASON,
      quiet: true,
    },
    refer: {
      from: ["pending", "in_progress"],
      to: "to_resubmit",
      by: ["issuer"],
      done: "Referred back",
      reason: REASON,
    },
    amend_period: { from: ["to_resubmit"], to: "to_resubmit", by: BY_TRADER, done: "Period changed" },
    amend_evidence: { from: ["to_resubmit"], to: "to_resubmit", by: BY_TRADER, done: "Evidence uploaded" },
    resubmit: { from: ["to_resubmit"], to: "pending", by: BY_TRADER, done: "Submitted again" },
    withdraw: {
      from: ["pending", "in_progress", "to_resubmit"],
      to: "withdrawn",
      by: BY_TRADER,
      done: "Withdrawn",
      deed: "withdraw",
    },
    approve: {
      from: ["pending", "in_progress"],
      to: "approved",
      by: ["issuer"],
      done: "Approved",
      confirmed: true,
    },
    approve_declared: {
      from: ["pending", "in_progress"],
      to: "approved",
      by: ["issuer"],
      done: "Approved by two issuers",
      people: 2,
      confirmed: true,
    },
    reject: {
      from: ["pending", "in_progress"],
      to: "rejected",
      by: ["issuer"],
      done: "Rejected",
      reason: REASON,
    },
    /** The readings say less than was certified. */
    restate: { from: ["approved"], to: "approved", by: ["system"], done: "Readings restated" },
  },
});

type Life = typeof ISSUANCE_LIFE;
export type IssuanceState = Life["states"][number];
export type IssuanceAction = Extract<keyof Life["actions"], string>;
