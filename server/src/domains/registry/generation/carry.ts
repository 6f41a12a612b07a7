// What becomes of energy that does not make a whole certificate, and of energy that a correction took back after it was certified.
import { WH_PER_CERTIFICATE } from "@heliograph/contract";

/** What a line of devices has over in a registry and year of production, Wh; at most one of the two is not 0. */
export interface Carry {
  /** Metered and not yet certified, 0 to 999,999. */
  readonly carry_wh: number;
  /** Certified and no longer metered, 0 or more: production to come pays it first. */
  readonly debt_wh: number;
}

/** Nothing over, nothing owed. */
export const NO_CARRY: Carry = { carry_wh: 0, debt_wh: 0 };

/**
 * What is issued for `wh` more (a correction downwards: less than 0) and what is over then: floor((carry − debt + wh) / 10⁶)
 * certificates, none below 0 (certificates.md §3.3; the debt is an account of its own, rules R32 and R33). The total over
 * several amounts does not depend on their order as long as none is negative.
 * Throws when `wh` is no whole number, or the sum lies beyond what numbers hold exactly.
 */
export function certify({ carry_wh, debt_wh }: Carry, wh: number): Carry & { readonly issued: number } {
  const total = carry_wh - debt_wh + wh;
  if (!Number.isSafeInteger(wh) || !Number.isSafeInteger(total)) {
    throw new RangeError(`${wh} Wh is no energy`);
  }
  if (total < 0) return { issued: 0, carry_wh: 0, debt_wh: -total };
  const issued = Math.floor(total / WH_PER_CERTIFICATE);
  return { issued, carry_wh: total - issued * WH_PER_CERTIFICATE, debt_wh: 0 };
}
