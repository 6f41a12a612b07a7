import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { reaches } from "../../../platform/limits/key-reach.ts";
import type { Spot } from "./coordinates.ts";

/** The account's projects of which name or address contains the keyword, by name, as places. */
export async function ownPlaces(
  db: Db,
  account_id: number,
  keyword: string,
  most: number,
): Promise<(Spot & { name: string; timezone: string })[]> {
  return db
    .selectFrom("project as p")
    .innerJoin("project_member as m", "m.project_id", "p.project_id")
    .select(["p.name", "p.latitude", "p.longitude", "p.timezone"])
    .where("m.account_id", "=", account_id)
    .where("p.removed_at", "is", null)
    .where(reaches(sql.ref("p.project_id")))
    .where(sql<boolean>`position(plain_text(${keyword}) in p.search_text) > 0`)
    .orderBy(sql`lower(p.name)`)
    .orderBy("p.project_id")
    .limit(most)
    .execute();
}

/** Where the account's newest project is; null: it has none. */
export async function newestPlace(db: Db, account_id: number): Promise<Spot | null> {
  const row = await db
    .selectFrom("project as p")
    .innerJoin("project_member as m", "m.project_id", "p.project_id")
    .select(["p.latitude", "p.longitude"])
    .where("m.account_id", "=", account_id)
    .where("p.removed_at", "is", null)
    .where(reaches(sql.ref("p.project_id")))
    .orderBy("p.project_id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
