// The sealer: half a second after it is committed an entry has its place in the log, and each minute the log its signed head.
import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "../../../platform/db.ts";
import { signingKeyIn } from "../../../platform/documents/signing-key.ts";
import { holdUnlessCurrent, keepLastHead, ledgerHold, type LedgerHold } from "../heads/hold.sql.ts";
import { announceKey, sealEntries, signHead } from "./seal.sql.ts";

/** The pause where nothing more waits, ms. */
const IDLE_MS = 500;
/** A pass that failed is repeated after this, ms. */
const RETRY_MS = 1000;
/** The log is compared with its last head at the start and this often, ms. */
const COMPARED_MS = 60_000;

interface Sealer {
  /** Ends after the pass that is going on. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts to seal, with the key in the folder. Any number of processes may: one seals at a time, and each entry once. Nothing is sealed while the log
 * has not the last head that lies in the folder (rule R24).
 *
 * @param failed hears of passes that failed and are repeated, and of a log that is held
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
  let known: string | undefined;
  let compared = Number.NEGATIVE_INFINITY;
  const pass = async (): Promise<number> => {
    try {
      if (performance.now() - compared > COMPARED_MS) {
        const hold = await holdUnlessCurrent(db, folder);
        compared = performance.now();
        if (hold !== null) failed("the certificate ledger is held", heldError(hold));
      }
      if ((await ledgerHold(db)) !== null) return RETRY_MS;
      // Another may have taken over from it.
      const key = await signingKeyIn(folder);
      if (key.key_id !== known) await announceKey(db, key);
      known = key.key_id;
      if (await sealEntries(db)) return 0;
      if ((await signHead(db, key)) !== null) await keepLastHead(db, folder);
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

const heldError = ({ size, root, log_size }: LedgerHold): Error =>
  new Error(
    `A head of ${size} entries was published, ${root}, that the log of ${log_size} entries in the database has not. Restore a newer backup; docs/ledger.md says how to go on.`,
  );
