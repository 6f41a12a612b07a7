// Takes away old runs: what nobody can open any more is in the list for a while, and then goes.
import { RUN_LIMITS } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { does, nothing, task, type Work } from "../../../platform/jobs/jobs.ts";

/** Runs that go in one transaction. */
const BATCH = 500;

const sweepTask = task({ name: "reports.sweep", payload: nothing, starts: { cron: "50 18 * * *" } });

/** Sweeps old runs once a day. */
export const sweepRunsWork: Work = does(sweepTask, (_, { db, signal }) =>
  sweepRuns(db, { ended: () => signal.aborted }),
);

/**
 * Takes away runs whose file is gone for `RUN_LIMITS.listedDays` days, and those that ended as long ago without one, a batch at a time
 * until `ended`; returns how many went. A run that is in the history of a report stays: what it said is compared with later figures.
 */
export async function sweepRuns(
  db: Db,
  { now = new Date(), ended = () => false }: { now?: Date; ended?: () => boolean } = {},
): Promise<number> {
  let swept = 0;
  while (!ended()) {
    // A file goes when its days are over (documents.sweep), and the row forgets it then.
    const { rows } = await sql`
      delete from report_run where run_id in (
        select r.run_id from report_run r
        where r.document_uid is null and r.ended_at + make_interval(days => ${RUN_LIMITS.listedDays}
            + case when r.state = 'done' then coalesce(r.kept_days, 0) else 0 end) < ${now.toISOString()}::timestamptz
          and not exists (select from report_edition e where e.run_id = r.run_id)
        order by r.run_id limit ${BATCH})
      returning run_id`.execute(db);
    swept += rows.length;
    if (rows.length < BATCH) break;
  }
  return swept;
}
