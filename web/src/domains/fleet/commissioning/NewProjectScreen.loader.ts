import { configQuery } from "../../../platform/app-config.ts";
import type { Load } from "../../../platform/loading.ts";

/** Starts what the map is drawn by. */
export const load: Load = (start) => start(configQuery());
