// Certificates: what both ends know of the ledger.
export * from "./ledger.ts";
