// Starts, attaches to and stops the PostgreSQL that comes with the product, for when no DATABASE_URL is given.
// operations notes behind each precaution: docs/decisions/0002-embedded-postgres.md
import { spawn, type ChildProcess } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, cp, mkdir, readFile, readlink, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { totalmem } from "node:os";
import { basename, dirname, join } from "node:path";
import { createRequire } from "node:module";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

const SUPERUSER = "heliograph";
const READY_TIMEOUT_MS = 60_000; // crash recovery of a large write-ahead log comes before the first connection
const STOP_TIMEOUT_MS = 20_000;

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

interface Options {
  /** Holds the cluster and its password. Made when missing. */
  readonly folder: string;
  /** Wanted port; the next free one is taken when it is in use. */
  readonly port: number;
  /** Extra settings, for tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called with one short line for each step that takes time. */
  readonly say?: (step: string) => void;
}

interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Returns a running PostgreSQL 18 on loopback whose cluster lies in `folder`, made at first use with UTF-8 and a
 * random password (scram). Takes over a server that an earlier run left behind. As root the server runs as
 * `nobody`, and a cluster that `nobody` could not reach lies under /var/lib/heliograph instead; `folder` of the
 * answer says where.
 *
 * Throws when the binaries do not fit this machine or the server does not come up; the message holds its last words.
 */
export async function startPostgres(options: Options): Promise<EmbeddedPostgres> {
  const say = options.say ?? (() => {});
  const runAs = process.getuid?.() === 0 ? await nobody() : {};
  await mkdir(options.folder, { recursive: true });
  const native = await binaries(runAs);
  const folder = await clusterFolder(options.folder, runAs);
  const password = await passwordOf(options.folder);
  if (!existsSync(join(folder, "PG_VERSION"))) {
    say("making the database cluster");
    await initCluster({ native, folder, password, runAs });
  }
  const leftOver = await runningServer(folder, password);
  if (leftOver !== undefined) return attached(folder, password, leftOver);
  await rm(join(folder, "postmaster.pid"), { force: true });
  const port = await freePort(options.port);
  await writeSettings(folder, { ...settings(), ...options.settings }, runAs);
  return launch({ native, folder, password, port, runAs });
}

/** The first port from `wanted` on that can be listened on at loopback; tries a hundred. */
export async function freePort(wanted: number): Promise<number> {
  for (let port = wanted; port < wanted + 100; port += 1) {
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port between ${wanted} and ${wanted + 99}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ port, host: "127.0.0.1" }, () => probe.close(() => resolve(true)));
  });
}

/** PostgreSQL refuses to run as root, so root hands it to the unprivileged account every Unix has. */
async function nobody(): Promise<RunAs> {
  for (const line of (await readFile("/etc/passwd", "utf8")).split("\n")) {
    const [name, , uid, gid] = line.split(":");
    if (name === "nobody") return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error("Running as root needs an account named nobody for PostgreSQL; add it or set DATABASE_URL");
}

/** Folder with bin/, lib/ and share/ that the account may execute; symbolic links that the package lacks are made. */
async function binaries(runAs: RunAs): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  let manifest: string;
  try {
    manifest = join(dirname(require.resolve(name)), "..", "package.json");
  } catch {
    throw new Error(`There is no PostgreSQL for ${process.platform}-${process.arch}; install one and set DATABASE_URL`);
  }
  const source = join(dirname(manifest), "native");
  await hydrateLinks(source);
  if (runAs.uid === undefined) return source;
  const { version } = JSON.parse(await readFile(manifest, "utf8")) as { version: string };
  const target = join("/var/lib/heliograph", `postgres-${version}`);
  if (!existsSync(join(target, "bin", "postgres"))) {
    const draft = `${target}.${process.pid}`;
    await mkdir(dirname(target), { recursive: true, mode: 0o755 });
    await cp(source, draft, { recursive: true, verbatimSymlinks: true });
    await chmod(draft, 0o755);
    // Another start may have won the race; its copy is as good.
    await rename(draft, target).catch(() => rm(draft, { recursive: true, force: true }));
  }
  return target;
}

