import { recordLife } from "../../kernel/life-cycle.ts";
import { DEVICE_LIMITS } from "./device-form.ts";

const APPLICANTS = ["trader", "account_manager"] as const;
const TEN_DAYS = { count: 10, unit: "business_days" } as const;

/** The life of an application to register a device or a group of devices. */
export const DEVICE_LIFE = recordLife({
  entity: "device_application",
  noun: "Device registration",
  begins: ["trader", "account_manager", "system"],
  state: {
    draft: { label: "Draft", next: { by: "trader" } },
    pending: { label: "Pending", next: { by: "issuer", within: TEN_DAYS } },
    // When the time is over nothing happens by itself: the draft rests.
    to_resubmit: { label: "To Re-Submit", next: { by: "trader", within: TEN_DAYS } },
    approved: { label: "Approved" },
    declined: { label: "Declined" },
    deleted: { label: "Deleted", tab: null },
  },
  actions: {
    submit: { from: ["draft"], to: "pending", by: APPLICANTS, done: "Submitted" },
    delete: { from: ["draft"], to: "deleted", by: APPLICANTS, done: "Deleted", deed: "withdraw" },
    open: { from: ["pending"], to: "pending", by: ["issuer"], done: "Taken for review" },
    refer: { from: ["pending"], to: "to_resubmit", by: ["issuer"], done: "Changes asked" },
    resubmit: { from: ["to_resubmit"], to: "pending", by: APPLICANTS, done: "Submitted again" },
    approve: { from: ["pending"], to: "approved", by: ["issuer"], done: "Approved", confirmed: true },
    /** Of more than 5 MW: two issuers. */
    approve_large: {
      from: ["pending"],
      to: "approved",
      by: ["issuer"],
      people: 2,
      done: "Approved by two issuers",
      confirmed: true,
    },
    /** Against checks that do not hold, of whatever size: two issuers (rule R23). */
    approve_overriding: {
      from: ["pending"],
      to: "approved",
      by: ["issuer"],
      people: 2,
      done: "Approved by two issuers against checks",
      confirmed: true,
    },
    decline: {
      from: ["pending"],
      to: "declined",
      by: ["issuer"],
      reason: DEVICE_LIMITS.reason.min,
      done: "Declined",
    },
    // Before an issuer has looked (DEV-032); what was referred back is open to its account already.
    recall: { from: ["pending"], to: "draft", by: ["account_manager"], done: "Recalled", deed: "withdraw" },
  },
});
export type DeviceStatus = (typeof DEVICE_LIFE.states)[number];
export type DeviceAction = keyof typeof DEVICE_LIFE.actions;

/** The actions that approve an application: one of them is open, as its size and its checks want. */
export const DEVICE_APPROVALS = ["approve", "approve_large", "approve_overriding"] as const;

/** Tabs of applications by status, in the order of the screen. Folders have `mixed` too. */
export const DEVICE_TABS = ["draft", "pending", "to_resubmit", "approved", "declined"] as const;
