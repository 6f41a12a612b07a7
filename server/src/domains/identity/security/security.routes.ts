import {
  confirmIdentity,
  endOneSession,
  endOtherSessions,
  getSecurity,
  listSessions,
} from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { loginOf } from "../account.sql.ts";
import { attempt, codeLimits, forgive, passwordChangeLimits } from "../attempts.sql.ts";
import { audit } from "../audit.sql.ts";
import { identityOf } from "../oidc/identity.sql.ts";
import type { ProviderSettings } from "../oidc/provider.ts";
import { passkeysOf } from "../passkeys/passkey.sql.ts";
import { passwordMatches } from "../passwords.ts";
import { passkeyOrigin } from "../portal-address.ts";
import { codeIsGood } from "../second-factor/code-check.routes.ts";
import { secondFactorOf } from "../second-factor/second-factor.sql.ts";
import { wrongCode } from "../second-factor/second-factor.routes.ts";
import { endSessionsOf } from "../session.sql.ts";
import { confirmedUntil, noteConfirmed } from "./confirmation.sql.ts";
import { endSessionOf, openSessionsOf } from "./sessions.sql.ts";

/** Serves what an account sees of how it is signed in to, and of where it is signed in. */
export function securityRoutes(
  serve: Serve,
  db: Db,
  { publicUrl, provider }: { publicUrl?: string | undefined; provider?: ProviderSettings | undefined },
): void {
  serve(getSecurity, async ({ session, origin }) => {
    const { account_id } = session;
    const [{ password_hash }, until, passkeys, factor] = await Promise.all([
      loginOf(db, account_id),
      confirmedUntil(db, session),
      passkeysOf(db, account_id),
      secondFactorOf(db, account_id),
    ]);
    const linked = provider === undefined ? null : await identityOf(db, account_id, provider.issuer);
    return {
      has_password: password_hash !== null,
      confirmed_until: until?.toISOString() ?? null,
      passkey_origin: passkeyOrigin(publicUrl, origin.host),
      passkeys: passkeys.map((passkey) => ({
        passkey_uid: passkey.passkey_uid,
        name: passkey.name,
        created_at: passkey.created_at.toISOString(),
        last_used_at: passkey.last_used_at?.toISOString() ?? null,
      })),
      second_factor: factor === null ? null : { ...factor, since: factor.since.toISOString() },
      provider:
        provider === undefined || session.kind === "admin"
          ? null
          : {
              name: provider.name,
              linked:
                linked === null ? null : { email: linked.email, linked_at: linked.linked_at.toISOString() },
            },
    };
  });

  serveConfirmation(serve, db);
  serveSessions(serve, db);
}

function serveConfirmation(serve: Serve, db: Db): void {
  serve(confirmIdentity, async ({ body, session, origin }) => {
    const { account_id } = session;
    const { address } = origin;
    const { password_hash } = await loginOf(db, account_id);
    const factor = await secondFactorOf(db, account_id);
    const tried = await attempt(db, [
      ...passwordChangeLimits(account_id),
      ...(factor === null ? [] : codeLimits(account_id)),
    ]);
    if (!(await passwordMatches(password_hash, body.password))) {
      await audit(db, { account_id, address, action: "confirmation.refused" });
      const message = "The password is not correct";
      throw new Problem(400, "password.wrong", message, { "body.password": message });
    }
    const isProven =
      factor === null ||
      (body.code !== undefined && (await codeIsGood(db, { account_id, address }, body.code)));
    if (!isProven) throw wrongCode(400);
    await noteConfirmed(db, session);
    await forgive(db, tried);
    await audit(db, { account_id, address, action: "session.confirmed", subject: session.session_id });
    const until = await confirmedUntil(db, session);
    return { confirmed_until: (until ?? new Date()).toISOString() };
  });
}

function serveSessions(serve: Serve, db: Db): void {
  serve(listSessions, async ({ session }) => {
    const rows = await openSessionsOf(db, session.account_id, session.session_id);
    const items = rows.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
    }));
    return { items };
  });

  serve(endOneSession, ({ query, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const { account_id } = session;
      const { address } = origin;
      if (!(await endSessionOf(tx, account_id, query.session_uid))) {
        throw new Problem(404, "session.not_found", "No such session");
      }
      const detail = { from: session.session_id };
      await audit(tx, {
        account_id,
        address,
        action: "session.ended",
        subject: query.session_uid,
        detail,
      });
      return { message: "The device is signed out" };
    }),
  );

  serve(endOtherSessions, ({ session, origin }) =>
    db.transaction().execute(async (tx) => {
      const { account_id, session_id } = session;
      const ended = await endSessionsOf(tx, account_id, { because: "elsewhere", but: session_id });
      const { address } = origin;
      await audit(tx, {
        account_id,
        address,
        action: "sessions.ended",
        subject: session_id,
        detail: { ended },
      });
      return { message: "Every other device is signed out", ended };
    }),
  );
}
