// Whether a meter repeats what another one said (rule R4 of the addendum to certificates.md).
import { createHash } from "node:crypto";

/** Fewer quarter hours that are not 0 say nothing: dark days are alike. */
const LEAST_QUARTERS = 20;
/** Rises are kept to a 1024th of a Wh by the energy ledger. */
const PARTS = 1024;

/**
 * The hash of the rises of a point over a local day, Wh a quarter hour in order, as 64 hexadecimal digits; null where fewer than 20
 * are not 0. What stands before the first and after the last of those is left out, so that a clock set by hours hides nothing.
 */
export function risesHash(rises: readonly number[]): string | null {
  const parts = rises.map((wh) => Math.round(wh * PARTS));
  const first = parts.findIndex((part) => part !== 0);
  const last = parts.findLastIndex((part) => part !== 0);
  const told = parts.slice(first, last + 1);
  if (first === -1 || told.filter((part) => part !== 0).length < LEAST_QUARTERS) return null;
  return createHash("sha256").update(told.join(",")).digest("hex");
}
