// Starts, attaches to and stops the PostgreSQL that comes with the product, for when no DATABASE_URL is given.
// The reason for each precaution: docs/decisions/0002-embedded-postgres.md
import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, readlink, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import {
  binaries,
  clusterFolder,
  environment,
  finished,
  initCluster,
  lastLog,
  passwordOf,
  postgresAccount,
  SUPERUSER,
  writeSettings,
  type RunAs,
} from "./postgres-files.ts";

const READY_TIMEOUT_MS = 60_000; // crash recovery of a large write-ahead log comes before the first connection
const STOP_TIMEOUT_MS = 20_000;
const START_ATTEMPTS = 40; // half a second apart: children of a killed server take seconds to notice

export interface EmbeddedPostgres {
  /** Connection string of a database on the running cluster. */
  readonly url: (database: string) => string;
  readonly port: number;
  /** Where the cluster's files lie. */
  readonly folder: string;
  /** True when a server left over from an earlier run was taken over instead of started. */
  readonly attached: boolean;
  readonly pid: number;
  /** Resolves when the server process ends, with or without being asked to. */
  readonly ended: Promise<void>;
  /** Stops the server: open transactions are rolled back, committed ones are on disk. */
  readonly stop: () => Promise<void>;
}

/** What startPostgres needs to know. */
export interface PostgresOptions {
  /** Holds the cluster and its password. Made when missing. */
  readonly folder: string;
  /** Wanted port; the next free one is taken when it is in use. */
  readonly port: number;
  /** For a restart: waits for the wanted port instead of taking the next, since others know its address. */
  readonly onlyThatPort?: boolean;
  /** Gives up further attempts when it aborts. */
  readonly signal?: AbortSignal;
  /** Extra settings, for tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called with one short line for each step that takes time. */
  readonly say?: (step: string) => void;
}

/**
 * Returns a running PostgreSQL 18 on loopback whose cluster lies in `folder`, made at first use with UTF-8 and a
 * random password (scram). Takes over a server that an earlier run left behind. As root the server runs as
 * `nobody`, and a cluster that `nobody` could not reach lies under /var/lib/heliograph instead; `folder` of the
 * answer says where.
 *
 * Throws when the binaries do not fit this machine or the server does not come up; the message holds its last words.
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const say = options.say ?? (() => {});
  const runAs = await postgresAccount();
  await mkdir(options.folder, { recursive: true });
  const native = await binaries(runAs);
  const folder = await clusterFolder(options.folder, runAs);
  const password = await passwordOf(options.folder);
  if (!existsSync(join(folder, "PG_VERSION"))) {
    say("making the database cluster");
    await initCluster({ native, cluster: folder, password, runAs });
  }
  for (let attempt = 1; ; attempt += 1) {
    const leftOver = await runningServer(folder, password);
    if (leftOver !== undefined) return attached(folder, password, leftOver);
    const port = await freePort(options.port);
    await writeSettings(folder, options.settings ?? {}, runAs);
    const wrongPort = options.onlyThatPort === true && port !== options.port;
    const started = wrongPort
      ? `could not bind ${options.port}: it is in use`
      : await launch({ native, folder, password, port, runAs });
    if (typeof started !== "string") return started;
    if (attempt >= START_ATTEMPTS || !MAY_PASS.test(started) || options.signal?.aborted === true) {
      throw new Error(`PostgreSQL ended while starting:\n${started}\n${await lastLog(folder)}`);
    }
    await delay(500);
  }
}

/**
 * Last words after which another attempt may succeed: another program took the port, another start won, or children
 * of a killed server are still about.
 */
const MAY_PASS = /could not bind|could not create any TCP|already exists|is still in use/;

/** The first port from `wanted` on that can be listened on at `host`, by default loopback; tries a hundred. */
export async function freePort(wanted: number, host = "127.0.0.1"): Promise<number> {
  for (let port = wanted; port < wanted + 100; port += 1) {
    if (await isFree(port, host)) return port;
  }
  throw new Error(`No free port between ${wanted} and ${wanted + 99}`);
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ port, host }, () => probe.close(() => resolve(true)));
  });
}

