import { clearAccessToken, login, logout, refreshToken, type Tokens } from "@heliograph/contract";
import type { Db } from "../../platform/db.ts";
import type { Origin, Serve } from "../../platform/http.ts";
import { Problem } from "../../platform/problem.ts";
import { accountToSignIn } from "./account.sql.ts";
import { attempt, forgive, signInLimits } from "./attempts.sql.ts";
import { audit } from "./audit.sql.ts";
import { sessionRefused } from "./doorkeeper.routes.ts";
import { passwordMatches } from "./passwords.ts";
import { beginOrAsk } from "./second-factor/first-step.routes.ts";
import { keysOf } from "./secrets.sql.ts";
import { tokensOf } from "./session-begin.routes.ts";
import { endSession, endSessionsOf, hasSignedInFrom, rotate, standing } from "./session.sql.ts";
import { readRefreshToken } from "./tokens.ts";

/** Serves signing in and out, and refreshing. */
export function sessionRoutes(serve: Serve, db: Db): void {
  serve.public(login, async ({ body, origin }) => {
    const isKnown = await hasSignedInFrom(db, body.username, origin.address);
    const tried = await attempt(db, signInLimits(body.username, origin.address, isKnown));
    const account = await accountToSignIn(db, body.username);
    const matches = await passwordMatches(account?.password_hash, body.password);
    const answer =
      account !== undefined && matches ? await beginOrAsk(db, account, origin, "password") : null;
    if (answer === null) {
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
    return answer;
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
