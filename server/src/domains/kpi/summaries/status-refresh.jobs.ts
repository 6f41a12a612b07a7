// Keeps summaries true while nothing is received: silence, midnight, sunrise and sunset have no message of their own.
import type { Db } from "../../../platform/db.ts";
import { refreshSummaries } from "./project-summary.sql.ts";
import { outdatedProjects } from "./status-refresh.sql.ts";

/** Summaries a transaction locks at most, so that the live lane waits for it only briefly. */
const PROJECTS_PER_TRANSACTION = 200;

/**
 * Brings every summary that the passing of time has made untrue up to date, in transactions of bounded size, until `ended`
 * says so, and returns how many changed. May be repeated, and by several processes at once.
 */
export async function refreshOutdated(
  db: Db,
  nowMs: number = Date.now(),
  ended: () => boolean = () => false,
): Promise<number> {
  const ids = await outdatedProjects(db, nowMs);
  let changed = 0;
  for (let at = 0; at < ids.length && !ended(); at += PROJECTS_PER_TRANSACTION) {
    const some = ids.slice(at, at + PROJECTS_PER_TRANSACTION);
    changed += await db.transaction().execute(async (tx) => (await refreshSummaries(tx, some, nowMs)).length);
  }
  return changed;
}
