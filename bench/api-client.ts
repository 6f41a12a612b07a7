// Calls of the contract over HTTP, as a signed-in account.
import { login, type Answer, type Call, type Endpoint } from "@heliograph/contract";
import { BENCH_EMAIL, BENCH_PASSWORD } from "./stage.ts";

export type Ask = <E extends Endpoint>(e: E, args: Call<E>) => Promise<Answer<E>>;

/** Signs in and returns the function that calls; a refusal throws with the server's words. */
export async function signIn(url: string): Promise<Ask> {
  let token = "";
  const ask: Ask = async (e, args) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(args.query ?? {})) query.set(name, String(value));
    const reply = await fetch(`${url}/api/v1/${e.path}?${query.toString()}`, {
      method: e.method,
      headers: {
        "content-type": "application/json",
        ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(args.body === undefined ? {} : { body: JSON.stringify(args.body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${e.path} answered ${reply.status}: ${text}`);
    // The whole answer was read; parsing it by the schema is the client's work and not measured here.
    return JSON.parse(text) as Answer<typeof e>;
  };
  const { access_token } = await ask(login, { body: { username: BENCH_EMAIL, password: BENCH_PASSWORD } });
  token = access_token;
  return ask;
}
