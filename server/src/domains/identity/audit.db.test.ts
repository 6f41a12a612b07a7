import { sql } from "kysely";
import { expect, test } from "vitest";
import { account, freshDb } from "../../../testing/test-kit.ts";
import { audit } from "./audit.sql.ts";

async function written() {
  const db = await freshDb();
  const { account_id } = await account(db);
  await audit(db, {
    account_id,
    address: "203.0.113.7",
    action: "project.changed",
    subject: "roof",
    project_id: 7,
    before: { name: "Roof", timezone: "Asia/Tokyo" },
    after: { name: "Roof 2", timezone: "Asia/Tokyo" },
  });
  return { db, account_id };
}

test("an entry holds who, from where, what, in which project, and the values that changed", async () => {
  const { db, account_id } = await written();
  const entries = await db.selectFrom("audit_event").selectAll().execute();
  expect(entries).toEqual([
    {
      audit_id: expect.any(Number),
      at: expect.any(Date),
      account_id,
      address: "203.0.113.7",
      action: "project.changed",
      subject: "roof",
      detail: {},
      project_id: 7,
      api_key_id: null,
      before: { name: "Roof" },
      after: { name: "Roof 2" },
    },
  ]);
});

test("the database refuses to change an entry, to take it away and to empty the log, also to the owner of the tables", async () => {
  const { db } = await written();
  const forbidden = [
    "update audit_event set action = 'x.done'",
    "delete from audit_event",
    "truncate audit_event",
  ];
  for (const statement of forbidden) {
    await expect(sql.raw(statement).execute(db)).rejects.toThrow("audit_event is only added to");
  }
  expect(await db.selectFrom("audit_event").select("action").execute()).toEqual([
    { action: "project.changed" },
  ]);
});

test("an entry of more than five years ago may go", async () => {
  const { db } = await written();
  await sql`insert into audit_event (at, action) values (now() - interval '5 years 1 day', 'x.done')`.execute(
    db,
  );
  await sql`delete from audit_event where at < now() - interval '5 years'`.execute(db);
  expect(await db.selectFrom("audit_event").select("action").execute()).toEqual([
    { action: "project.changed" },
  ]);
});
