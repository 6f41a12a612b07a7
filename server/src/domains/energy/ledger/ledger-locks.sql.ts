// Who may write the ledger: one worker leads, and within its passes and a rebuild's steps only one writes at a time. And
// steps within a transaction that may fail without it.
import { Kysely, PostgresDialect, sql } from "kysely";
import type pg from "pg";
import type { Tx } from "../../../platform/db.ts";
import type { DB } from "../../../platform/tables.ts";

// Advisory locks are known by two numbers that nobody else in this database uses.
const LEDGER = 20_260;
const LEAD = 1;
const WRITE = 2;

/** A query builder whose transactions run on this connection, so that raw queries on it are inside them. */
export function boundTo(client: pg.PoolClient): Kysely<DB> {
  const only = { query: client.query.bind(client), release: () => {} };
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect: async () => only, end: async () => {}, options: {} } }),
  });
}

/** True when this session leads the workers now; it does until it ends. */
export async function leadWorkers(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ leads: boolean }>("select pg_try_advisory_lock($1, $2) as leads", [
    LEDGER,
    LEAD,
  ]);
  return rows[0]?.leads === true;
}

/** A step of a rebuild may take this long. */
const PATIENCE = "25s";

/** Waits until no other transaction writes the ledger, and keeps others from it until this one ends. */
export async function holdLedger(tx: Tx): Promise<void> {
  const { rows } = await sql<{ before: string }>`select current_setting('lock_timeout') as before`.execute(
    tx,
  );
  await sql`select set_config('lock_timeout', ${PATIENCE}, true)`.execute(tx);
  await sql`select pg_advisory_xact_lock(${LEDGER}, ${WRITE})`.execute(tx);
  await sql`select set_config('lock_timeout', ${rows[0]?.before ?? "0"}, true)`.execute(tx);
}

/**
 * Runs the step inside the connection's transaction. When it throws, what it did is undone and the error is returned,
 * wrapped; the transaction goes on. Throws when the connection itself is gone.
 */
export async function attempted<T>(
  client: pg.ClientBase,
  step: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly error: unknown }> {
  await client.query("savepoint attempted");
  try {
    const value = await step();
    await client.query("release savepoint attempted");
    return { value };
  } catch (error) {
    await client.query("rollback to savepoint attempted");
    return { error };
  }
}
