import { endpointsIn } from "../kernel/endpoint.ts";
import * as exports from "./data-export.ts";
import * as portfolio from "./portfolio-report.ts";
import * as runs from "./runs.ts";

export * from "./data-export.ts";
export * from "./portfolio-report.ts";
export * from "./runs.ts";

/** Every call of reports. */
export const reportsEndpoints = endpointsIn(runs, portfolio, exports);
