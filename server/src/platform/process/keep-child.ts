// Keeps a program of the product running as a child process.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Logger } from "../log.ts";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
const STEADY_AFTER_MS = 60_000;
const STOP_WITHIN_MS = 3000;

interface ChildOptions {
  /** What it is called in the log. */
  readonly name: string;
  /** The TypeScript file to run with this Node. */
  readonly program: URL;
  readonly env: NodeJS.ProcessEnv;
  readonly log: Logger;
  /** Gets each line the program prints. */
  readonly hear: (line: string) => void;
}

/**
 * Starts the program and restarts it, with pauses that double, when it ends; it also ends when this process does,
 * even by kill -9. The answer stops it for good.
 */
export function keepChild(options: ChildOptions): { stop: () => Promise<void> } {
  const quit = new AbortController();
  let child = start(options);
  const watching = watch();

  async function watch(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    for (;;) {
      const since = Date.now();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      if (quit.signal.aborted) return;
      if (Date.now() - since > STEADY_AFTER_MS) pauseMs = FIRST_PAUSE_MS;
      options.log.error(
        { code: child.exitCode, signal: child.signalCode },
        `${options.name} has ended and is started again`,
      );
      await delay(pauseMs, undefined, { signal: quit.signal }).catch(() => {});
      if (quit.signal.aborted) return;
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      child = start(options);
    }
  }

  const stop = async () => {
    quit.abort();
    child.kill("SIGTERM");
    const force = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
    await watching;
    clearTimeout(force);
  };
  return { stop };
}

function start(options: ChildOptions): ChildProcess {
  const withParent = new URL("end-with-parent.ts", import.meta.url).href;
  const child = spawn(process.execPath, ["--import", withParent, fileURLToPath(options.program)], {
    env: options.env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    // Ctrl-C reaches the whole process group; the child is to end when the server says so.
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null) createInterface({ input: stream }).on("line", options.hear);
  }
  return child;
}
