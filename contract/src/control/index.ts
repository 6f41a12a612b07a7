import { endpointsIn } from "../kernel/endpoint.ts";
import * as commands from "./commands.ts";
import * as projects from "./projects.ts";

export * from "./commands.ts";
export * from "./projects.ts";

/** Every call of control. */
export const controlEndpoints = endpointsIn(commands, projects);
