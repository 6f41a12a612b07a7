// What a redemption posts to the certificate ledger: a reservation, its release, and the retirement.
import type { CanonicalValue } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { changedByOther } from "../../parties/index.ts";
import { LedgerRefusal, postEntry, type Move } from "../ledger/post.sql.ts";
import { producedOfRange } from "../manifest/leaves.sql.ts";
import type { Redeemable } from "./redeemable.sql.ts";
import type { RedemptionRecord } from "./redemption-rows.ts";

type Of = Pick<RedemptionRecord, "record_uid" | "number" | "business_account_id">;

const available = (account_id: number): Move["to"] => ({
  account_id,
  sub_account: "available",
  reference: null,
});
const pending = ({ business_account_id, number }: Of): Move["to"] => ({
  account_id: business_account_id,
  sub_account: "redemption_pending",
  reference: number,
});

/** Reserves the certificates for the redemption; returns the entry. Refuses with GEN-409 where they have moved meanwhile. */
export async function reserveFor(
  tx: Tx,
  of: Of,
  actor_id: number | null,
  taken: readonly Redeemable[],
): Promise<number> {
  const moves = taken.map(({ batch_id, first, until }) => ({
    batch_id,
    first,
    until,
    from: available(of.business_account_id),
    to: pending(of),
    lot: null,
  }));
  try {
    return await post(tx, of, { type: "request_redemption", actor_id, moves, record: reference(of) });
  } catch (error) {
    if (!(error instanceof LedgerRefusal) || error.reason !== "moved") throw error;
    throw changedByOther({ changed_at: new Date() });
  }
}

/** Gives what is reserved for the redemption back to its account; returns the entry. */
export async function releaseReserved(tx: Tx, of: Of, actor_id: number | null): Promise<number> {
  const moves = (await reservedRanges(tx, of)).map(({ batch_id, first, until }) => ({
    batch_id,
    first,
    until,
    from: pending(of),
    to: available(of.business_account_id),
    lot: null,
  }));
  return post(tx, of, { type: "release", actor_id, moves, record: reference(of) });
}

/** Retires what is reserved for the redemption, for good; returns the entry. `record` is what everybody may read, `note` what stays hidden. */
export async function retire(
  tx: Tx,
  of: Of,
  { record, note }: { record: CanonicalValue; note: CanonicalValue },
): Promise<number> {
  const moves = (await reservedRanges(tx, of)).map(({ batch_id, first, until }) => ({
    batch_id,
    first,
    until,
    from: pending(of),
    to: { account_id: null, sub_account: "retired", reference: of.number } as const,
    lot: null,
  }));
  return post(tx, of, { type: "retire", actor_id: null, moves, record, note });
}

interface Reserved {
  readonly batch_id: number;
  readonly first: number;
  readonly until: number;
}

/** What is reserved for the redemption, in serial order. */
export async function reservedRanges(db: Db, { number }: Pick<Of, "number">): Promise<Reserved[]> {
  return db
    .selectFrom("certificate_holding")
    .select(["batch_id", "first", "until"])
    .where("reference", "=", number)
    .where("sub_account", "=", "redemption_pending")
    .orderBy("batch_id")
    .orderBy("first")
    .execute();
}

/** Certificates of the redemption, in serial order: those that are reserved for it, or that it retired, or once had reserved. */
export async function rangesOf(db: Db, number: string): Promise<Redeemable[]> {
  const { rows } = await sql<Redeemable>`
    select r.batch_id, b.code, r.first, r.until, t.channel, coalesce(p.from_day, b.from_day) as from_day,
      coalesce(p.to_day, b.to_day) as to_day, b.device
    from journal_entry e join journal_leg r using (entry_id) join certificate_batch b using (batch_id)
      join certificate_lot t on t.lot_id = r.to_lot ${producedOfRange}
    where e.reference = ${number} and e.type = 'request_redemption' order by r.batch_id, r.first`.execute(db);
  return rows;
}

const reference = ({ number }: Of): CanonicalValue => ({ kind: "redemption", number });

async function post(
  tx: Tx,
  of: Of,
  entry: {
    type: "request_redemption" | "release" | "retire";
    actor_id: number | null;
    moves: readonly Move[];
    record: CanonicalValue;
    note?: CanonicalValue;
  },
): Promise<number> {
  const { entry_id } = await postEntry(tx, {
    note: {},
    ...entry,
    key: of.record_uid,
    reference: of.number,
    reverses: null,
    batches: [],
  });
  return entry_id;
}
