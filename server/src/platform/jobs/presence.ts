// By which all processes see that the workers of another one live, so that nobody takes their jobs away.
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { showPresent } from "./jobs.sql.ts";

/** After this long a connection that was lost is opened again. */
const RETRY_MS = 500;

/** Holds a connection by which all processes see that this one's workers live, from before their first job on. */
export function presencePlugin(pool: pg.Pool, signal: AbortSignal): GraphileConfig.Plugin {
  let shown: Promise<void> | undefined;
  return {
    name: "presence",
    version: "1",
    worker: {
      hooks: {
        startWorker: (_, { worker }) =>
          (shown ??= new Promise(
            (resolve) => void stayPresent(pool, worker.workerPool.id, { signal, shown: resolve }),
          )),
      },
    },
  };
}

async function stayPresent(
  pool: pg.Pool,
  workers: string,
  { signal, shown }: { signal: AbortSignal; shown: () => void },
): Promise<void> {
  while (!signal.aborted) {
    const client = await pool.connect().catch(() => null);
    if (client !== null) {
      try {
        await showPresent(client, workers);
        shown();
        await once(client, "end", { signal });
      } catch {
        // The connection is gone, or the process ends: both are seen by the loop.
      }
      client.release(true);
    }
    await delay(RETRY_MS, undefined, { signal }).catch(() => {});
  }
  shown();
}
