// Balances of a business account: certificates by registry, device and vintage, now or at an instant that the journal still knows.
import type { BALANCE_ORDERS, CertificateRegistry, FuelGroup } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { anywhere } from "../../../platform/postgres/patterns.ts";
import { wayOf } from "../../parties/index.ts";
import { FUEL_GROUP, TICKER } from "./ticker.sql.ts";

/** Certificates by where they are; each is one MWh. */
interface Balances {
  readonly available: number;
  readonly on_sale: number;
  readonly in_settlement: number;
  readonly redemption_pending: number;
  /** Being exported, or frozen. */
  readonly held_back: number;
  readonly total: number;
}

interface BalanceRow extends Balances {
  readonly ticker: string;
  readonly country: string;
  readonly device: string;
  /** As the import named it where the device is not one of this registry's. */
  readonly english_name: string;
  readonly local_name: string;
  readonly location: string;
  readonly province: string;
  readonly fuel: string;
  readonly fuel_group: FuelGroup;
  readonly vintage: number;
}

/** What is asked of an inventory. */
interface InventoryQuestion {
  readonly business_account_id: number;
  readonly registry: CertificateRegistry;
  /** Null: now. */
  readonly as_of: Date | null;
  readonly search: string;
  readonly fuel: FuelGroup | null;
  readonly vintage: number | null;
  /** Null: the newest vintage first, by ticker and device. */
  readonly order_by: (typeof BALANCE_ORDERS)[number] | null;
  /** "ever": rows of which nothing is held any more, too. */
  readonly which: "held" | "ever";
  readonly order_type: "asc" | "desc";
  /** From 1. */
  readonly page: number;
  readonly size: number;
}

/** Certificates that the account holds, as rows of (batch_id, sub_account, amount): from the holdings, or from the journal up to the instant. */
const heldBy = (account: number, as_of: Date | null) =>
  as_of === null
    ? sql`
      select batch_id, sub_account, sum(until - first)::int8 as amount
      from certificate_holding where business_account_id = ${account} group by batch_id, sub_account`
    : sql`
      select batch_id, sub_account, sum(amount)::int8 as amount from (
        select l.batch_id, l.to_sub as sub_account, l.until - l.first as amount
          from journal_leg l join journal_entry e using (entry_id) where l.to_account = ${account} and e.at <= ${as_of}
        union all
        select l.batch_id, l.from_sub, l.first - l.until
          from journal_leg l join journal_entry e using (entry_id) where l.from_account = ${account} and e.at <= ${as_of}
      ) moves group by batch_id, sub_account having sum(amount) > 0`;

/** Batches of which the account ever had something, until the instant, with nothing: so that what it holds no more has a row too. */
const everHeldBy = (account: number, as_of: Date | null) => sql`
  select distinct l.batch_id, 'available', 0::int8 from journal_leg l ${as_of === null ? sql`` : sql`join journal_entry e using (entry_id)`}
  where l.to_account = ${account} ${as_of === null ? sql`` : sql`and e.at <= ${as_of}`}`;

const SUMS = sql`
  coalesce(sum(amount) filter (where sub_account = 'available'), 0)::int8 as available,
  coalesce(sum(amount) filter (where sub_account = 'on_sale'), 0)::int8 as on_sale,
  coalesce(sum(amount) filter (where sub_account = 'in_settlement'), 0)::int8 as in_settlement,
  coalesce(sum(amount) filter (where sub_account = 'redemption_pending'), 0)::int8 as redemption_pending,
  coalesce(sum(amount) filter (where sub_account in ('export_pending', 'frozen')), 0)::int8 as held_back,
  coalesce(sum(amount), 0)::int8 as total`;

interface InventoryAnswer {
  readonly items: BalanceRow[];
  readonly total_items: number;
  readonly totals: Balances;
  /** Of the tickers that the page shows. */
  readonly tickers: (Balances & { readonly ticker: string })[];
  /** What is held of each registry, of whatever vintage and fuel, */
  readonly registries: Record<CertificateRegistry, number>;
  /** and the vintages of the registry that is asked about, the newest first. */
  readonly vintages: number[];
}

/** Certificates of a registry and vintage that are held. */
interface HeldVintage {
  readonly registry: CertificateRegistry;
  readonly vintage: number;
  readonly total: number;
}

const ORDERS: Readonly<Record<(typeof BALANCE_ORDERS)[number], ReturnType<typeof sql>>> = {
  device: sql`lower(coalesce(nullif(english_name, ''), device))`,
  location: sql`lower(concat_ws(' ', nullif(location, ''), nullif(province, ''), country))`,
  fuel: sql`fuel_group`,
  available: sql`available`,
  on_sale: sql`on_sale`,
  in_settlement: sql`in_settlement`,
  redemption_pending: sql`redemption_pending`,
  total: sql`total`,
  ticker: sql`ticker`,
  vintage: sql`vintage`,
  province: sql`lower(nullif(province, ''))`,
  onSale: sql`(on_sale + in_settlement > 0)::int4`,
  onRedemption: sql`(redemption_pending > 0)::int4`,
};

