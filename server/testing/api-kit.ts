// What API tests start from: some domains' calls on a real HTTP server in process, and accounts that are signed in.
import { randomUUID } from "node:crypto";
import type { Endpoint, SignedIn } from "@heliograph/contract";
import { expect, onTestFinished } from "vitest";
import { createAccount, doorkeeperSession } from "../src/domains/identity/index.ts";
import { doorkeeperGateway } from "../src/domains/fleet/index.ts";
import type { Db } from "../src/platform/db.ts";
import { server, type Doorkeeper, type Serve } from "../src/platform/http.ts";
import { webServer } from "../src/platform/web-server.ts";

export interface Asking {
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** Sent as a file instead of `body`. */
  readonly file?: Uint8Array;
  /** The access token to show. */
  readonly token?: string;
  /** The Authorization header as it is, instead of `token`. */
  readonly authorization?: string;
  /** The `timezone` header. */
  readonly timezone?: string;
  /** Where the call comes from; 127.0.0.1 when left out. */
  readonly address?: string;
  /** The `User-Agent` header. */
  readonly userAgent?: string;
  /** The `Host` header; localhost:80 when left out. */
  readonly host?: string;
}
interface Told {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts the shape of what it looks at
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The answer as it came; `body` is undefined unless it is JSON. */
  readonly bytes: Uint8Array;
}
export type Api = (e: Endpoint, asking?: Asking) => Promise<Told>;

/** Serves what `register` serves, over the given database; the answer makes calls as a client would. */
export async function apiOf(
  db: Db,
  register: (serve: Serve) => void,
  doorkeeper: Doorkeeper = { session: doorkeeperSession(db), gateway: doorkeeperGateway(db) },
): Promise<Api> {
  const app = await webServer({});
  const serve = server(app, doorkeeper);
  register(serve);
  onTestFinished(() => app.close());
  await app.ready();
  return async (e, asking = {}) => {
    const authorization =
      asking.authorization ?? (asking.token === undefined ? undefined : `Bearer ${asking.token}`);
    const answer = await app.inject({
      method: e.method,
      url: `/api/v1/${e.path}`,
      ...(asking.query === undefined
        ? {}
        : {
            query: Object.fromEntries(
              Object.entries(asking.query).map(([key, value]) => [key, String(value)]),
            ),
          }),
      ...(asking.body === undefined ? {} : { payload: asking.body as object }), // JSON of any shape, wrong ones too
      ...(asking.file === undefined ? {} : { payload: Buffer.from(asking.file) }),
      headers: {
        ...(asking.file === undefined ? {} : { "content-type": "application/octet-stream" }),
        ...(authorization === undefined ? {} : { authorization }),
        ...(asking.timezone === undefined ? {} : { timezone: asking.timezone }),
        ...(asking.userAgent === undefined ? {} : { "user-agent": asking.userAgent }),
        ...(asking.host === undefined ? {} : { host: asking.host }),
      },
      ...(asking.address === undefined ? {} : { remoteAddress: asking.address }),
    });
    const isJson = /\bjson\b/.test(String(answer.headers["content-type"]));
    const body: unknown = isJson ? answer.json() : undefined;
    // What the server does not check is held to the contract by every test that asks for it.
    if (e.encoding === "columns" && answer.statusCode === 200) expect(e.answer.parse(body)).toEqual(body);
    return { status: answer.statusCode, body, headers: answer.headers, bytes: answer.rawPayload };
  };
}

export const PASSWORD = "correct horse";

/** A new account with PASSWORD; does not sign it in. */
export async function newcomer(db: Db, email = `${randomUUID()}@test.example`) {
  const made = await createAccount(db, { email, display_name: "Lan Tran", password: PASSWORD, kind: "user" });
  return { ...made, email };
}

/** Signs in with PASSWORD; the calls of identity must be served. */
export async function signIn(
  api: Api,
  login: Endpoint,
  email: string,
  password = PASSWORD,
): Promise<SignedIn> {
  const { status, body } = await api(login, { body: { username: email, password } });
  if (status !== 200) throw new Error(`Sign-in answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
