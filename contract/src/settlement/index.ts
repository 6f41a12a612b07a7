// Settlement: what is owed for certificates, and what was paid.
import { endpointsIn } from "../kernel/endpoint.ts";
import * as payments from "./payments/payments.ts";

export * from "./payments/invoice-life.ts";
export * from "./payments/payment-rules.ts";
export * from "./payments/payments.ts";

/** Every call of settlement. */
export const settlementEndpoints = endpointsIn(payments);
