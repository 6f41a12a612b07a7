import { endpointsIn } from "../kernel/endpoint.ts";
import * as commands from "./commands.ts";

export * from "./commands.ts";

/** Every call of control. */
export const controlEndpoints = endpointsIn(commands);
