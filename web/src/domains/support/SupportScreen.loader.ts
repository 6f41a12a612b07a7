import type { Load } from "../../platform/loading.ts";
import { ticketsQuery } from "./ticket-queries.ts";

/** Starts the first page of the project's tickets. */
export const load: Load = (start, { id }) => start(ticketsQuery("member", id, 1));
