// The sealer: half a second after it is committed an entry has its place in the log, and each minute the log its signed head.
import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "../../../platform/db.ts";
import { signingKeyIn } from "../../../platform/documents/signing-key.ts";
import { announceKey, sealEntries, signHead } from "./seal.sql.ts";

/** The pause where nothing more waits, ms. */
const IDLE_MS = 500;
/** A pass that failed is repeated after this, ms. */
const RETRY_MS = 1000;

interface Sealer {
  /** Ends after the pass that is going on. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts to seal, with the key in the folder. Any number of processes may: one seals at a time, and each entry once.
 *
 * @param failed hears of passes that failed and are repeated
 */
export function startSealer({
  db,
  folder,
  failed,
}: {
  db: Db;
  folder: string;
  failed: (what: string, error: unknown) => void;
}): Sealer {
  const leaving = new AbortController();
  const { signal } = leaving;
  let key: Awaited<ReturnType<typeof signingKeyIn>> | undefined;
  const pass = async (): Promise<number> => {
    try {
      if (key === undefined) {
        const found = await signingKeyIn(folder);
        await announceKey(db, found);
        key = found;
      }
      if (await sealEntries(db)) return 0;
      await signHead(db, key);
      return IDLE_MS;
    } catch (error) {
      if (!signal.aborted) failed("the certificate ledger could not be sealed, which is tried again", error);
      return RETRY_MS;
    }
  };
  const run = async () => {
    while (!signal.aborted) await delay(await pass(), undefined, { signal }).catch(() => {});
  };
  const running = run();
  return {
    stop: async () => {
      leaving.abort();
      await running;
    },
  };
}
