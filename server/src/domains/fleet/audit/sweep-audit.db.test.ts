import { sql } from "kysely";
import { expect, test } from "vitest";
import { freshDb } from "../../../../testing/test-kit.ts";
import { sweepAudit } from "./sweep-audit.jobs.ts";

test("what was done more than five years ago is forgotten, and nothing younger", async () => {
  const db = await freshDb();
  await sql`insert into audit_event (at, action, subject) select now() - days * interval '1 day', 'x.done', days::text
    from unnest(array[0, 1, 1800, 1830, 4000]) days`.execute(db);
  expect(await sweepAudit(db, () => true)).toBe(0);
  expect(await sweepAudit(db, () => false)).toBe(2);
  const left = await db.selectFrom("audit_event").select("subject").orderBy("at", "desc").execute();
  expect(left.map(({ subject }) => subject)).toEqual(["0", "1", "1800"]);
});
