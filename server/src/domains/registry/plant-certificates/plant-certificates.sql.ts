// A plant's certificates as they are stored: its registered device, where what was issued for it is, and its open request.
import { accountStatesFor, type CertificatePlaceName, type RegisteredStatus } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { withRecords } from "../inventory/behind.sql.ts";

/** In which business account the person acts for the plant, and the plant's device there; the ids are null where it is not registered. */
export interface PlantSeat {
  readonly account: string;
  readonly business_account_id: number;
  readonly company_name: string;
  readonly role: string;
  readonly registered_device_id: number | null;
  readonly device_uid: string;
  readonly code: string;
  readonly registry: string;
  readonly device_status: RegisteredStatus;
  readonly suspended_because: string | null;
}

/** The person's account that the plant is registered for, else the first by name of its accounts that may act; undefined: it has a role in none, or the plant is another account's. */
export async function seatAt(
  db: Db,
  { project_id, account_id }: { project_id: number; account_id: number },
): Promise<PlantSeat | undefined> {
  const { rows } = await sql<PlantSeat>`
    select b.business_account_uid as account, b.business_account_id, b.company_name, g.role, r.registered_device_id, r.device_uid, r.code,
      r.registry, r.status as device_status, r.suspended_because
    from role_grant g join business_account b using (business_account_id)
      left join registered_device r on r.business_account_id = b.business_account_id and r.project_id = ${project_id}
        and r.valid @> (now() at time zone r.timezone)::date
    where g.account_id = ${account_id} and g.class = 'market' and g.valid @> now() and b.status = any(${accountStatesFor("act")}::text[])
      and (r.registered_device_id is not null or not exists (
        select from registered_device o where o.project_id = ${project_id} and o.valid @> (now() at time zone o.timezone)::date))
    order by r.registered_device_id is null, b.company_name, r.registered_device_id limit 1`.execute(db);
  return rows[0];
}

type Months = Record<CertificatePlaceName, number>;

interface PlaceOfSome {
  readonly place: CertificatePlaceName;
  /** The account's own record that holds them or by which they went; "": none, or another account's (rule R30). */
  readonly reference: string;
  /** True: another account redeemed them. */
  readonly is_other: boolean;
  readonly mwh: number;
}

/** Where the certificates of the device are, of the newest year that some were issued for, at most `year`: by month, and by record. */
export async function placesOf(
  tx: Tx,
  { code, business_account_id }: Pick<PlantSeat, "code" | "business_account_id">,
  year: number,
): Promise<{
  vintage: number;
  months: (Months & { month: string })[];
  places: PlaceOfSome[];
}> {
  const { rows: found } = await sql<{
    month: string;
    place: CertificatePlaceName;
    reference: string | null;
    mwh: number;
  }>`
    select b.month, p.place, case when p.place in ('retired', 'reserved', 'on_sale') then h.reference end as reference,
      sum(h.until - h.first)::int8 as mwh
    from certificate_batch b join certificate_holding h using (batch_id)
    cross join lateral (select case
      when h.sub_account = 'retired' then 'retired'
      when h.business_account_id is distinct from ${business_account_id} then 'sold'
      when h.sub_account in ('on_sale', 'available') then h.sub_account
      else 'reserved' end as place) p
    where b.device = ${code} and h.sub_account <> 'withdrawn'
      and left(b.month, 4) = (select max(left(o.month, 4)) from certificate_batch o where o.device = ${code})
    group by 1, 2, 3 order by 1, 2, 3`.execute(tx);
  const rows = (await withRecords(tx, business_account_id, found)).map(
    ({ record, reference, ...row }): PlaceOfSome & { month: string } => ({
      ...row,
      reference: record === null ? "" : (reference ?? ""),
      is_other: row.place === "retired" && record === null,
    }),
  );
  const months = [...new Set(rows.map(({ month }) => month))].map((month) => {
    const of = (place: CertificatePlaceName) =>
      rows.filter((one) => one.month === month && one.place === place).reduce((sum, { mwh }) => sum + mwh, 0);
    return {
      month,
      retired: of("retired"),
      sold: of("sold"),
      on_sale: of("on_sale"),
      reserved: of("reserved"),
      available: of("available"),
    };
  });
  const sums = new Map<string, PlaceOfSome>();
  for (const { place, reference, is_other, mwh } of rows) {
    const key = `${place} ${reference}`;
    sums.set(key, { place, reference, is_other, mwh: (sums.get(key)?.mwh ?? 0) + mwh });
  }
  const vintage = Number(months[0]?.month.slice(0, 4) ?? year);
  return { vintage, months, places: [...sums.values()] };
}

/** The request of the device that somebody must act on: a draft that can be sent before others, the newest first; undefined: there is none. */
export async function openRequestOf(db: Db, registered_device_id: number) {
  const { rows } = await sql<{
    record_uid: string;
    number: string;
    status: string;
    version: number;
    from_day: string;
    to_day: string;
    quantity: number;
    counted_wh: number;
    carried_wh: number;
    failed: string[];
    weaker_days: number;
    days: number;
  }>`
    select i.record_uid, i.number, i.status, i.version, i.from_day, i.to_day, i.quantity, i.failed,
      coalesce(s.wh, 0)::int8 as counted_wh, coalesce(s.carry_wh, 0)::int8 as carried_wh, i.to_day - i.from_day + 1 as days,
      (select count(*)::int4 from generation_day d where d.issuance_id = i.issuance_id and d.version = i.statement_version
        and d.evidence is distinct from 'A') as weaker_days
    from issuance i left join generation_statement s on s.issuance_id = i.issuance_id and s.version = i.statement_version
    where i.registered_device_id = ${registered_device_id} and i.status in ('draft', 'to_resubmit', 'pending', 'in_progress')
    order by (i.status = 'draft' and i.failed = '{}' and i.quantity > 0) desc, i.from_day desc, i.issuance_id desc limit 1`.execute(
    db,
  );
  return rows[0];
}
