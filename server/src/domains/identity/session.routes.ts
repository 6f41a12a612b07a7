import {
  clearAccessToken,
  login,
  logout,
  refreshToken,
  type SignedIn,
  type Tokens,
} from "@heliograph/contract";
import type { Db } from "../../platform/db.ts";
import type { Origin, Serve } from "../../platform/http.ts";
import { Problem } from "../../platform/problem.ts";
import { accountToSignIn, userInfoOf } from "./account.sql.ts";
import { attempt, forgive, signInLimits } from "./attempts.sql.ts";
import { audit } from "./audit.sql.ts";
import { sessionRefused } from "./doorkeeper.routes.ts";
import { passwordMatches } from "./passwords.ts";
import { keysOf } from "./secrets.sql.ts";
import { endSession, endSessionsOf, hasSignedInFrom, openSession, rotate, standing } from "./session.sql.ts";
import { ACCESS_S, signAccessToken, readRefreshToken, refreshTokenOf } from "./tokens.ts";

/** Serves signing in and out, and refreshing. */
export function sessionRoutes(serve: Serve, db: Db): void {
  serve.public(login, async ({ body, origin }) => {
    const isKnown = await hasSignedInFrom(db, body.username, origin.address);
    const tried = await attempt(db, signInLimits(body.username, origin.address, isKnown));
    const account = await accountToSignIn(db, body.username);
    const matches = await passwordMatches(account?.password_hash, body.password);
    const signedIn = account !== undefined && matches ? await begin(db, account, origin) : null;
    if (signedIn === null) {
      const account_id = account?.account_id ?? null;
      await audit(db, {
        account_id,
        address: origin.address,
        action: "sign_in.failed",
        subject: body.username,
      });
      throw new Problem(401, "sign_in.wrong", "The account or the password is not correct");
    }
    await forgive(db, tried);
    return signedIn;
  });

  serve.public(refreshToken, async ({ body, origin }) => {
    if (body.refresh_token === "") throw sessionRefused("missing");
    return refreshed(db, body.refresh_token, origin);
  });

  serve(logout, ({ session, origin }) =>
    db.transaction().execute(async (tx) => {
      await endSession(tx, session.session_id, "logout");
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "session.ended",
        subject: session.session_id,
      });
      return { message: "You are signed out" };
    }),
  );

  serve(clearAccessToken, ({ session, origin }) =>
    db.transaction().execute(async (tx) => {
      const ended = await endSessionsOf(tx, session.account_id, { because: "cleared" });
      await audit(tx, { ...session, address: origin.address, action: "session.cleared", detail: { ended } });
      return { message: "Every session of the account has ended" };
    }),
  );
}

/**
 * Opens a session of an account that has just proved itself; null when it no longer may (see `openSession`). It lives for
 * SESSION_MAX_DAYS unless `lives` says otherwise.
 */
export async function begin(
  db: Db,
  account: { account_id: number; account_uid: string; password_hash: string | null },
  { address, userAgent }: Origin,
  lives: { livesSeconds?: number } = {},
): Promise<SignedIn | null> {
  const opened = await db.transaction().execute(async (tx) => {
    const session = await openSession(tx, { ...account, address, user_agent: userAgent, ...lives });
    if (session !== null) {
      await audit(tx, { ...account, address, action: "session.opened", subject: session.session_id });
    }
    return session;
  });
  if (opened === null) return null;
  const tokens = await tokensOf(db, { ...opened, account_uid: account.account_uid, generation: 0 });
  return {
    ...tokens,
    start_time: opened.created_at.getTime(),
    user: await userInfoOf(db, account.account_id),
  };
}

/**
 * The successor of a refresh token. Of many who bring the same token one rotates the session, and all get the same
 * successor. A token of an older generation, or of the previous one after the grace window, has been copied: the
 * session ends (RFC 9700 section 4.14.2).
 */
async function refreshed(db: Db, token: string, { address }: Origin): Promise<Tokens> {
  const read = await readRefreshToken(await keysOf(db), token);
  if (read === null) throw sessionRefused("ended");
  const rotated = await rotate(db, read.session_id, read.generation);
  if (rotated !== null) return tokensOf(db, { ...rotated, session_id: read.session_id });
  const now = await standing(db, read.session_id);
  if (now !== null && now.generation === read.generation + 1 && now.fresh) {
    return tokensOf(db, { ...now, session_id: read.session_id });
  }
  if (now !== null && now.generation > read.generation) {
    const account_id = await endSession(db, read.session_id, "reuse");
    const detail = { generation: read.generation, current: now.generation };
    if (account_id !== null) {
      await audit(db, { account_id, address, action: "session.reuse", subject: read.session_id, detail });
    }
  }
  throw sessionRefused("ended");
}

async function tokensOf(
  db: Db,
  session: { session_id: string; account_uid: string; generation: number; expires_at: Date },
): Promise<Tokens> {
  const keys = await keysOf(db);
  return {
    access_token: await signAccessToken(keys, session, Date.now()),
    refresh_token: await refreshTokenOf(keys, session.session_id, session.generation),
    token_type: "Bearer",
    expires_in: ACCESS_S,
    session_expires_at: session.expires_at.toISOString(),
  };
}
