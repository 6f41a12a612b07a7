// What others may use of the registry: the certificate ledger's sealer and checker.
export { startSealer } from "./ledger/seal.jobs.ts";
export { registryWork } from "./ledger/verify.jobs.ts";
export { verifyLedger, type KeptHead } from "./ledger/verify.sql.ts";