/** In which order rows come: those of a ticker stay together, and tickers go by the first of theirs. */
function orderOf({ order_by, order_type }: Pick<InventoryQuestion, "order_by" | "order_type">) {
  if (order_by === null) {
    return {
      keys: sql`null as first_key, null as own_key`,
      by: sql`vintage desc, ticker, english_name, device, fuel`,
    };
  }
  const [key, way] = [ORDERS[order_by], wayOf(order_type)];
  const first = order_type === "asc" ? sql`min` : sql`max`;
  return {
    keys: sql`${first}(${key}) over (partition by ticker) as first_key, ${key} as own_key`,
    by: sql`first_key ${way} nulls last, ticker, own_key ${way} nulls last, english_name, device, fuel`,
  };
}

/** A page of the account's balances at a registry, by ticker and device. */
export async function balancesPage(tx: Tx, asked: InventoryQuestion): Promise<InventoryAnswer> {
  const { business_account_id, registry, as_of, search, fuel, vintage, page, size } = asked;
  const { keys, by } = orderOf(asked);
  const gone = asked.which === "ever" ? sql`union all ${everHeldBy(business_account_id, as_of)}` : sql``;
  // What is held is counted once, however much is said of it: an account may have very many ranges.
  const { rows } = await sql<{
    answer: Omit<InventoryAnswer, "registries" | "vintages"> & { held: HeldVintage[] };
  }>`
    with held as materialized (${heldBy(business_account_id, as_of)} ${gone}),
    rows as materialized (
      select ${TICKER} as ticker, b.country, b.device,
        coalesce(d.english_name, max(i.device_name), '') as english_name, coalesce(d.local_name, '') as local_name, coalesce(d.location, max(i.location), '') as location,
        coalesce(d.province, max(i.province), '') as province, b.fuel, ${FUEL_GROUP} as fuel_group, left(b.month, 4)::int4 as vintage,
        string_agg(distinct b.code, ' ') as codes, ${SUMS}
      from held join certificate_batch b using (batch_id) left join registered_device d on d.code = b.device
        left join rec_import i on i.number = b.source_reference
      where b.registry = ${registry}
      group by b.registry, b.country, b.device, d.registered_device_id, b.fuel, left(b.month, 4)
    ),
    found as materialized (
      select * from rows
      where (${fuel}::text is null or fuel_group = ${fuel}) and (${vintage}::int4 is null or vintage = ${vintage})
        and (${search} = '' or concat_ws(' ', ticker, device, english_name, local_name, codes) ilike ${anywhere(search)})
    ),
    page as (
      select *, row_number() over (order by ${by}) as nth from (select *, ${keys} from found) keyed order by nth limit ${size} offset ${(page - 1) * size}
    ),
    subtotals as (
      select ticker, sum(available)::int8 as available, sum(on_sale)::int8 as on_sale, sum(in_settlement)::int8 as in_settlement,
        sum(redemption_pending)::int8 as redemption_pending, sum(held_back)::int8 as held_back, sum(total)::int8 as total
      from found where ticker in (select ticker from page) group by ticker
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(to_jsonb(page) - '{codes,first_key,own_key,nth}'::text[] order by nth) from page), '[]'),
      'total_items', (select count(*) from found),
      'totals', (select jsonb_build_object('available', coalesce(sum(available), 0), 'on_sale', coalesce(sum(on_sale), 0),
        'in_settlement', coalesce(sum(in_settlement), 0), 'redemption_pending', coalesce(sum(redemption_pending), 0),
        'held_back', coalesce(sum(held_back), 0), 'total', coalesce(sum(total), 0)) from found),
      'tickers', coalesce((select jsonb_agg(to_jsonb(subtotals)) from subtotals), '[]'),
      'held', coalesce((select jsonb_agg(to_jsonb(v)) from (
        select b.registry, left(b.month, 4)::int4 as vintage, sum(amount)::int8 as total
        from held join certificate_batch b using (batch_id) group by 1, 2) v), '[]')
    ) as answer`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error("The inventory has no answer");
  const { held, ...answer } = row.answer;
  return { ...answer, ...overviewOf(held, registry) };
}

/** What the account holds of each registry, and the vintages of the one that is asked about, the newest first. */
function overviewOf(
  held: readonly HeldVintage[],
  registry: CertificateRegistry,
): Pick<InventoryAnswer, "registries" | "vintages"> {
  const totalOf = (of: CertificateRegistry) =>
    held.filter((row) => row.registry === of).reduce((sum, { total }) => sum + total, 0);
  return {
    registries: { IREC: totalOf("IREC"), TIGR: totalOf("TIGR"), GEC: totalOf("GEC") },
    vintages: held
      .filter((row) => row.registry === registry)
      .map((row) => row.vintage)
      .toSorted((a, b) => b - a),
  };
}
