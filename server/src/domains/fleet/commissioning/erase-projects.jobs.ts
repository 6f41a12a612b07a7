// Erases for good what was removed and is kept no longer.
import type { Db } from "../../../platform/db.ts";
import type { FileStore } from "../../../platform/files.ts";
import { does, nothing, task, type Work } from "../../../platform/jobs/jobs.ts";
import { audit } from "../../identity/index.ts";
import { eraseProjectRow, eraseRows, keptFiles, tablesOfProjects } from "./erase-project.sql.ts";
import { projectsToErase } from "./removed-project.sql.ts";

/** Files that lie outside the database. */
export interface ProjectStores {
  readonly files: FileStore;
  readonly imports: FileStore;
  readonly documents: FileStore;
}

const eraseTask = task({
  name: "fleet.erase",
  payload: nothing,
  queue: "erase",
  // When most plants that there are sleep.
  starts: { cron: "20 18 * * *" },
});

/** Erases removed projects once a day. */
export const eraseWork = (stores: ProjectStores): Work =>
  does(eraseTask, (_, { db, signal }) =>
    eraseRemoved(db, stores, { nowMs: Date.now(), ended: () => signal.aborted }),
  );

/**
 * Erases each project that was removed longer ago than it is kept: its files, its rows, itself. Where it ends early, or its process
 * dies, the project is as removed as before, and the next one goes on. Returns how many are gone.
 */
export async function eraseRemoved(
  db: Db,
  { files, imports, documents }: ProjectStores,
  { nowMs, ended }: { nowMs: number; ended: () => boolean },
): Promise<number> {
  let erased = 0;
  for (const { project_id, project_uid } of await projectsToErase(db, nowMs)) {
    const kept = await keptFiles(db, project_id);
    for (const file_uid of kept.files) await files.remove(file_uid);
    for (const file_uid of kept.imports) await imports.remove(file_uid);
    for (const file_uid of kept.documents) await documents.remove(file_uid);
    const tables = await tablesOfProjects(db);
    // Who may see it goes with the project itself: until then it is somebody's.
    for (const table of tables) {
      if (table !== "project_member") await eraseRows(db, table, project_id, ended);
    }
    if (ended()) return erased;
    await db.transaction().execute(async (tx) => {
      await eraseProjectRow(tx, project_id, tables);
      await audit(tx, {
        account_id: null,
        address: null,
        action: "project.erased",
        subject: project_uid,
        project_id,
      });
    });
    erased += 1;
  }
  return erased;
}
