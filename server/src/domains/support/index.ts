// What others may use of support.
export { ticketRoutes } from "./ticket.routes.ts";
