// How many certificates there are and where, and the energy behind them, for anybody.
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { mergedCells, type ShownSupply, type SupplyCell } from "./supply-cells.ts";

interface Supply extends ShownSupply {
  /** Of what instant the numbers are. */
  readonly at: Date;
}

/** Numbers are given out for so long before they are added up again, ms. */
const KEPT_MS = 5000;

/** The numbers of a database as they were last asked for, and since when they are. */
const lastOf = new WeakMap<Db, { since: number; isRunning: boolean; numbers: Promise<Supply> }>();

/**
 * The supply of the ledger. It is added up once at a time, for all who ask meanwhile, and at most once in five seconds, however much is posted and whoever
 * asks. `now` gives ms that only grow.
 */
export function supply(db: Db, now: () => number): Promise<Supply> {
  const last = lastOf.get(db);
  if (last !== undefined && (last.isRunning || now() - last.since < KEPT_MS)) return last.numbers;
  const numbers = db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(addedUp);
  const begun = { since: now(), isRunning: true, numbers };
  lastOf.set(db, begun);
  numbers.then(
    () => Object.assign(begun, { isRunning: false, since: now() }),
    // Numbers that could not be had are asked for again.
    () => lastOf.delete(db),
  );
  return numbers;
}

async function addedUp(tx: Tx): Promise<Supply> {
  const { rows } = await sql<SupplyCell & { at: Date }>`
    with recursive held as (
      select batch_id,
        coalesce(sum(until - first) filter (where business_account_id is not null), 0) as active,
        coalesce(sum(until - first) filter (where sub_account = 'retired'), 0) as retired,
        coalesce(sum(until - first) filter (where sub_account = 'external'), 0) as external,
        coalesce(sum(until - first) filter (where sub_account = 'withdrawn'), 0) as withdrawn
      from certificate_holding group by batch_id
    ), owners as (
      select l.batch_id, array_agg(distinct l.to_account) as accounts from journal_leg l
      where l.to_account is not null group by l.batch_id
    ), line as (
      select registered_device_id, registered_device_id as lineage_id, business_account_id from registered_device where predecessor_id is null
      union all
      select d.registered_device_id, line.lineage_id, d.business_account_id
      from line join registered_device d on d.predecessor_id = line.registered_device_id
    ), parts as (
      select b.registry, b.demonstration, b.country, b.fuel, left(b.month, 4) as year, b.quantity as issued, h.active, h.retired,
        h.external, h.withdrawn, 0::int8 as metered_wh, 0::int8 as declared_wh, 0::int8 as certified_wh, 0::int8 as debt_wh, o.accounts
      from certificate_batch b join held h using (batch_id) left join owners o using (batch_id)
      union all
      select a.registry, d.demonstration, d.country, d.fuel, a.vintage::text, 0, 0, 0, 0, 0, a.metered_wh, a.declared_wh, a.certified_wh,
        a.debt_wh, (select array_agg(distinct line.business_account_id) from line where line.lineage_id = a.lineage_id)
      from generation_account a join registered_device d on d.registered_device_id = a.lineage_id
      where a.metered_wh + a.declared_wh + a.certified_wh + a.debt_wh > 0
    ), sums as (
      select registry, demonstration, country, fuel, year, sum(issued)::int8 as issued, sum(active)::int8 as active,
        sum(retired)::int8 as retired, sum(external)::int8 as external, sum(withdrawn)::int8 as withdrawn,
        sum(metered_wh)::int8 as metered_wh, sum(declared_wh)::int8 as declared_wh, sum(certified_wh)::int8 as certified_wh,
        sum(debt_wh)::int8 as debt_wh
      from parts group by registry, demonstration, country, fuel, year
    ), people as (
      select registry, demonstration, country, fuel, year, array_agg(distinct one) as accounts
      from parts cross join lateral unnest(accounts) one group by registry, demonstration, country, fuel, year
    )
    select now() as at, sums.*, coalesce(people.accounts, '{}') as accounts
    from sums left join people using (registry, demonstration, country, fuel, year)`.execute(tx);
  return { at: rows[0]?.at ?? new Date(), ...mergedCells(rows) };
}
