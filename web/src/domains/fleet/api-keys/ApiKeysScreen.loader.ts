import type { Load } from "../../../platform/loading.ts";
import { keysQuery } from "./key-queries.ts";

/** Starts the account's keys. */
export const load: Load = (start) => start(keysQuery());
