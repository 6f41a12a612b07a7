// Serial ranges that a business account holds, held at an instant, or holds no longer.
import type { CertificateRegistry, InventoryRange, RangeState } from "@heliograph/contract";
import { sql, type RawBuilder } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { producedOfRange } from "../manifest/leaves.sql.ts";
import { withRecords } from "./behind.sql.ts";

/** Which ranges are asked for. */
interface RangeQuestion {
  readonly business_account_id: number;
  readonly registry: CertificateRegistry;
  readonly country: string;
  readonly device: string;
  readonly vintage: number;
  /** Null: now. */
  readonly as_of: Date | null;
  readonly which: "held" | "gone";
  /** From 1. */
  readonly page: number;
  readonly size: number;
}

interface RangePage {
  readonly items: InventoryRange[];
  readonly total_items: number;
  readonly amounts: { readonly state: RangeState; readonly amount: number }[];
}

/** The page as the query answers it. */
interface FoundPage extends Omit<RangePage, "items"> {
  readonly items: Omit<InventoryRange, "record">[];
}

/** Ranges as rows of (batch_id, first, until, state, reference, lot_id), of the batches that the query's `batches` names. */
type Ranges = RawBuilder<unknown>;

const heldNow = (account: number): Ranges => sql`
  select h.batch_id, h.first, h.until, h.sub_account as state, h.reference, h.lot_id
  from certificate_holding h where h.business_account_id = ${account} and h.batch_id in (select batch_id from batches)`;

/** What came to the account until the instant, without what moved again until then. */
const heldAt = (account: number, as_of: Date): Ranges => sql`
  select l.batch_id, lower(piece) as first, upper(piece) as until, l.to_sub as state, l.to_reference as reference, l.to_lot as lot_id
  from journal_leg l join journal_entry e using (entry_id),
    unnest(int8multirange(int8range(l.first, l.until)) - coalesce((
      select range_agg(int8range(n.first, n.until)) from journal_leg n join journal_entry later on later.entry_id = n.entry_id
      where n.batch_id = l.batch_id and n.entry_id > l.entry_id and later.at <= ${as_of}), '{}')) piece
  where l.to_account = ${account} and l.batch_id in (select batch_id from batches) and e.at <= ${as_of}`;

/** What left the account, without what came back later. */
const gone = (account: number): Ranges => sql`
  select l.batch_id, lower(piece) as first, upper(piece) as until,
    case when l.to_account is null then l.to_sub else 'sold' end as state, coalesce(l.to_reference, e.reference) as reference,
    l.from_lot as lot_id
  from journal_leg l join journal_entry e using (entry_id),
    unnest(int8multirange(int8range(l.first, l.until)) - coalesce((
      select range_agg(int8range(n.first, n.until)) from journal_leg n
      where n.batch_id = l.batch_id and n.entry_id > l.entry_id and n.to_account = ${account}), '{}')) piece
  where l.from_account = ${account} and l.to_account is distinct from ${account} and l.batch_id in (select batch_id from batches)`;

/** A page of ranges by month, batch and number, and how much there is of each state on all pages. */
export async function rangesPage(tx: Tx, asked: RangeQuestion): Promise<RangePage> {
  const { business_account_id, registry, country, device, vintage, as_of, which, page, size } = asked;
  const ranges =
    which === "gone"
      ? gone(business_account_id)
      : as_of === null
        ? heldNow(business_account_id)
        : heldAt(business_account_id, as_of);
  const { rows } = await sql<{ answer: FoundPage }>`
    with batches as materialized (
      select batch_id, code, quantity, month, from_day, to_day from certificate_batch
      where registry = ${registry} and country = ${country} and device = ${device} and left(month, 4) = ${String(vintage)}
    ),
    ranges as materialized (${ranges}),
    page as (
      select b.code, r.first, r.until, b.quantity as of, r.state, r.reference, l.channel, l.unit_cost::text as unit_cost, l.currency, b.month,
        coalesce(p.from_day, b.from_day) as from_day, coalesce(p.to_day, b.to_day) as to_day
      from ranges r join batches b using (batch_id) join certificate_lot l using (lot_id) ${producedOfRange}
      order by b.month, b.code, r.first limit ${size} offset ${(page - 1) * size}
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(to_jsonb(page) order by month, code, first) from page), '[]'),
      'total_items', (select count(*) from ranges),
      'amounts', coalesce((select jsonb_agg(jsonb_build_object('state', state, 'amount', amount) order by state)
        from (select state, sum(until - first)::int8 as amount from ranges group by state) sums), '[]')
    ) as answer`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error("The ranges have no answer");
  const { items, ...sums } = row.answer;
  return { ...sums, items: await withRecords(tx, business_account_id, items) };
}

/** Every part of a batch that the account holds or held, as it is or as it went, in the order of its numbers. */
export async function ownParts(
  tx: Tx,
  { business_account_id, batch_id }: { business_account_id: number; batch_id: number },
): Promise<{ first: number; until: number; state: RangeState }[]> {
  const { rows } = await sql<{ first: number; until: number; state: RangeState }>`
    with batches as (select ${batch_id}::int8 as batch_id)
    select first, until, state from (${heldNow(business_account_id)} union all ${gone(business_account_id)}) parts
    order by first`.execute(tx);
  return rows;
}
