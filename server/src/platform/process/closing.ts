// An orderly end: what was started last is stopped first.

/** Collects what has to be stopped and stops it once, in reverse order. */
export interface Closing {
  /** Adds a part; `name` is what the log calls it. */
  readonly add: (name: string, stop: () => Promise<unknown>) => void;
  /**
   * Stops all parts, the last one first; a part that fails does not keep the others from stopping. Resolves with the
   * names of those that failed. A second call answers the promise of the first.
   */
  readonly close: () => Promise<string[]>;
}

/** Returns an empty collection; `onFailure` hears of each part that could not be stopped. */
export function closing(onFailure: (name: string, error: unknown) => void): Closing {
  const parts: { name: string; stop: () => Promise<unknown> }[] = [];
  let done: Promise<string[]> | undefined;
  const closeAll = async () => {
    const failed: string[] = [];
    for (const { name, stop } of parts.toReversed()) {
      try {
        await stop();
      } catch (error) {
        failed.push(name);
        onFailure(name, error);
      }
    }
    return failed;
  };
  return {
    add: (name, stop) => parts.push({ name, stop }),
    close: () => (done ??= closeAll()),
  };
}
