import type { TicketRole } from "@heliograph/contract/support/ticket-states";
import { ask } from "../../platform/api.ts";
import { ticketCalls } from "./ticket-calls.ts";

/** Tickets on a page of their list. */
export const TICKETS_PER_PAGE = 20;

/** A page of the project's tickets, from 1, those that changed last first. */
export const ticketsQuery = (side: TicketRole, project_uid: string, page: number) =>
  ask(ticketCalls(side).list, { query: { project_uid, page, items_page: TICKETS_PER_PAGE } });
