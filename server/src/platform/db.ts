// Connections, migrations and the two ways a transaction may look at the data: as the product, or as one account.
import { readdir, readFile } from "node:fs/promises";
import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import { Migrator } from "kysely/migration";
import pg from "pg";
import { keyOfCall } from "./limits/key-reach.ts";
import { keepPrepared, prepared } from "./postgres/prepared.ts";
import type { DB } from "./tables.ts";

/** A connection pool or an open transaction on the product's database. */
export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text); // a date is a calendar day, never an instant
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text)); // Wh, Wp and counts stay far below 2^53
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (text) => text); // money keeps its digits

export interface Pools {
  /** Runs as the owner of the tables: ingest, workers, identity. */
  readonly db: Db;
  /** The pg pool below `db`, for binary arrays, COPY and rows as arrays. */
  readonly pool: pg.Pool;
  readonly close: () => Promise<void>;
}

/**
 * Opens a pool of at most `max` connections; every statement is cut off after `statementSeconds`.
 * A connection that dies is replaced in silence: whoever uses it hears it from the query, and unheard the error that
 * the connection itself raises, idle or between two statements of a transaction, would end the process.
 */
export function connect(url: string, max: number, statementSeconds = 30): Pools {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    statement_timeout: statementSeconds * 1000,
    connectionTimeoutMillis: 10_000,
    application_name: "heliograph",
  });
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
    keepPrepared(client);
  });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}

/**
 * Runs `work` in one transaction as the given account: row-level security hides every project the account is no
 * member of, and all per-project data but that of `projects`; of a call with an API key also what the key does not reach.
 */
export function asAccount<T>(
  db: Db,
  who: { account_id: number; projects: readonly number[] },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`${prepared("as_account")}
      select set_config('role', 'heliograph_api', true), set_config('app.account', ${String(who.account_id)}, true),
      set_config('app.projects', ${who.projects.join(",")}, true),
      set_config('app.key_projects', ${keyProjects()}, true)`.execute(tx);
    return work(tx);
  });
}

/** What `app.key_projects` is set to: an array as PostgreSQL writes it, or nothing where no key narrows the call. */
function keyProjects(): string {
  const projects = keyOfCall()?.projects ?? null;
  return projects === null ? "" : `{${projects.join(",")}}`;
}

/**
 * Within a transaction of `asAccount`: from here on the per-project data of these projects are visible too, and of no
 * others. For those that the account was just found to be a member of.
 */
export async function showProjects(tx: Tx, projects: readonly number[]): Promise<void> {
  await sql`select set_config('app.projects', ${projects.join(",")}, true)`.execute(tx);
}

/**
 * Runs `work` as `asAccount`, for an administrator: row-level security shows every project with its members and summary,
 * and per-project data of `projects` only. Call it with proof that the session is an administrator's (decision 0050).
 */
export function asAdmin<T>(
  db: Db,
  who: { account_id: number; projects: readonly number[] },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return asAccount(db, who, async (tx) => {
    await sql`select set_config('app.admin', 'true', true)`.execute(tx);
    return work(tx);
  });
}

/**
 * Applies the numbered .sql files that the database has not had yet, in order, each under the migrator's lock.
 * Throws the database's error when one fails; what it did is rolled back.
 */
export async function migrate(db: Db, folder: URL): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(
        names.map((name) => [
          name,
          {
            up: async (tx: Kysely<unknown>) => {
              await sql.raw(await readFile(new URL(name, folder), "utf8")).execute(tx);
            },
          },
        ]),
      ),
  };
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
  return (results ?? []).map(({ migrationName }) => migrationName);
}
