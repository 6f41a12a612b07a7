// Heavy reads take turns, fair by account, so that one person's reports leave the server to the others.
import { availableParallelism } from "node:os";
import { Problem } from "../problem.ts";

/** Heavy reads of one account that may wait for their turn. */
const MAY_WAIT = 4;
/** What a caller that is turned away is told to wait, s. */
const RETRY_AFTER_S = { least: 1, most: 30 } as const;
/**
 * How long a place rests after a turn before the next one that waits begins, as a share of the turn and at most: a heavy read
 * takes the database and this process a core each, and others are served in between. Where there are none it does not rest.
 */
const REST_SHARE = 0.5;
/** How much longer it rests when the account whose turn it was waits for more: many reports at once are nobody's only report. */
const REST_OF_MANY = 2;
const LONGEST_REST_MS = 250;
/** Who has called within so long is at work, and is rested for. */
const AT_WORK_MS = 5000;
/** How much the newest turn counts in the mean length of turns. */
const NEWEST_SHARE = 0.2;

/** Whose turn it is, and whether it is still wanted. */
interface Reader {
  readonly account_id: number;
  /** Aborts when the caller goes away, whose place is then given up. */
  readonly signal: AbortSignal;
}

export interface HeavyReads {
  /** Notes that the account calls: places rest for it after the turns of others. */
  readonly heard: (account_id: number) => void;
  /**
   * What `work` resolves to, which begins when the account's turn comes. Refuses 429 `reads.too_many` with the seconds to wait
   * when MAY_WAIT of the account wait already; rejects with the signal's reason when the caller leaves before its turn.
   */
  readonly inTurn: <T>(reader: Reader, work: () => Promise<T>) => Promise<T>;
  /** The pieces of what was begun, each made in a turn of its own: a caller that reads slowly keeps nobody waiting. */
  readonly pieces: <T>(reader: Reader, content: AsyncIterable<T>) => AsyncGenerator<T>;
}

interface Turn {
  readonly begin: () => void;
}

/** How many turns there are at a time, over all accounts. */
interface Places {
  /** By default one fewer than there are cores. */
  readonly atOnce?: number;
  /** Where the account whose turn is next is the only one at work; by default as many as there are cores: nobody waits for them. */
  readonly alone?: number;
  /** As REST_SHARE. */
  readonly restShare?: number;
}

/** Turns of this process; of the accounts that wait each has one turn after the other (round robin). */
export function heavyReads({
  atOnce = Math.max(1, availableParallelism() - 1),
  alone = availableParallelism(),
  restShare = REST_SHARE,
}: Places = {}): HeavyReads {
  const line = waitingLine();
  const callers = recentCallers();
  const state = { running: 0, meanMs: 100 };
  const next = () => {
    for (let of = line.next(); of !== undefined; of = line.next()) {
      if (state.running >= (callers.hasOthers(of.account_id) ? atOnce : alone)) return;
      line.take(of);
      state.running += 1;
      of.turn.begin();
    }
  };
  const leavePlace = () => {
    state.running -= 1;
    next();
    if (state.running === 0) line.forget();
  };
  const turn = async <T>(reader: Reader, work: () => Promise<T>): Promise<T> => {
    const { account_id } = reader;
    callers.heard(account_id);
    const mine = waitInLine(line, reader);
    next();
    await mine;
    const since = performance.now();
    try {
      return await work();
    } finally {
      const tookMs = performance.now() - since;
      state.meanMs += NEWEST_SHARE * (tookMs - state.meanMs);
      const many = line.of(account_id) > 0 ? REST_OF_MANY : 1;
      const restMs = callers.hasOthers(account_id) ? Math.min(LONGEST_REST_MS, tookMs * restShare * many) : 0;
      if (restMs >= 1) setTimeout(leavePlace, restMs);
      else leavePlace();
    }
  };
  return {
    heard: callers.heard,
    inTurn: async (reader, work) => {
      if (line.of(reader.account_id) >= MAY_WAIT) throw tooMany((state.meanMs * line.all()) / atOnce);
      return turn(reader, work);
    },
    async *pieces(reader, content) {
      const source = content[Symbol.asyncIterator]();
      try {
        for (;;) {
          const piece = await turn(reader, () => source.next());
          if (piece.done === true) return;
          yield piece.value;
        }
      } finally {
        await source.return?.();
      }
    },
  };
}

/** Who called last, and the last one before who was somebody else: enough to tell of anybody whether others are at work. */
function recentCallers() {
  let newest = { account_id: -1, at: -Infinity };
  let before = newest;
  return {
    heard: (account_id: number) => {
      if (newest.account_id !== account_id) before = newest;
      newest = { account_id, at: performance.now() };
    },
    hasOthers: (account_id: number) => {
      const { at } = newest.account_id === account_id ? before : newest;
      return performance.now() - at < AT_WORK_MS;
    },
  };
}

/** Resolves when the reader's turn has come; its place is given up when it leaves before. */
function waitInLine(line: WaitingLine, { account_id, signal }: Reader): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    signal.throwIfAborted();
    const leave = () => {
      line.remove(account_id, mine);
      reject(signal.reason);
    };
    const mine: Turn = {
      begin: () => {
        signal.removeEventListener("abort", leave);
        resolve();
      },
    };
    signal.addEventListener("abort", leave, { once: true });
    line.add(account_id, mine);
  });
}

type WaitingLine = ReturnType<typeof waitingLine>;

/** Who waits: next is the account whose last turn was longest ago, and of those that had none the one that came first. */
function waitingLine() {
  const waiting = new Map<number, Turn[]>();
  /** When each account had its last turn, since anybody waits or runs. */
  const lastTurn = new Map<number, number>();
  let turns = 0;
  const remove = (account_id: number, turn: Turn) => {
    const left = (waiting.get(account_id) ?? []).filter((one) => one !== turn);
    if (left.length === 0) waiting.delete(account_id);
    else waiting.set(account_id, left);
  };
  const since = (account_id: number) => lastTurn.get(account_id) ?? 0;
  return {
    of: (account_id: number) => waiting.get(account_id)?.length ?? 0,
    all: () => [...waiting.values()].reduce((sum, waits) => sum + waits.length, 0),
    add: (account_id: number, turn: Turn) => {
      waiting.set(account_id, [...(waiting.get(account_id) ?? []), turn]);
    },
    remove,
    /** Nobody waits and nobody's turn goes on: whoever comes next begins anew. */
    forget: () => lastTurn.clear(),
    next: (): { account_id: number; turn: Turn } | undefined => {
      const [next] = [...waiting].toSorted(([a], [b]) => since(a) - since(b));
      const turn = next?.[1][0];
      return next === undefined || turn === undefined ? undefined : { account_id: next[0], turn };
    },
    /** It waits no more: its turn begins. */
    take: ({ account_id, turn }: { account_id: number; turn: Turn }) => {
      lastTurn.set(account_id, (turns += 1));
      remove(account_id, turn);
    },
  };
}

function tooMany(waitMs: number): Problem {
  const wait_s = Math.ceil(waitMs / 1000);
  return new Problem(
    429,
    "reads.too_many",
    "Several of your reports are being made, please try again in a moment",
    undefined,
    Math.min(RETRY_AFTER_S.most, Math.max(RETRY_AFTER_S.least, wait_s)),
  );
}
