// What a redemption of green certificates posts to the ledger: a reservation of what the seller holds here, its release, and at its end the one sale and the retirement.
import { formatBatchCode, gecNumbersUsed, type CanonicalValue, type EntryType } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import { LedgerRefusal, postEntry, type LotTerms, type Move, type Posting } from "../ledger/post.sql.ts";
import { lastDay, lotsOf, NATIONAL_SYSTEM, soldOnce, type PlacedLot } from "./gec-certificates.sql.ts";
import type { GecRedemptionRecord } from "./gec-rows.ts";

interface Piece {
  readonly batch_id: number;
  readonly first: number;
  readonly until: number;
}

type Place = Move["to"];

/** Reserves those of the certificates that the seller holds here; null: none are. */
export async function reserveHeld(
  tx: Tx,
  row: GecRedemptionRecord,
  { actor_id, lots }: { actor_id: number | null; lots: readonly PlacedLot[] },
): Promise<number | null> {
  return move(tx, row, {
    type: "request_redemption",
    actor_id,
    pieces: heldOf(lots),
    from: at(row.seller_account_id, "available", null),
    to: at(row.seller_account_id, "redemption_pending", row.number),
  });
}

/** Gives back to the seller what is reserved of its certificates; null: nothing is. */
export async function releaseHeld(
  tx: Tx,
  row: GecRedemptionRecord,
  actor_id: number | null,
): Promise<number | null> {
  return move(tx, row, {
    type: "release",
    actor_id,
    pieces: heldOf(await lotsOf(tx, row)),
    from: at(row.seller_account_id, "redemption_pending", row.number),
    to: at(row.seller_account_id, "available", null),
  });
}

/**
 * What was verified: certificates of the national system begin here with their numbers, all are sold to the buyer, once, and retired for good. Returns the entry of
 * the retirement. Refuses with GEC-003 numbers that are here already and with ORD-017 what was sold before.
 */
export async function sellAndRetire(
  tx: Tx,
  row: GecRedemptionRecord,
  { actor_id, record }: { actor_id: number | null; record: CanonicalValue },
): Promise<number> {
  const { seller_account_id: seller, business_account_id: buyer, number, price_cents } = row;
  const lots = await lotsOf(tx, row);
  await releaseHeld(tx, row, actor_id);
  const pieces = [...heldOf(lots), ...(await bringIn(tx, row, { actor_id, record, lots }))];
  const bought: LotTerms = {
    channel: "off_exchange",
    unit_cost: `${Math.floor(price_cents / 100)}.${String(price_cents % 100).padStart(2, "0")}`,
    currency: "USD",
    label: "",
  };
  const steps: readonly [EntryType, Place, Place, LotTerms | null][] = [
    ["place_sale", at(seller, "available", null), at(seller, "on_sale", number), null],
    ["match", at(seller, "on_sale", number), at(seller, "in_settlement", number), null],
    ["settle", at(seller, "in_settlement", number), at(buyer, "available", null), bought],
    ["request_redemption", at(buyer, "available", null), at(buyer, "redemption_pending", number), null],
  ];
  for (const [type, from, to, lot] of steps) {
    await move(tx, row, { type, actor_id, pieces, from, to, lot });
  }
  const from = at(buyer, "redemption_pending", number);
  const to = { account_id: null, sub_account: "retired", reference: number } as const;
  const retired = await move(tx, row, { type: "retire", actor_id, pieces, from, to, record });
  if (retired === null) throw new Error(`${number} retires nothing`);
  return retired;
}

/** Certificates of the national system as batches of the seller, one a month and series, with their numbers. */
async function bringIn(
  tx: Tx,
  row: GecRedemptionRecord,
  { actor_id, record, lots }: { actor_id: number | null; record: CanonicalValue; lots: readonly PlacedLot[] },
): Promise<Piece[]> {
  const fresh = lots.filter(({ batch_id }) => batch_id === null);
  const [first] = fresh;
  if (first === undefined) return [];
  const batches: Posting["batches"][number][] = [];
  for (const month of new Set(fresh.map((lot) => lot.month))) {
    batches.push(
      await batchOf(
        tx,
        row,
        month,
        fresh.filter((lot) => lot.month === month),
      ),
    );
  }
  try {
    const { entry_id } = await postEntry(tx, {
      type: "import",
      actor_id,
      key: keyOf(row),
      reference: row.number,
      record,
      note: {},
      reverses: null,
      moves: [],
      batches,
    });
    return await tx
      .selectFrom("journal_leg")
      .select(["batch_id", "first", "until"])
      .where("entry_id", "=", entry_id)
      .orderBy("leg_no")
      .execute();
  } catch (error) {
    const isUsed = error instanceof LedgerRefusal && error.reason === "twice";
    throw isUsed ? new GuardRefusal(422, [gecNumbersUsed(first)]) : error;
  }
}

async function batchOf(
  tx: Tx,
  row: GecRedemptionRecord,
  month: string,
  lots: readonly PlacedLot[],
): Promise<Posting["batches"][number]> {
  const { registry, country, demonstration, number } = row;
  const device = row.device_code ?? "";
  const of = { demonstration, registry, country, device, month, origin: NATIONAL_SYSTEM };
  const code = (batch: number) => formatBatchCode({ ...of, batch });
  // Batches of a device, month and origin are numbered one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${code(1)}, 131))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int4 as count from certificate_batch where code like ${`${code(1).slice(0, -4)}____`}`.execute(
    tx,
  );
  return {
    code: code((rows[0]?.count ?? 0) + 1),
    registry,
    country,
    device,
    fuel: row.fuel ?? "",
    month,
    from_day: `${month}-01`,
    to_day: lastDay(month),
    source_reference: number,
    manifest_root: null,
    quantity: lots.reduce((sum, { first, until }) => sum + until - first, 0),
    demonstration,
    to: at(row.seller_account_id, "available", null),
    lot: { channel: "import", unit_cost: null, currency: null, label: "" },
    foreign: lots.map(({ series, first, until }) => ({ registry: NATIONAL_SYSTEM, series, first, until })),
  };
}

const at = (account_id: number, sub_account: Place["sub_account"], reference: string | null): Place => ({
  account_id,
  sub_account,
  reference,
});

const heldOf = (lots: readonly PlacedLot[]): Piece[] =>
  lots.flatMap(({ batch_id, first, until }) => (batch_id === null ? [] : [{ batch_id, first, until }]));

/** A record posts an entry of a type once in each of its versions. */
const keyOf = ({ record_uid, version }: GecRedemptionRecord): string => `${record_uid}:${version}`;

async function move(
  tx: Tx,
  row: GecRedemptionRecord,
  given: {
    type: EntryType;
    actor_id: number | null;
    pieces: readonly Piece[];
    from: Place;
    to: Place;
    lot?: LotTerms | null;
    record?: CanonicalValue;
  },
): Promise<number | null> {
  const { type, actor_id, pieces, from, to, lot = null } = given;
  if (pieces.length === 0) return null;
  const { record = { kind: "gec_redemption", number: row.number } } = given;
  try {
    const { entry_id } = await postEntry(tx, {
      type,
      actor_id,
      key: keyOf(row),
      reference: row.number,
      record,
      note: {},
      reverses: null,
      moves: pieces.map((piece) => ({ ...piece, from, to, lot })),
      batches: [],
    });
    return entry_id;
  } catch (error) {
    const isSold = type === "settle" && error instanceof LedgerRefusal && error.reason === "not_allowed";
    throw isSold ? new GuardRefusal(422, [soldOnce]) : error;
  }
}
