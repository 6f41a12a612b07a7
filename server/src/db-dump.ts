// npm run db:dump [-- --check | --release]
// Migrates an empty database and writes what came of it: server/schema.sql for people, platform/tables.ts for
// TypeScript. With --check it writes nothing and fails when one of them differs, or when a migration was changed after
// its release. With --release it also notes the hashes of all migrations, which from then on must not change.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bringUpToDate, productDatabase, runCommand } from "./platform/command.ts";
import { connect } from "./platform/db.ts";
import { startPostgres } from "./platform/postgres/embedded-postgres.ts";
import { schemaDump } from "./platform/postgres/schema-dump.sql.ts";

const ROOT = new URL("../../", import.meta.url);
const PG_PORT = 55_800;

/** File below the root, and what it should hold. */
type Written = readonly [path: string, content: string];

async function dump(): Promise<void> {
  const check = process.argv.includes("--check");
  if (check) await releasedAsTheyWere();
  if (process.argv.includes("--release")) await release();
  const files = await withEmptyDatabase(async (url) => {
    const pools = connect(url, 1);
    const schema = await schemaDump(pools.db);
    await pools.close();
    return [
      ["server/schema.sql", schema],
      ["server/src/platform/tables.ts", await tables(url)],
    ] satisfies Written[];
  });
  let stale = 0;
  for (const [path, content] of files) {
    const file = new URL(path, ROOT);
    const before = await readFile(file, "utf8").catch(() => "");
    if (before === content) continue;
    stale += 1;
    if (check) console.error(`${path} is not what the migrations make; run npm run db:dump and commit it`);
    else await writeFile(file, content);
  }
  if (check && stale > 0) process.exitCode = 1;
  else console.log(check || stale === 0 ? "The dumps are up to date." : `Wrote ${stale} files.`);
}

const HASHES = new URL("server/migrations/released.json", ROOT);

/** Throws when a released migration is gone or reads otherwise than at its release: installations have applied it. */
async function releasedAsTheyWere(): Promise<void> {
  const released = JSON.parse(await readFile(HASHES, "utf8")) as Record<string, string>; // written by release()
  for (const [name, hash] of Object.entries(released)) {
    if ((await hashOf(name)) !== hash) {
      throw new Error(
        `server/migrations/${name} was released and must stay as it was; write a new migration`,
      );
    }
  }
}

async function release(): Promise<void> {
  const names = (await readdir(new URL("server/migrations/", ROOT))).filter((name) => name.endsWith(".sql"));
  const hashes = await Promise.all(names.toSorted().map(async (name) => [name, await hashOf(name)]));
  await writeFile(HASHES, `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);
}

/** Hex sha-256 of the migration; empty when there is none of that name. */
async function hashOf(name: string): Promise<string> {
  const text = await readFile(new URL(`server/migrations/${name}`, ROOT)).catch(() => undefined);
  return text === undefined ? "" : createHash("sha256").update(text).digest("hex");
}

/** Runs `work` on a freshly migrated database of a server that exists only for it. */
async function withEmptyDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-dump-"));
  await chmod(folder, 0o755); // as root the server runs as another account
  const settings = { fsync: "off", shared_buffers: "64MB" };
  const postgres = await startPostgres({ folder, port: PG_PORT, settings });
  try {
    const url = await productDatabase(postgres);
    await bringUpToDate(url);
    return await work(url);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The Kysely types of the database. Its 8-byte integers are read as numbers (platform/db.ts), and so typed. */
async function tables(url: string): Promise<string> {
  const out = join(await mkdtemp(join(tmpdir(), "heliograph-tables-")), "tables.ts");
  const flags = [
    "--dialect",
    "postgres",
    "--url",
    url,
    "--out-file",
    out,
    "--date-parser",
    "string",
    ...NOT_OURS,
  ];
  const generator = fileURLToPath(import.meta.resolve("kysely-codegen/dist/cli/bin.js"));
  const child = spawn(process.execPath, [generator, ...flags], { stdio: ["ignore", "pipe", "pipe"] });
  let words = "";
  child.stdout.on("data", (chunk: Buffer) => (words += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (words += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`kysely-codegen ended with ${code}:\n${words}`);
  const text = await readFile(out, "utf8");
  return text.replace(
    /export type Int8 = .*;/,
    "export type Int8 = ColumnType<number, bigint | number | string, bigint | number | string>;",
  );
}

/** Partitions come and go, and the migrator's and the runner's tables are their own. */
const NOT_OURS = ["--exclude-pattern", "{kysely_*,graphile_worker.*}"];

await runCommand(dump);
