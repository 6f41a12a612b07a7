// Registered devices as people see them.
import type {
  DEVICE_ORDERS,
  ListedRegisteredDevice,
  listRegisteredDevices,
  RegisteredDevice,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { Db } from "../../../../platform/db.ts";
import { noSuchRecord, visibleTo, wayOf, type Actor } from "../../../parties/index.ts";
import { REGISTERED_KIND } from "./registered-kind.sql.ts";
import type { RegisteredRow } from "./registered-rows.ts";

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
  status: sql`r.status`,
};

/** Columns of a line of the list. */
const LISTED = sql`r.device_uid, r.code as device_unique_id, r.english_name as device_english_name, r.local_name as device_local_name,
  r.commercial_operation_on as commercial_operation_date, r.registry, r.kind as device_type, r.fuel as fuel_type,
  r.technology as device_technology, r.country as location, r.province, r.capacity_w,
  ${MEMBERS} as members,
  r.registered_on, lower(r.valid)::text as valid_from, (upper(r.valid) - 1)::text as valid_to, r.demonstration, r.status,
  r.suspended_at is not null as suspended`;

/** A device of the list without who acts next. */
type Listed = Omit<ListedRegisteredDevice, "next">;

/** A page of the registered devices that the person sees and asked for, and how many there are. */
export async function registeredDevicesOf(
  db: Db,
  actor: Actor,
  wanted: Omit<Wanted, "account">,
): Promise<{ items: Listed[]; total_items: number }> {
  const { type = null, search } = wanted;
  const fits = sql<boolean>`${visibleTo(REGISTERED_KIND, actor)} and (${type}::text is null or r.kind = ${type})
    and (${search} = '' or position(plain_text(${search}) in plain_text(r.english_name || ' ' || r.local_name || ' ' || r.code || ' ' || r.province)) > 0)`;
  const way = wayOf(wanted.order_type);
  const { rows: items } = await sql<Listed>`
    select ${LISTED} from registered_device r where ${fits}
    order by ${ORDERS[wanted.order_by]} ${way}, r.code ${way}
    limit ${wanted.page_size} offset ${(wanted.page - 1) * wanted.page_size}`.execute(db);
  const { rows: counted } = await sql<{ total_items: number }>`
    select count(*)::int4 as total_items from registered_device r where ${fits}`.execute(db);
  return { items, total_items: counted[0]?.total_items ?? 0 };
}

/** What the record of a device shows of it beside its frame. */
export async function shownDevice(
  db: Db,
  { registered_device_id }: Pick<RegisteredRow, "registered_device_id">,
): Promise<Listed & Pick<RegisteredDevice, "owner" | "address" | "timezone" | "suspended_because">> {
  const { rows } = await sql<Awaited<ReturnType<typeof shownDevice>>>`
    select ${LISTED}, r.owner, coalesce(nullif(r.address, ''), r.location) as address, r.timezone, r.suspended_because
    from registered_device r where r.registered_device_id = ${registered_device_id}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw noSuchRecord();
  return row;
}
