// A lane of messages on their way to the database: gathered into micro-batches, acknowledged after the commit, held
// while the database is away. It knows neither the database nor the protocol; time passes by the timers of the runtime.
import { Problem } from "../../../platform/problem.ts";
import { storeIsolating, type Fate, type Parcel, type Store } from "./poison.ts";

/** Limits of a lane. Those of a batch hold the commit short; that of the queue holds memory. */
export interface LaneLimits {
  /** Messages that wait no longer for company. */
  readonly batchMessages: number;
  readonly batchRows: number;
  /** How long a message waits for company, ms. */
  readonly waitMs: number;
  /** Readings that may wait for the database; beyond it a message is refused as unavailable. */
  readonly queueRows: number;
  /** Batches written at once. Messages of one gateway are always written one after the other. */
  readonly writers: number;
}

export interface LaneParts {
  readonly limits: LaneLimits;
  readonly store: Store;
  /** True when the same write would fail again because of what is written. Everything else is tried again. */
  readonly isPoison: (error: unknown) => boolean;
  /** Awaited before each batch, to let others go first. */
  readonly turn?: () => Promise<void>;
  /** Told of each failed attempt to write. */
  readonly failed?: (error: unknown) => void;
}

export interface Lane {
  /**
   * What became of each row of the parcel, in order, once it is committed. Waits as long as the database is away.
   * Throws Problem 503 `message.unavailable` when the queue is full or the lane stops before it could write.
   */
  readonly add: (parcel: Parcel) => Promise<Fate[]>;
  /** Readings that wait or are being written. */
  readonly waiting: () => number;
  /** Writes what waits, within `graceMs`; what is left then is refused as unavailable. */
  readonly stop: (graceMs: number) => Promise<void>;
}

interface Waiting {
  readonly parcel: Parcel;
  readonly since: number;
  readonly done: (fates: Fate[]) => void;
  readonly fail: (error: unknown) => void;
}

const RETRY_FIRST_MS = 50;
const RETRY_LAST_MS = 2000;
/** When a sender that was turned away should come back. */
const RETRY_AFTER_S = 5;

/** The refusal of a message that could be stored later. */
export function storingUnavailable(): Problem {
  const text = "Readings cannot be stored now, please send the message again later";
  return new Problem(503, "message.unavailable", text, undefined, RETRY_AFTER_S);
}

/** Parcels weigh their rows; one without any still takes room. */
const weight = (parcel: Parcel) => Math.max(1, parcel.rows.length);

/** Opens a lane; it holds no timer while nothing waits. */
export function openLane(parts: LaneParts): Lane {
  const shared = { waiting: 0, closing: false, gaveUp: false };
  const writers = Array.from({ length: parts.limits.writers }, () => openWriter(parts, shared));
  return {
    add: (parcel) => {
      const writer = writers[parcel.gateway_id % writers.length];
      const full = shared.waiting > 0 && shared.waiting + weight(parcel) > parts.limits.queueRows;
      if (writer === undefined || shared.closing || full) return Promise.reject(storingUnavailable());
      shared.waiting += weight(parcel);
      return new Promise<Fate[]>((done, fail) =>
        writer.add({ parcel, since: Date.now(), done, fail }),
      ).finally(() => {
        shared.waiting -= weight(parcel);
      });
    },
    waiting: () => shared.waiting,
    stop: async (graceMs) => {
      shared.closing = true;
      const late = setTimeout(() => {
        shared.gaveUp = true;
        for (const writer of writers) writer.giveUp();
      }, graceMs);
      await Promise.all(writers.map((writer) => writer.idle()));
      clearTimeout(late);
    },
  };
}

interface Shared {
  readonly closing: boolean;
  readonly gaveUp: boolean;
}

/** One batch at a time, in the order in which messages came. */
function openWriter(parts: LaneParts, shared: Shared) {
  const { limits } = parts;
  const queue: Waiting[] = [];
  let queuedRows = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const { store, wake } = persistent(parts, shared);

  const isDue = (): boolean => {
    const [first] = queue;
    if (first === undefined) return false;
    if (queue.length >= limits.batchMessages || queuedRows >= limits.batchRows || shared.closing) return true;
    return Date.now() - first.since >= limits.waitMs;
  };

  const writeDue = async (): Promise<void> => {
    while (isDue()) {
      const batch = takeBatch(queue, limits);
      for (const { parcel } of batch) queuedRows -= weight(parcel);
      await settle(batch, parts, store);
    }
  };

  const start = (): void => {
    clearTimeout(timer);
    timer = undefined;
    running = writeDue().finally(() => {
      running = undefined;
      schedule();
    });
  };

  const schedule = (): void => {
    const [first] = queue;
    if (running !== undefined || first === undefined) return;
    if (isDue()) start();
    else timer ??= setTimeout(start, Math.max(1, first.since + limits.waitMs - Date.now()));
  };

  return {
    add: (one: Waiting): void => {
      queue.push(one);
      queuedRows += weight(one.parcel);
      schedule();
    },
    giveUp: wake,
    /** Resolves when nothing waits any more; to be called once the lane takes nothing more. */
    idle: async (): Promise<void> => {
      if (timer !== undefined) start();
      // A run that ends with the lane closing leaves an empty queue.
      await running;
    },
  };
}

/** Takes the next batch off the queue: at least one message, otherwise within the limits. */
function takeBatch(queue: Waiting[], limits: LaneLimits): Waiting[] {
  let count = 0;
  let rows = 0;
  for (const { parcel } of queue) {
    rows += weight(parcel);
    if (count === limits.batchMessages || (count > 0 && rows > limits.batchRows)) break;
    count += 1;
  }
  return queue.splice(0, count);
}

/** Writes one batch and tells each of its messages what became of it. */
async function settle(batch: readonly Waiting[], parts: LaneParts, store: Store): Promise<void> {
  try {
    await parts.turn?.();
    const parcels = batch.map((one) => one.parcel);
    const fates = await storeIsolating(parcels, { store, isPoison: parts.isPoison });
    for (const [index, one] of batch.entries()) one.done(fates[index] ?? []);
  } catch (error) {
    for (const one of batch) one.fail(error);
  }
}

/**
 * A store that tries again, less and less often, until it succeeds, the batch proves to be poison, or the lane gives
 * up; `wake` ends a pause between two attempts.
 */
function persistent(parts: LaneParts, shared: Shared): { store: Store; wake: () => void } {
  let endPause: (() => void) | undefined;
  const store: Store = async (parcels) => {
    for (let pause = RETRY_FIRST_MS; ; pause = Math.min(pause * 2, RETRY_LAST_MS)) {
      if (shared.gaveUp) throw storingUnavailable();
      try {
        return await parts.store(parcels);
      } catch (error) {
        parts.failed?.(error);
        if (parts.isPoison(error)) throw error;
      }
      await new Promise<void>((resolve) => {
        const sleep = setTimeout(resolve, shared.gaveUp ? 0 : pause);
        endPause = () => {
          clearTimeout(sleep);
          resolve();
        };
      });
    }
  };
  return { store, wake: () => endPause?.() };
}
