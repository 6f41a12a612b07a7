// How many calls an account, and an address, may make in a minute.
import { addressGroup } from "./address-group.ts";
import { Problem } from "../problem.ts";
import { windowCounts } from "./window-counts.ts";

const MINUTE_MS = 60_000;

export interface CallLimits {
  /** Counts a call from the address. Refuses 429 `calls.too_many` with the seconds to wait; what is refused is not counted. */
  readonly ofAddress: (address: string) => void;
  /** The same of a call by the account. */
  readonly ofAccount: (account_id: number) => void;
}

/**
 * Limits of this process, which count whole minutes from a caller's first call on; an IPv6 line counts as one address.
 * `now` gives ms since 1970.
 */
export function callLimits(
  most: { readonly perAccount: number; readonly perAddress: number },
  now: () => number = Date.now,
): CallLimits {
  const counts = windowCounts(MINUTE_MS, now);
  const count = (key: string, limit: number) => {
    if (counts.of(key) >= limit) throw tooMany(counts.secondsLeft(key));
    counts.add(key, 1);
  };
  return {
    ofAddress: (address) => count(`address ${addressGroup(address)}`, most.perAddress),
    ofAccount: (account_id) => count(`account ${account_id}`, most.perAccount),
  };
}

function tooMany(wait_s: number): Problem {
  return new Problem(
    429,
    "calls.too_many",
    "Too many requests at once, please wait a moment",
    undefined,
    wait_s,
  );
}
