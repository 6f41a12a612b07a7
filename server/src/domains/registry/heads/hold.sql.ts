// Whether the database has all that was published of the log: after a restore it may not, and then nothing is posted (rule R24).
import type { LogHead } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { headAt, logKeys, rootAt } from "../proofs/log.sql.ts";
import { readLastHead, writeKeys, writeLastHead } from "./head-files.ts";

/** Why nothing is posted: a head of the log was published that the log in the database does not have. */
export interface LedgerHold {
  readonly since: Date;
  /** Of the published head. */
  readonly size: number;
  /** Hexadecimal. */
  readonly root: string;
  /** Entries that the log in the database has. */
  readonly log_size: number;
}

/** The hold of the ledger; null: it is not held. */
export async function ledgerHold(db: Db): Promise<LedgerHold | null> {
  const { rows } = await sql<LedgerHold>`
    select since, size, encode(root, 'hex') as root, (select coalesce(max(seq), 0) from journal_seal)::int8 as log_size from ledger_hold`.execute(
    db,
  );
  return rows[0] ?? null;
}

/**
 * Compares the log with the head in the folder, and holds the ledger where it has not that head, or lets it go where it has. Returns the
 * hold; null: none.
 */
export async function holdUnlessCurrent(db: Db, folder: string): Promise<LedgerHold | null> {
  const head = await readLastHead(folder);
  if (head === null) return ledgerHold(db);
  if (!(await hasHead(db, head))) {
    await sql`select ledger_hold_begin(${head.size}, decode(${head.root}, 'hex'))`.execute(db);
  } else if ((await ledgerHold(db)) !== null) {
    await sql`select ledger_hold_end()`.execute(db);
  }
  return ledgerHold(db);
}

/** Whether the log was as that head says when it had its size. */
async function hasHead(db: Db, { size, root }: LogHead): Promise<boolean> {
  const signed = await headAt(db, size);
  if (signed !== undefined) return signed.root === root;
  // Sealed entries may be there whose head is not.
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(seq), 0)::int8 as last from journal_seal`.execute(db);
  return (rows[0]?.last ?? 0) >= size && (await rootAt(db, size)) === root;
}

/** Puts the newest head of the log and its keys into the folder, where they are newer than those there. One process does at a time. */
export function keepLastHead(db: Db, folder: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(71, 3)`.execute(tx);
    const [newest, kept] = [await headAt(tx), await readLastHead(folder)];
    if (newest !== undefined && newest.size > (kept?.size ?? 0)) await writeLastHead(folder, newest);
    await writeKeys(folder, await logKeys(tx));
  });
}
