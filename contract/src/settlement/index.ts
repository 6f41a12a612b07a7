// Settlement: what is owed for certificates, and what was paid.
import { endpointsIn } from "../kernel/endpoint.ts";
import * as payments from "./payments.ts";

export * from "./payments.ts";

/** Every call of settlement. */
export const settlementEndpoints = endpointsIn(payments);
