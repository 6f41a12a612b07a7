// Who at the provider belongs to which account, and the ways there that are not back yet.
import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { audit } from "../audit.sql.ts";
import type { ProvenAccount } from "../session-begin.routes.ts";
import { endSessionsOf } from "../session.sql.ts";
import type { ProviderPerson, Visit } from "./provider.ts";

/** Time to sign in at the provider, seconds. */
const VISIT_S = 900;
/** Stale visits swept with each new one: more than it adds. */
const SWEEP = 10;

const hashOf = (text: string) => createHash("sha256").update(text).digest();

/** Notes a way to the provider, of an account that is to be linked or (null) of a sign-in; returns what the browser keeps. */
export async function putVisit(db: Db, visit: Visit, account_id: number | null): Promise<string> {
  const browser_secret = randomBytes(32).toString("base64url");
  const { state, nonce, code_verifier, return_url } = visit;
  await db
    .insertInto("provider_visit")
    .values({
      state_hash: hashOf(state),
      browser_hash: hashOf(browser_secret),
      nonce,
      code_verifier,
      return_url,
      account_id,
      expires_at: sql<Date>`now() + make_interval(secs => ${VISIT_S})`,
    })
    .execute();
  await sql`delete from provider_visit where state_hash in (
    select state_hash from provider_visit where expires_at < now()
    order by expires_at limit ${SWEEP} for update skip locked)`.execute(db);
  return browser_secret;
}

/** The way that ends here, used up; null when it never began, is over, or began in another browser or for another account. */
export async function endVisit(
  db: Db,
  { state, browser_secret }: { state: string; browser_secret: string },
  account_id: number | null,
): Promise<Visit | null> {
  const row = await db
    .deleteFrom("provider_visit")
    .where("state_hash", "=", hashOf(state))
    .where("browser_hash", "=", hashOf(browser_secret))
    .where(sql<boolean>`account_id is not distinct from ${account_id}`)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["nonce", "code_verifier", "return_url"])
    .executeTakeFirst();
  return row === undefined ? null : { ...row, state };
}

/** Whom the account is linked with at the issuer; null: with nobody. */
export async function identityOf(db: Db, account_id: number, issuer: string) {
  const row = await db
    .selectFrom("provider_identity")
    .select(["email", "linked_at"])
    .where("account_id", "=", account_id)
    .where("issuer", "=", issuer)
    .executeTakeFirst();
  return row ?? null;
}

/** The account that is linked with the person, and notes the use; null: none is, it is disabled, or an administrator's. */
export async function linkedAccount(
  db: Db,
  { issuer, subject }: ProviderPerson,
): Promise<ProvenAccount | null> {
  const row = await db
    .updateTable("provider_identity as i")
    .from("account as a")
    .set({ last_used_at: sql<Date>`now()` })
    .whereRef("a.account_id", "=", "i.account_id")
    .where("i.issuer", "=", issuer)
    .where("i.subject", "=", subject)
    .where("a.disabled_at", "is", null)
    .where("a.kind", "!=", "admin")
    .returning(["a.account_id", "a.account_uid", "a.password_hash"])
    .executeTakeFirst();
  return row ?? null;
}

/** Links the account with the person; false when either is linked already. */
export async function link(tx: Tx, account_id: number, person: ProviderPerson): Promise<boolean> {
  const { issuer, subject, email } = person;
  const row = await tx
    .insertInto("provider_identity")
    .values({ issuer, subject, account_id, email })
    .onConflict((conflict) => conflict.doNothing())
    .returning("account_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the link of the account with the issuer; false when there was none. */
export async function unlink(tx: Tx, account_id: number, issuer: string): Promise<boolean> {
  const ended = await tx
    .deleteFrom("provider_identity")
    .where("account_id", "=", account_id)
    .where("issuer", "=", issuer)
    .executeTakeFirst();
  return ended.numDeletedRows === 1n;
}

/** Whether more than a password guards the account: that is never given up for an e-mail. */
const isGuarded = sql<boolean>`(exists (select from passkey p where p.account_id = a.account_id)
  or exists (select from second_factor f where f.account_id = a.account_id and f.confirmed_at is not null)
  or exists (select from provider_identity i where i.account_id = a.account_id))`;

/**
 * The account of the person's verified e-mail, linked with it from now on; made where there is none and `makesAccounts`. Null where that
 * may not be: no such account, disabled, an administrator's, or guarded by more than a password.
 *
 * An account that was there loses its password and its sessions: anybody may have registered the e-mail, and only the provider has
 * proved whose it is.
 */
export async function linkByEmail(
  tx: Tx,
  person: ProviderPerson & { email: string },
  { address, makesAccounts }: { address: string; makesAccounts: boolean },
): Promise<ProvenAccount | null> {
  const { email, name } = person;
  const was = await tx
    .selectFrom("account as a")
    .select(["a.account_id", "a.disabled_at", "a.kind"])
    .select(isGuarded.as("is_guarded"))
    .where("a.email", "=", email)
    .forUpdate()
    .executeTakeFirst();
  if (was === undefined && !makesAccounts) return null;
  if (was !== undefined && (was.disabled_at !== null || was.kind !== "user" || was.is_guarded)) return null;
  const account =
    was === undefined
      ? await tx
          .insertInto("account")
          .values({ email, display_name: name ?? email.slice(0, 200), kind: "user" })
          .onConflict((conflict) => conflict.column("email").doNothing())
          .returning(["account_id", "account_uid", "password_hash"])
          .executeTakeFirst()
      : await tx
          .updateTable("account")
          .set({ password_hash: null })
          .where("account_id", "=", was.account_id)
          .returning(["account_id", "account_uid", "password_hash"])
          .executeTakeFirstOrThrow();
  if (account === undefined || !(await link(tx, account.account_id, person))) return null;
  const { account_id } = account;
  const subject = email;
  if (was === undefined) {
    await audit(tx, { account_id, address, action: "account.created", subject, detail: { provider: true } });
  }
  const ended = await endSessionsOf(tx, account_id, { because: "cleared" });
  const detail = { by: "email", ended };
  await audit(tx, { account_id, address, action: "provider.linked", subject, detail });
  return account;
}
