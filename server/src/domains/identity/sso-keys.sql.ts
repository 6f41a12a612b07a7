// Whose signature on a sign-on token counts: the identity provider's keys, or a key of this installation.
import { createRemoteJWKSet, customFetch, type CryptoKey, type JWTVerifyGetKey } from "jose";
import type { Db } from "../../platform/db.ts";
import { guardedFetch } from "../../platform/outbound/fetch.ts";
import { hostAndPort, type OutboundAllow } from "../../platform/outbound/target.ts";
import { Problem } from "../../platform/problem.ts";
import { keyPairOf } from "./secrets.sql.ts";

const TIMEOUT_MS = 3000;
/** After an answer, a key that it did not hold makes the server ask again only so much later. */
const ASK_AGAIN_MS = 30_000;
/** After a failure: soon, but not once per sign-on. */
const FAILED_MS = 5000;
const KEPT_MS = 600_000;

/**
 * The keys of the provider at the URL, asked for when needed. The operator has set the URL, so it may also be an inner one. Throws 503
 * `unavailable` when they cannot be had.
 */
export function remoteKeys(url: string, allow: OutboundAllow, now: () => number = Date.now): JWTVerifyGetKey {
  const ask = guardedFetch(TIMEOUT_MS, [...allow, hostAndPort(new URL(url))]);
  let failedAt = Number.NEGATIVE_INFINITY;
  return createRemoteJWKSet(new URL(url), {
    timeoutDuration: TIMEOUT_MS,
    cooldownDuration: ASK_AGAIN_MS,
    cacheMaxAge: KEPT_MS,
    [customFetch]: async (address, options) => {
      if (now() - failedAt < FAILED_MS) throw unavailable();
      const reply = await ask(address, options).catch(() => null);
      if (reply?.status !== 200) {
        failedAt = now();
        throw unavailable();
      }
      return reply;
    },
  });
}

/** The key that this installation signs its own sign-on tokens with, made at first use. */
export async function ownSigningKey(db: Db): Promise<CryptoKey> {
  return (await keyPairOf(db, "sso_key")).signing;
}

/** Verifies by the installation's own key, whatever the token's header says. */
export function ownKeys(db: Db): JWTVerifyGetKey {
  let key: Promise<CryptoKey> | undefined;
  return () => {
    key ??= keyPairOf(db, "sso_key").then(
      ({ verifying }) => verifying,
      (error: unknown) => {
        key = undefined;
        throw error;
      },
    );
    return key;
  };
}

function unavailable(): Problem {
  return new Problem(503, "unavailable", "The service is not available now, please try again", undefined, 5);
}
