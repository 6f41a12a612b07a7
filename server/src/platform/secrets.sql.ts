// What only this installation knows, made once and the same for every server of it.
import type { Db } from "./db.ts";

/** The secret of that name; `fresh` becomes it when there is none yet. */
export async function secretOf(db: Db, name: string, fresh: string): Promise<string> {
  await db
    .insertInto("secret")
    .values({ name, value: fresh })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const row = await db
    .selectFrom("secret")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return row.value;
}
