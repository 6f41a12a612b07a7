// Begins sessions: what every way of signing in ends in.
import type { SignedIn, SignInWay, Tokens } from "@heliograph/contract";
import type { Db, Tx } from "../../platform/db.ts";
import type { Origin } from "../../platform/http.ts";
import { userInfoOf } from "./account.sql.ts";
import { audit } from "./audit.sql.ts";
import { keysOf } from "./secrets.sql.ts";
import { deviceNames } from "./security/device.ts";
import { openSession } from "./session.sql.ts";
import { ACCESS_S, refreshTokenOf, signAccessToken } from "./tokens.ts";

/** An account as it was when it proved itself. */
export interface ProvenAccount {
  readonly account_id: number;
  readonly account_uid: string;
  readonly password_hash: string | null;
}

/**
 * Opens a session of an account that has just proved itself; null when it no longer may (see `openSession`). It lives for
 * SESSION_MAX_DAYS unless `livesSeconds` says otherwise. The audit log says how, and whether the device is a new one.
 */
export async function begin(
  db: Db,
  account: ProvenAccount,
  { address, userAgent }: Pick<Origin, "address" | "userAgent">,
  { by, ...lives }: { by: SignInWay; livesSeconds?: number },
): Promise<SignedIn | null> {
  const opened = await db.transaction().execute(async (tx) => {
    const new_device = await isNewDevice(tx, account.account_id, userAgent);
    const session = await openSession(tx, {
      ...account,
      address,
      user_agent: userAgent,
      signed_in_by: by,
      ...lives,
    });
    if (session === null) return null;
    const { account_id } = account;
    const { browser, system } = deviceNames(userAgent);
    const detail = { by, new_device, browser, system };
    await audit(tx, { account_id, address, action: "session.opened", subject: session.session_id, detail });
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

/** Whether the account has signed in before, and never with a device of that description. */
async function isNewDevice(tx: Tx, account_id: number, userAgent: string | undefined): Promise<boolean> {
  const rows = await tx
    .selectFrom("session")
    .select("user_agent")
    .distinct()
    .where("account_id", "=", account_id)
    .execute();
  const now = deviceNames(userAgent);
  const before = rows.map(({ user_agent }) => deviceNames(user_agent ?? undefined));
  return (
    before.length > 0 &&
    before.every(({ browser, system }) => browser !== now.browser || system !== now.system)
  );
}

/** Both tokens of a session at a generation of it. */
export async function tokensOf(
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
