// Registered devices as issuance needs them: whose they are, since when, and the line of devices that each continues.
import { accountStatesFor, type CertificateRegistry, type Day, type MeterRole } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";

export interface IssuedDevice {
  readonly registered_device_id: number;
  readonly device_uid: string;
  /** "D000123". */
  readonly code: string;
  readonly business_account_id: number;
  readonly demonstration: boolean;
  readonly registry: CertificateRegistry;
  readonly english_name: string;
  readonly local_name: string;
  readonly fuel: string;
  /** True: it generates while the sun is up, and at no other time. */
  readonly is_photovoltaic: boolean;
  readonly country: string;
  readonly province: string;
  readonly location: string;
  readonly timezone: string;
  readonly capacity_w: number;
  readonly dc_wp: number | null;
  /** Generation before is not certified. */
  readonly registered_on: Day;
  readonly valid_from: Day;
  /** The last day; null: no end is known. */
  readonly valid_to: Day | null;
  readonly suspended_at: Date | null;
  readonly suspended_because: string | null;
  /** The first device of the line: carry, debt and accepted days are kept under it (R11, R32). */
  readonly lineage_id: number;
  readonly project_id: number | null;
  readonly project_uid: string | null;
  /** Where the sun is looked for: the place of a unit, else of the project; null: neither is known. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Which devices are asked for: by their number, by uid in an account, those of an account, of a project, of accounts that may act now, or all. */
interface Wanted {
  readonly registered_device_id?: number;
  readonly device_uid?: string;
  readonly business_account_id?: number;
  readonly project_id?: number;
  readonly acting?: true;
}

/** The devices, the oldest first. */
export async function issuedDevices(db: Db, wanted: Wanted): Promise<IssuedDevice[]> {
  const {
    registered_device_id = null,
    device_uid = null,
    business_account_id = null,
    project_id = null,
    acting = null,
  } = wanted;
  const { rows } = await sql<IssuedDevice>`
    select r.registered_device_id, r.device_uid, r.code, r.business_account_id, r.demonstration, r.registry, r.english_name,
      r.local_name, r.fuel, r.fuel = 'ES100' and r.technology <> 'TC150' as is_photovoltaic, r.country, r.province, r.location, r.timezone, r.capacity_w, r.dc_wp, r.registered_on,
      lower(r.valid) as valid_from, upper(r.valid) - 1 as valid_to, r.suspended_at, r.suspended_because,
      line.lineage_id, r.project_id, p.project_uid, coalesce(place.latitude, p.latitude) as latitude,
      coalesce(place.longitude, p.longitude) as longitude
    from registered_device r left join project p on p.project_id = r.project_id
    cross join lateral (
      with recursive up as (
        select r.registered_device_id as id, r.predecessor_id as before, 1 as far
        union all
        select d.registered_device_id, d.predecessor_id, far + 1 from up join registered_device d on d.registered_device_id = up.before
        where far < 100
      ) select id as lineage_id from up order by far desc limit 1
    ) line
    left join lateral (
      select u.latitude, u.longitude from device_unit du join generating_unit u on u.unit_id = du.unit_id
      where du.registered_device_id = r.registered_device_id and u.latitude is not null and u.longitude is not null
      order by u.unit_id limit 1
    ) place on true
    where (${registered_device_id}::int8 is null or r.registered_device_id = ${registered_device_id})
      and (${device_uid}::uuid is null or r.device_uid = ${device_uid})
      and (${business_account_id}::int4 is null or r.business_account_id = ${business_account_id})
      and (${project_id}::int4 is null or r.project_id = ${project_id})
      and (${acting}::bool is null or exists (select from business_account b where b.business_account_id = r.business_account_id
        and b.status = any(${accountStatesFor("act")}::text[])))
    order by r.registered_device_id`.execute(db);
  return rows;
}

/** A unit of a device in a period, and the device of the portal that stands for it then. */
export interface BoundUnit {
  readonly unit_id: number;
  readonly unit_uid: string;
  readonly maker: string;
  readonly serial: string;
  readonly role: MeterRole;
  /** Days in which it belongs to the registered device; the last one null: no end. */
  readonly from_day: Day;
  readonly to_day: Day | null;
  /** Of the portal; null: none stands for it. With the days in which it does. */
  readonly device_id: number | null;
  readonly project_id: number | null;
  readonly bound_from: Day | null;
  readonly bound_to: Day | null;
}

/** The units of the device in the period, in their order; one that changed its device of the portal once for each. */
export async function boundUnits(
  db: Db,
  { registered_device_id }: Pick<IssuedDevice, "registered_device_id">,
  { from_day, to_day }: { readonly from_day: Day; readonly to_day: Day },
): Promise<BoundUnit[]> {
  const { rows } = await sql<BoundUnit>`
    select u.unit_id, u.unit_uid, u.maker, u.serial, du.role, lower(du.valid) as from_day,
      upper(du.valid) - 1 as to_day, b.device_id, d.project_id, lower(b.valid) as bound_from, upper(b.valid) - 1 as bound_to
    from device_unit du join generating_unit u on u.unit_id = du.unit_id
    left join unit_binding b on b.unit_id = u.unit_id and b.valid && daterange(${from_day}::date, ${to_day}::date, '[]')
    left join device d on d.device_id = b.device_id
    where du.registered_device_id = ${registered_device_id} and du.valid && daterange(${from_day}::date, ${to_day}::date, '[]')
    order by u.unit_id, lower(b.valid)`.execute(db);
  return rows;
}
