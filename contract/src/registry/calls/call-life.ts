// The life of a call to another registry (rule R21): it is written down before it is sent, and whoever does not know what became of it asks first.
import { recordLife } from "../../kernel/life-cycle.ts";

/** In which people record what became of a call. */
const PERSONS_DAYS = { count: 3, unit: "business_days" } as const;
const PERSONS = ["issuer", "platform_operator"] as const;

export const callLife = recordLife({
  entity: "registry_call",
  noun: "Call",
  begins: ["system"],
  state: {
    prepared: { label: "Prepared", next: { by: "system" } },
    by_hand: { label: "By Hand", next: { by: "platform_operator", within: PERSONS_DAYS } },
    sent: { label: "Sent", next: { by: "system" } },
    unknown: { label: "Unknown", next: { by: "platform_operator", within: PERSONS_DAYS } },
    acknowledged: { label: "Acknowledged" },
    refused: { label: "Refused", next: { by: "platform_operator", within: PERSONS_DAYS } },
    closed: { label: "Closed" },
  },
  actions: {
    hand_over: {
      from: ["prepared"],
      to: "by_hand",
      by: ["system"],
      done: "To be retired by hand: no connection is on",
    },
    // From unknown only after the other registry has said that it does not know the number.
    send: { from: ["prepared", "unknown"], to: "sent", by: ["system"], done: "Sent" },
    lose: { from: ["sent"], to: "unknown", by: ["system"], done: "No answer: what became of it is unknown" },
    answer: {
      from: ["sent", "unknown"],
      to: "acknowledged",
      by: ["system"],
      done: "Acknowledged by the other registry",
    },
    decline: {
      from: ["sent", "unknown"],
      to: "refused",
      by: ["system"],
      done: "Refused by the other registry",
    },
    acknowledge: {
      from: ["by_hand", "unknown"],
      to: "acknowledged",
      by: PERSONS,
      done: "Acknowledgement recorded by two persons",
      people: 2,
      confirmed: true,
    },
    refuse: {
      from: ["by_hand", "unknown"],
      to: "refused",
      by: PERSONS,
      done: "Not retired at the other registry, recorded by two persons",
      reason: 10,
      people: 2,
      confirmed: true,
    },
    ask: { from: ["unknown"], to: "unknown", by: PERSONS, done: "Asked again", quiet: true },
    try_again: {
      from: ["refused"],
      to: "closed",
      by: PERSONS,
      done: "Closed: a new call follows it",
      confirmed: true,
    },
    close: { from: ["refused"], to: "closed", by: ["system"], done: "Closed with its redemption" },
  },
});
export type CallStatus = (typeof callLife.states)[number];
export type CallAction = keyof typeof callLife.actions;
