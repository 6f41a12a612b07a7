// Keeps the embedded PostgreSQL running: when it ends unasked it is started again on the same port, so that the
// pools that know its address go on by themselves.
import { setTimeout as delay } from "node:timers/promises";
import { startPostgres, type EmbeddedPostgres, type PostgresOptions } from "./embedded-postgres.ts";
import type { Logger } from "../log.ts";

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** A server that ran this long gets the short pause again when it ends. */
const STEADY_AFTER_MS = 60_000;

interface KeptPostgres extends Pick<EmbeddedPostgres, "url" | "port" | "folder" | "attached" | "stop"> {
  /** Process id of the server that runs now. */
  readonly pid: () => number;
}

/** Starts the embedded PostgreSQL and restarts it, with pauses that double, until it is stopped through the answer. */
export async function keepPostgres(options: PostgresOptions & { log: Logger }): Promise<KeptPostgres> {
  const first = await startPostgres(options);
  const quit = new AbortController();
  let current = first;
  const watching = watch();

  async function watch(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    for (;;) {
      const since = Date.now();
      if (quit.signal.aborted) return;
      await current.ended;
      if (quit.signal.aborted) return;
      if (Date.now() - since > STEADY_AFTER_MS) pauseMs = FIRST_PAUSE_MS;
      options.log.error({ pause_ms: pauseMs }, "the database has ended by itself and is started again");
      await delay(pauseMs, undefined, { signal: quit.signal }).catch(() => {});
      if (quit.signal.aborted) return;
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      try {
        current = await startPostgres({
          ...options,
          port: first.port,
          onlyThatPort: true,
          signal: quit.signal,
        });
        options.log.warn({ port: first.port }, "the database is back");
      } catch (error) {
        if (quit.signal.aborted) return;
        options.log.error({ err: error }, "the database did not start; it is tried again");
      }
    }
  }

  const stop = async () => {
    quit.abort();
    await current.stop();
    await watching;
    // A restart that was under way when the stop was asked for has ended by now; its server goes too.
    await current.stop();
  };
  const { url, port, folder, attached } = first;
  return { url, port, folder, attached, pid: () => current.pid, stop };
}
