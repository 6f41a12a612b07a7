// The way to the server: an endpoint of the contract, with the session's token and its renewal.
import type { Answer, Call, Endpoint } from "@heliograph/contract/kernel/endpoint";
import { SESSION_REFUSALS } from "@heliograph/contract/identity/session";
import { answered, refusalIn, Refused, sendRequest } from "./http.ts";
import { sendPatiently } from "./patience.ts";
import { endsSession, renewedToken, says } from "./session/renewal.ts";
import { accessToken, forgetSession } from "./session.ts";

/** M201: the words of a call that was never sent; never shown. */
const TOKEN_MISSING = "Access token is missing";

/**
 * Calls the endpoint and returns its answer, parsed. An expired token is renewed once for all calls that wait, and
 * each is then sent again. Throws Refused (M238); where that says the session is over, it is ended here too.
 */
export async function call<E extends Endpoint>(
  e: E,
  args: Call<E>,
  signal?: AbortSignal,
): Promise<Answer<E>> {
  return answered(e, await open(e, args, signal));
}

/**
 * Sends the call and returns its reply unread, for streams and `call`. A call that the server asks to come back is sent again
 * when it says (`sendPatiently`). Without a token nothing is sent, the session
 * is ended and Refused "session.missing" is thrown (M201, M237); public endpoints need none.
 */
export async function open<E extends Endpoint>(e: E, args: Call<E>, signal?: AbortSignal): Promise<Response> {
  const sendWith = (token: string | null) =>
    sendPatiently(() => sendRequest({ e, args, token, signal }), signal);
  if (e.access === "public") return sendWith(null);
  const token = accessToken();
  if (token === null) {
    forgetSession("expired");
    throw new Refused({ status: 401, code: "session.missing", message: TOKEN_MISSING });
  }
  const reply = await sendWith(token);
  if (reply.ok) return reply;
  const refused = await refusalIn(reply);
  if (endsSession(refused)) forgetSession("expired");
  if (!says(refused, SESSION_REFUSALS.expired)) return reply;
  return sendWith(await renewedToken(token));
}
