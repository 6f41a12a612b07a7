// Counts gateways' failed sign-ins by where they come from, so that guessing is slow and costs the database nothing.
import { addressGroup } from "../../../platform/address-group.ts";

/**
 * Failures that are judged within a window; what comes beyond is refused unasked and not counted. A gateway with a wrong
 * credential reaches only its own limit: the others behind the same address sign in until many of them fail.
 */
export const SIGN_IN_LIMITS = { windowMs: 60_000, ofGateway: 10, ofAddress: 200 } as const;
/** Keys counted at once; beyond, the oldest are forgotten. */
const COUNTED = 50_000;

export interface SignInGuard {
  /** False when too many sign-ins have failed, of this gateway from this address or from the address at all. */
  readonly mayTry: (address: string, serial: string) => boolean;
  /** Counts a failure; true when it is the one that reaches a limit. */
  readonly failed: (address: string, serial: string) => boolean;
  /** Forgets the failures of the gateway from the address; those of the address stay. */
  readonly succeeded: (address: string, serial: string) => void;
}

function keysOf(address: string, serial: string): { ofGateway: string; ofAddress: string } {
  const from = addressGroup(address);
  // A serial is up to what a stranger sends: only so much of it is kept.
  return { ofGateway: `${from}\n${serial.slice(0, 64)}`, ofAddress: from };
}

/** A guard that remembers in memory: each broker and each API process has its own. `now` gives ms since 1970. */
export function signInGuard(now: () => number = Date.now): SignInGuard {
  const counts = new Map<string, { since: number; failures: number }>();
  const failuresOf = (key: string) => {
    const count = counts.get(key);
    return count !== undefined && now() - count.since < SIGN_IN_LIMITS.windowMs ? count.failures : 0;
  };
  const add = (key: string) => {
    const failures = failuresOf(key) + 1;
    const since = failures === 1 ? now() : (counts.get(key)?.since ?? now());
    // The newest stands last, so that the oldest is the first to be forgotten.
    if (failures === 1) counts.delete(key);
    counts.set(key, { since, failures });
    const [oldest] = counts.keys();
    if (counts.size > COUNTED && oldest !== undefined) counts.delete(oldest);
    return failures;
  };
  return {
    mayTry: (address, serial) => {
      const keys = keysOf(address, serial);
      return (
        failuresOf(keys.ofGateway) < SIGN_IN_LIMITS.ofGateway &&
        failuresOf(keys.ofAddress) < SIGN_IN_LIMITS.ofAddress
      );
    },
    failed: (address, serial) => {
      const keys = keysOf(address, serial);
      const [gateways, addresses] = [add(keys.ofGateway), add(keys.ofAddress)];
      return gateways === SIGN_IN_LIMITS.ofGateway || addresses === SIGN_IN_LIMITS.ofAddress;
    },
    succeeded: (address, serial) => {
      counts.delete(keysOf(address, serial).ofGateway);
    },
  };
}
