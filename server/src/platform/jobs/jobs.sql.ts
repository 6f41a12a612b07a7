// The queue of jobs as the runner's own statements see it. The tables are graphile-worker's, in the schema graphile_worker.
import { sql } from "kysely";
import type pg from "pg";
import type { Db } from "../db.ts";

/** Processes that run jobs hold an advisory lock of this class, by the name of their workers, for as long as they live. */
const PRESENT = 20_261;

/** A job as it is added; null: no key, at once, no queue. */
interface JobRow {
  readonly task: string;
  readonly payload: object;
  readonly attempts: number;
  readonly key: string | null;
  readonly run_at: Date | null;
  readonly queue: string | null;
}

/** Adds the job in the caller's transaction, whatever role that has. */
export async function insertJob(db: Db, job: JobRow): Promise<void> {
  await sql`select add_job(${job.task}, ${JSON.stringify(job.payload)}::json, ${job.key}, ${job.run_at}::timestamptz,
    ${job.queue}, ${job.attempts}::int4)`.execute(db);
}

/** When the job of the key that waits was tried last and failed; undefined: it did not, or there is none. */
export async function lastFailure(db: Db, key: string): Promise<Date | undefined> {
  const { rows } = await sql<{ updated_at: Date }>`
    select updated_at from graphile_worker.jobs
    where key = ${key} and locked_at is null and last_error is not null`.execute(db);
  return rows[0]?.updated_at;
}

/** Shows every process that the workers of that name live, until the connection ends. */
export async function showPresent(client: pg.ClientBase, workers: string): Promise<void> {
  await client.query("select pg_advisory_lock_shared($1, hashtext($2))", [PRESENT, workers]);
}

/**
 * Gives the jobs and queues back that dead processes were working on, so that others go on with them, and returns whose they
 * were. Without this they would wait for four hours.
 */
export async function releaseJobsOfDead(db: Db): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ locked_by: string }>`
      select locked_by from (select distinct locked_by from graphile_worker.jobs where locked_by is not null) w
      where pg_try_advisory_xact_lock(${PRESENT}, hashtext(locked_by))`.execute(tx);
    const dead = rows.map((row) => row.locked_by);
    if (dead.length > 0) await sql`select graphile_worker.force_unlock_workers(${dead})`.execute(tx);
    return dead;
  });
}
