// Calls of the contract over HTTP, as a signed-in account.
import { get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { login, sessionIn, type Answer, type Call, type Endpoint } from "@heliograph/contract";
import { BENCH_EMAIL, BENCH_PASSWORD } from "./stage.ts";

/** What Chromium offers to read. */
const ENCODINGS = "gzip, deflate, br, zstd";

export type Ask = <E extends Endpoint>(e: E, args: Call<E>) => Promise<Answer<E>>;

const CREDENTIALS = { username: BENCH_EMAIL, password: BENCH_PASSWORD };

/**
 * Signs in and returns the function that calls; a refusal throws with the server's words. A call that is asked to come back does
 * so when it is told to, as the web app's do.
 */
export async function signIn(url: string, who = CREDENTIALS): Promise<Ask> {
  let token = "";
  const ask: Ask = async (e, args) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(args.query ?? {})) query.set(name, String(value));
    const reply = await fetch(`${url}/api/v1/${e.path}?${query.toString()}`, {
      method: e.method,
      headers: {
        "content-type": "application/json",
        "accept-encoding": ENCODINGS,
        ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(args.body === undefined ? {} : { body: JSON.stringify(args.body) }),
    });
    const text = await reply.text();
    if (reply.status === 429) {
      await delay(Number(reply.headers.get("retry-after")) * 1000 * (1 + Math.random() / 4));
      return ask(e, args);
    }
    if (!reply.ok) throw new Error(`${e.path} answered ${reply.status}: ${text}`);
    // The whole answer was read; parsing it by the schema is the client's work and not measured here.
    return JSON.parse(text) as Answer<typeof e>;
  };
  const { access_token } = sessionIn(await ask(login, { body: who }));
  token = access_token;
  return ask;
}

/** An access token of the bench account. */
export async function tokenOf(url: string): Promise<string> {
  const signedIn = await fetch(`${url}/api/v1/${login.path}`, {
    method: login.method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(CREDENTIALS),
  });
  return sessionIn(login.answer.parse(await signedIn.json())).access_token;
}

/** Bytes of the body of a GET without a query, compressed as a browser gets it. */
export async function bytesOf(url: string, e: Endpoint): Promise<number> {
  const headers = { authorization: `Bearer ${await tokenOf(url)}`, "accept-encoding": ENCODINGS };
  return new Promise((resolve, reject) => {
    const request = get(`${url}/api/v1/${e.path}`, { headers }, (reply) => {
      let bytes = 0;
      reply.on("data", (part: Uint8Array) => (bytes += part.length));
      reply.on("end", () => resolve(bytes));
    });
    request.on("error", reject);
  });
}
