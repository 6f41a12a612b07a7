// The real server as npm start runs it: kept by the process that starts it again, with its embedded database.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../server/src/platform/postgres/embedded-postgres.ts";

const ROOT = new URL("../../", import.meta.url);
/** A limit ends what hangs: beside a busy neighbour a new database alone takes half a minute. */
const READY_WITHIN_MS = 90_000;

export interface Installation {
  readonly httpUrl: string;
  readonly mqttUrl: string;
  /** The product's database; its password outlives every kill. */
  readonly databaseUrl: () => string;
  /** Starts the server, and what keeps it running, and resolves when it is ready. */
  readonly start: () => Promise<void>;
  /** The server process that runs now; 0 between two of them. */
  readonly serverPid: () => number;
  /** Ends the server process without a word. Its database runs on as an orphan, and its keeper starts another. */
  readonly killServer: () => void;
  /** Ends the database's processes without a word: postmaster and all its children. */
  readonly killDatabase: () => void;
  /** Stops the database's processes where they are, until they are thawed. */
  readonly freezeDatabase: () => void;
  readonly thawDatabase: () => void;
  /** True while the server says that it can serve. */
  readonly isReady: () => Promise<boolean>;
  /** Resolves when the server is ready. */
  readonly ready: () => Promise<void>;
  /** Leaves no room on the disk of the data, or gives it back. Only where `ownDisk` was asked for. */
  readonly fillDisk: () => void;
  readonly emptyDisk: () => void;
  /** Runs one of the product's commands and returns what it printed; throws when it fails. */
  readonly run: (program: string, args: readonly string[]) => Promise<string>;
  /** Stops everything and removes the data. */
  readonly end: () => Promise<void>;
}

/** Whether this process may mount a disk of its own, in memory. */
export function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-mount-"));
  const mounted = mount(folder, ["-t", "tmpfs", "-o", "size=1m", "tmpfs"]);
  if (mounted) unmount(folder);
  rmSync(folder, { recursive: true });
  return mounted;
}

const mount = (folder: string, how: readonly string[]) =>
  process.platform === "linux" && spawnSync("mount", [...how, folder]).status === 0;
const unmount = (folder: string) => spawnSync("umount", [folder]).status === 0;

/** More than an installation of this size ever takes, in memory only as far as it is used. */
const DISK_MB = 4096;

/** A disk of its own, in memory, at the folder. */
function ownDisk(folder: string): Pick<Installation, "fillDisk" | "emptyDisk"> & { remove: () => boolean } {
  mkdirSync(folder, { mode: 0o755 });
  if (!mount(folder, ["-t", "tmpfs", "-o", `size=${DISK_MB}m,mode=755`, "tmpfs"])) {
    throw new Error(`No disk can be mounted at ${folder}`);
  }
  const resize = (bytes: number) => mount(folder, ["-o", `remount,size=${bytes}`]);
  return {
    fillDisk: () => {
      // What is written meanwhile needs its room too: a disk cannot be made smaller than what lies on it.
      for (let tries = 0; tries < 50; tries += 1) {
        const { blocks, bfree, bsize } = statfsSync(folder);
        if (resize((blocks - bfree) * bsize + tries * 65_536)) return;
      }
      throw new Error(`The disk at ${folder} cannot be filled`);
    },
    emptyDisk: () => {
      if (!resize(DISK_MB * 1024 * 1024)) throw new Error(`The disk at ${folder} cannot be made larger`);
    },
    remove: () => unmount(folder),
  };
}

/** An installation in a folder of its own, on ports of its own; nothing runs yet. `ownDisk`: on a disk that can be filled. */
export async function newInstallation(options: { ownDisk?: boolean } = {}): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-faults-"));
  // As root the database runs as nobody, who must be able to get here.
  chmodSync(folder, 0o755);
  const data = join(folder, "data");
  const disk = options.ownDisk === true ? ownDisk(data) : undefined;
  const ports = await freePorts();
  const env = {
    ...process.env,
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    DATA_DIR: data,
    DEMO: "false",
    HOST: "127.0.0.1",
    LOG_LEVEL: "error",
  };
  const httpUrl = `http://127.0.0.1:${ports.PORT}`;
  let keeper: ReturnType<typeof launched> | undefined;
  const serverPid = () => Number(readWord(join(data, "server.pid")));
  const signalDatabase = (signal: NodeJS.Signals) => {
    for (const pid of databaseProcesses(join(data, "postgres"))) kill(pid, signal);
  };
  const killDatabase = () => signalDatabase("SIGKILL");
  const isReady = async () =>
    (await fetch(`${httpUrl}/readyz`, { signal: AbortSignal.timeout(1000) }).catch(() => undefined))?.ok ===
    true;
  const nowReady = () => ready(isReady, keeper);
  return {
    httpUrl,
    mqttUrl: `mqtt://127.0.0.1:${ports.MQTT_PORT}`,
    databaseUrl: () =>
      `postgres://heliograph:${readFileSync(join(data, "postgres-password"), "utf8").trim()}@127.0.0.1:${ports.PG_PORT}/heliograph`,
    start: async () => {
      keeper = launched(["--input-type=module", "--eval", KEEPER], env);
      await nowReady();
    },
    serverPid,
    killServer: () => kill(serverPid(), "SIGKILL"),
    killDatabase,
    freezeDatabase: () => signalDatabase("SIGSTOP"),
    thawDatabase: () => signalDatabase("SIGCONT"),
    isReady,
    ready: nowReady,
    fillDisk: () => disk?.fillDisk(),
    emptyDisk: () => disk?.emptyDisk(),
    run: async (program, args) => {
      const { child, words } = launched([program, ...args], env);
      const code = await new Promise((resolve) => child.once("close", resolve));
      if (code !== 0) throw new Error(`${program} ended with ${String(code)}:\n${words.join("")}`);
      return words.join("");
    },
    end: async () => {
      if (keeper !== undefined) await ended(keeper.child, "SIGTERM");
      killDatabase();
      // What was killed holds its files for a moment longer.
      const remove = disk?.remove ?? (() => true);
      for (let tries = 0; tries < 50 && !remove(); tries += 1) await delay(100);
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

async function freePorts(): Promise<Readonly<Record<"PORT" | "MQTT_PORT" | "PG_PORT", number>>> {
  return {
    PORT: await freePort(23_000),
    MQTT_PORT: await freePort(24_000),
    PG_PORT: await freePort(56_000),
  };
}

/** What npm start runs once everything is installed and built. */
const KEEPER = `import { keepServer } from ${JSON.stringify(new URL("scripts/keep-server.mjs", ROOT).href)};
keepServer(process.execPath, ["server/src/main.ts"], process.env);`;

/** A program of the product as a child process, and what it has printed so far. */
function launched(args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const words: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => words.push(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => words.push(chunk.toString()));
  return { child, words };
}

async function ready(
  isReady: () => Promise<boolean>,
  keeper: ReturnType<typeof launched> | undefined,
): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  const words = () => keeper?.words.join("") ?? "";
  while (Date.now() < until) {
    if (keeper !== undefined && keeper.child.exitCode !== null) {
      throw new Error(`The server ended with ${keeper.child.exitCode}:\n${words()}`);
    }
    if (await isReady()) return;
    await delay(20);
  }
  throw new Error(`The server was not ready within ${READY_WITHIN_MS / 1000} s:\n${words()}`);
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

function kill(pid: number, signal: NodeJS.Signals): void {
  // Process 0 would be this one's whole group.
  if (!(pid > 0)) return;
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself when the others did.
  }
}
