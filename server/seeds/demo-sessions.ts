// Sessions in which people of the demonstration give their commands.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../src/platform/db.ts";
import type { Session } from "../src/platform/http.ts";

/** Does the work with a session of each of the people, who have just proved who they are, and ends the sessions. */
export async function withSessions(
  db: Db,
  emails: readonly string[],
  work: (...sessions: Session[]) => Promise<void>,
): Promise<void> {
  const sessions: Session[] = [];
  for (const email of emails) sessions.push(await signIn(db, email));
  try {
    await work(...sessions);
  } finally {
    const ids = sessions.map(({ session_id }) => session_id);
    await sql`update session set ended_at = now(), ended_because = 'logout' where session_id = any(${ids}::uuid[])`.execute(
      db,
    );
  }
}

/** The business account (uid) that the person manages or trades for; undefined: there is none yet. */
export async function companyOf(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("role_grant as g")
    .innerJoin("account as a", "a.account_id", "g.account_id")
    .innerJoin("business_account as b", "b.business_account_id", "g.business_account_id")
    .select("b.business_account_uid")
    .where("a.email", "=", email)
    .where("g.role", "in", ["account_manager", "trader"])
    .executeTakeFirst();
  return row?.business_account_uid;
}

async function signIn(db: Db, email: string): Promise<Session> {
  const { account_id, account_uid } = await db
    .selectFrom("account")
    .select(["account_id", "account_uid"])
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const { session_id } = await db
    .insertInto("session")
    .values({
      session_id: randomUUID(),
      account_id,
      expires_at: sql<Date>`now() + interval '1 hour'`,
      confirmed_at: sql<Date>`now()`,
      signed_in_by: "password",
    })
    .returning("session_id")
    .executeTakeFirstOrThrow();
  return { account_id, account_uid, session_id, kind: "user" };
}
