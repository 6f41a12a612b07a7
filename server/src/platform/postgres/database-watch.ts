// Notices within seconds that the database does not answer, frozen or gone, so that no caller waits for it.
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { Problem } from "../problem.ts";

/** How often the database is asked, and how long it may take to answer, ms: a caller is told within 5 s. */
const ASK_EVERY_MS = 1000;
const ANSWER_WITHIN_MS = 2500;

export interface DatabaseWatch {
  /**
   * What `work` resolves to; rejects with 503 `unavailable` as soon as the database does not answer, also when it did not
   * before. The work itself is not undone: it ends by itself once the database answers or its connection breaks.
   */
  readonly whileItAnswers: <T>(work: () => Promise<T>) => Promise<T>;
  /** Resolves when the database answered lately; throws otherwise. */
  readonly answers: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Says that the service is away, and when to come back. */
export const unavailable = (): Problem =>
  new Problem(503, "unavailable", "The service is not available now, please try again", undefined, 5);

/** Starts to watch the database at `url` by a connection of its own. `changed` hears of it when it goes and comes back. */
export function watchDatabase(url: string, changed: (answers: boolean) => void = () => {}): DatabaseWatch {
  const state = { answers: true, waiting: new Set<(away: Problem) => void>() };
  const quit = new AbortController();
  const set = (answers: boolean) => {
    if (state.answers === answers) return;
    state.answers = answers;
    changed(answers);
    if (answers) return;
    for (const refuse of state.waiting) refuse(unavailable());
    state.waiting.clear();
  };
  const watching = watch(url, set, quit.signal);
  return {
    whileItAnswers: async (work) => {
      if (!state.answers) throw unavailable();
      let refuse: ((away: Problem) => void) | undefined;
      const away = new Promise<never>((_resolve, reject) => {
        refuse = reject;
        state.waiting.add(reject);
      });
      try {
        return await Promise.race([work(), away]);
      } finally {
        if (refuse !== undefined) state.waiting.delete(refuse);
      }
    },
    answers: async () => {
      if (!state.answers) throw unavailable();
    },
    stop: async () => {
      quit.abort();
      await watching;
    },
  };
}

async function watch(url: string, set: (answers: boolean) => void, quit: AbortSignal): Promise<void> {
  while (!quit.aborted) {
    const client = new pg.Client({ connectionString: url, application_name: "heliograph watch" });
    // A connection that breaks says so twice: here, and by the question that it leaves unanswered.
    client.on("error", () => {});
    try {
      await inTime(client.connect());
      while (!quit.aborted) {
        await inTime(client.query("select 1"));
        set(true);
        await pause(quit);
      }
    } catch {
      set(false);
      await pause(quit);
    }
    // Not awaited: a frozen database does not even say goodbye.
    client.end().catch(() => {});
    client.connection.stream.destroy();
  }
}

const pause = (quit: AbortSignal) => delay(ASK_EVERY_MS, undefined, { signal: quit }).catch(() => {});

/** Rejects when the work takes too long, unless its result is there already and this process was too busy to see it. */
async function inTime(work: Promise<unknown>): Promise<void> {
  const limit = new AbortController();
  const late = async () => {
    await delay(ANSWER_WITHIN_MS, undefined, { signal: limit.signal });
    // What has arrived meanwhile is read before this.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    throw new Error("the database does not answer");
  };
  try {
    await Promise.race([work, late()]);
  } finally {
    limit.abort();
  }
}
