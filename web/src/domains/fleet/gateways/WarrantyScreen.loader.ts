import type { Load } from "../../../platform/loading.ts";
import { gatewaysQuery } from "./use-gateways.ts";

/** Starts the devices of the project. */
export const load: Load = (start, { id }) => start(gatewaysQuery(id));
