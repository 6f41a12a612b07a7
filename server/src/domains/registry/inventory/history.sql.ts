// What happened to certificates of a business account, from the journal: its transactions, and the life of a range.
import type {
  CertificateRegistry,
  InventoryTransaction,
  RangeEvent,
  TRANSACTION_ORDERS,
  TransactionType,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { anywhere } from "../../../platform/postgres/patterns.ts";
import { wayOf } from "../../parties/index.ts";
import { withRecords } from "./behind.sql.ts";
import { TICKER } from "./ticker.sql.ts";

/** What is asked of the history. */
interface TransactionQuestion {
  readonly business_account_id: number;
  readonly registries: readonly CertificateRegistry[];
  readonly type: TransactionType | null;
  readonly search: string;
  readonly order_by: (typeof TRANSACTION_ORDERS)[number];
  readonly order_type: "asc" | "desc";
  /** From 1. */
  readonly page: number;
  readonly size: number;
}

/** What an entry is for an account that gains or loses by it, as `transactionTypeOf` of the contract has it; null: no row. */
export const TRANSACTION_TYPE = sql`case e.type when 'issue' then 'Issuance' when 'import' then 'Import'
  when 'settle' then case when m.amount > 0 then 'Purchase' else 'Sale' end
  when 'transfer' then case when m.amount > 0 then 'Transfer In' else 'Transfer Out' end
  when 'retire' then 'Redemption' when 'export' then 'Export' when 'withdraw' then 'Adjustment' when 'reversal' then 'Reversal' end`;

const ORDERS: Readonly<Record<(typeof TRANSACTION_ORDERS)[number], ReturnType<typeof sql>>> = {
  transaction: sql`seq`,
  registry: sql`registry`,
  type: sql`type`,
  // As it is shown: whether they came or left, the type says.
  amount: sql`abs(number_of_rec)`,
  tickers: sql`tickers[1]`,
  reference: sql`reference`,
  created: sql`seq`,
};

/** A page of sealed entries by which certificates came to the account or left it, a row for each registry; reservations are none. */
export async function transactionsPage(
  tx: Tx,
  asked: TransactionQuestion,
): Promise<{ items: InventoryTransaction[]; total_items: number }> {
  const { business_account_id: me, registries, type, search, page, size } = asked;
  const direction = wayOf(asked.order_type);
  const { rows } = await sql<
    Omit<InventoryTransaction, "created_at" | "record"> & { at: Date; total_items: number }
  >`
    with legs as (
      select entry_id, batch_id, until - first as amount from journal_leg where to_account = ${me} and from_account is distinct from ${me}
      union all
      select entry_id, batch_id, first - until from journal_leg where from_account = ${me} and to_account is distinct from ${me}
    ),
    moves as (
      select l.entry_id, b.registry, sum(l.amount)::int8 as amount,
        array_agg(distinct ${TICKER}) as kinds
      from legs l join certificate_batch b using (batch_id)
      where b.registry = any(${[...registries]}::text[]) group by l.entry_id, b.registry
    ),
    found as (
      select 'TX-' || s.seq as transaction_id, s.seq, m.registry, ${TRANSACTION_TYPE} as type, m.amount as number_of_rec, e.at,
        e.reference, m.kinds as tickers
      from moves m join journal_entry e using (entry_id) join journal_seal s using (entry_id)
    )
    select transaction_id, registry, type, number_of_rec, at, reference, tickers, count(*) over () as total_items
    from found
    where type is not null and (${type}::text is null or type = ${type})
      and (${search} = '' or concat_ws(' ', transaction_id, reference) ilike ${anywhere(search)})
    order by ${ORDERS[asked.order_by]} ${direction} nulls last, seq desc, registry limit ${size} offset ${(page - 1) * size}`.execute(
    tx,
  );
  const items = rows.map(({ at, total_items: _all, ...row }) => ({ ...row, created_at: at.toISOString() }));
  return { items: await withRecords(tx, me, items), total_items: rows[0]?.total_items ?? 0 };
}

interface BatchFacts {
  readonly batch_id: number;
  readonly code: string;
  readonly of: number;
  readonly month: string;
  readonly from_day: string;
  readonly to_day: string;
  readonly device: string;
  readonly english_name: string;
  readonly source_reference: string;
  readonly source_record: { kind: "issuance" | "import"; record_uid: string } | null;
  /** The plant, where the person is a member of it. */
  readonly project_uid: string | null;
  /** Whether the account is the one that the batch was made for. */
  readonly is_source: boolean;
}

/** The batch, for a person of an account that holds or held something of the range; undefined for others and where there is none. */
export async function batchFor(
  tx: Tx,
  {
    business_account_id: me,
    account_id,
    code,
    first,
    until,
  }: { business_account_id: number; account_id: number; code: string; first: number; until: number },
): Promise<BatchFacts | undefined> {
  const { rows } = await sql<BatchFacts>`
    select b.batch_id, b.code, b.quantity as of, b.month, b.from_day, b.to_day, b.device,
      coalesce(d.english_name, i.device_name, '') as english_name,
      b.source_reference,
      coalesce(
        (select json_build_object('kind', 'issuance', 'record_uid', i.record_uid) from issuance i where i.number = b.source_reference),
        case when i.number is not null then json_build_object('kind', 'import', 'record_uid', i.record_uid) end
      ) as source_record,
      (select p.project_uid from project p join project_member m using (project_id)
        where p.project_id = d.project_id and m.account_id = ${account_id} and p.removed_at is null) as project_uid,
      exists (select from journal_leg l where l.batch_id = b.batch_id and l.from_sub = 'issue' and l.to_account = ${me}) as is_source
    from certificate_batch b left join registered_device d on d.code = b.device left join rec_import i on i.number = b.source_reference
    where b.code = ${code} and ${until} <= b.quantity + 1 and exists (
      select from journal_leg l where l.batch_id = b.batch_id and l.to_account = ${me} and l.first < ${until} and l.until > ${first})`.execute(
    tx,
  );
  return rows[0];
}

/** Days of a batch that were restated and are shown at most, the newest. */
const RESTATED_SHOWN = 100;

/** Days in a batch whose readings were restated since it was made, for whoever holds some of it. */
export async function restatedOfBatch(
  tx: Tx,
  batch_id: number,
): Promise<{ day: string; at: string; was_wh: number; wh: number }[]> {
  const { rows } = await sql<{ day: string; at: Date; was_wh: number; wh: number }>`
    select r.day, r.at, r.was_wh, r.wh from certificate_batch b join issuance i on i.number = b.source_reference
      join restated_day r using (issuance_id)
    where b.batch_id = ${batch_id} and r.day between b.from_day and b.to_day
    order by r.restated_day_id desc limit ${RESTATED_SHOWN}`.execute(tx);
  return rows.toReversed().map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

/** Events of a range that are shown at most, the newest. */
const EVENTS_SHOWN = 200;

/**
 * What happened to the range, the oldest first. Of what others did among themselves only that certificates came to be, changed hands or were redeemed,
 * without record and person; people are named to their own account alone.
 */
export async function rangeEvents(
  tx: Tx,
  given: { business_account_id: number; batch_id: number; first: number; until: number },
): Promise<RangeEvent[]> {
  const { business_account_id: me, batch_id, first, until } = given;
  const { rows } = await sql<Omit<RangeEvent, "at" | "record"> & { at: Date }>`
    select * from (
      select s.seq, e.entry_id, e.at, e.type, greatest(l.first, ${first})::int8 as first, least(l.until, ${until})::int8 as until,
        case when l.from_sub = 'issue' then 'issue' when l.from_account = ${me} then l.from_sub else 'other' end as from,
        case when l.to_account = ${me} then l.to_sub
          when l.from_account = ${me} then case when l.to_account is null then l.to_sub else 'sold' end else 'other' end as to,
        (l.from_account is not distinct from ${me} or l.to_account is not distinct from ${me}) as is_own,
        case when l.from_account = ${me} or l.to_account = ${me} then coalesce(l.to_reference, e.reference) end as reference,
        (select a.display_name from role_grant g join account a using (account_id)
          where g.account_id = e.actor_id and g.business_account_id = ${me} limit 1) as person,
        encode(e.leaf, 'hex') as leaf
      from journal_leg l join journal_entry e using (entry_id) left join journal_seal s using (entry_id)
      where l.batch_id = ${batch_id} and l.first < ${until} and l.until > ${first}
        and (l.from_account is not distinct from ${me} or l.to_account is not distinct from ${me}
          or e.type in ('issue', 'import', 'transfer', 'settle', 'retire', 'export', 'withdraw', 'reversal'))
      order by e.entry_id desc, l.first desc limit ${EVENTS_SHOWN}
    ) newest order by entry_id, first`.execute(tx);
  const events = rows.map(({ at, ...row }) => ({
    seq: row.seq,
    at: at.toISOString(),
    type: row.type,
    first: row.first,
    until: row.until,
    from: row.from,
    to: row.to,
    is_own: row.is_own,
    reference: row.reference,
    person: row.is_own ? row.person : null,
    leaf: row.leaf,
  }));
  return withRecords(tx, me, events);
}
