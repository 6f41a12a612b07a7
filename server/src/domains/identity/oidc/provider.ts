// The OpenID provider of the installation: code flow with PKCE, state and nonce (OpenID Connect Core 1.0, 3.1; RFC 9700, 2.1).
import * as client from "openid-client";
import { Problem } from "../../../platform/problem.ts";

/** What the installation has set. */
export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What its button says. */
  readonly name: string;
  /** Whether an e-mail that it calls verified opens the account of that e-mail at the first sign-in. */
  readonly trustsEmail: boolean;
}

/** Who came back from the provider. */
export interface ProviderPerson {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; null: the provider names none, or does not call it verified. */
  readonly email: string | null;
  readonly name: string | null;
}

/** What belongs to one way there and back. */
export interface Visit {
  readonly return_url: string;
  readonly state: string;
  readonly nonce: string;
  readonly code_verifier: string;
}

export interface Provider {
  /** Where the browser goes. Throws 503 `unavailable` when the provider cannot be asked. */
  readonly address: (visit: Visit) => Promise<URL>;
  /** Who comes back with the address, or in a word why nobody is believed. Throws 503 `unavailable` as above. */
  readonly person: (visit: Visit, returned: URL) => Promise<ProviderPerson | string>;
}

const TIMEOUT_S = 5;
/** After a failure the provider is asked again soon, but not once per sign-in. */
const FAILED_MS = 5000;
const SUBJECT_MAX = 255;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

/** A new way to the provider: all of it unguessable. */
export const newVisit = (return_url: string): Visit => ({
  return_url,
  state: client.randomState(),
  nonce: client.randomNonce(),
  code_verifier: client.randomPKCECodeVerifier(),
});

/**
 * The provider of the settings. What it says of itself is asked for once, when it is first needed. `ask` makes every
 * request to it.
 */
export function providerOf(
  settings: ProviderSettings,
  ask: client.CustomFetch,
  now: () => number = Date.now,
): Provider {
  let known: Promise<client.Configuration> | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  const configuration = () => {
    if (known === undefined) {
      if (now() - failedAt < FAILED_MS) throw unavailable();
      known = discovered(settings, ask).catch(() => {
        known = undefined;
        failedAt = now();
        throw unavailable();
      });
    }
    return known;
  };
  return {
    address: async ({ return_url, state, nonce, code_verifier }) =>
      client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: return_url,
        scope: "openid email profile",
        code_challenge: await client.calculatePKCECodeChallenge(code_verifier),
        code_challenge_method: "S256",
        state,
        nonce,
      }),
    person: async (visit, returned) => {
      const at = await configuration();
      try {
        return await personOf(at, visit, returned);
      } catch (error) {
        const why = refusalIn(error);
        if (why === null) throw unavailable();
        return why;
      }
    },
  };
}

function discovered(
  { issuer, clientId, clientSecret }: ProviderSettings,
  ask: client.CustomFetch,
): Promise<client.Configuration> {
  const at = new URL(issuer);
  return client.discovery(at, clientId, clientSecret, undefined, {
    timeout: TIMEOUT_S,
    [client.customFetch]: ask,
    // The configuration lets http pass for loopback alone.
    ...(at.protocol === "http:" ? { execute: [client.allowInsecureRequests] } : {}),
  });
}

async function personOf(
  at: client.Configuration,
  { state, nonce, code_verifier }: Visit,
  returned: URL,
): Promise<ProviderPerson | string> {
  const tokens = await client.authorizationCodeGrant(at, returned, {
    pkceCodeVerifier: code_verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) return "no id token";
  if (claims.sub.length > SUBJECT_MAX) return "subject";
  // Most providers put the e-mail into the token; those that do not have it where more is asked.
  const more =
    claims["email"] === undefined && at.serverMetadata().userinfo_endpoint !== undefined
      ? await client.fetchUserInfo(at, tokens.access_token, claims.sub)
      : {};
  const said: Readonly<Record<string, unknown>> = { ...claims, ...more };
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: said["email_verified"] === true ? emailOf(said["email"]) : null,
    name: nameOf(said["name"]),
  };
}

function emailOf(said: unknown): string | null {
  const email = typeof said === "string" ? said.trim().toLowerCase() : "";
  return EMAIL.test(email) ? email : null;
}

/** One line of at most 200 characters; null when nothing is left. */
function nameOf(said: unknown): string | null {
  const line = typeof said === "string" ? said.replace(/\p{Cc}+/gu, " ").trim() : "";
  return line === "" ? null : Array.from(line).slice(0, 200).join("");
}

/** Codes of openid-client for a provider that did not answer as one. */
const NO_ANSWER = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
]);

/** In a word, why the provider's answer is not believed; null: it did not answer. */
function refusalIn(error: unknown): string | null {
  if (error instanceof client.ResponseBodyError) return error.status < 500 ? error.error.slice(0, 60) : null;
  if (error instanceof client.AuthorizationResponseError) return error.error.slice(0, 60);
  if (error instanceof client.ClientError) {
    return NO_ANSWER.has(error.code ?? "") ? null : (error.code ?? "not accepted");
  }
  return null;
}

const unavailable = () =>
  new Problem(503, "unavailable", "The service is not available now, please try again", undefined, 5);
