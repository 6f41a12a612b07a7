import type { Endpoint } from "./kernel/endpoint.ts";
import { gatewayBirth, gatewayReadings } from "./telemetry/gateway-messages.ts";

export * from "./kernel/answers.ts";
export * from "./kernel/endpoint.ts";
export * from "./kernel/paging.ts";
export * from "./kernel/problem.ts";
export * from "./kernel/time.ts";
export * from "./telemetry/gateway-messages.ts";
export * from "./telemetry/quantities.ts";

/** Every call of the product. A test checks that the server serves each of them. */
export const api: readonly Endpoint[] = [gatewayBirth, gatewayReadings];
