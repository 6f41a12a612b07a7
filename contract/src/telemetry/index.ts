import { endpointsIn } from "../kernel/endpoint.ts";
import * as arrivals from "./arrivals/arrivals.ts";
import * as imports from "./import/imports.ts";
import * as birth from "./ingest/birth.ts";
import * as commands from "./ingest/commands.ts";
import * as events from "./ingest/events.ts";
import * as readings from "./ingest/readings.ts";
import * as live from "./live.ts";

export * from "./arrivals/arrivals.ts";
export * from "./import/import-shapes.ts";
export * from "./import/import-units.ts";
export * from "./import/imports.ts";
export * from "./ingest/birth.ts";
export * from "./ingest/commands.ts";
export * from "./ingest/events.ts";
export * from "./ingest/nze-reports.ts";
export * from "./ingest/out-of-range.ts";
export * from "./ingest/protocol.ts";
export * from "./ingest/readings.ts";
export * from "./live.ts";
export * from "./quantities.ts";

/** Every call of telemetry. */
export const telemetryEndpoints = endpointsIn(arrivals, birth, commands, events, readings, live, imports);
