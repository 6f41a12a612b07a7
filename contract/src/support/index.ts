import { endpointsIn } from "../kernel/endpoint.ts";
import * as tickets from "./tickets.ts";

export * from "./ticket-states.ts";
export * from "./tickets.ts";

/** Every call of support. */
export const supportEndpoints = endpointsIn(tickets);
