// Counts by key, each over a window of its own: what every limit that is kept in memory counts by.

/** Keys remembered at once; beyond, the oldest are forgotten. */
const REMEMBERED = 50_000;

interface WindowCounts {
  /** What was counted of the key in its window; 0 once the window is over. */
  readonly of: (key: string) => number;
  /** Seconds until the key's window is over, rounded up and at least 1. */
  readonly secondsLeft: (key: string) => number;
  /** Counts `change` more; a window begins with the first. Nothing is taken from a key that has nothing. */
  readonly add: (key: string, change: number) => void;
  readonly forget: (key: string) => void;
}

/** Counts in memory, of this process alone. `now` gives ms since 1970. */
export function windowCounts(windowMs: number, now: () => number = Date.now): WindowCounts {
  const counts = new Map<string, { since: number; counted: number }>();
  const current = (key: string) => {
    const count = counts.get(key);
    return count !== undefined && now() - count.since < windowMs ? count : undefined;
  };
  return {
    of: (key) => current(key)?.counted ?? 0,
    secondsLeft: (key) => {
      const since = current(key)?.since ?? now();
      return Math.max(1, Math.ceil((since + windowMs - now()) / 1000));
    },
    add: (key, change) => {
      const count = current(key);
      const counted = count?.counted ?? 0;
      if (counted === 0 && change < 0) return;
      const since = counted === 0 ? now() : (count?.since ?? now());
      // The newest stands last, so that the oldest is the first to be forgotten.
      if (counted === 0) counts.delete(key);
      counts.set(key, { since, counted: counted + change });
      const [oldest] = counts.keys();
      if (counts.size > REMEMBERED && oldest !== undefined) counts.delete(oldest);
    },
    forget: (key) => void counts.delete(key),
  };
}
