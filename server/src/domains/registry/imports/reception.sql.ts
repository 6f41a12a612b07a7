// What a reception posts: certificates that begin here with the serial numbers that they had, or those that were exported from here as they were.
import { alreadyHere, formatBatchCode, formatSerials, type SerialRange } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import { LedgerRefusal, postEntry, type LotTerms, type Posting } from "../ledger/post.sql.ts";
import type { ImportRecord } from "./import-rows.ts";
import { returning, type KnownPiece } from "./known.sql.ts";

const LOT: LotTerms = { channel: "import", unit_cost: null, currency: null, label: "" };

/** Posts what came, in serial order, to the account; returns the entry and whether it had been exported from here. Refuses with IMP-003 what is here already. */
export async function receive(
  tx: Tx,
  row: ImportRecord,
  {
    received,
    actor_id,
    statement,
  }: { received: readonly SerialRange[]; actor_id: number | null; statement: string },
): Promise<{ entry_id: number; restored: boolean }> {
  const back: KnownPiece[] = [];
  const fresh: SerialRange[] = [];
  for (const range of received) {
    const pieces = await returning(tx, { origin: row.origin, series: row.series, ...range });
    if (!Array.isArray(pieces)) throw new GuardRefusal(422, [pieces]);
    back.push(...pieces);
    if (pieces.length === 0) fresh.push(range);
  }
  const to = { account_id: row.business_account_id, sub_account: "available", reference: null } as const;
  const moves = back.map(({ batch_id, first, until, reference }) => ({
    batch_id,
    first,
    until,
    from: { account_id: null, sub_account: "external", reference } as const,
    to,
    lot: LOT,
  }));
  const batches = fresh.length === 0 ? [] : [await batchOf(tx, row, fresh)];
  try {
    const { entry_id } = await postEntry(tx, {
      type: "import",
      actor_id,
      key: `${row.record_uid}:${row.version}`,
      reference: row.number,
      record: { kind: "import", number: row.number, origin: row.origin, statement },
      note: { transaction: row.transaction_number },
      reverses: null,
      moves,
      batches,
    });
    return { entry_id, restored: back.length > 0 };
  } catch (error) {
    const isHere = error instanceof LedgerRefusal && (error.reason === "twice" || error.reason === "moved");
    throw isHere ? new GuardRefusal(422, [alreadyHere(row)]) : error;
  }
}

async function batchOf(
  tx: Tx,
  row: ImportRecord,
  fresh: readonly SerialRange[],
): Promise<Posting["batches"][number]> {
  const { registry, country, fuel, demonstration, origin, series } = row;
  const month = row.period_from.slice(0, 7);
  const code = (batch: number) =>
    formatBatchCode({ demonstration, registry, country, device: row.device_code, month, origin, batch });
  // Batches of a device, month and origin are numbered one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${code(1)}, 131))`.execute(tx);
  const before = `${code(1).slice(0, -4)}____`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int4 as count from certificate_batch where code like ${before}`.execute(tx);
  return {
    code: code((rows[0]?.count ?? 0) + 1),
    registry,
    country,
    device: row.device_code,
    fuel,
    month,
    from_day: row.period_from,
    to_day: row.period_to,
    source_reference: row.number,
    manifest_root: null,
    quantity: fresh.reduce((sum, { first, until }) => sum + until - first, 0),
    demonstration,
    to: { account_id: row.business_account_id, sub_account: "available", reference: null },
    lot: LOT,
    foreign: fresh.map((range) => ({ registry: origin, series, ...range })),
  };
}

/** Writes down what came against which statement, and how many there are now. */
export async function noteReception(
  tx: Tx,
  row: ImportRecord,
  came: {
    received: readonly SerialRange[];
    entry_id: number;
    restored: boolean;
    statement: string;
    amount: number;
  },
): Promise<void> {
  const { entry_id, restored, statement } = came;
  const serials = `{${came.received.map(({ first, until }) => `[${first},${until})`).join(",")}}`;
  await sql`
    insert into rec_import_reception (import_id, entry_id, serials, statement_sha256, restored)
    values (${row.import_id}, ${entry_id}, ${serials}::int8multirange, decode(${statement}, 'hex'), ${restored})`.execute(
    tx,
  );
  await sql`update rec_import set quantity_received = quantity_received + ${came.amount} where import_id = ${row.import_id}`.execute(
    tx,
  );
  await tx.deleteFrom("rec_import_asked").where("import_id", "=", row.import_id).execute();
}

/** The receptions of an import, in their order, with what each is called here. */
export async function receptionsOf(db: Db, import_id: number) {
  const { rows } = await sql<{
    at: Date;
    serials: SerialRange[];
    batches: (SerialRange & { code: string })[];
    statement_sha256: string;
    restored: boolean;
  }>`
    select r.at, encode(r.statement_sha256, 'hex') as statement_sha256, r.restored,
      (select json_agg(json_build_object('first', lower(s), 'until', upper(s)) order by lower(s)) from unnest(r.serials) s) as serials,
      (select json_agg(json_build_object('code', b.code, 'first', l.first, 'until', l.until) order by l.leg_no)
        from journal_leg l join certificate_batch b using (batch_id) where l.entry_id = r.entry_id) as batches
    from rec_import_reception r where r.import_id = ${import_id} order by r.reception_id`.execute(db);
  return rows.map(({ at, batches, ...reception }) => ({
    ...reception,
    at: at.toISOString(),
    rec_id: batches.map(({ code, ...range }) => formatSerials(code, range)),
  }));
}
