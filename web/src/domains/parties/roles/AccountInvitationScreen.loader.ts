import type { Load } from "../../../platform/loading.ts";

/** Starts nothing: what stands behind `#`, the screen reads itself. */
export const load: Load = () => undefined;
