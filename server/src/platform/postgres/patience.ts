// Work that shares tables with live readings gives way when a lock is not to be had, and tries again.
import { setTimeout as delay } from "node:timers/promises";

/** Lock not to be had in time, deadlock, and serialization failure: nothing was done, and the same may succeed later. */
const PASSING = new Set(["55P03", "40P01", "40001"]);
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2000;
/** After so long somebody holds the lock for good. */
const PATIENCE_MS = 600_000;

/** True for errors of the database that say "not now" and leave nothing behind. */
function isPassing(error: unknown): boolean {
  return error instanceof Error && "code" in error && PASSING.has(String(error.code));
}

/**
 * Does the work, again after growing pauses for as long as a lock is not to be had, ten minutes at most. The work is a
 * transaction of its own that leaves nothing behind when it fails. Throws what it throws otherwise.
 */
export async function patiently<T>(work: () => Promise<T>, patienceMs: number = PATIENCE_MS): Promise<T> {
  const until = performance.now() + patienceMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || performance.now() > until) throw error;
    }
    // A different pause each time keeps two that wait for each other from meeting again.
    await delay(pauseMs * (0.5 + Math.random() / 2));
  }
}
