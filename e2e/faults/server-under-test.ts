// The real server as a process of its own, with its embedded database, to be killed and started again.
import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../server/src/platform/postgres/embedded-postgres.ts";

const ROOT = new URL("../../", import.meta.url);
const READY_WITHIN_MS = 30_000;

export interface Installation {
  readonly httpUrl: string;
  readonly mqttUrl: string;
  /** The product's database; its password outlives every kill. */
  readonly databaseUrl: () => string;
  /** Starts the server and resolves when it is ready. */
  readonly start: () => Promise<void>;
  /** Ends the server process without a word. Its database runs on. */
  readonly killServer: () => Promise<void>;
  /** Ends the database's processes without a word: postmaster and all its children. */
  readonly killDatabase: () => void;
  /** Runs one of the product's commands and returns what it printed; throws when it fails. */
  readonly run: (program: string, args: readonly string[]) => Promise<string>;
  /** Stops everything and removes the data. */
  readonly end: () => Promise<void>;
}

/** An installation in a folder of its own, on ports of its own; nothing runs yet. */
export async function newInstallation(): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-faults-"));
  // As root the database runs as nobody, who must be able to get here.
  chmodSync(folder, 0o755);
  const data = join(folder, "data");
  const ports = {
    PORT: await freePort(23_000),
    MQTT_PORT: await freePort(24_000),
    PG_PORT: await freePort(56_000),
  };
  const env = {
    ...process.env,
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    DATA_DIR: data,
    DEMO: "false",
    HOST: "127.0.0.1",
    LOG_LEVEL: "error",
  };
  const httpUrl = `http://127.0.0.1:${ports.PORT}`;
  let server: ChildProcess | undefined;
  const launch = (program: string, args: readonly string[]) => launched(program, args, env);
  const killServer = async () => {
    if (server === undefined) return;
    await ended(server, "SIGKILL");
    server = undefined;
  };
  const killDatabase = () => {
    for (const pid of databaseProcesses(join(data, "postgres"))) kill(pid);
  };
  return {
    httpUrl,
    mqttUrl: `mqtt://127.0.0.1:${ports.MQTT_PORT}`,
    databaseUrl: () =>
      `postgres://heliograph:${readFileSync(join(data, "postgres-password"), "utf8").trim()}@127.0.0.1:${ports.PG_PORT}/heliograph`,
    start: async () => {
      const { child, words } = launch("server/src/main.ts", []);
      server = child;
      await ready(`${httpUrl}/readyz`, child, words);
    },
    killServer,
    killDatabase,
    run: async (program, args) => {
      const { child, words } = launch(program, args);
      const code = await new Promise((resolve) => child.once("close", resolve));
      if (code !== 0) throw new Error(`${program} ended with ${String(code)}:\n${words.join("")}`);
      return words.join("");
    },
    end: async () => {
      if (server !== undefined) await ended(server, "SIGTERM");
      killDatabase();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** A program of the product as a child process, and what it has printed so far. */
function launched(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const words: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => words.push(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => words.push(chunk.toString()));
  return { child, words };
}

async function ready(url: string, child: ChildProcess, words: readonly string[]): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null) {
      throw new Error(`The server ended with ${child.exitCode}:\n${words.join("")}`);
    }
    const reply = await fetch(url).catch(() => undefined);
    if (reply?.ok) return;
    await delay(50);
  }
  throw new Error(`The server was not ready within ${READY_WITHIN_MS / 1000} s:\n${words.join("")}`);
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await gone;
}

/** The postmaster that runs on the folder and its children; empty when none does. */
function databaseProcesses(folder: string): number[] {
  const postmaster = Number(readWord(join(folder, "postmaster.pid")));
  if (!(postmaster > 0)) return [];
  const children = readdirSync("/proc").filter((name) => {
    // pid (name) state ppid: the name may hold spaces, so the fields after it count.
    const [, rest] = /^\d+ \(.*\) (.*)$/s.exec(readText(`/proc/${name}/stat`)) ?? [];
    return /^\d+$/.test(name) && Number(rest?.split(" ")[1]) === postmaster;
  });
  return [postmaster, ...children.map(Number)];
}

const readWord = (file: string) => readText(file).split("\n")[0];

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return ""; // it is gone, or the process is
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself when the others did.
  }
}
