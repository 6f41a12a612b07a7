import type { Load } from "../../../platform/loading.ts";
import { escalationQuery } from "./escalation-queries.ts";

/** Starts the escalation of the project. */
export const load: Load = (start, { id }) => void start(escalationQuery(id));
