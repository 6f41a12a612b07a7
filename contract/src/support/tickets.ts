// Messages of a project to support, kept as tickets with a thread (M17).
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { pageNumber, pageSize } from "../kernel/paging.ts";
import { paragraphs, someLine } from "../kernel/text.ts";
import { ticketLife } from "./ticket-states.ts";

/** Beyond these a call is refused with `ticket.too_many`. */
export const TICKET_LIMITS = {
  /** Not closed, of a project. */
  openPerProject: 50,
  perProject: 1000,
  messagesPerTicket: 200,
  subject: 200,
  body: 4000,
} as const;

const utcInstant = z.iso.datetime();

const ticketStatus = z.enum(ticketLife.states);

const ticketItem = z.object({
  ticket_uid: z.uuid(),
  subject: z.string(),
  status: ticketStatus,
  opened_at: utcInstant,
  changed_at: utcInstant,
  message_count: z.int(),
});
export type TicketItem = z.output<typeof ticketItem>;

/** A ticket with its messages, the oldest first. */
const ticketThread = ticketItem.omit({ message_count: true }).extend({
  messages: z.array(
    z.object({
      message_uid: z.uuid(),
      /** Null: the account is no longer there. */
      author: z.string().nullable(),
      from_support: z.boolean(),
      body: z.string(),
      at: utcInstant,
    }),
  ),
});
export type TicketThread = z.output<typeof ticketThread>;

const listed = {
  query: z.object({ project_uid: z.uuid(), page: pageNumber, items_page: pageSize(20) }),
  answer: z.object({ items: z.array(ticketItem), total_items: z.int() }),
  refusals: ["project.not_found"],
};
const one = {
  query: z.object({ ticket_uid: z.uuid() }),
  answer: ticketThread,
  refusals: ["ticket.not_found"],
};
const body = paragraphs(TICKET_LIMITS.body);
const replied = { body: z.object({ ticket_uid: z.uuid(), body }), answer: done };
const moved = {
  body: z.object({ ticket_uid: z.uuid(), action: z.enum(["close", "reopen"]) }),
  answer: z.object({ status: ticketStatus }),
};
const CHANGES = ["ticket.not_found", "ticket.wrong_state"];

export const listTickets = endpoint({
  name: "listTickets",
  method: "GET",
  path: "support/tickets",
  summary: "Tickets of a project, those that changed last first",
  ...listed,
});

export const getTicket = endpoint({
  name: "getTicket",
  method: "GET",
  path: "support/ticket",
  summary: "A ticket with its messages",
  ...one,
});

export const openTicket = endpoint({
  name: "openTicket",
  method: "POST",
  path: "support/ticket",
  summary: "Sends a message to support",
  body: z.object({ project_uid: z.uuid(), subject: someLine(TICKET_LIMITS.subject), body }),
  answer: z.object({ ticket_uid: z.uuid() }),
  refusals: ["project.not_found", "project.read_only", "ticket.too_many"],
});

export const replyToSupport = endpoint({
  name: "replyToSupport",
  method: "POST",
  path: "support/ticket/reply",
  summary: "Adds a message to a ticket, which is open again",
  ...replied,
  refusals: [...CHANGES, "ticket.read_only", "ticket.too_many"],
});

export const moveTicket = endpoint({
  name: "moveTicket",
  method: "POST",
  path: "support/ticket/move",
  summary: "Closes a ticket, or opens it again",
  ...moved,
  refusals: [...CHANGES, "ticket.read_only", "ticket.too_many"],
});

export const adminTickets = endpoint({
  name: "adminTickets",
  method: "GET",
  path: "admin-project/tickets",
  summary: "Tickets of any project, for support",
  access: "admin",
  ...listed,
});

export const adminTicket = endpoint({
  name: "adminTicket",
  method: "GET",
  path: "admin-project/ticket",
  summary: "A ticket of any project with its messages, for support",
  access: "admin",
  ...one,
});

export const answerTicket = endpoint({
  name: "answerTicket",
  method: "POST",
  path: "admin-project/ticket/reply",
  summary: "Answers a ticket",
  access: "admin",
  ...replied,
  refusals: [...CHANGES, "ticket.too_many"],
});

export const moveTicketAsSupport = endpoint({
  name: "moveTicketAsSupport",
  method: "POST",
  path: "admin-project/ticket/move",
  summary: "Closes a ticket of any project, or opens it again",
  access: "admin",
  ...moved,
  refusals: [...CHANGES, "ticket.too_many"],
});
