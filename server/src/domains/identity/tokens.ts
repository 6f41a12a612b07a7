// The two tokens of a session. Access: a JWT signed with Ed25519. Refresh: `<session>.<generation>.<HMAC>`, which
// needs no secret of its own in the database, since whoever holds the key can make it again (decision 0010).
import { base64url, errors, jwtVerify, SignJWT, type CryptoKey } from "jose";

/** Lifetime of an access token. */
export const ACCESS_S = 15 * 60;
const ISSUER = "heliograph";
const AUDIENCE = "heliograph-api";
const ALGORITHM = "EdDSA";
const TYPE = "at+jwt"; // RFC 9068
/** Clocks of the servers of one installation may differ by this much. */
const SKEW_S = 30;

export interface Keys {
  readonly signing: CryptoKey;
  readonly verifying: CryptoKey;
  /** HMAC-SHA-256 of refresh tokens. */
  readonly refreshing: CryptoKey;
}

/** A signed access token of the session, good for ACCESS_S from `nowMs`. */
export function signAccessToken(
  keys: Keys,
  { session_id, account_uid }: { session_id: string; account_uid: string },
  nowMs: number,
): Promise<string> {
  const now = Math.floor(nowMs / 1000);
  return new SignJWT({ sid: session_id })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(account_uid)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setNotBefore(now - SKEW_S)
    .setExpirationTime(now + ACCESS_S)
    .sign(keys.signing);
}

type ReadAccessToken =
  | { readonly is: "good"; readonly session_id: string }
  /** Signed by us and right in all but its time. */
  | { readonly is: "expired" }
  | { readonly is: "invalid" };

/**
 * What an access token proves. One algorithm and one key whatever its header says; issuer, audience, type and times
 * are checked, the signature before any of them.
 */
export async function readAccessToken(keys: Keys, token: string, nowMs: number): Promise<ReadAccessToken> {
  try {
    const { payload } = await jwtVerify(token, keys.verifying, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: TYPE,
      requiredClaims: ["sub", "exp", "nbf", "sid"],
      currentDate: new Date(nowMs),
    });
    return typeof payload["sid"] === "string" && UUID.test(payload["sid"])
      ? { is: "good", session_id: payload["sid"] }
      : { is: "invalid" };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { is: "expired" };
    if (error instanceof errors.JOSEError) return { is: "invalid" };
    throw error;
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const REFRESH = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})\.([A-Za-z0-9_-]{43})$/;
const bytes = (session_id: string, generation: number) =>
  new TextEncoder().encode(`heliograph refresh 1 ${session_id} ${generation}`);

/** The refresh token of a session's generation; always the same text. */
export async function refreshTokenOf(keys: Keys, session_id: string, generation: number): Promise<string> {
  const mac = await crypto.subtle.sign("HMAC", keys.refreshing, bytes(session_id, generation));
  return `${session_id}.${generation}.${base64url.encode(new Uint8Array(mac))}`;
}

/** The session and generation a refresh token was made for; null when we did not make it. */
export async function readRefreshToken(
  keys: Keys,
  token: string,
): Promise<{ session_id: string; generation: number } | null> {
  const [, session_id, count, mac] = REFRESH.exec(token) ?? [];
  if (session_id === undefined || count === undefined || mac === undefined) return null;
  const generation = Number(count);
  const sent = base64url.decode(mac);
  // Compares in constant time.
  const ours = await crypto.subtle.verify("HMAC", keys.refreshing, sent, bytes(session_id, generation));
  return ours ? { session_id, generation } : null;
}
