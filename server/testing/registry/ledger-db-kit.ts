// What tests of the certificate ledger on a real database share.
import { sql } from "kysely";
import type { SubAccount } from "@heliograph/contract";
import type { Holding, Holdings, Lot } from "../../src/domains/registry/ledger/journal.ts";
import {
  LedgerRefusal,
  postEntry,
  type Move,
  type Posting,
} from "../../src/domains/registry/ledger/post.sql.ts";
import type { Db } from "../../src/platform/db.ts";
import { freshDb } from "../test-kit.ts";
import { issueMetered } from "./energy-kit.ts";
import { lotOf, newBatch, posting } from "./ledger-kit.ts";

/** That many business accounts; their numbers. */
export async function businessAccounts(db: Db, count: number, demonstration = false): Promise<number[]> {
  const rows = await db
    .insertInto("business_account")
    .values(Array.from({ length: count }, (_, i) => ({ company_name: `Company ${i + 1}`, demonstration })))
    .returning("business_account_id")
    .execute();
  return rows.map(({ business_account_id }) => business_account_id);
}

/** Posts it in a transaction of its own. */
export const posted = (db: Db, one: Posting) => db.transaction().execute((tx) => postEntry(tx, one));

/** The reason why it is not taken; "taken" where it is. */
export async function outcome(db: Db, one: Posting): Promise<LedgerRefusal["reason"] | "taken"> {
  try {
    await posted(db, one);
    return "taken";
  } catch (error) {
    if (error instanceof LedgerRefusal) return error.reason;
    throw error;
  }
}

/** Where every certificate is, as the database has it. */
export async function storedHoldings(db: Db): Promise<Holdings> {
  const rows = await db
    .selectFrom("certificate_holding")
    .selectAll()
    .orderBy("batch_id")
    .orderBy("first")
    .execute();
  const holdings: Holdings = new Map();
  for (const { batch_id, first, until, business_account_id, sub_account, reference, lot_id } of rows) {
    const pieces: Holding[] = holdings.get(batch_id) ?? [];
    // oxlint-disable-next-line no-unsafe-type-assertion -- a check constraint holds it
    const place = {
      account_id: business_account_id,
      sub_account: sub_account as SubAccount,
      reference,
      lot_id,
    };
    pieces.push({ first, until, place });
    holdings.set(batch_id, pieces);
  }
  return holdings;
}

/** All lots, by number. */
export async function storedLots(db: Db): Promise<ReadonlyMap<number, Lot>> {
  const rows = await db
    .selectFrom("certificate_lot")
    .select(["lot_id", "channel", "unit_cost", "currency"])
    .orderBy("lot_id")
    .execute();
  // oxlint-disable-next-line no-unsafe-type-assertion -- a check constraint holds it
  return new Map(rows.map((row) => [row.lot_id, { ...row, channel: row.channel as Lot["channel"] }]));
}

/** Certificates of the first batch. */
export const QUANTITY = 100;

/** Three companies; the first has a batch of 100 that was generated. */
export async function smallLedger() {
  const db = await freshDb();
  const accounts = await businessAccounts(db, 3);
  const [a = 0, b = 0, c = 0] = accounts;
  await issueMetered(db, "issue", newBatch(1, a, QUANTITY));
  return { db, accounts, a, b, c };
}

export const available = (account_id: number) =>
  ({ account_id, sub_account: "available", reference: null }) as const;
export const reserved = (account_id: number, reference: string) =>
  ({ account_id, sub_account: "redemption_pending", reference }) as const;
export const retired = (reference: string) =>
  ({ account_id: null, sub_account: "retired", reference }) as const;
export const move = (from: Move["from"], to: Move["to"], first = 1, until = QUANTITY + 1): Move => ({
  batch_id: 1,
  first,
  until,
  from,
  to,
  lot: from.account_id === to.account_id || to.account_id === null ? null : lotOf("transfer"),
});
export const transfer = (
  key: string,
  from: number,
  to: number,
  range: readonly [number, number] = [1, 101],
) => posting({ type: "transfer", key, moves: [move(available(from), available(to), ...range)] });
export const redemption = (
  key: string,
  account: number,
  [first, until]: readonly [number, number] = [1, 101],
) =>
  posting({
    type: "request_redemption",
    key,
    reference: key,
    moves: [move(available(account), reserved(account, key), first, until)],
  });

/** The certificates of the account that were reserved as `redemption` of the same key has it, retired. */
export const completedRedemption = (
  key: string,
  account: number,
  [first, until]: readonly [number, number] = [1, 101],
) =>
  posting({
    type: "retire",
    key,
    reference: key,
    moves: [move(reserved(account, key), retired(key), first, until)],
  });

/** Holdings as text: `1–25 A available`. */
export async function heldRanges(db: Db): Promise<string[]> {
  const holdings = await storedHoldings(db);
  return [...holdings.values()].flatMap((pieces) =>
    pieces.map(
      ({ first, until, place }) =>
        `${first}–${until - 1} ${place.account_id ?? "nobody"} ${place.sub_account}`,
    ),
  );
}
/**
 * Runs the statement as a superuser whom no trigger and no foreign key stops: what somebody with the machine could do. How many
 * rows it hit.
 */
export function tamper(db: Db, statement: string): Promise<bigint> {
  return db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    const { numAffectedRows } = await sql.raw(statement).execute(tx);
    return numAffectedRows ?? 0n;
  });
}

/** Takes away whatever of the table itself would refuse a change: after this only the checker is left. */
export async function withoutConstraints(db: Db, table: string): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select format('alter table %I drop constraint if exists %I cascade', ${table}::text, conname) as statement from pg_constraint
      where conrelid = ${table}::regclass and contype in ('c', 'f', 'x', 'u', 'p')
    union all
    select format('drop index %s', indexrelid::regclass) from pg_index
      where indrelid = ${table}::regclass and indisunique
        and indexrelid not in (select conindid from pg_constraint where conrelid = ${table}::regclass)
    union all
    select format('alter table %I alter %I drop identity', ${table}::text, attname) from pg_attribute
      where attrelid = ${table}::regclass and attidentity <> ''`.execute(db);
  for (const { statement } of rows) await sql.raw(statement).execute(db);
}
