// Having something made: the one way to a run, for calls and for schedules.
import { RUN_LIMITS } from "@heliograph/contract";
import { z } from "zod";
import type { Tx } from "../../../platform/db.ts";
import { addJob, task } from "../../../platform/jobs/jobs.ts";
import { Problem } from "../../../platform/problem.ts";
import { insertRun, lockAccount, openRuns, sameOpenRun, type WantedRun, type RunRow } from "./run.sql.ts";

/** Makes one run. Attempts of the runner's are more than a run has: a process that ends takes nothing from it. */
export const runTask = task({
  name: "reports.run",
  payload: z.object({ run_id: z.number() }),
  queue: "runs",
  attempts: 25,
});

/** What is due waits in a line of its own, so that nobody who asked waits for it. */
const DUE_QUEUE = "runs-due";

/** Adds the run and its job in the transaction; see `WantedRun`. Left out: a person asks, and the file is kept for some days. */
type Wish = Omit<WantedRun, "cause" | "kept_days"> & Partial<Pick<WantedRun, "cause" | "kept_days">>;

/**
 * Has something made: adds the run and its job in the caller's transaction, which must be the owner's of the tables. What a person
 * asked for in the same words and waits still is the answer instead. Refuses 409 `runs.too_many` where too many wait already.
 * The caller has proven that the account may see all of `projects`.
 */
export async function addRun(tx: Tx, wish: Wish): Promise<RunRow> {
  const run = { cause: "person", kept_days: RUN_LIMITS.keptDays, ...wish } as const;
  await lockAccount(tx, run.account_id);
  if (run.cause === "person") {
    const same = await sameOpenRun(tx, run);
    if (same !== undefined) return same;
    await refuseTooMany(tx, run.account_id);
  }
  const added = await insertRun(tx, { ...run, title: run.title.slice(0, 300) });
  await startRun(tx, added);
  return added;
}

/** Refuses where the account has as many runs that wait as it may. */
export async function refuseTooMany(tx: Tx, account_id: number): Promise<void> {
  if ((await openRuns(tx, account_id)) < RUN_LIMITS.open) return;
  throw new Problem(409, "runs.too_many", `At most ${RUN_LIMITS.open} reports can wait at once`);
}

/** Adds the job of a run that waits. */
export async function startRun(tx: Tx, { run_id, cause }: Pick<RunRow, "run_id" | "cause">): Promise<void> {
  await addJob(tx, runTask, { run_id }, cause === "schedule" ? { queue: DUE_QUEUE } : {});
}
