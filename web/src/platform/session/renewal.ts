// The renewal of an expired access token: once, however many calls and tabs wait for it (M235).
import { refreshToken, SESSION_REFUSALS } from "@heliograph/contract/identity/session";
import { exclusive } from "./exclusive.ts";
import { answered, Refused, sendRequest } from "../http.ts";
import { accessToken, forgetSession, keepTokens, refreshTokenKept } from "../session.ts";

let underWay: Promise<string> | null = null;

/**
 * Returns the access token that replaces `used`. All who wait share one renewal, across tabs too: a refresh token
 * is spent by its use, and a second use would end the session. Rejects with the refusal of the renewal; one that
 * says the session is over ends it here (M236).
 */
export function renewedToken(used: string): Promise<string> {
  const kept = accessToken();
  if (kept !== null && kept !== used) return Promise.resolve(kept);
  underWay ??= exclusive("heliograph.renewal", () => renew(used)).finally(() => {
    underWay = null;
  });
  return underWay;
}

async function renew(used: string): Promise<string> {
  // Another tab may have renewed while this one waited for its turn.
  const kept = accessToken();
  if (kept !== null && kept !== used) return kept;
  const args = { body: { refresh_token: refreshTokenKept() ?? "" } };
  try {
    const tokens = await answered(refreshToken, await sendRequest({ e: refreshToken, args, token: null }));
    // Signed out while the answer was on its way: the new tokens are nobody's.
    if (accessToken() !== used) throw new Refused(SESSION_REFUSALS.ended);
    keepTokens(tokens);
    return tokens.access_token;
  } catch (error) {
    if (error instanceof Refused && endsSession(error)) forgetSession("expired");
    throw error;
  }
}

/** True when a refusal is the one stated: the protocol's words are compared exactly. */
export const says = (refused: Refused, stated: { status: number; message: string }): boolean =>
  refused.status === stated.status && refused.message === stated.message;

/** True when a refusal means that the session is over and must be cleared (M236). */
export const endsSession = (refused: Refused): boolean =>
  says(refused, SESSION_REFUSALS.ended) || says(refused, SESSION_REFUSALS.missing);
