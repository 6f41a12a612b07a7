// The journal as the checker reads it: in the order of the log, a few thousand entries at a time.
import type { CertificateRegistry, LotChannel, SubAccount } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { ForeignText } from "./entry-text.ts";
import type { Batch, CertificatePlace, Holdings, Leg, Lot, PostedEntry } from "./journal.ts";

/** All batches with what their issuing says of them, by number. */
export async function readBatches(
  tx: Tx,
): Promise<ReadonlyMap<number, Batch & { facts: Record<string, string> }>> {
  const rows = await tx.selectFrom("certificate_batch").selectAll().execute();
  return new Map(
    rows.map(({ batch_id, registry, quantity, ...row }) => {
      const facts = {
        code: row.code,
        country: row.country,
        demonstration: String(row.demonstration),
        device: row.device,
        from_day: row.from_day,
        fuel: row.fuel,
        manifest_root: row.manifest_root?.toString("hex") ?? "",
        month: row.month,
        quantity: String(quantity),
        registry,
        source_reference: row.source_reference,
        to_day: row.to_day,
      };
      // oxlint-disable-next-line no-unsafe-type-assertion -- a check constraint holds it
      return [batch_id, { batch_id, registry: registry as CertificateRegistry, quantity, facts }];
    }),
  );
}

/** All lots with what entries say of them, by number. */
export async function readLots(
  tx: Tx,
): Promise<ReadonlyMap<number, Lot & { facts: Record<string, string> }>> {
  const rows = await tx.selectFrom("certificate_lot").selectAll().execute();
  return new Map(
    rows.map(({ lot_id, channel, unit_cost, currency, label }) => {
      const facts = { channel, cost: unit_cost ?? "", currency: currency ?? "", label };
      // oxlint-disable-next-line no-unsafe-type-assertion -- a check constraint holds it
      return [lot_id, { lot_id, channel: channel as LotChannel, unit_cost, currency, facts }];
    }),
  );
}

/** The numbers that batches have at other registries as entries name them, in their order, by batch. */
export async function readForeign(tx: Tx): Promise<ReadonlyMap<number, readonly ForeignText[]>> {
  const { rows } = await sql<ForeignText & { batch_id: number }>`
    select batch_id, lower(range)::text as first, registry, series, upper(range)::text as until
    from foreign_serial order by batch_id, registry collate "C", series collate "C", range`.execute(tx);
  const numbers = new Map<number, ForeignText[]>();
  for (const { batch_id, ...one } of rows) {
    const all = numbers.get(batch_id);
    if (all === undefined) numbers.set(batch_id, [one]);
    else all.push(one);
  }
  return numbers;
}

/** What the database lets be posted, a text for each rule. */
export async function readPostingRules(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom("posting_rule").selectAll().execute();
  return rows.map(({ type, from_sub, to_sub, owner_change }) =>
    [type, from_sub, to_sub, owner_change].join(" "),
  );
}

/** Which entries: sealed ones by their places in the log, or those that are not sealed yet. */
type Stretch = { readonly from: number; readonly to: number } | "unsealed";

/** Entries that are looked at together. */
const AT_ONCE = 5000;

/** A log of that size in stretches, and what waits to be sealed. */
export function* stretchesOf({ last }: { readonly last: number }): Generator<Stretch> {
  for (let from = 1; from <= last; from += AT_ONCE) yield { from, to: from + AT_ONCE - 1 };
  yield "unsealed";
}

const entriesOf = (stretch: Stretch) =>
  stretch === "unsealed"
    ? sql`(select entry_id as place, entry_id from journal_unsealed)`
    : sql`(select seq as place, entry_id from journal_seal where seq between ${stretch.from} and ${stretch.to})`;

type EntryRow = Omit<PostedEntry, "legs">;

interface LegRow {
  readonly entry_id: number;
  readonly batch_id: number;
  readonly first: number;
  readonly until: number;
  readonly from_account: number | null;
  readonly from_sub: SubAccount | "issue";
  readonly from_reference: string | null;
  readonly from_lot: number | null;
  readonly to_account: number | null;
  readonly to_sub: SubAccount;
  readonly to_reference: string | null;
  readonly to_lot: number;
}

/** The entries of the stretch, in order. */
export async function readEntries(tx: Tx, stretch: Stretch): Promise<PostedEntry[]> {
  const [entries, legs] = [
    await sql<EntryRow>`
      select e.entry_id, e.type, e.actor_id, e.key, date_part('epoch', e.at) * 1000 as at, e.reference, e.reverses
      from ${entriesOf(stretch)} of join journal_entry e using (entry_id) order by of.place`.execute(tx),
    await sql<LegRow>`
      select l.* from ${entriesOf(stretch)} of join journal_leg l using (entry_id)
      order by of.place, l.leg_no`.execute(tx),
  ];
  const byEntry = new Map<number, Leg[]>();
  for (const row of legs.rows) {
    const all = byEntry.get(row.entry_id);
    if (all === undefined) byEntry.set(row.entry_id, [legOf(row)]);
    else all.push(legOf(row));
  }
  return entries.rows.map((row) => ({ ...row, legs: byEntry.get(row.entry_id) ?? [] }));
}

