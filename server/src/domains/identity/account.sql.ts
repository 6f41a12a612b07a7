import type { UserInfo } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** What signing in needs of an account; undefined when no enabled account has the e-mail (lower case). */
export async function accountToSignIn(db: Db, email: string) {
  return db
    .selectFrom("account")
    .select(["account_id", "account_uid", "password_hash"])
    .where("email", "=", email)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
}

/** E-mail, name and password hash of a signed-in account. */
export async function loginOf(
  db: Db,
  account_id: number,
): Promise<{ email: string; display_name: string; password_hash: string | null }> {
  return db
    .selectFrom("account")
    .select(["email", "display_name", "password_hash"])
    .where("account_id", "=", account_id)
    .executeTakeFirstOrThrow();
}

/** Those of the e-mails (lower case) that have an account, disabled ones included. */
export async function emailsWithAccount(db: Db, emails: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("account")
    .select("email")
    .where("email", "in", [...emails])
    .execute();
  return new Set(rows.map(({ email }) => email));
}

/** Where somebody is reached. */
export interface AccountProfile {
  readonly street: string;
  readonly city: string;
  readonly country: string;
  readonly phone: string;
}

/** Adds an account; null when the e-mail (lower case) has one already. */
export async function insertAccount(
  db: Db,
  account: {
    email: string;
    display_name: string;
    password_hash: string;
    kind: "user" | "admin" | "platform_operator";
  } & Partial<AccountProfile>,
): Promise<{ account_id: number; account_uid: string } | null> {
  const row = await db
    .insertInto("account")
    .values(account)
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning(["account_id", "account_uid"])
    .executeTakeFirst();
  return row ?? null;
}

/** Replaces the password if it is still `was`; false when another change came first. */
export async function replacePassword(
  tx: Tx,
  { account_id, was, is }: { account_id: number; was: string; is: string },
): Promise<boolean> {
  const changed = await tx
    .updateTable("account")
    .set({ password_hash: is })
    .where("account_id", "=", account_id)
    .where("password_hash", "=", was)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

/** What an account says of itself, and how it likes the portal. */
interface AccountChange {
  readonly display_name?: string | undefined;
  readonly street?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly mode?: UserInfo["mode"] | undefined;
  readonly default_project_type?: UserInfo["default_project_type"] | undefined;
}

/** An empty text is one that is not told. */
const told = (text: string | null | undefined) => (text === "" ? null : text);

/** Keeps what is given; without anything nothing changes. */
export async function changeAccount(db: Db, account_id: number, change: AccountChange): Promise<void> {
  const { mode, street, city, country, ...rest } = change;
  const columns = {
    ...rest,
    color_mode: mode,
    street: told(street),
    city: told(city),
    country: told(country),
  };
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length === 0) return;
  await db.updateTable("account").set(given).where("account_id", "=", account_id).execute();
}

/** Whether the account has a project of the type. */
const hasProjectOf = (type: "pv" | "swh") => sql`exists (
  select from project_member m join project p on p.project_id = m.project_id
  where m.account_id = account.account_id and p.project_type = ${type} and p.removed_at is null)`;

/** The list that is home: the chosen one, else hot water where there is nothing else, else pv. */
const HOME = sql<UserInfo["default_project_type"]>`coalesce(default_project_type,
  case when ${hasProjectOf("swh")} and not ${hasProjectOf("pv")} then 'swh' else 'pv' end)`;

/** M99 of an account that is there. */
export async function userInfoOf(db: Db, account_id: number): Promise<UserInfo> {
  const row = await db
    .selectFrom("account")
    .select(["account_uid", "email", "display_name", "street", "phone", "city", "country"])
    .select(HOME.as("default_project_type"))
    .select([sql<UserInfo["mode"]>`color_mode`.as("mode"), sql<UserInfo["kind"]>`kind`.as("kind")])
    .where("account_id", "=", account_id)
    .executeTakeFirstOrThrow();
  const { account_uid, city, country, ...shown } = row;
  return {
    ...shown,
    uid: account_uid,
    username_login: row.email,
    state_id: { name: city },
    country_id: { name: country },
  };
}
