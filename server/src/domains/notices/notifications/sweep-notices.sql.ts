import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";

/** Days that a notice is kept after it last happened. */
const KEPT_DAYS = 90;

/** Takes away notices that last happened long ago, whatever became of them; their entries go with them. */
export async function sweepNotices(db: Db): Promise<void> {
  await sql`delete from notice where last_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
}
