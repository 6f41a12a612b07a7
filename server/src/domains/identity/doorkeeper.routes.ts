import { API_KEY_PREFIX, SESSION_REFUSALS } from "@heliograph/contract";
import type { Db } from "../../platform/db.ts";
import type { Doorkeeper } from "../../platform/http.ts";
import { noSuchAddress, Problem } from "../../platform/problem.ts";
import { doorkeeperApiKey } from "./api-key-doorkeeper.routes.ts";
import { keysOf } from "./secrets.sql.ts";
import { liveSession } from "./session.sql.ts";
import { readAccessToken } from "./tokens.ts";

/** The refusal of that name, as M235 and M236 fix it. */
export function sessionRefused(why: keyof typeof SESSION_REFUSALS): Problem {
  const { status, code, message } = SESSION_REFUSALS[why];
  return new Problem(status, code, message);
}

/** Which accounts may make the calls of that access. */
const KIND_OF = { admin: "admin", platform: "platform_operator" } as const;

/**
 * Proves from the Authorization header (`Bearer <token>`, or the token alone) who calls. The session is looked up
 * with every call, so that one that was ended is refused at once. What begins as an API key is judged as one
 * (`doorkeeperApiKey`).
 *
 * Refuses: no token, or none of ours: 403 `token.required`; ours but expired: 409 `token.expired`; of a session that
 * has ended: 403 `session.ended`; not an admin, or a platform operator, where one is needed: 404, as if there were nothing.
 */
export function doorkeeperSession(db: Db, now: () => number = Date.now): Doorkeeper["session"] {
  const ofKey = doorkeeperApiKey(db);
  return async (origin, call) => {
    const token = tokenOf(origin.authorization);
    if (token === null) throw sessionRefused("missing");
    if (token.startsWith(API_KEY_PREFIX)) return ofKey(token, origin, call);
    const read = await readAccessToken(await keysOf(db), token, now());
    if (read.is === "expired") throw sessionRefused("expired");
    if (read.is === "invalid") throw sessionRefused("missing");
    const session = await liveSession(db, read.session_id);
    if (session === null) throw sessionRefused("ended");
    const { access } = call;
    if ((access === "admin" || access === "platform") && session.kind !== KIND_OF[access]) {
      throw noSuchAddress();
    }
    return session;
  };
}

function tokenOf(authorization: string | undefined): string | null {
  const [, token] = /^(?:Bearer +)?([A-Za-z0-9_.-]+)$/i.exec(authorization?.trim() ?? "") ?? [];
  return token ?? null;
}
