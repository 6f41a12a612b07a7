import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { freshDb, freshPools, scene } from "../../../testing/test-kit.ts";
import { asAccount, connect } from "../db.ts";
import { prepared } from "./prepared.ts";

test("a statement that asks for it is prepared once a connection and answers each time for its own values; others are not", async () => {
  const db = await freshDb();
  await db.transaction().execute(async (tx) => {
    for (const n of [3, 4]) {
      const { rows } = await sql`${prepared("doubled")} select ${n}::int4 * 2 as twice`.execute(tx);
      expect(rows).toEqual([{ twice: 2 * n }]);
    }
    await sql`select ${5}::int4`.execute(tx);
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(tx);
    expect(rows).toEqual([{ name: "doubled" }]);
  });
});

test("a prepared statement shows each account that it is run for its own rows alone, planned for all values too", async () => {
  const { db, url } = await freshPools();
  const plants = [await scene(db), await scene(db)];
  const one = connect(url, 1);
  onTestFinished(one.close);
  const gateways = async (who: { account_id: number; project_id: number }) =>
    asAccount(one.db, { account_id: who.account_id, projects: [who.project_id] }, async (tx) => {
      const { rows } = await sql<{ project_id: number; projects: number }>`${prepared("seen")}
        select g.project_id, (select count(*)::int4 from project p) as projects from gateway g where g.serial <> ${"none"}`.execute(
        tx,
      );
      return rows;
    });
  // From its sixth time on a statement may be planned for all values.
  for (let time = 0; time < 8; time += 1) {
    for (const plant of plants) {
      expect(await gateways(plant)).toEqual([{ project_id: plant.project_id, projects: 1 }]);
    }
  }
  const { rows } = await sql<{ name: string; generic: boolean }>`
    select name, generic_plans > 0 as generic from pg_prepared_statements where name = 'seen'`.execute(
    one.db,
  );
  expect(rows).toEqual([{ name: "seen", generic: true }]);
});
