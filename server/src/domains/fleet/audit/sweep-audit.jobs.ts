// Takes entries of the audit log away that are kept no longer: the database lets no other go (decision 0093).
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { does, nothing, task, type Work } from "../../../platform/jobs/jobs.ts";

/** Rows that go in one transaction. */
const BATCH = 10_000;

const sweepTask = task({ name: "fleet.sweep-audit", payload: nothing, starts: { cron: "50 18 * * *" } });

/** Sweeps the audit log once a day. */
export const sweepAuditWork: Work = does(sweepTask, (_, { db, signal }) =>
  sweepAudit(db, () => signal.aborted),
);

/** Takes away the entries of more than five years ago, a batch at a time until `ended`; returns how many went. */
export async function sweepAudit(db: Db, ended: () => boolean): Promise<number> {
  let swept = 0;
  while (!ended()) {
    const { numAffectedRows = 0n } = await sql`
      delete from audit_event where audit_id = any(array(
        select audit_id from audit_event where at < now() - interval '5 years' order by at limit ${BATCH}))`.execute(
      db,
    );
    swept += Number(numAffectedRows);
    if (numAffectedRows < BigInt(BATCH)) break;
  }
  return swept;
}