/** The package stores its library links in a list, for its install script to make; that script may not have run. */
async function hydrateLinks(native: string): Promise<void> {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const at = join(dirname(native), target);
    if (existsSync(at)) continue;
    await symlink(basename(source), at).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

/** `folder`/postgres, or a place under /var/lib/heliograph when the account cannot reach that. */
async function clusterFolder(folder: string, runAs: RunAs): Promise<string> {
  const near = join(folder, "postgres");
  let cluster = near;
  if (runAs.uid !== undefined && !(await reachable(folder))) {
    const mark = createHash("sha256").update(folder).digest("hex").slice(0, 12);
    cluster = join("/var/lib/heliograph", `data-${mark}`);
    await writeFile(join(folder, "postgres-lies-in.txt"), `${cluster}\n`);
  }
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  if (runAs.uid !== undefined && runAs.gid !== undefined) await chown(cluster, runAs.uid, runAs.gid);
  return cluster;
}

/** True when every folder on the way may be entered by an account that owns none of them. */
async function reachable(folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (dirname(at) === at) return true;
  }
}

async function passwordOf(folder: string): Promise<string> {
  const file = join(folder, "postgres-password");
  if (existsSync(file)) return (await readFile(file, "utf8")).trim();
  const password = randomBytes(24).toString("hex");
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

async function initCluster(at: { native: string; folder: string; password: string; runAs: RunAs }): Promise<void> {
  const secret = join(at.folder, "..", `initdb-${process.pid}`);
  await writeFile(secret, at.password, { mode: 0o600 });
  if (at.runAs.uid !== undefined && at.runAs.gid !== undefined) await chown(secret, at.runAs.uid, at.runAs.gid);
  const flags = [
    `--pgdata=${at.folder}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${secret}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
  ];
  try {
    const child = spawn(join(at.native, "bin", "initdb"), flags, { ...at.runAs, cwd: at.folder, env: environment(at.native) });
    const { code, words } = await finished(child);
    if (code !== 0) throw new Error(`initdb ended with ${code}:\n${words}`);
  } finally {
    await rm(secret, { force: true });
  }
}

function environment(native: string): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], LD_LIBRARY_PATH: join(native, "lib"), LC_ALL: "C", TZ: "UTC" };
}

/** Exit code and the last 4,000 characters the child printed. */
function finished(child: ChildProcess): Promise<{ code: number | null; words: string }> {
  let words = "";
  const hear = (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-4000);
  };
  child.stdout?.on("data", hear);
  child.stderr?.on("data", hear);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, words }));
  });
}

/** Settings of an installation of one machine: docs/decisions/0002-embedded-postgres.md. */
function settings(): Record<string, string> {
  const roomy = totalmem() >= 8 * 2 ** 30;
  return {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    shared_buffers: roomy ? "1GB" : "256MB",
    effective_cache_size: `${Math.floor(totalmem() / 2 ** 21)}MB`,
    work_mem: "24MB",
    maintenance_work_mem: "256MB",
    max_wal_size: "4GB",
    min_wal_size: "512MB",
    checkpoint_timeout: "15min",
    checkpoint_completion_target: "0.9",
    wal_compression: "pglz",
    synchronous_commit: "on",
    random_page_cost: "1.1",
    jit: "off",
    max_connections: "60",
    idle_in_transaction_session_timeout: "30s",
    lock_timeout: "5s",
    deadlock_timeout: "200ms",
    timezone: "UTC",
    log_timezone: "UTC",
    log_min_duration_statement: "500ms",
    autovacuum_naptime: "15s",
    password_encryption: "scram-sha-256",
  };
}

async function writeSettings(folder: string, values: Record<string, string>, runAs: RunAs): Promise<void> {
  const file = join(folder, "heliograph.conf");
  const lines = Object.entries(values).map(([name, value]) => `${name} = '${value}'`);
  await writeFile(file, `${lines.join("\n")}\n`);
  if (runAs.uid !== undefined && runAs.gid !== undefined) await chown(file, runAs.uid, runAs.gid);
  const main = join(folder, "postgresql.conf");
  const text = await readFile(main, "utf8");
  const include = "include_if_exists = 'heliograph.conf'";
  if (!text.includes(include)) await writeFile(main, `${text}\n${include}\n`);
}

async function launch(at: {
  native: string;
  folder: string;
  password: string;
  port: number;
  runAs: RunAs;
}): Promise<EmbeddedPostgres> {
  const flags = ["-D", at.folder, "-p", String(at.port)];
  // Detached: a signal to our process group must not reach it before we have closed our connections.
  const child = spawn(join(at.native, "bin", "postgres"), flags, {
    ...at.runAs,
    cwd: at.folder,
    env: environment(at.native),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const end = finished(child);
  let lastWords: string | undefined;
  const ended = end.then(({ words }) => {
    lastWords = words;
  });
  const url = urlOf(at.password, at.port);
  const until = Date.now() + READY_TIMEOUT_MS;
  while (!(await answers(url("postgres")))) {
    if (lastWords !== undefined) throw new Error(`PostgreSQL ended while starting:\n${lastWords}`);
    if (Date.now() > until) throw new Error(`PostgreSQL did not answer within ${READY_TIMEOUT_MS / 1000} s`);
    await delay(25);
  }
  child.unref();
  const pid = child.pid ?? 0;
  return { url, port: at.port, folder: at.folder, attached: false, pid, ended, stop: () => stop(pid, ended) };
}

const urlOf = (password: string, port: number) => (database: string) =>
  `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on("error", () => {}); // the server may die between the connection and its end; the caller asks again
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** Pid and port of a server that runs on the folder; waits while one is still starting or shutting down. */
async function runningServer(folder: string, password: string): Promise<{ pid: number; port: number } | undefined> {
  const until = Date.now() + READY_TIMEOUT_MS;
  while (existsSync(join(folder, "postmaster.pid"))) {
    const [pidLine, , , portLine] = (await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n");
    const pid = Number(pidLine);
    const port = Number(portLine);
    if (!(await isPostgres(pid))) return undefined;
    if (port > 0 && (await servesFolder(urlOf(password, port)("postgres"), folder))) return { pid, port };
    if (Date.now() > until) throw new Error(`A PostgreSQL with process id ${pid} holds ${folder} and does not answer`);
    await delay(100);
  }
  return undefined;
}

/** True when the process lives and is a PostgreSQL: a pid left in a file may belong to another program by now. */
async function isPostgres(pid: number): Promise<boolean> {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  if (process.platform !== "linux") return true;
  const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  if (/\) Z /.test(state)) return false;
  const program = await readlink(`/proc/${pid}/exe`).catch(() => "");
  return basename(program).startsWith("postgres");
}

async function servesFolder(url: string, folder: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on("error", () => {}); // as in answers()
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    await client.end();
    return rows[0]?.data_directory === folder;
  } catch {
    return false;
  }
}

function attached(folder: string, password: string, at: { pid: number; port: number }): EmbeddedPostgres {
  const ended = gone(at.pid);
  return { url: urlOf(password, at.port), ...at, folder, attached: true, ended, stop: () => stop(at.pid, ended) };
}

/** Resolves when the process, which is no child of ours, is gone. */
async function gone(pid: number): Promise<void> {
  while (await isPostgres(pid)) await delay(200, undefined, { ref: false });
}

async function stop(pid: number, ended: Promise<void>): Promise<void> {
  try {
    process.kill(pid, "SIGINT"); // fast shutdown: rolls back what is open, then a checkpoint
  } catch {
    return; // it is gone already
  }
  const timer = new AbortController();
  const late = delay(STOP_TIMEOUT_MS, "late", { signal: timer.signal }).catch(() => "ended");
  if ((await Promise.race([ended.then(() => "ended"), late])) === "late") process.kill(pid, "SIGQUIT");
  timer.abort();
}
