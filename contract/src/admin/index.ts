import { endpointsIn } from "../kernel/endpoint.ts";
import * as projects from "./projects.ts";

export * from "./projects.ts";

/** Every call of admin. */
export const adminEndpoints = endpointsIn(projects);
