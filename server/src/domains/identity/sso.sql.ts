import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { audit } from "./audit.sql.ts";
import { endSessionsOf } from "./session.sql.ts";
import type { Vouched } from "./sso-tokens.ts";

/** Used tokens swept with each sign-on: more than it adds. */
const SWEEP = 10;

/** Marks the token as used; false when it was used before. Of many at once one is told true. */
export async function spendSsoToken(db: Db, { issuer, jti, until_ms }: Vouched): Promise<boolean> {
  const token_hash = createHash("sha256").update(`${issuer}\n${jti}`).digest("hex");
  const spent = await db
    .insertInto("sso_token_used")
    .values({ token_hash, expires_at: new Date(until_ms) })
    .onConflict((conflict) => conflict.column("token_hash").doNothing())
    .returning("token_hash")
    .executeTakeFirst();
  // A minute more than needed, for servers whose clocks differ.
  await sql`delete from sso_token_used where token_hash in (
    select token_hash from sso_token_used where expires_at < now() - interval '1 minute'
    order by expires_at limit ${SWEEP} for update skip locked)`.execute(db);
  return spent !== undefined;
}

interface AdminAccount {
  readonly account_id: number;
  readonly account_uid: string;
  readonly password_hash: string | null;
}

/**
 * The administrator of that e-mail: made when there is none, named as the provider says. Null: the account is disabled.
 *
 * An account that was none yet loses its sessions and every way that it was signed in to: anybody may have registered the e-mail, and only
 * the provider has proved whose it is.
 */
export async function adminOf(
  tx: Tx,
  { email, name }: Pick<Vouched, "email" | "name">,
  address: string,
): Promise<AdminAccount | null> {
  const made = await tx
    .insertInto("account")
    .values({ email, display_name: name ?? email.slice(0, 200), kind: "admin" })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning(["account_id", "account_uid", "password_hash"])
    .executeTakeFirst();
  if (made !== undefined) {
    await audit(tx, { ...made, address, action: "account.created", subject: email, detail: { sso: true } });
    return made;
  }
  const was = await tx
    .selectFrom("account")
    .select(["account_id", "kind", "disabled_at", "display_name"])
    .where("email", "=", email)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (was.disabled_at !== null) return null;
  const { account_id } = was;
  const promoted = was.kind !== "admin";
  if (promoted) {
    const ended = await endSessionsOf(tx, account_id, { because: "cleared" });
    for (const way of ["passkey", "second_factor", "provider_identity"] as const) {
      await tx.deleteFrom(way).where("account_id", "=", account_id).execute();
    }
    await audit(tx, { account_id, address, action: "account.promoted", subject: email, detail: { ended } });
  }
  return tx
    .updateTable("account")
    .set({
      kind: "admin",
      display_name: name ?? was.display_name,
      ...(promoted ? { password_hash: null } : {}),
    })
    .where("account_id", "=", account_id)
    .returning(["account_id", "account_uid", "password_hash"])
    .executeTakeFirstOrThrow();
}
