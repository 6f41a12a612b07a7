import { sql } from "kysely";
import { expect, test } from "vitest";
import { freshDb } from "../../../testing/test-kit.ts";
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
