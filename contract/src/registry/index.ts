// Certificates: what both ends know of the ledger, and of the proofs that anybody may ask for.
import { endpointsIn } from "../kernel/endpoint.ts";
import * as log from "./proofs/log.ts";

export * from "./ledger.ts";
export * from "./proofs/canonical.ts";
export * from "./proofs/head.ts";
export * from "./proofs/log.ts";
export * from "./proofs/merkle.ts";
export * from "./proofs/tree-proofs.ts";

/** Every call of the registry. */
export const registryEndpoints = endpointsIn(log);
export * from "./services.ts";
