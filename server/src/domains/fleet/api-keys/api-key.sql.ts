import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";

/** Names of those of the projects that the account may see, by name. */
export async function projectNames(
  db: Db,
  account_id: number,
  project_ids: readonly number[],
): Promise<{ project_id: number; project_uid: string; name: string }[]> {
  if (project_ids.length === 0) return [];
  return db
    .selectFrom("project as p")
    .innerJoin("project_member as m", "m.project_id", "p.project_id")
    .select(["p.project_id", "p.project_uid", "p.name"])
    .where("m.account_id", "=", account_id)
    .where("p.project_id", "=", sql<number>`any(${[...project_ids]}::int4[])`)
    .where("p.removed_at", "is", null)
    .orderBy(sql`lower(p.name)`)
    .orderBy("p.project_id")
    .execute();
}
