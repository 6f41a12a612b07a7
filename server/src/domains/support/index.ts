// What others may use of support.
export { openTicketIn, ticketRoutes } from "./ticket.routes.ts";
