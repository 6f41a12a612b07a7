// The two lanes into the database: live readings, and what gateways kept while they were offline. Each has its own
// queue and connections, so that the second never holds up the first.
import { setTimeout as delay } from "node:timers/promises";
import { connect } from "../../../platform/db.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Arrival } from "../arrivals/arrivals.sql.ts";
import { openLane, type Lane, type LaneLimits } from "./lane.ts";
import { partitionKeeper } from "./partitions.sql.ts";
import type { Parcel, Store } from "./poison.ts";
import type { Outcome } from "./reading-rows.ts";
import { storeReadings } from "./readings.sql.ts";

// Micro-batches of about a hundred messages lose little to a slow disk and are still answered in a few hundredths of
// a second; two writers, because a commit waits for the disk while the other works.
const LIVE: LaneLimits = { batchMessages: 100, batchRows: 2000, waitMs: 15, queueRows: 50_000, writers: 2 };
const BACKLOG: LaneLimits = {
  batchMessages: 100,
  batchRows: 2000,
  waitMs: 15,
  queueRows: 50_000,
  writers: 1,
};
/** The backlog waits this long at most, before each of its batches, for the live lane to be empty. */
const TURN_MS = 100;
const TURN_STEP_MS = 5;
/** A write that takes longer is cut off and tried again. */
const STATEMENT_SECONDS = 20;

export interface Lanes {
  readonly live: Lane;
  readonly backlog: Lane;
  /** Writes what waits, within `graceMs`, and closes the connections. */
  readonly stop: (graceMs: number) => Promise<void>;
}

/** Opens both lanes on connections of their own; `log` hears of writes that failed and are tried again. */
export function openLanes(url: string, log?: Logger): Lanes {
  const livePools = connect(url, LIVE.writers, STATEMENT_SECONDS);
  const backlogPools = connect(url, BACKLOG.writers, STATEMENT_SECONDS);
  const parts = {
    isPoison,
    failed: (error: unknown) => log?.warn({ err: error }, "readings could not be written"),
  };
  const live = openLane({ ...parts, limits: LIVE, store: storeIn(livePools.pool, 0) });
  const turn = async () => {
    for (let waited = 0; waited < TURN_MS && live.waiting() > 0; waited += TURN_STEP_MS) {
      await delay(TURN_STEP_MS);
    }
  };
  const backlog = openLane({ ...parts, limits: BACKLOG, store: storeIn(backlogPools.pool, 1), turn });
  return {
    live,
    backlog,
    stop: async (graceMs) => {
      await Promise.all([live.stop(graceMs), backlog.stop(graceMs)]);
      await Promise.all([livePools.close(), backlogPools.close()]);
    },
  };
}

function storeIn(pool: Parameters<typeof storeReadings>[0], lane: 0 | 1): Store {
  const ensurePartitions = partitionKeeper(pool);
  return async (parcels) => {
    const rows = parcels.flatMap((parcel) => parcel.rows);
    await ensurePartitions(rows.map(({ ts }) => ts));
    const refused = parcels.flatMap((parcel) => parcel.refused);
    return storeReadings(pool, {
      lane,
      rows,
      refused,
      arrivals: (outcomes) => arrivalsOf(parcels, outcomes),
    });
  };
}

/** What the parcels of followed gateways brought, once the outcome of each of their rows is known. */
function arrivalsOf(parcels: readonly Parcel[], outcomes: readonly Outcome[]): Arrival[] {
  let at = 0;
  return parcels.flatMap(({ gateway_id, rows, refused, followed }) => {
    const own = outcomes.slice(at, (at += rows.length));
    if (followed === undefined) return [];
    const live = rows.flatMap(({ ts, source }) => (source === 0 ? [ts] : []));
    return [
      {
        ...followed,
        gateway_id,
        stored: own.filter((outcome) => outcome !== "duplicate").length,
        refused: refused.length,
        newest: live.length === 0 ? null : Math.max(...live),
      },
    ];
  });
}

/**
 * True for errors that lie in what is written: SQLSTATE classes 22 (data), 23 (constraints) and 54 (limits), and
 * values that the encoder cannot write. Anything else may pass, so it is tried again and nothing is acknowledged.
 */
export function isPoison(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^(22|23|54)[0-9A-Z]{3}$/.test(code);
}
