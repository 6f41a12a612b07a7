import { life } from "../kernel/life-cycle.ts";

/**
 * The life of a message to support. Whoever spoke last decides between open and answered; either side may close it and
 * open it again.
 */
export const ticketLife = life(["open", "answered", "closed"], {
  ask: { from: ["open", "answered"], to: "open", by: ["member"] },
  answer: { from: ["open", "answered"], to: "answered", by: ["support"] },
  close: { from: ["open", "answered"], to: "closed", by: ["member", "support"] },
  reopen: { from: ["closed"], to: "open", by: ["member", "support"] },
});
export type TicketStatus = (typeof ticketLife.states)[number];
export type TicketAction = keyof typeof ticketLife.actions;
/** A member of the project, or an administrator. */
export type TicketRole = (typeof ticketLife.actions)[TicketAction]["by"][number];
