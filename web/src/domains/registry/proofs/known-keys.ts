// The public keys by which statements are checked.
import type { LogKey } from "@heliograph/contract/registry/proofs/log";
import { z } from "zod";

/** A key of the log, as much of it as a check needs. */
export type KnownKey = Pick<LogKey, "key_id" | "public_key" | "use">;

/** Keys as they are kept outside of the portal. */
export const heldKeys = z.array(
  z.object({ key_id: z.string(), public_key: z.string(), use: z.enum(["log", "demonstration"]) }),
);
