// The same tickets, by the calls of their members and by those of support.
import type { TicketRole } from "@heliograph/contract/support/ticket-states";
import {
  adminTicket,
  adminTickets,
  answerTicket,
  getTicket,
  listTickets,
  moveTicket,
  moveTicketAsSupport,
  replyToSupport,
} from "@heliograph/contract/support/tickets";

const MEMBER = { list: listTickets, one: getTicket, reply: replyToSupport, move: moveTicket };
const SUPPORT = {
  list: adminTickets,
  one: adminTicket,
  reply: answerTicket,
  move: moveTicketAsSupport,
};

/** The calls of a side. */
export const ticketCalls = (side: TicketRole): typeof MEMBER | typeof SUPPORT =>
  side === "support" ? SUPPORT : MEMBER;
