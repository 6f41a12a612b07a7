// Gathers what is announced, so that many announcements at once become one look.

interface Gathering {
  readonly everyMs: number;
  readonly pass: (ids: readonly number[]) => Promise<void>;
  readonly failed: (error: unknown) => void;
}

/** Takes ids that wait to be passed on. */
export interface Gatherer {
  readonly add: (ids: Iterable<number>) => void;
  readonly stop: () => void;
}

/** Gathers ids and passes them on at most every `everyMs`, the first at once; again later those that could not be. */
export function gather({ everyMs, pass, failed }: Gathering): Gatherer {
  let ids = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let next = 0;
  let stopped = false;
  const run = async (): Promise<void> => {
    const now = ids;
    ids = new Set();
    try {
      await pass([...now]);
    } catch (error) {
      failed(error);
      for (const id of now) ids.add(id);
    }
    next = Date.now() + everyMs;
    timer = undefined;
    schedule();
  };
  const schedule = (): void => {
    if (ids.size > 0 && !stopped) timer ??= setTimeout(() => void run(), Math.max(0, next - Date.now()));
  };
  return {
    add: (more) => {
      for (const id of more) ids.add(id);
      schedule();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
