// The public keys by which statements are checked.
import type { CheckKey } from "@heliograph/contract/registry/proofs/check-statement";
import { z } from "zod";

/** A key of the log, as much of it as a check needs. */
export type KnownKey = CheckKey;

/** Keys as they are kept outside of the portal; what was kept earlier does not say whether one is revoked. */
export const heldKeys = z.array(
  z.object({
    key_id: z.string(),
    public_key: z.string(),
    use: z.enum(["log", "demonstration", "document"]),
    revoked: z.object({ at: z.string(), size: z.number() }).nullable().optional(),
  }),
);
