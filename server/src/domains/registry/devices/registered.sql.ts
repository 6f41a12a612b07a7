// Registered devices as people see them.
import {
  measurementBasis,
  partsOfPoint,
  type BasisPart,
  type DEVICE_ORDERS,
  type DeviceType,
  type ListedRegisteredDevice,
  type listRegisteredDevices,
  type MeterRole,
  type RegisteredDevice,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { Db } from "../../../platform/db.ts";
import { wayOf, type Actor } from "../../parties/index.ts";

/** Whose registered devices a person sees: the account's; issuers by registry and country; platform operators all. */
function devicesSeenBy({ business_account_id, roles, scopes }: Actor) {
  if (business_account_id !== null) return sql<boolean>`r.business_account_id = ${business_account_id}`;
  if (roles.includes("platform_operator")) return sql<boolean>`true`;
  const mine = scopes.map(({ registry, country }) => `${registry}-${country}`);
  return sql<boolean>`r.registry || '-' || r.country = any(${mine}::text[])`;
}

type Wanted = z.output<(typeof listRegisteredDevices)["query"]>;

/** How many devices a group has on the day. */
const MEMBERS = sql`(select count(*)::int4 from device_group_member m where m.group_id = r.registered_device_id
  and upper(m.valid) is distinct from lower(m.valid) and (upper_inf(m.valid) or upper(m.valid) > current_date))`;

const ORDERS: Readonly<Record<(typeof DEVICE_ORDERS)[number], ReturnType<typeof sql>>> = {
  device_unique_id: sql`r.code`,
  device_english_name: sql`lower(r.english_name)`,
  device_local_name: sql`lower(r.local_name)`,
  commercial_operation_date: sql`r.commercial_operation_on`,
  registry: sql`r.registry`,
  device_type: sql`r.kind`,
  fuel_type: sql`r.fuel`,
  device_technology: sql`r.technology`,
  location: sql`r.country`,
  province: sql`lower(r.province)`,
  capacity_w: sql`r.capacity_w`,
  members: MEMBERS,
  valid_to: sql`upper(r.valid)`,
  status: sql`r.suspended_at is not null`,
};

/** Columns of a line of the list. */
const LISTED = sql`r.device_uid, r.code as device_unique_id, r.english_name as device_english_name, r.local_name as device_local_name,
  r.commercial_operation_on as commercial_operation_date, r.registry, r.kind as device_type, r.fuel as fuel_type,
  r.technology as device_technology, r.country as location, r.province, r.capacity_w,
  ${MEMBERS} as members,
  r.registered_on, lower(r.valid)::text as valid_from, (upper(r.valid) - 1)::text as valid_to, r.demonstration, r.suspended_at is not null as suspended`;

/** A page of the registered devices that the person sees and asked for, and how many there are. */
export async function registeredDevicesOf(
  db: Db,
  actor: Actor,
  wanted: Omit<Wanted, "account">,
): Promise<{ items: ListedRegisteredDevice[]; total_items: number }> {
  const { type = null, search } = wanted;
  const fits = sql<boolean>`${devicesSeenBy(actor)} and (${type}::text is null or r.kind = ${type})
    and (${search} = '' or position(plain_text(${search}) in plain_text(r.english_name || ' ' || r.local_name || ' ' || r.code || ' ' || r.province)) > 0)`;
  const way = wayOf(wanted.order_type);
  const { rows: items } = await sql<ListedRegisteredDevice>`
    select ${LISTED} from registered_device r where ${fits}
    order by ${ORDERS[wanted.order_by]} ${way}, r.code ${way}
    limit ${wanted.page_size} offset ${(wanted.page - 1) * wanted.page_size}`.execute(db);
  const { rows: counted } = await sql<{ total_items: number }>`
    select count(*)::int4 as total_items from registered_device r where ${fits}`.execute(db);
  return { items, total_items: counted[0]?.total_items ?? 0 };
}

/** A registered device that the person sees, with what the registry needs to act on it. */
export interface RegisteredRow extends ListedRegisteredDevice {
  readonly registered_device_id: number;
  readonly business_account_id: number;
  readonly project_id: number | null;
  readonly device_type: DeviceType;
  readonly owner: string;
  readonly address: string;
  readonly timezone: string;
  readonly suspended_because: string | null;
}

/** The device, locked until the transaction ends; undefined: there is none, or none for this person. */
export async function registeredDeviceOf(
  db: Db,
  actor: Actor,
  device_uid: string,
): Promise<RegisteredRow | undefined> {
  const { rows } = await sql<RegisteredRow>`
    select ${LISTED}, r.registered_device_id, r.business_account_id, r.project_id, r.owner,
      coalesce(nullif(r.address, ''), r.location) as address, r.timezone, r.suspended_because
    from registered_device r where r.device_uid = ${device_uid} and ${devicesSeenBy(actor)} for update of r`.execute(
    db,
  );
  return rows[0];
}

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
  const members = await sql<RegisteredDevice["group_members"][number]>`
    select r.device_uid, r.code, r.english_name as name, r.capacity_w, lower(m.valid)::text as from, upper(m.valid)::text as until
    from device_group_member m join registered_device r on r.registered_device_id = m.member_id
    where m.group_id = ${registered_device_id} order by lower(m.valid), r.code`.execute(db);
  const application = await db
    .selectFrom("device_application")
    .select(["record_uid", "number"])
    .where("registered_device_id", "=", registered_device_id)
    .executeTakeFirst();
  return {
    units: withParts(registry, units.rows),
    group_members: members.rows,
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

type Succession = Pick<RegisteredDevice, "successor" | "renewal" | "released_to">;

/** What succeeds the device, or is asked to by its own account, and to whom it was released. */
async function successionOf(
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
