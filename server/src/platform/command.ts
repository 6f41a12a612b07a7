// What the server and the command-line tools share: the configuration of this installation and its database.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfig, type Config } from "./config.ts";
import { connect, migrate, type Pools } from "./db.ts";
import { startPostgres } from "./postgres/embedded-postgres.ts";
import { createDatabase } from "./installation.sql.ts";
import { prepareJobs } from "./jobs/jobs.ts";
import { Problem } from "./problem.ts";

const ROOT = new URL("../../../", import.meta.url);

/** Where the numbered migrations lie. */
export const MIGRATIONS = new URL("server/migrations/", ROOT);

/** Name of the product's database on the embedded server. */
const DATABASE = "heliograph";

/** A migration may rewrite a large table; everything else is cut off far sooner. */
const MIGRATION_SECONDS = 3600;

/** The configuration from the environment, the file .env and the flags; ends the process with 2 when it has faults. */
export function configOrExit(flags: readonly string[] = []): Config {
  const file = fileURLToPath(new URL(".env", ROOT));
  if (existsSync(file)) process.loadEnvFile(file);
  const read = readConfig(process.env, flags);
  if ("config" in read) return read.config;
  process.stderr.write(
    ["Heliograph cannot start with this configuration:", ...read.faults.map((fault) => `  - ${fault}`)]
      .concat("README.md lists every setting.", "")
      .join("\n"),
  );
  return process.exit(2);
}

/** Applies what the database lacks of the migrations, the runner's and ours; returns how many of ours those were. */
export async function bringUpToDate(url: string): Promise<number> {
  const migrator = connect(url, 2, MIGRATION_SECONDS);
  try {
    await prepareJobs(migrator.pool);
    return (await migrate(migrator.db, MIGRATIONS)).length;
  } finally {
    await migrator.close();
  }
}

/** Makes the product's database on an embedded server when it is not there; returns its connection string. */
export async function productDatabase(postgres: { url: (database: string) => string }): Promise<string> {
  const admin = connect(postgres.url("postgres"), 1);
  try {
    await createDatabase(admin.db, DATABASE);
  } finally {
    await admin.close();
  }
  return postgres.url(DATABASE);
}

/**
 * Runs `work` on the installation's database, whether the server runs or not: an embedded PostgreSQL that is not
 * running is started for it and stopped afterwards. Migrates first. Returns what `work` returns.
 *
 * @param statementSeconds after this many seconds a statement is cut off
 */
export async function withDatabase<T>(
  config: Config,
  work: (pools: Pools, url: string) => Promise<T>,
  statementSeconds = 600,
): Promise<T> {
  const postgres =
    config.DATABASE_URL === undefined
      ? await startPostgres({ folder: resolve(config.DATA_DIR), port: config.PG_PORT })
      : undefined;
  try {
    const url = postgres === undefined ? (config.DATABASE_URL ?? "") : await productDatabase(postgres);
    await bringUpToDate(url);
    const pools = connect(url, 4, statementSeconds);
    try {
      return await work(pools, url);
    } finally {
      await pools.close();
    }
  } finally {
    if (postgres?.attached === false) await postgres.stop();
  }
}

/**
 * Runs a command-line tool: a refusal is printed as its message and its fields, any other error as its message, and
 * both end the process with 1.
 */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    if (error instanceof Problem) {
      for (const [field, rule] of Object.entries(error.fields ?? {})) {
        if (rule !== error.message) process.stderr.write(`  ${field}: ${rule}\n`);
      }
    }
    process.exitCode = 1;
  }
}
