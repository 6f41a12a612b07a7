// Takes away documents whose time is over.
import type { Db } from "../db.ts";
import type { FileStore } from "../files.ts";
import { does, nothing, task, type Work } from "../jobs/jobs.ts";
import { deleteExpired } from "./document.sql.ts";

/** Documents that go in one transaction. */
const BATCH = 200;

const sweepTask = task({ name: "documents.sweep", payload: nothing, starts: { cron: "25 * * * *" } });

/** Sweeps documents whose time is over once an hour. */
export const sweepDocumentsWork = (store: FileStore): Work =>
  does(sweepTask, (_, { db, signal }) => sweepDocuments(db, store, { ended: () => signal.aborted }));

/** Takes away documents whose time is over, a batch at a time until `ended`; returns how many went. */
export async function sweepDocuments(
  db: Db,
  store: FileStore,
  { now = new Date(), ended = () => false }: { now?: Date; ended?: () => boolean } = {},
): Promise<number> {
  let swept = 0;
  while (!ended()) {
    // The row first: a file that nobody names is less than a row whose file is gone.
    const gone = await db.transaction().execute((tx) => deleteExpired(tx, now, BATCH));
    for (const document_uid of gone) await store.remove(document_uid);
    swept += gone.length;
    if (gone.length < BATCH) break;
  }
  return swept;
}
