import { REMOVED_KEPT_DAYS, type ProjectType } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { reaches } from "../../../platform/limits/key-reach.ts";

/** More than anybody looks through. */
const MOST_LISTED = 200;
const kept = sql`make_interval(days => ${sql.lit(REMOVED_KEPT_DAYS)})`;

/** The removed projects that the account owns and that are still kept, the last removed first. */
export async function removedProjects(db: Db, account_id: number) {
  const { rows } = await sql<{
    project_uid: string;
    name: string;
    project_type: ProjectType;
    removed_at: Date;
    kept_until: Date;
  }>`
    select p.project_uid, p.name, p.project_type, p.removed_at, p.removed_at + ${kept} as kept_until
    from project p join project_member m on m.project_id = p.project_id
    where m.account_id = ${account_id} and m.role = 'owner' and p.removed_at + ${kept} > now()
      and ${reaches(sql.ref("p.project_id"))}
    order by p.removed_at desc, p.project_id desc limit ${MOST_LISTED}`.execute(db);
  return rows.map(({ removed_at, kept_until, ...project }) => ({
    ...project,
    removed_at: removed_at.toISOString(),
    kept_until: kept_until.toISOString(),
  }));
}

/** Brings the project back and returns its id; null where the account owns no removed project of that uid that is still kept. */
export async function unmarkRemoved(tx: Tx, account_id: number, project_uid: string): Promise<number | null> {
  const { rows } = await sql<{ project_id: number }>`
    update project p set removed_at = null from project_member m
    where m.project_id = p.project_id and m.account_id = ${account_id} and m.role = 'owner'
      and p.project_uid = ${project_uid} and p.removed_at + ${kept} > now()
      and ${reaches(sql.ref("p.project_id"))}
    returning p.project_id`.execute(tx);
  return rows[0]?.project_id ?? null;
}

/** The projects that were removed so long ago that they are kept no longer, the longest first. */
export async function projectsToErase(
  db: Db,
  nowMs: number,
): Promise<{ project_id: number; project_uid: string }[]> {
  const { rows } = await sql<{ project_id: number; project_uid: string }>`
    select project_id, project_uid from project
    where removed_at + ${kept} <= ${new Date(nowMs)} order by removed_at, project_id`.execute(db);
  return rows;
}
