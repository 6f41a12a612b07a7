import { endpointsIn } from "../kernel/endpoint.ts";
import * as commands from "./commands.ts";
import * as compliances from "./compliance.ts";
import * as projects from "./projects.ts";
import * as rollOuts from "./roll-outs.ts";
import * as schedules from "./schedules/schedules.ts";
import * as zeroExports from "./zero-export.ts";

export * from "./commands.ts";
export * from "./compliance.ts";
export * from "./projects.ts";
export * from "./roll-outs.ts";
export * from "./schedules/occurrences.ts";
export * from "./schedules/schedules.ts";
export * from "./zero-export.ts";

/** Every call of control. */
export const controlEndpoints = endpointsIn(
  commands,
  compliances,
  projects,
  rollOuts,
  schedules,
  zeroExports,
);
