// What belongs to a registered device: its points, a group's devices, the application that it came from, what succeeds it.
import {
  measurementBasis,
  partsOfPoint,
  type BasisPart,
  type MeterRole,
  type RegisteredDevice,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../../platform/db.ts";
import type { RegisteredRow } from "./registered-rows.ts";

/** What belongs to the device: its points, its group's devices, and the application that it came from. */
export async function partsOf(
  db: Db,
  { registered_device_id, business_account_id, registry }: RegisteredRow,
): Promise<Pick<RegisteredDevice, "units" | "group_members" | "application"> & Succession> {
  const units = await sql<Omit<RegisteredDevice["units"][number], "parts"> & { place: number | null }>`
    select u.unit_uid, coalesce((select jsonb_agg(jsonb_build_object('kind', f.kind, 'day', f.day, 'last_reading_wh', f.last_reading_wh,
        'reason', f.reason, 'found_at', to_char(f.found_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by f.day, f.kind)
        from meter_finding f where f.unit_id = u.unit_id and du.valid @> f.day), '[]') as findings,
      coalesce(d.serial, u.serial) as serial, du.role, lower(du.valid)::text as from,
      (upper(du.valid) - 1)::text as to, b.suspended_because, d.project_id as place
    from device_unit du join generating_unit u using (unit_id)
      left join unit_binding b on b.unit_id = u.unit_id and upper_inf(b.valid) left join device d using (device_id)
    where du.registered_device_id = ${registered_device_id} order by du.role, u.serial, lower(du.valid)`.execute(
    db,
  );
  const application = await db
    .selectFrom("device_application")
    .select(["record_uid", "number"])
    .where("registered_device_id", "=", registered_device_id)
    .executeTakeFirst();
  return {
    units: withParts(registry, units.rows),
    group_members: await groupMembers(db, { registered_device_id }),
    application: application ?? null,
    ...(await successionOf(db, { registered_device_id, business_account_id })),
  };
}

/** The points with what each is to what is certified: at each plant of its own, as a group has several. */
function withParts<U extends { readonly role: MeterRole; readonly place: number | null }>(
  registry: string,
  units: readonly U[],
): (Omit<U, "place"> & { parts: BasisPart[] })[] {
  const plants = Map.groupBy(units, ({ place }) => place);
  return units.map((unit) => {
    const basis = measurementBasis(registry, plants.get(unit.place) ?? []);
    const { place: _place, ...shown } = unit;
    return { ...shown, parts: partsOfPoint(basis, unit) };
  });
}

/** The devices that the group has, has had or will have, with their months. */
export async function groupMembers(
  db: Db,
  { registered_device_id }: Pick<RegisteredRow, "registered_device_id">,
): Promise<RegisteredDevice["group_members"]> {
  const { rows } = await sql<RegisteredDevice["group_members"][number]>`
    select r.device_uid, r.code, r.english_name as name, r.capacity_w, lower(m.valid)::text as from, upper(m.valid)::text as until
    from device_group_member m join registered_device r on r.registered_device_id = m.member_id
    where m.group_id = ${registered_device_id} order by lower(m.valid), r.code`.execute(db);
  return rows;
}

type Succession = Pick<RegisteredDevice, "successor" | "renewal" | "released_to">;

/** What succeeds the device, or is asked to by its own account, and to whom it was released. */
export async function successionOf(
  db: Db,
  {
    registered_device_id,
    business_account_id,
  }: Pick<RegisteredRow, "registered_device_id" | "business_account_id">,
): Promise<Succession> {
  const { rows } = await sql<Succession>`
    select
      (select jsonb_build_object('device_uid', n.device_uid, 'code', n.code) from registered_device n
        where n.predecessor_id = ${registered_device_id}) as successor,
      (select jsonb_build_object('record_uid', d.record_uid, 'number', d.number) from device_application d
        where d.succeeds_id = ${registered_device_id} and d.business_account_id = ${business_account_id}
          and d.status in ('draft', 'pending', 'to_resubmit')) as renewal,
      (select jsonb_build_object('company', b.company_name, 'trade_account_id', b.trade_account_id)
        from device_release l join business_account b using (business_account_id)
        where l.registered_device_id = ${registered_device_id}) as released_to`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("The device's succession has no answer");
  return row;
}
