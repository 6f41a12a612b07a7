// Who has which role, since when, until when. One person is of one class at a time (rule R26); constraints of the database hold it.
import { sql } from "kysely";
import pg from "pg";
import type { Db, Tx } from "../../../platform/db.ts";
import { Problem } from "../../../platform/problem.ts";

interface Grant {
  readonly account_id: number;
  readonly class: "market" | "issuer";
  readonly granted_by: number;
  readonly business_account_id?: number;
  readonly role?: "trader" | "account_manager" | "viewer";
  readonly registry?: string;
  readonly country?: string;
}

/**
 * Gives the role, from now on. Throws AUTH-004 where the person is an issuer and the role one of the market, AUTH-003 for other classes that exclude each other and for one that
 * was left less than 90 days ago.
 */
export async function grantRole(tx: Tx, { granted_by, ...grant }: Grant): Promise<void> {
  const { rows } = await sql<{ class: string }>`
    select class from role_grant where account_id = ${grant.account_id} and class <> ${grant.class} and valid @> now()`.execute(
    tx,
  );
  if (rows.some((one) => one.class === "issuer")) {
    throw new Problem(403, "AUTH-004", "An issuer cannot act for a trading account.");
  }
  if (rows.length > 0) throw otherClass();
  try {
    await sql`savepoint granting`.execute(tx);
    await tx
      .insertInto("role_grant")
      .values({ ...grant, granted_by })
      .execute();
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    if (code !== "HL426" && code !== "23P01") throw error;
    await sql`rollback to savepoint granting`.execute(tx);
    throw otherClass();
  }
}

const otherClass = () =>
  new Problem(
    403,
    "AUTH-003",
    "This person has a role that excludes this one, or left it less than 90 days ago.",
  );

/** Ends roles from now on: those that the condition names. How many there were. */
export async function endGrants(
  tx: Tx,
  which: { account_id: number; business_account_id?: number; registry?: string; country?: string },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update role_grant set valid = tstzrange(lower(valid), greatest(now(), lower(valid) + interval '1 microsecond'))
    where account_id = ${which.account_id} and upper(valid) is null
      and case when ${which.business_account_id ?? null}::int4 is null
        then class = 'issuer' and registry = ${which.registry ?? null} and country = ${which.country ?? null}
        else business_account_id = ${which.business_account_id ?? null} end`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Ends from now on the roles of all people of the business account. */
export async function endGrantsIn(tx: Tx, business_account_id: number): Promise<void> {
  await sql`
    update role_grant set valid = tstzrange(lower(valid), greatest(now(), lower(valid) + interval '1 microsecond'))
    where business_account_id = ${business_account_id} and upper(valid) is null`.execute(tx);
}

interface AccountPerson {
  readonly account_id: number;
  readonly account_uid: string;
  readonly name: string;
  readonly email: string;
  readonly role: "trader" | "account_manager" | "viewer";
  readonly since: Date;
}

/** People of the business account now, by name. Locked with `lock`, so that two that leave at once see each other. */
export async function peopleOf(db: Db, business_account_id: number, lock = false): Promise<AccountPerson[]> {
  const { rows } = await sql<AccountPerson>`
    select a.account_id, a.account_uid, a.display_name as name, a.email, g.role, lower(g.valid) as since
    from role_grant g join account a using (account_id)
    where g.business_account_id = ${business_account_id} and g.valid @> now()
    order by a.display_name, a.account_id ${lock ? sql`for update of g` : sql``}`.execute(db);
  return rows;
}

/** Issuers of all registries and countries, by name. */
export async function issuers(db: Db) {
  const { rows } = await sql<{
    account_uid: string;
    name: string;
    email: string;
    registry: string;
    country: string;
    since: Date;
  }>`
    select a.account_uid, a.display_name as name, a.email, g.registry, g.country, lower(g.valid) as since
    from role_grant g join account a using (account_id) where g.class = 'issuer' and g.valid @> now()
    order by a.display_name, g.registry, g.country`.execute(db);
  return rows;
}

/** The person with the address (lower case), undefined where there is none. */
export async function personWith(
  db: Db,
  email: string,
): Promise<{ account_id: number; account_uid: string } | undefined> {
  return db
    .selectFrom("account")
    .select(["account_id", "account_uid"])
    .where("email", "=", email)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
}
