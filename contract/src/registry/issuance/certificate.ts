// What a certificate is of. A file of its own, as pages that count certificates need nothing else of the ledger.

/** Wh of one certificate. */
export const WH_PER_CERTIFICATE = 1_000_000;
