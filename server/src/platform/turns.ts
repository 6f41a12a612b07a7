// Long work in memory is cut into slices, so that whatever else the process serves goes on between them.
import { setImmediate } from "node:timers/promises";

/**
 * How long work that waits for nothing may hold up messages and calls, ms. A call asks the database some ten times and waits
 * so long for each answer.
 */
const SLICE_MS = 2;

/** Answers a function to await between the steps of long work: when a slice is over it lets all that is ready run first. */
export function turns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await setImmediate();
    since = performance.now();
  };
}
