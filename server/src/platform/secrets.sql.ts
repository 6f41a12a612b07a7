// What only this installation knows, made once and the same for every server of it.
import type { Db, Tx } from "./db.ts";

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

/** The secret of that name, which nobody replaces before the transaction ends; undefined: there is none. */
export async function heldSecret(tx: Tx, name: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("secret")
    .select("value")
    .where("name", "=", name)
    .forShare()
    .executeTakeFirst();
  return row?.value;
}

/** Puts another value in the place of the secret of that name; servers that run read it at their next use. */
export async function replaceSecret(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto("secret")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
