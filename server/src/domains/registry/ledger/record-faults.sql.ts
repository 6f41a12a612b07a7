// Whether certificates are where records say: reservations against what is open, retirements against what is completed, and imports against
// what was received (invariants I7, I19, I20, I22).
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { JournalFault } from "./audit.ts";

const fault = (invariant: string, message: string): JournalFault => ({ invariant, message });

/** What does not hold between certificates and the records that they lie for. */
export async function recordFaults(tx: Tx): Promise<JournalFault[]> {
  return [
    ...(await reservedFaults(tx)),
    ...(await retiredFaults(tx)),
    ...(await statementFaults(tx)),
    ...(await importFaults(tx)),
  ];
}

/** Redemptions, with what each should have reserved and retired. */
const redemptions = sql`(
  select number, case when status in ('in_progress', 'approved', 'retiring', 'returned') then amount else 0 end as reserved,
    case status when 'completed' then amount else 0 end as retired, amount
  from redemption
  union all
  select g.number, case g.status when 'in_progress' then coalesce((
      select sum(upper(c.range) - lower(c.range)) from gec_certificate c
      where c.gec_redemption_id = g.gec_redemption_id and c.batch_id is not null), 0) else 0 end,
    case g.status when 'completed' then g.quantity else 0 end, g.quantity
  from gec_redemption g)`;

/** I7, I19: what is reserved lies for an open record, and that one has as many as it is about. */
async function reservedFaults(tx: Tx): Promise<JournalFault[]> {
  const { rows } = await sql<{ reference: string; sub_account: string; held: number; wanted: number }>`
    select reference, sub_account, sum(held)::int8 as held, sum(wanted)::int8 as wanted from (
      select coalesce(reference, '') as reference, sub_account, until - first as held, 0::numeric as wanted
      from certificate_holding where sub_account not in ('available', 'retired', 'withdrawn', 'external')
      union all
      select number, 'redemption_pending', 0, reserved from ${redemptions} r) sides
    group by reference, sub_account having sum(held) <> sum(wanted) order by 1, 2`.execute(tx);
  return rows.map(({ reference, sub_account, held, wanted }) =>
    fault("I19", `${reference}: ${held} certificates are ${sub_account}, and ${wanted} should be`),
  );
}

/** I20: what a redemption is completed with is what it was about, what is retired by it, and what its entry says. */
async function retiredFaults(tx: Tx): Promise<JournalFault[]> {
  const { rows } = await sql<{ reference: string; held: number; wanted: number; said: string | null }>`
    select coalesce(h.reference, r.number, e.reference) as reference, coalesce(h.held, 0)::int8 as held,
      coalesce(r.retired, 0)::int8 as wanted, e.said
    from (select reference, sum(until - first) as held from certificate_holding where sub_account = 'retired' group by reference) h
    full join (select number, retired from ${redemptions} r where retired > 0) r on r.number = h.reference
    full join (
      select reference, case when public_part is json object then public_part::json #>> '{record,amount}' end as said
      from journal_entry where type = 'retire') e on e.reference = coalesce(h.reference, r.number)
    where coalesce(h.held, 0) <> coalesce(r.retired, 0) or e.said is distinct from r.retired::int8::text
    order by 1`.execute(tx);
  return rows.map(({ reference, held, wanted, said }) =>
    fault(
      "I20",
      `${reference}: ${held} certificates are retired, its record says ${wanted}, and the journal ${said ?? "nothing"}`,
    ),
  );
}

/** I20: each completed redemption has the statement of its retirement, and a corrected one that of its correction. */
async function statementFaults(tx: Tx): Promise<JournalFault[]> {
  const { rows } = await sql<{ number: string }>`
    select r.number from redemption r left join lateral (
      select count(*) as entries, count(s.statement_id) as statements from journal_entry e
        left join redemption_statement s on s.entry_id = e.entry_id and s.redemption_id = r.redemption_id
      where e.reference = r.number and e.type in ('retire', 'correction')) n on true
    where (select count(*) from redemption_statement s where s.redemption_id = r.redemption_id) <> n.statements
      or n.entries <> n.statements or (r.status = 'completed') <> (n.entries > 0)
    order by r.number`.execute(tx);
  return rows.map(({ number }) => fault("I20", `${number}: its statements are not those of its entries`));
}

/** I22: certificates of other registries came by a reception of that many, or by a redemption of green certificates that is completed. */
async function importFaults(tx: Tx): Promise<JournalFault[]> {
  const { rows } = await sql<{ entry_id: number }>`
    select e.entry_id from journal_entry e
    where e.type = 'import' and (select coalesce(sum(l.until - l.first), 0) from journal_leg l where l.entry_id = e.entry_id)
      is distinct from coalesce(
        (select sum(upper(s) - lower(s)) from rec_import_reception r cross join lateral unnest(r.serials) s where r.entry_id = e.entry_id),
        (select sum(upper(c.range) - lower(c.range)) from gec_redemption g join gec_certificate c using (gec_redemption_id)
          where g.number = e.reference and g.status = 'completed' and c.batch_id is null))
    order by e.entry_id`.execute(tx);
  return rows.map(({ entry_id }) => fault("I22", `entry ${entry_id}: no record says what it brought in`));
}
