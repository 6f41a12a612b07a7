// Kinds of records that the registry keeps, each with its tab under Register services (C58).

/** Devices to be registered, certificates to be issued, brought in from another registry, and redeemed. */
export const SERVICES = ["devices", "issuance", "imports", "redemption"] as const;
export type Service = (typeof SERVICES)[number];
