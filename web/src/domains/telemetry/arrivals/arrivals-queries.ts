import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { gatewayArrivals } from "@heliograph/contract/telemetry/arrivals/arrivals";
import { ask } from "../../../platform/api.ts";

/** What has arrived at a gateway. */
export const arrivalsQuery = (gatewayUid: string) =>
  ask(gatewayArrivals, { query: { gateway_uid: gatewayUid } });

export type Arrivals = Answer<typeof gatewayArrivals>;
