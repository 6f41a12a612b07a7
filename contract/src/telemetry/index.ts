import { endpointsIn } from "../kernel/endpoint.ts";
import * as ingest from "./ingest.ts";
import * as live from "./live.ts";

export * from "./ingest.ts";
export * from "./live.ts";
export * from "./quantities.ts";

/** Every call of telemetry. */
export const telemetryEndpoints = endpointsIn(ingest, live);
