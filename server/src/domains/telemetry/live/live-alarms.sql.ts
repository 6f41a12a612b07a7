// That the alarm desks of people have something new to show.
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";

/** Announced with a JSON list of account ids, or "*" for all. */
export const ALARMS_CHANGED = "heliograph_alarms";

/** PostgreSQL carries 8,000 bytes; more accounts than this are announced as all. */
const MOST = 500;

/** Tells open screens of whoever sees one of the projects, once a transaction has committed, that alarms have changed. */
export async function announceAlarms(db: Db, project_ids: Iterable<number>): Promise<void> {
  const ids = [...new Set(project_ids)];
  if (ids.length === 0) return;
  await sql`
    select pg_notify(${ALARMS_CHANGED}, case when count(*) > ${MOST} then '*' else json_agg(account_id)::text end)
    from (select distinct account_id from project_member where project_id = any(${ids}::int4[])) m having count(*) > 0`.execute(
    db,
  );
}
