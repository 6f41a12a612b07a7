// The token by which an identity provider vouches for an administrator: a signed JWT that is good once and for a minute.
import { SSO_TOKEN_MAX_S } from "@heliograph/contract";
import { errors, jwtVerify, SignJWT, type CryptoKey, type JWTVerifyGetKey } from "jose";
import { z } from "zod";

/** What the tokens must state. */
export interface SsoClaims {
  readonly issuer: string;
  readonly audience: string;
}

/** Whom a token vouches for. */
export interface Vouched {
  readonly issuer: string;
  readonly jti: string;
  readonly email: string;
  /** As the provider calls the person; null: it does not say. */
  readonly name: string | null;
  /** Until then the same token must not be accepted again, ms since 1970. */
  readonly until_ms: number;
}

/** Signatures that are accepted, all by a private key: a shared secret is never one that others may hold. */
const ALGORITHMS = ["EdDSA", "ES256", "ES384", "PS256", "RS256"];
/** The clocks of provider and server may differ by this much. */
const SKEW_S = 5;

const claims = z.object({
  iss: z.string(),
  jti: z.string().min(1).max(200),
  email: z.string().trim().toLowerCase().max(254).regex(z.regexes.email),
  email_verified: z.literal(true).optional(),
  name: z.string().optional(),
  iat: z.number(),
  exp: z.number(),
});

/**
 * Whom the token vouches for, or in a word why it is not accepted; a word is for the log and the audit, never for the
 * caller. Signature, issuer, audience, times, and a life of at most SSO_TOKEN_MAX_S are checked; whether it was used
 * before is not. Throws what `keys` throws when it cannot be asked.
 */
export async function readSsoToken(
  token: string,
  { keys, expected, nowMs }: { keys: JWTVerifyGetKey; expected: SsoClaims; nowMs: number },
): Promise<Vouched | string> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ALGORITHMS,
      issuer: expected.issuer,
      audience: expected.audience,
      requiredClaims: ["exp", "iat", "jti", "email"],
      // Refuses one issued in the future too.
      maxTokenAge: SSO_TOKEN_MAX_S,
      clockTolerance: SKEW_S,
      currentDate: new Date(nowMs),
    });
    const read = claims.safeParse(payload);
    if (!read.success) return `claim ${String(read.error.issues[0]?.path[0])}`;
    const { iss: issuer, jti, email, name, iat, exp } = read.data;
    if (exp - iat > SSO_TOKEN_MAX_S) return "life";
    return { issuer, jti, email, name: lineOf(name), until_ms: (exp + SKEW_S) * 1000 };
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed) return `claim ${error.claim}`;
    if (error instanceof errors.JWTExpired) return "expired";
    if (error instanceof errors.JWKSTimeout) throw error;
    if (error instanceof errors.JOSEError) return error.code;
    throw error;
  }
}

/** The name as an account may have it: one line of 1 to 200 characters; null when nothing is left. */
function lineOf(name: string | undefined): string | null {
  const line = (name ?? "").replace(/\p{Cc}+/gu, " ").trim();
  return line === "" ? null : Array.from(line).slice(0, 200).join("");
}

/** A token of this installation's own key, for installations without an identity provider. */
export function ssoToken(
  key: CryptoKey,
  of: SsoClaims & { email: string; name: string | undefined; jti: string; nowMs: number },
): Promise<string> {
  const now = Math.floor(of.nowMs / 1000);
  return new SignJWT({ email: of.email, ...(of.name === undefined ? {} : { name: of.name }) })
    .setProtectedHeader({ alg: "EdDSA" })
    .setIssuer(of.issuer)
    .setAudience(of.audience)
    .setJti(of.jti)
    .setIssuedAt(now)
    .setExpirationTime(now + SSO_TOKEN_MAX_S)
    .sign(key);
}
