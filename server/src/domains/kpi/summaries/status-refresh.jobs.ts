// Keeps summaries true while nothing is received: silence, midnight, sunrise and sunset have no message of their own.
import { sql } from "kysely";
import type { Db, Pools } from "../../../platform/db.ts";
import { checkStrings, refreshKeyFigures } from "../ratios/key-figures.jobs.ts";
import { outdateOldVersions } from "../ratios/kpi-days.sql.ts";
import { refreshSummaries } from "./project-summary.sql.ts";
import { forgetSums, outdatedProjects } from "./status-refresh.sql.ts";

const EVERY_MS = 15_000;
/** Strings deviate slowly, and comparing them reads every inverter. */
const STRINGS_EVERY_MS = 300_000;
/** Summaries a transaction locks at most, so that the live lane waits for it only briefly. */
const PROJECTS_PER_TRANSACTION = 200;
/** Any number will do as long as no other advisory lock of the product has it. */
const LOCK = 7_103_001;

/**
 * Brings every summary that the passing of time has made untrue up to date, in transactions of bounded size, and returns
 * how many changed. Where another process is at it already a transaction does nothing. May be repeated.
 */
export async function refreshOutdated(db: Db, nowMs: number = Date.now()): Promise<number> {
  const ids = await outdatedProjects(db, nowMs);
  let changed = 0;
  for (let at = 0; at < ids.length; at += PROJECTS_PER_TRANSACTION) {
    const some = ids.slice(at, at + PROJECTS_PER_TRANSACTION);
    changed += await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{
        free: boolean;
      }>`select pg_try_advisory_xact_lock(${LOCK}) as free`.execute(tx);
      if (rows[0]?.free !== true) return 0;
      return (await refreshSummaries(tx, some, nowMs)).length;
    });
  }
  return changed;
}

export interface StatusRefresh {
  /** Ends it; resolves when the round that is going on is done. */
  readonly stop: () => Promise<void>;
}

/**
 * Refreshes outdated summaries and the figures of days that are over every 15 seconds until stopped, the first time at
 * once and with all sums made anew; compares strings every five minutes.
 * `report` hears of rounds that fail, for example while the database restarts; the next round tries again.
 */
export function startStatusRefresh(
  pools: Pick<Pools, "db">,
  report: (error: unknown) => void,
): StatusRefresh {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let forgotten = false;
  let stringsAt = 0;
  const round = async () => {
    try {
      if (!forgotten) {
        await forgetSums(pools.db);
        await outdateOldVersions(pools.db);
      }
      forgotten = true;
      await refreshOutdated(pools.db);
      await refreshKeyFigures(pools.db, Date.now(), () => stopped);
      if (Date.now() - stringsAt >= STRINGS_EVERY_MS) {
        stringsAt = Date.now();
        await checkStrings(pools.db, stringsAt);
      }
    } catch (error) {
      report(error);
    }
    if (!stopped) timer = setTimeout(start, EVERY_MS);
  };
  let running = Promise.resolve();
  const start = () => {
    running = round();
  };
  start();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}
