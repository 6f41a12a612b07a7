import { endpointsIn } from "../kernel/endpoint.ts";
import * as exports from "./data-export.ts";
import * as portfolio from "./portfolio-report.ts";
import * as runs from "./runs.ts";
import * as brand from "./templates/brand.ts";
import * as editions from "./templates/editions.ts";
import * as reports from "./templates/reports.ts";

export * from "./data-export.ts";
export * from "./portfolio-report.ts";
export * from "./runs.ts";
export * from "./templates/blocks.ts";
export * from "./templates/brand.ts";
export * from "./templates/editions.ts";
export * from "./templates/reports.ts";
export * from "./templates/sending.ts";

/** Every call of reports. */
export const reportsEndpoints = endpointsIn(runs, portfolio, exports, brand, reports, editions);
