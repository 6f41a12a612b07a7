// The portal's web API as an owner uses it: sign in, call, sign in again when the token has run out.
import {
  login,
  sessionIn,
  problem,
  SESSION_REFUSALS,
  type Answer,
  type Call,
  type Endpoint,
} from "@heliograph/contract";

/** A call that the portal answered with a refusal. */
export class PortalRefusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = "Refused";
    this.status = status;
    this.code = code;
  }
}

const CALL_WITHIN_MS = 20_000;

/** A file goes as it is, anything else as JSON. */
function bodyOf(body: unknown): Blob | string {
  if (body instanceof Blob || typeof body === "string") return body;
  return JSON.stringify(body);
}

/** Sends one request and parses what the endpoint answers. Throws Refused for what is refused. */
export async function callPortal<E extends Endpoint>(
  base: string,
  endpoint: E,
  args: Partial<{ query: unknown; body: unknown }>,
  authorization: string | null,
): Promise<Answer<E>> {
  const url = new URL(`/api/v1/${endpoint.path}`, base);
  for (const [name, value] of Object.entries(args.query ?? {})) url.searchParams.set(name, String(value));
  const isFile = args.body instanceof Blob;
  const answer = await fetch(url, {
    method: endpoint.method,
    headers: {
      ...(authorization === null ? {} : { authorization }),
      ...(args.body === undefined
        ? {}
        : { "content-type": isFile ? "application/octet-stream" : "application/json" }),
    },
    ...(args.body === undefined ? {} : { body: bodyOf(args.body) }),
    signal: AbortSignal.timeout(CALL_WITHIN_MS),
  });
  const text = await answer.text();
  const body: unknown = text === "" ? undefined : JSON.parse(text);
  if (!answer.ok) {
    const refusal = problem.safeParse(body);
    throw new PortalRefusal(
      answer.status,
      refusal.success ? refusal.data.code : "unknown",
      refusal.success ? refusal.data.message : `${endpoint.path}: status ${answer.status}`,
    );
  }
  // The endpoint's own schema has parsed it.
  return endpoint.answer.parse(body) as Answer<E>;
}

export interface Account {
  readonly email: string;
  readonly password: string;
}
export type PortalCall = <E extends Endpoint>(endpoint: E, args: Call<E>) => Promise<Answer<E>>;

/** Signs in and returns how to call the API from then on. Throws Refused when the account is not accepted. */
export async function signIn(base: string, account: Account): Promise<PortalCall> {
  const enter = async (): Promise<string> => {
    const body = { username: account.email, password: account.password };
    const { access_token } = sessionIn(await callPortal(base, login, { body }, null));
    return `Bearer ${access_token}`;
  };
  let authorization = await enter();
  return async (endpoint, args) => {
    try {
      return await callPortal(base, endpoint, args, authorization);
    } catch (error) {
      if (!(error instanceof PortalRefusal) || error.code !== SESSION_REFUSALS.expired.code) throw error;
      authorization = await enter();
      return callPortal(base, endpoint, args, authorization);
    }
  };
}
