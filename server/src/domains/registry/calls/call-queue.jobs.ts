// What works on calls to other registries: a job for each, in the transaction that causes it.
import { z } from "zod";
import type { Tx } from "../../../platform/db.ts";
import { addJob, task } from "../../../platform/jobs/jobs.ts";

/** Takes the next step of one call. */
export const callTask = task({
  name: "registry.call",
  payload: z.object({ record_uid: z.uuid() }),
  queue: "registry.calls",
});

/** Has the next step of the call taken now. Calls to one registry follow each other, and hold up no other registry. */
export const takeStep = (
  tx: Tx,
  { record_uid, origin }: { record_uid: string; origin: string },
): Promise<void> =>
  addJob(
    tx,
    callTask,
    { record_uid },
    { key: `registry call ${record_uid}`, queue: `registry.calls ${origin}` },
  );
