import { sql } from "kysely";
import { expect, test } from "vitest";
import { newcomer } from "../../../testing/api-kit.ts";
import { freshDb } from "../../../testing/test-kit.ts";
import { audit } from "./index.ts";
import { openSession } from "./session.sql.ts";

async function scene() {
  const db = await freshDb();
  const { account_id } = await newcomer(db);
  const { password_hash } = await db.selectFrom("account").select("password_hash").executeTakeFirstOrThrow();
  const who = {
    account_id,
    password_hash,
    address: "203.0.113.1",
    user_agent: undefined,
    signed_in_by: "password" as const,
  };
  return { db, who };
}

test("a sign-in that was judged by the old password opens nothing once the password has changed", async () => {
  const { db, who } = await scene();
  const change = await db.startTransaction().execute();
  await change.updateTable("account").set({ password_hash: "another" }).execute();
  // The change is not committed yet: the sign-in has to wait for it.
  const opening = db.transaction().execute((tx) => openSession(tx, who));
  await waitsForLock(db);
  await change.commit().execute();
  expect(await opening).toBeNull();
  expect(await db.selectFrom("session").select("session_id").execute()).toEqual([]);
});

/** Returns once a statement of this database waits for a lock. */
async function waitsForLock(db: Awaited<ReturnType<typeof freshDb>>): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if (rows.length > 0) return;
  }
}

test("an account keeps its newest 500 sessions, and sessions long expired are swept away", async () => {
  const { db, who } = await scene();
  await sql`insert into session (session_id, account_id, created_at, expires_at)
    select gen_random_uuid(), ${who.account_id}, now() - n * interval '1 minute', now() + interval '1 day'
    from generate_series(1, 500) n`.execute(db);
  await sql`insert into session (session_id, account_id, created_at, expires_at)
    select gen_random_uuid(), ${who.account_id}, now() - interval '200 days', now() - interval '100 days'
    from generate_series(1, 7) n`.execute(db);
  const opened = await db.transaction().execute((tx) => openSession(tx, who));
  const counted = await sql`
    select count(*) filter (where ended_at is null and expires_at > now())::int as live,
      count(*) filter (where ended_because = 'cleared' and expires_at > now())::int as ended,
      count(*)::int as kept from session`.execute(db);
  expect(counted.rows).toEqual([{ live: 500, ended: 1, kept: 501 }]);
  expect(opened).not.toBeNull();
});

test("the API's role can neither read nor change the audit log, the secrets or the password hashes", async () => {
  const { db, who } = await scene();
  await audit(db, { account_id: who.account_id, address: null, action: "x.done", subject: "a\r\nb" });
  const asApi = (statement: string) =>
    db.transaction().execute(async (tx) => {
      await sql`set local role heliograph_api`.execute(tx);
      return sql.raw(statement).execute(tx);
    });
  const forbidden = [
    "update audit_event set action = 'y'",
    "delete from audit_event",
    "select * from audit_event",
    "select * from secret",
    "select * from session",
    "select password_hash from account",
    "update account set kind = 'admin'",
    "insert into project_member (project_id, account_id, role) values (1, 1, 'owner')",
  ];
  for (const statement of forbidden) await expect(asApi(statement)).rejects.toThrow(/permission denied/);
  await expect(asApi("select email from account")).resolves.toMatchObject({
    rows: [{ email: expect.anything() }],
  });
});
