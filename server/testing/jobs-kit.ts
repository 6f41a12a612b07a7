// What tests of background work share: a runner that ends with the test, and a wait until it has nothing to do.
import { sql } from "kysely";
import { expect, onTestFinished } from "vitest";
import type { Db, Pools } from "../src/platform/db.ts";
import { startJobs, type Jobs, type Work } from "../src/platform/jobs/jobs.ts";

/** A runner that ends with the test, and what it says has failed: the words and the error's. */
export function runner(
  pools: Pick<Pools, "db" | "pool">,
  work: readonly Work[],
): Jobs & { failures: string[] } {
  const failures: string[] = [];
  const jobs = startJobs(pools, work, (what, error) =>
    failures.push(`${what}: ${error instanceof Error ? error.message : String(error)}`),
  );
  onTestFinished(jobs.stop);
  return { ...jobs, failures };
}

/** Resolves when no job is being worked on or waits for anything but its time; `of`: of one task alone. */
export async function jobsDone(db: Db, of: string | null = null): Promise<void> {
  const due = async () => {
    const { rows } = await sql<{ task: string }>`
      select task_identifier as task from graphile_worker.jobs
      where (locked_at is not null or (run_at <= now() and attempts < max_attempts))
        and task_identifier = coalesce(${of}::text, task_identifier)`.execute(db);
    return rows.map(({ task }) => task);
  };
  await expect.poll(due, { timeout: 20_000, interval: 20 }).toEqual([]);
}

/** The jobs that wait, by task and key, in order. */
export async function waitingJobs(db: Db): Promise<{ task: string; key: string | null }[]> {
  const { rows } = await sql<{ task: string; key: string | null }>`
    select task_identifier as task, key from graphile_worker.jobs order by 1, 2`.execute(db);
  return rows;
}
