// The life of a registered device or group: certificates are issued for it while it is in force and its bindings count (rule R10).
import { recordLife } from "../../kernel/life-cycle.ts";
import { REGISTERED_STATES } from "./registered-states.ts";

const DECIDERS = ["issuer", "platform_operator"] as const;
const APPLICANTS = ["trader", "account_manager"] as const;
const REASON = 10;
/** So long an issuer has to look at a device whose plant or consent has changed. */
export const LOOK_WITHIN = { count: 10, unit: "business_days" } as const;

/** Its end is a date and no state: months before it may still be issued for. */
export const REGISTERED_LIFE = recordLife({
  entity: "registered_device",
  noun: "Device",
  begins: ["issuer"],
  state: {
    in_force: { label: "In Force" },
    binding_suspended: { label: "Binding Suspended", next: { by: "issuer", within: LOOK_WITHIN } },
    // Nobody is late: it rests until whoever suspended it thinks otherwise, or has ten days once an owner consents again.
    suspended: { label: "Suspended", next: { by: "issuer" } },
    without_consent: { label: "Without Consent", next: { by: "trader" } },
  },
  actions: {
    suspend: {
      from: ["in_force", "binding_suspended"],
      to: "suspended",
      by: DECIDERS,
      done: "Suspended",
      reason: REASON,
      confirmed: true,
    },
    resume: {
      from: ["suspended"],
      to: "in_force",
      by: DECIDERS,
      done: "In force again",
      reason: REASON,
      confirmed: true,
    },
    confirm_binding: {
      from: ["binding_suspended"],
      to: "in_force",
      by: ["issuer"],
      done: "Bindings confirmed",
      reason: REASON,
      confirmed: true,
    },
    ask_change: {
      from: REGISTERED_STATES,
      to: "same",
      by: DECIDERS,
      done: "A change was asked for",
      reason: REASON,
    },
    find_meter: {
      from: REGISTERED_STATES,
      to: "same",
      by: ["issuer"],
      done: "A meter was looked at",
      confirmed: true,
    },
    change_members: {
      from: REGISTERED_STATES,
      to: "same",
      by: APPLICANTS,
      done: "Devices of the group changed",
    },
    release: {
      from: REGISTERED_STATES,
      to: "same",
      by: ["account_manager"],
      done: "Released to another account",
      confirmed: true,
    },
    take_back: {
      from: REGISTERED_STATES,
      to: "same",
      by: ["account_manager"],
      done: "Release taken back",
      confirmed: true,
    },
    succeed: { from: REGISTERED_STATES, to: "same", by: ["system"], done: "Succeeded by another device" },
    change_binding: {
      from: ["in_force"],
      to: "binding_suspended",
      by: ["system"],
      done: "The plant changed: the binding is suspended until an issuer has looked",
    },
    lose_consent: {
      from: ["in_force", "binding_suspended", "suspended"],
      to: "without_consent",
      by: ["system"],
      done: "Suspended: an owner's consent has ended",
    },
    find_consent: {
      from: ["without_consent"],
      to: "suspended",
      by: ["system"],
      done: "An owner consents again: the issuer looks",
    },
  },
});
export type RegisteredStatus = (typeof REGISTERED_LIFE.states)[number];
export type RegisteredAction = keyof typeof REGISTERED_LIFE.actions;

/** What people decide of a device with a reason alone. */
export const DEVICE_DECISIONS = ["suspend", "resume", "confirm_binding", "ask_change"] as const;
