// Keeps the server running in the foreground: one that died is started again, one that was ended or cannot start is not.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { ROOT, say, whenParentIsGone } from "./steps.mjs";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
/** One that served for so long begins with the first pause again. */
const STEADY_AFTER_MS = 10_000;
/** sysexits.h, EX_TEMPFAIL: it could not start for a reason that may pass, such as a database that died meanwhile. */
export const TRY_AGAIN = 75;

/**
 * Runs the program, passes signals on, and ends this process as the program ends when it was asked to end or never got
 * ready. One that told by its channel that it was ready and then died, or that ended with TRY_AGAIN, is started again
 * after a pause that doubles while it keeps dying. The program notices by the channel when this process is gone.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function keepServer(program, args, env) {
  // What was compiled once is not compiled again: a server that is started again is there in half the time.
  const withCache = { NODE_COMPILE_CACHE: join(ROOT, "node_modules", ".cache", "compiled"), ...env };
  let ending = false;
  let pauseMs = FIRST_PAUSE_MS;
  /** @type {((signal: string) => unknown) | undefined} Passes a signal on to the run that goes on. */
  let pass;
  const end = (/** @type {NodeJS.Signals} */ signal) => {
    // Between two runs there is nobody to pass it on to.
    if (pass === undefined) process.exit(0);
    ending = true;
    pass(signal);
  };
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => end(signal));
  }
  whenParentIsGone(() => end("SIGTERM"));

  function start() {
    const running = spawn(program, args, {
      cwd: ROOT,
      env: withCache,
      stdio: ["inherit", "inherit", "inherit", "ipc"],
    });
    pass = (signal) => running.kill(/** @type {NodeJS.Signals} */ (signal));
    /** @type {number | undefined} */
    let readyAt;
    running.on("message", (message) => {
      if (message === "ready") readyAt = Date.now();
    });
    running.once("error", (error) => {
      process.stderr.write(`${program}: ${error.message}\n`);
      process.exit(127);
    });
    running.once("exit", (code, signal) => {
      pass = undefined;
      const status = code ?? 128 + (signal === null ? 1 : constants.signals[signal]);
      const died = status === TRY_AGAIN || (readyAt !== undefined && status !== 0);
      if (ending || !died) process.exit(status);
      if (readyAt !== undefined && Date.now() - readyAt >= STEADY_AFTER_MS) pauseMs = FIRST_PAUSE_MS;
      say(`The server died (${signal ?? `exit ${status}`}) and is started again in ${pauseMs / 1000} s`);
      setTimeout(start, pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    });
  }
  start();
}
