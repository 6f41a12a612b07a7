import type { Load } from "../../../platform/loading.ts";
import { loadList } from "./load-list.ts";

/** Starts the list of pv projects and its totals. */
export const load: Load = loadList("pv");
