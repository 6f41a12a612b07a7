// Counts gateways' sign-ins by where they come from, so that guessing is slow and costs the database nothing.
import { addressGroup } from "../../../platform/limits/address-group.ts";
import { windowCounts } from "../../../platform/limits/window-counts.ts";

/**
 * Sign-ins that may fail within a window; what comes beyond is refused unasked and not counted. A gateway with a wrong
 * credential reaches only its own limit. An address of which many fail is closed to serials that never signed in from it
 * lately: those that did are let in, so that one bad neighbour behind a proxy or a shared line locks nobody out.
 */
export const SIGN_IN_LIMITS = { windowMs: 60_000, ofGateway: 10, ofAddress: 200 } as const;
/** Gateways remembered to have signed in; beyond, the oldest are forgotten. */
const REMEMBERED = 50_000;

export interface SignInGuard {
  /**
   * Counts the try before it is judged, so that tries made at once cannot pass the limit together. False, and not counted:
   * too many sign-ins of this gateway from this address, or of the address at all, have failed or are being judged.
   */
  readonly mayTry: (address: string, serial: string) => boolean;
  /** After a try that failed: true when it is the one that reaches a limit. */
  readonly failed: (address: string, serial: string) => boolean;
  /** Forgives the gateway's tries from the address, this one included; failures of others from it stay counted. */
  readonly succeeded: (address: string, serial: string) => void;
  /** Takes back a try that could not be judged, for example because the database did not answer. */
  readonly unjudged: (address: string, serial: string) => void;
}

function keysOf(address: string, serial: string): { ofGateway: string; ofAddress: string } {
  const from = addressGroup(address);
  // A serial is up to what a stranger sends: only so much of it is kept.
  return { ofGateway: `${from}\n${serial.slice(0, 64)}`, ofAddress: from };
}

/** A guard that remembers in memory: each broker and each API process has its own. `now` gives ms since 1970. */
export function signInGuard(now: () => number = Date.now): SignInGuard {
  const tries = windowCounts(SIGN_IN_LIMITS.windowMs, now);
  const known = new Set<string>();
  return {
    mayTry: (address, serial) => {
      const keys = keysOf(address, serial);
      if (tries.of(keys.ofGateway) >= SIGN_IN_LIMITS.ofGateway) return false;
      if (!known.has(keys.ofGateway) && tries.of(keys.ofAddress) >= SIGN_IN_LIMITS.ofAddress) return false;
      tries.add(keys.ofGateway, 1);
      tries.add(keys.ofAddress, 1);
      return true;
    },
    failed: (address, serial) => {
      const keys = keysOf(address, serial);
      return (
        tries.of(keys.ofGateway) === SIGN_IN_LIMITS.ofGateway ||
        tries.of(keys.ofAddress) === SIGN_IN_LIMITS.ofAddress
      );
    },
    succeeded: (address, serial) => {
      const keys = keysOf(address, serial);
      tries.forget(keys.ofGateway);
      tries.add(keys.ofAddress, -1);
      // The newest stands last, so that the oldest is the first to be forgotten.
      known.delete(keys.ofGateway);
      known.add(keys.ofGateway);
      const [oldest] = known;
      if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
    },
    unjudged: (address, serial) => {
      const keys = keysOf(address, serial);
      tries.add(keys.ofGateway, -1);
      tries.add(keys.ofAddress, -1);
    },
  };
}
