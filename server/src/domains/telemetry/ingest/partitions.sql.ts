// Monthly partitions of `reading`, made before the first reading of a month is written.
import type pg from "pg";
import { patiently } from "../../../platform/postgres/patience.ts";
import { transacted } from "../../../platform/postgres/transaction.ts";

/** Any number, the same in every process: who makes a partition holds it. */
const PARTITION_LOCK = 5_290_417;
/** Rows of that month already lie in the default partition; they stay there, and so do those that follow. */
const CHECK_VIOLATION = "23514";
/**
 * A partition is made under a lock on the whole table, and everybody who comes later waits behind whoever waits for it: live
 * readings too. So it waits for no longer than this and lets them pass before it tries again.
 */
const LOCK_PATIENCE = "100ms";

/**
 * Returns a function that makes the partitions of the months (UTC) in which the given instants (ms since 1970) lie,
 * unless it has seen them before. Safe to call from several processes at once. It must run outside the transaction that
 * writes, because a partition is made under a lock on the whole table.
 */
export function partitionKeeper(pool: pg.Pool): (instants: Iterable<number>) => Promise<void> {
  const known = new Set<string>();
  return async (instants) => {
    for (const month of months(instants)) {
      if (known.has(month)) continue;
      await patiently(() => makePartition(pool, month));
      known.add(month);
    }
  };
}

/** The months of the instants as YYYY-MM-01, in order, each once. */
function months(instants: Iterable<number>): string[] {
  const found = new Set<string>();
  // Nearly all instants of a batch lie in one month: remember its limits rather than format each.
  let from = 1;
  let to = 0;
  for (const at of instants) {
    if (at >= from && at < to) continue;
    const date = new Date(at);
    from = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
    to = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
    found.add(new Date(from).toISOString().slice(0, 10));
  }
  return [...found].toSorted();
}

async function makePartition(pool: pg.Pool, month: string): Promise<void> {
  try {
    await transacted(pool, async (client) => {
      await client.query(`set local lock_timeout = '${LOCK_PATIENCE}'`);
      await client.query("select pg_advisory_xact_lock($1)", [PARTITION_LOCK]);
      await client.query("select ensure_reading_partitions($1::date, $1::date)", [month]);
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === CHECK_VIOLATION) return;
    throw error;
  }
}
