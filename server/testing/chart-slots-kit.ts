// What tests of packed hours share: passes and packing one step at a time, where the worker would do both by the clock.
import { sql } from "kysely";
import { boundTo, holdLedger } from "../src/domains/energy/ledger/ledger-locks.sql.ts";
import { passLane, type PassMemory } from "../src/domains/energy/ledger/ledger-pass.jobs.ts";
import { LANE } from "../src/domains/telemetry/index.ts";
import { packHours } from "../src/domains/energy/slots/chart-slots.sql.ts";
import type { Db, Pools } from "../src/platform/db.ts";

/** The ledger's worker by hand. */
export function ledgerByHand({ pool }: Pick<Pools, "pool">) {
  const memory: PassMemory = { waitingMonths: new Set(), dueHours: new Map() };
  const held = async (work: (client: Parameters<typeof packHours>[0]) => Promise<unknown>) => {
    const client = await pool.connect();
    try {
      await boundTo(client)
        .transaction()
        .execute(async (tx) => {
          await holdLedger(tx);
          await work(client);
        });
    } finally {
      client.release();
    }
  };
  return {
    /** Folds what has changed. */
    pass: () =>
      held(async (client) => {
        for (const lane of [LANE.live, LANE.backlog]) await passLane(client, lane, memory);
      }),
    /** Packs what is due. */
    pack: () =>
      held(async (client) => {
        while ((await packHours(client, memory.dueHours)) > 0);
      }),
  };
}

/** Runs the work as the API sees the project, in a transaction that leaves nothing behind. */
export async function peeked<T>(
  db: Db,
  project_id: number,
  work: (tx: Parameters<Parameters<ReturnType<Db["transaction"]>["execute"]>[0]>[0]) => Promise<T>,
): Promise<T> {
  const tx = await db.startTransaction().execute();
  try {
    await sql`select set_config('app.projects', ${String(project_id)}, true)`.execute(tx);
    return await work(tx);
  } finally {
    await tx.rollback().execute();
  }
}
