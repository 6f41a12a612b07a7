// What others may use of the registry: the certificate ledger and its proofs.
import type { Db } from "../../platform/db.ts";
import type { Serve } from "../../platform/http.ts";
import { proofRoutes } from "./proofs/proofs.routes.ts";

export { inventoryPage } from "./ledger/inventory.sql.ts";
export { postEntry } from "./ledger/post.sql.ts";
export { startSealer } from "./ledger/seal.jobs.ts";
export { registryWork } from "./ledger/verify.jobs.ts";
export { verifyLedger, type KeptHead } from "./ledger/verify.sql.ts";

/** Serves every call of the registry. */
export function registryRoutes(serve: Serve, db: Db): void {
  proofRoutes(serve, db);
}
