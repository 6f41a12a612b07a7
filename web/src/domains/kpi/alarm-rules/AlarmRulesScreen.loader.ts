import type { Load } from "../../../platform/loading.ts";
import { rulesQuery } from "./rule-queries.ts";

/** Starts the rules of the project. */
export const load: Load = (start, { id }) => void start(rulesQuery(id));
