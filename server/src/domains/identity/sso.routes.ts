import { loginSid, logoutSid, SSO_REFUSED } from "@heliograph/contract";
import { errors } from "jose";
import type { Db } from "../../platform/db.ts";
import type { Serve } from "../../platform/http.ts";
import type { OutboundAllow } from "../../platform/outbound/target.ts";
import { Problem } from "../../platform/problem.ts";
import { userInfoOf } from "./account.sql.ts";
import { attempt, forgive, openCallLimits } from "./attempts.sql.ts";
import { audit } from "./audit.sql.ts";
import { begin } from "./session-begin.routes.ts";
import { endSession } from "./session.sql.ts";
import { ownKeys, remoteKeys } from "./sso-keys.sql.ts";
import { adminOf, spendSsoToken } from "./sso.sql.ts";
import { readSsoToken, type SsoClaims, type Vouched } from "./sso-tokens.ts";

/** Who may vouch for administrators. */
export interface Sso extends SsoClaims {
  /** Where the provider's keys are; undefined: this installation vouches itself. */
  readonly jwksUrl: string | undefined;
}

/** What holds where nothing is configured. */
export const OWN_SSO: Sso = {
  issuer: "heliograph-sso",
  audience: "heliograph-admin",
  jwksUrl: undefined,
};

/** An administrator comes back through the provider after a working day, so that it can refuse who has left. */
const SESSION_S = 12 * 3600;

/** Serves the single sign-on of administrators. `allow`: what the keys may be asked from beside their URL. */
export function ssoRoutes(serve: Serve, db: Db, sso: Sso, allow: OutboundAllow): void {
  const keys = sso.jwksUrl === undefined ? ownKeys(db) : remoteKeys(sso.jwksUrl, allow);

  serve.public(loginSid, async ({ query, origin }) => {
    const tried = await attempt(db, openCallLimits("sso", origin.address));
    const vouched = await readSsoToken(query.auth_token, { keys, expected: sso, nowMs: Date.now() }).catch(
      (error: unknown) => {
        if (error instanceof errors.JWKSTimeout) throw timedOut();
        throw error;
      },
    );
    const admin = typeof vouched === "string" ? vouched : await adminVouchedFor(db, vouched, origin.address);
    const signedIn =
      typeof admin === "string"
        ? null
        : await begin(db, admin, origin, { by: "sso", livesSeconds: SESSION_S });
    if (typeof admin === "string" || signedIn === null) {
      const why = typeof admin === "string" ? admin : "changed meanwhile";
      const { address } = origin;
      await audit(db, { account_id: null, address, action: "sso.refused", detail: { why } });
      throw new Problem(401, "sso.refused", SSO_REFUSED);
    }
    await forgive(db, tried);
    const user = await userInfoOf(db, admin.account_id);
    return { ...signedIn, user, user_id: user.uid, username: user.username_login };
  });

  serve(logoutSid, ({ session, origin }) =>
    db.transaction().execute(async (tx) => {
      const { session_id } = session;
      await endSession(tx, session_id, "logout");
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "session.ended",
        subject: session_id,
      });
      return { message: "You are signed out" };
    }),
  );
}

/** The account, or in a word why there is none to sign in. The token is spent first, whatever follows. */
async function adminVouchedFor(db: Db, vouched: Vouched, address: string) {
  if (!(await spendSsoToken(db, vouched))) return "used before";
  const admin = await db.transaction().execute((tx) => adminOf(tx, vouched, address));
  return admin ?? "disabled";
}

function timedOut(): Problem {
  const message = "The service is not available now, please try again";
  return new Problem(503, "unavailable", message, undefined, 5);
}
