// What a business account holds, a row for each registry, device and month of production.
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";

/** Certificates of a device and month that the account holds, by where they are; each is one MWh. */
interface InventoryRow {
  readonly registry: string;
  readonly country: string;
  readonly device: string;
  readonly fuel: string;
  /** YYYY-MM. */
  readonly month: string;
  readonly available: number;
  readonly on_sale: number;
  readonly in_settlement: number;
  readonly redemption_pending: number;
  /** All of them, those being exported and those frozen too. */
  readonly total: number;
}

interface Inventory {
  readonly rows: readonly InventoryRow[];
  /** Rows of all pages. */
  readonly total_items: number;
}

/** A page (from 1) of the account's inventory, the newest month first, `size` rows; of other accounts nothing. */
export async function inventoryPage(
  tx: Tx,
  { business_account_id, page, size }: { business_account_id: number; page: number; size: number },
): Promise<Inventory> {
  const { rows } = await sql<InventoryRow & { total_items: number }>`
    with held as materialized (
      select batch_id,
        coalesce(sum(until - first) filter (where sub_account = 'available'), 0)::int8 as available,
        coalesce(sum(until - first) filter (where sub_account = 'on_sale'), 0)::int8 as on_sale,
        coalesce(sum(until - first) filter (where sub_account = 'in_settlement'), 0)::int8 as in_settlement,
        coalesce(sum(until - first) filter (where sub_account = 'redemption_pending'), 0)::int8 as redemption_pending,
        sum(until - first)::int8 as total
      from certificate_holding where business_account_id = ${business_account_id} group by batch_id
    )
    select b.registry, b.country, b.device, b.fuel, b.month, sum(h.available)::int8 as available,
      sum(h.on_sale)::int8 as on_sale, sum(h.in_settlement)::int8 as in_settlement,
      sum(h.redemption_pending)::int8 as redemption_pending, sum(h.total)::int8 as total,
      count(*) over () as total_items
    from held h join certificate_batch b using (batch_id)
    group by b.registry, b.country, b.device, b.fuel, b.month
    order by b.month desc, b.registry, b.device, b.country, b.fuel
    limit ${size} offset ${(page - 1) * size}`.execute(tx);
  return {
    rows: rows.map(({ total_items: _all, ...row }) => row),
    total_items: rows[0]?.total_items ?? 0,
  };
}