function legOf(row: LegRow): Leg {
  const { batch_id, first, until } = row;
  const { from_account, from_sub, from_reference, from_lot } = row;
  const isNew = from_sub === "issue" && from_account === null && from_reference === null && from_lot === null;
  const from: CertificatePlace | null = isNew
    ? null
    : {
        account_id: from_account,
        // oxlint-disable-next-line no-unsafe-type-assertion -- any other is a fault, which the audit finds
        sub_account: from_sub as SubAccount,
        reference: from_reference,
        lot_id: from_lot ?? 0,
      };
  const to = {
    account_id: row.to_account,
    sub_account: row.to_sub,
    reference: row.to_reference,
    lot_id: row.to_lot,
  };
  return { batch_id, first, until, from, to };
}

/** What lies in the database of the hashes of an entry. */
export interface HashedEntry {
  readonly entry_id: number;
  readonly entry_uid: string;
  readonly public_part: string;
  readonly private_part: string;
  readonly salt: Uint8Array;
  readonly leaf: Uint8Array;
  readonly request_hash: Uint8Array;
  readonly reverses_uid: string | null;
  /** False: its legs are not numbered from 1 on, or its time is finer than what was hashed of it. */
  readonly is_whole: boolean;
  /** Its place in the log; null: not sealed yet. */
  readonly seq: number | null;
  readonly prev_hash: Uint8Array | null;
  readonly hash: Uint8Array | null;
  /** µs since 1970. */
  readonly sealed_us: number | null;
}

/** The texts and hashes of the entries of the stretch, in order. */
export async function readHashes(tx: Tx, stretch: Stretch): Promise<HashedEntry[]> {
  const { rows } = await sql<HashedEntry>`
    select e.entry_id, e.entry_uid, e.public_part, e.private_part, e.salt, e.leaf, e.request_hash, back.entry_uid as reverses_uid,
      e.at = date_trunc('milliseconds', e.at) and (
        select count(*) = coalesce(max(leg_no), 0) and coalesce(min(leg_no), 1) = 1 from journal_leg l where l.entry_id = e.entry_id
      ) as is_whole,
      s.seq, s.prev_hash, s.hash, (extract(epoch from s.sealed_at) * 1000000)::int8 as sealed_us
    from ${entriesOf(stretch)} of join journal_entry e using (entry_id)
      left join journal_entry back on back.entry_id = e.reverses left join journal_seal s on s.entry_id = e.entry_id
    order by of.place`.execute(tx);
  return rows;
}

/** How much of the log there is: entries, those sealed, those not, the last place, and seconds that the oldest unsealed one waits. */
export async function readLogSize(tx: Tx) {
  const { rows } = await sql<{
    entries: number;
    sealed: number;
    unsealed: number;
    last: number;
    waits_s: number;
  }>`
    select (select count(*) from journal_entry) as entries, (select count(*) from journal_seal) as sealed,
      (select count(*) from journal_unsealed) as unsealed, (select coalesce(max(seq), 0) from journal_seal) as last,
      (select coalesce(extract(epoch from clock_timestamp() - min(e.at)), 0)::float8
        from journal_unsealed join journal_entry e using (entry_id)) as waits_s`.execute(tx);
  const [size] = rows;
  if (size === undefined) throw new Error("The database returned no counts");
  return size;
}

/** All heads, the smallest first; `is_whole`: its time is no finer than what was signed of it. */
export function readHeads(tx: Tx) {
  return tx
    .selectFrom("journal_head")
    .selectAll()
    .select(sql<boolean>`at = date_trunc('milliseconds', at)`.as("is_whole"))
    .orderBy("size")
    .execute();
}

/** Lots that no leg made. */
export async function readUnusedLots(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ lot_id: number }>`
    select lot_id from certificate_lot except select to_lot from journal_leg order by lot_id`.execute(tx);
  return rows.map(({ lot_id }) => lot_id);
}

/** Batches of which a holding says another size or mark than they have. */
export async function readUnlikeHoldings(tx: Tx): Promise<number[]> {
  const rows = await tx
    .selectFrom("certificate_holding as h")
    .leftJoin("certificate_batch as b", "b.batch_id", "h.batch_id")
    .select("h.batch_id")
    .distinct()
    .where(sql<boolean>`(h.quantity, h.demonstration) is distinct from (b.quantity, b.demonstration)`)
    .execute();
  return rows.map(({ batch_id }) => batch_id);
}

/** Since when the ledger is held, and from which size on a head was published that it has not; undefined: it is not held. */
export function readHold(tx: Tx): Promise<{ since: Date; size: number; root: Buffer } | undefined> {
  return tx.selectFrom("ledger_hold").select(["since", "size", "root"]).executeTakeFirst();
}

/** Where the database has every certificate. */
export async function readHoldings(tx: Tx): Promise<Holdings> {
  const rows = await tx
    .selectFrom("certificate_holding")
    .select(["batch_id", "first", "until", "business_account_id", "sub_account", "reference", "lot_id"])
    .orderBy("batch_id")
    .orderBy("first")
    .execute();
  const holdings: Holdings = new Map();
  for (const { batch_id, first, until, business_account_id, sub_account, reference, lot_id } of rows) {
    const pieces = holdings.get(batch_id) ?? [];
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