/** The running server, or its last words when it ended while starting. */
async function launch(at: {
  native: string;
  folder: string;
  password: string;
  port: number;
  runAs: RunAs;
}): Promise<EmbeddedPostgres | string> {
  const flags = ["-D", at.folder, "-p", String(at.port)];
  // Detached: a signal to our process group must not reach it before we have closed our connections.
  const child = spawn(join(at.native, "bin", "postgres"), flags, {
    ...at.runAs,
    cwd: at.folder,
    env: environment(at.native),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const state: { lastWords?: string } = {};
  const ended = endOf(finished(child), state);
  const url = urlOf(at.password, at.port);
  const until = Date.now() + READY_TIMEOUT_MS;
  while (!(await serves(url("postgres"), at.folder))) {
    if (state.lastWords !== undefined) return state.lastWords;
    if (Date.now() > until) {
      child.kill("SIGQUIT");
      throw new Error(
        `PostgreSQL did not answer within ${READY_TIMEOUT_MS / 1000} s\n${await lastLog(at.folder)}`,
      );
    }
    await delay(25);
  }
  child.unref();
  const pid = child.pid ?? 0;
  return { url, port: at.port, folder: at.folder, attached: false, pid, ended, stop: () => stop(pid, ended) };
}

async function endOf(end: Promise<{ words: string }>, state: { lastWords?: string }): Promise<void> {
  try {
    state.lastWords = (await end).words;
  } catch (error) {
    state.lastWords = String(error); // it could not be run at all
  }
}

const urlOf = (password: string, port: number) => (database: string) =>
  `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;

/** True when a server answers there that takes our password and runs on the folder. */
async function serves(url: string, folder: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on("error", () => {}); // the server may die between the connection and its end; the caller asks again
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    await client.end();
    return rows[0]?.data_directory === folder;
  } catch {
    return false;
  }
}

/**
 * Pid and port of a server that runs on the folder; waits while one is still starting or shutting down. When none
 * does, a lock file that would keep the next one from starting is gone afterwards.
 */
async function runningServer(
  folder: string,
  password: string,
): Promise<{ pid: number; port: number } | undefined> {
  const lock = join(folder, "postmaster.pid");
  const until = Date.now() + READY_TIMEOUT_MS;
  while (existsSync(lock)) {
    const [pidLine, , , portLine, , , memoryLine] = (await readFile(lock, "utf8").catch(() => "")).split(
      "\n",
    );
    const pid = Number(pidLine);
    const port = Number(portLine);
    if (!(await isPostgres(pid, folder))) {
      // Removing the lock while children of the dead server still write would let a second server in beside them.
      if (!(await memoryInUse(memoryLine))) await rm(lock, { force: true });
    } else if (port > 0 && (await serves(urlOf(password, port)("postgres"), folder))) {
      return { pid, port };
    }
    if (Date.now() > until) {
      throw new Error(`A PostgreSQL with process id ${pid} holds ${folder} and does not answer`);
    }
    await delay(100);
  }
  return undefined;
}

/**
 * True when the process lives and is a PostgreSQL on the folder: a pid left in a file may belong to another program
 * by now. Where the system does not tell its folder (containers), any PostgreSQL counts.
 */
async function isPostgres(pid: number, folder: string): Promise<boolean> {
  if (!(pid > 0)) return false;
  if (process.platform !== "linux") return (await programOf(pid)).startsWith("postgres");
  const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  if (!state.includes("(postgres)") || /\) [ZX] /.test(state)) return false;
  const runsIn = await readlink(`/proc/${pid}/cwd`).catch(() => folder);
  return runsIn === folder;
}

async function programOf(pid: number): Promise<string> {
  try {
    return basename((await promisify(execFile)("ps", ["-p", String(pid), "-o", "comm="])).stdout.trim());
  } catch {
    return "";
  }
}

/** True when a process is attached to the shared memory that the lock file's line ("key id") names. */
async function memoryInUse(line: string | undefined): Promise<boolean> {
  const [key, id] = (line ?? "").trim().split(/\s+/);
  const segments = await readFile("/proc/sysvipc/shm", "utf8").catch(() => "");
  return segments.split("\n").some((segment) => {
    const [itsKey, itsId, , , , , attachments] = segment.trim().split(/\s+/);
    return itsKey === key && itsId === id && Number(attachments) > 0;
  });
}

function attached(folder: string, password: string, at: { pid: number; port: number }): EmbeddedPostgres {
  const ended = gone(at.pid, folder);
  return {
    url: urlOf(password, at.port),
    ...at,
    folder,
    attached: true,
    ended,
    stop: () => stop(at.pid, ended),
  };
}

/** Resolves when the process, which is no child of ours, is gone. */
async function gone(pid: number, folder: string): Promise<void> {
  while (await isPostgres(pid, folder)) await delay(200, undefined, { ref: false });
}

async function stop(pid: number, ended: Promise<void>): Promise<void> {
  try {
    process.kill(pid, "SIGINT"); // fast shutdown: rolls back what is open, then a checkpoint
  } catch {
    return; // it is gone already
  }
  const timer = new AbortController();
  const late = delay(STOP_TIMEOUT_MS, "late", { signal: timer.signal }).catch(() => "ended");
  if ((await Promise.race([ended, late])) === "late") {
    process.kill(pid, "SIGQUIT"); // immediate: the next start recovers from the log
    await ended;
  }
  timer.abort();
}
