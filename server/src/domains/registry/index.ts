// What others may use of the registry: the certificate ledger.
export { inventoryPage } from "./ledger/inventory.sql.ts";
export { postEntry } from "./ledger/post.sql.ts";
export { startSealer } from "./ledger/seal.jobs.ts";
export { registryWork } from "./ledger/verify.jobs.ts";
export { verifyLedger, type KeptHead } from "./ledger/verify.sql.ts";
