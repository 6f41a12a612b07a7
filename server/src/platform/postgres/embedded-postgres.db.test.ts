import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { connect } from "../db.ts";
import { startPostgres, type EmbeddedPostgres } from "./embedded-postgres.ts";
import { keepPostgres } from "./keep-postgres.ts";

const SETTINGS = { shared_buffers: "16MB" };
const HERE = new URL(".", import.meta.url);

/** A data folder of its own. `mode` 0o755: another account may enter it; 0o700: as below /root. */
async function dataFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-pg-"));
  await chmod(folder, mode);
  onTestFinished(async () => {
    const note = await readFile(join(folder, "postgres-lies-in.txt"), "utf8").catch(() => "");
    if (note !== "") await rm(dirname(note.trim()), { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/** A port that the system gives to nobody else for a while, unlike a fixed one, which a second test run may want. */
async function anyPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  server.close();
  return port;
}

async function started(folder: string, port = 0): Promise<EmbeddedPostgres> {
  const postgres = await startPostgres({
    folder,
    port: port || (await anyPort()),
    settings: SETTINGS,
  });
  onTestFinished(() => postgres.stop());
  return postgres;
}

async function ask(postgres: { url: (database: string) => string }, query: string): Promise<unknown[][]> {
  const { pool, close } = connect(postgres.url("postgres"), 1);
  try {
    return (await pool.query<unknown[]>({ text: query, rowMode: "array" })).rows;
  } finally {
    await close();
  }
}

/** Starts the database from a process of its own, and answers once that says "up". */
async function startedByAnother(folder: string) {
  const program = `
    import { startPostgres } from "${new URL("embedded-postgres.ts", HERE).href}";
    const postgres = await startPostgres({ folder: ${JSON.stringify(folder)}, port: ${await anyPort()}, settings: { shared_buffers: "16MB" } });
    console.log("up " + postgres.pid);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    env: { PATH: process.env["PATH"] },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = (await once(child.stdout, "data")) as [Buffer]; // a stream emits one chunk
  return { child, pid: Number(line.toString().split(" ")[1]) };
}

test("with LANG unset the database is UTF-8 and sorts by code point", async () => {
  const folder = await dataFolder();
  const { child } = await startedByAnother(folder); // its environment has neither LANG nor HOME
  const postgres = await started(folder);
  expect(await ask(postgres, "show server_encoding")).toEqual([["UTF8"]]);
  expect(await ask(postgres, "select 'Đà Nẵng' collate \"default\" > 'Z'")).toEqual([[true]]);
  child.kill("SIGKILL");
});

test("it listens on loopback only and asks for a password by scram", async () => {
  const postgres = await started(await dataFolder());
  expect(await ask(postgres, "show listen_addresses")).toEqual([["127.0.0.1"]]);
  expect(await ask(postgres, "select distinct auth_method from pg_hba_file_rules")).toEqual([
    ["scram-sha-256"],
  ]);
  const wrong = postgres.url("postgres").replace(/:[^:@]*@/, ":wrong@");
  await expect(ask({ url: () => wrong }, "select 1")).rejects.toMatchObject({ code: "28P01" });
});

test("after kill -9 of the program that started it, the next start takes the server over and finds the data", async () => {
  const folder = await dataFolder();
  const { child, pid } = await startedByAnother(folder);
  const first = await started(folder);
  await ask(first, "create table kept as select 42 as n");
  child.kill("SIGKILL");
  await once(child, "exit");
  const next = await started(folder);
  expect(next).toMatchObject({ attached: true, pid });
  expect(await ask(next, "select n from kept")).toEqual([[42]]);
});

test("after kill -9 of the server itself, the next start recovers what was committed", async () => {
  const folder = await dataFolder();
  const first = await started(folder);
  await ask(first, "create table kept as select generate_series(1, 1000) as n");
  process.kill(first.pid, "SIGKILL");
  const next = await started(folder);
  expect(next.attached).toBe(false);
  expect(await ask(next, "select count(*)::int from kept")).toEqual([[1000]]);
});

test("a lock file that names another living program does not keep it from starting", async () => {
  const folder = await dataFolder();
  const first = await started(folder);
  await first.stop();
  const lock = [process.pid, first.folder, 1_700_000_000, 57_999, "", "127.0.0.1", "0 0", "ready"];
  await writeFile(join(first.folder, "postmaster.pid"), `${lock.join("\n")}\n`);
  const next = await started(folder);
  expect(next.attached).toBe(false);
  expect(await ask(next, "select 1")).toEqual([[1]]);
});

test("a port that another program holds is left to it", async () => {
  const wanted = await anyPort();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(wanted, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const postgres = await started(await dataFolder(), wanted);
  expect(postgres.port).toBeGreaterThan(wanted);
  expect(other.listening).toBe(true);
});

test.runIf(process.getuid?.() === 0)(
  "as root with a data folder that nobody else may enter, the cluster lies elsewhere and stays there",
  async () => {
    const folder = await dataFolder(0o700);
    const first = await started(folder);
    expect(first.folder.startsWith(folder)).toBe(false);
    await ask(first, "create table kept as select 1 as n");
    await first.stop();
    await chmod(folder, 0o755);
    const next = await started(folder);
    expect(next.folder).toBe(first.folder);
    expect(await ask(next, "select n from kept")).toEqual([[1]]);
  },
);

test.runIf(process.getuid?.() === 0)("as root the server runs as nobody", async () => {
  const postgres = await started(await dataFolder());
  const status = await readFile(`/proc/${postgres.pid}/status`, "utf8").catch(() => undefined);
  if (status !== undefined) expect(status).not.toMatch(/^Uid:\s+0\b/m);
  expect(await ask(postgres, "select 1")).toEqual([[1]]);
});

test("a half-made cluster of a start that was cut off is made anew", async () => {
  const folder = await dataFolder();
  await writeFile(join(folder, "postgres-password"), "not-used-yet");
  const first = await started(folder);
  await first.stop();
  await rm(join(first.folder), { recursive: true });
  const next = await started(folder);
  expect(await ask(next, "select 1")).toEqual([[1]]);
});

test("a kept server that dies is started again on its port, and an open pool goes on", async () => {
  const said: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => said.push(line) });
  const kept = await keepPostgres({
    folder: await dataFolder(),
    port: await anyPort(),
    settings: SETTINGS,
    log,
  });
  onTestFinished(() => kept.stop());
  const { db, close } = connect(kept.url("postgres"), 2);
  onTestFinished(close);
  await sql`create table kept as select 7 as n`.execute(db);
  process.kill(kept.pid(), "SIGKILL");
  let rows: unknown[] = [];
  for (const until = Date.now() + 15_000; rows.length === 0 && Date.now() < until;) {
    rows = await sql`select n from kept`.execute(db).then(
      (answer) => answer.rows,
      () => delay(50, []),
    );
  }
  expect(rows).toEqual([{ n: 7 }]);
  await vi.waitFor(() => expect(said.join("")).toContain("the database is back"), { timeout: 20_000 });
});

test("a stop that comes while the server is being started again stops that one too", async () => {
  const log = pino({ level: "silent" });
  const kept = await keepPostgres({
    folder: await dataFolder(),
    port: await anyPort(),
    settings: SETTINGS,
    log,
  });
  process.kill(kept.pid(), "SIGKILL");
  await vi.waitFor(() => expect(existsSync(join(kept.folder, "postmaster.pid"))).toBe(false), 20_000);
  await kept.stop();
  await expect(ask(kept, "select 1")).rejects.toThrow("ECONNREFUSED");
});

test("a kept server that is stopped stays stopped", async () => {
  const log = pino({ level: "silent" });
  const kept = await keepPostgres({
    folder: await dataFolder(),
    port: await anyPort(),
    settings: SETTINGS,
    log,
  });
  await kept.stop();
  await expect(ask(kept, "select 1")).rejects.toThrow("ECONNREFUSED");
});
