import type { Load } from "../../../platform/loading.ts";

/** Nothing beside what the frame starts: the list asks for what the address chooses of it. */
export const load: Load = () => undefined;
