import { configQuery } from "../../../../platform/app-config.ts";
import type { Load } from "../../../../platform/loading.ts";

/** Starts what the frame of the page needs; the list asks for its own rows. */
export const load: Load = (start) => start(configQuery());
