// How many certificates there are, and where, for anybody.
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { mergedYears, type ShownSupply, type SupplyYear } from "./supply-years.ts";

interface Supply extends ShownSupply {
  /** Of what instant the numbers are. */
  readonly at: Date;
}

/** The numbers of a database as they were last added up, and after how many entries. */
const lastOf = new WeakMap<Db, { readonly entries: number; readonly numbers: Promise<Supply> }>();

/** The certificates of the ledger. Added up again only when it has got another entry, once for all who ask meanwhile. */
export async function supply(db: Db): Promise<Supply> {
  const entries = await committedEntries(db);
  const last = lastOf.get(db);
  if (last?.entries === entries) return last.numbers;
  const numbers = db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(addedUp);
  lastOf.set(db, { entries, numbers });
  // Numbers that could not be had are asked for again.
  numbers.catch(() => lastOf.delete(db));
  return numbers;
}

/** Entries of the journal, which only grows: the sealed ones have numbers without gaps. */
async function committedEntries(db: Db): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    select coalesce((select max(seq) from journal_seal), 0)::int8 + (select count(*) from journal_unsealed) as entries`.execute(
    db,
  );
  return rows[0]?.entries ?? 0;
}

async function addedUp(tx: Tx): Promise<Supply> {
  const { rows } = await sql<SupplyYear & { at: Date }>`
    with held as (
      select batch_id,
        coalesce(sum(until - first) filter (where business_account_id is not null), 0) as active,
        coalesce(sum(until - first) filter (where sub_account = 'retired'), 0) as retired,
        coalesce(sum(until - first) filter (where sub_account = 'external'), 0) as external,
        coalesce(sum(until - first) filter (where sub_account = 'withdrawn'), 0) as withdrawn
      from certificate_holding group by batch_id
    ), cells as (
      select b.registry, b.demonstration, left(b.month, 4) as year, sum(b.quantity)::int8 as issued,
        sum(h.active)::int8 as active, sum(h.retired)::int8 as retired, sum(h.external)::int8 as external,
        sum(h.withdrawn)::int8 as withdrawn
      from certificate_batch b join held h using (batch_id)
      group by b.registry, b.demonstration, left(b.month, 4)
    ), owners as (
      select b.registry, b.demonstration, left(b.month, 4) as year, array_agg(distinct l.to_account) as accounts
      from journal_leg l join certificate_batch b using (batch_id)
      where l.to_account is not null group by b.registry, b.demonstration, left(b.month, 4)
    )
    select now() as at, cells.*, coalesce(owners.accounts, '{}') as accounts
    from cells left join owners using (registry, demonstration, year)`.execute(tx);
  return { at: rows[0]?.at ?? new Date(), ...mergedYears(rows) };
}
