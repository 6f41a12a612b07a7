// Which plants of the portal registered devices are about: whoever has a part in one decides nothing about them (rule R26).
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";

/** Registered devices by their uids, codes or ids. */
interface Devices {
  readonly uids?: readonly string[];
  readonly codes?: readonly string[];
  readonly ids?: readonly number[];
}

/** Projects (ids) of the devices, and where one is a group those of all devices that it has, has had or will have. */
export async function projectsOfDevices(
  db: Db,
  { uids = [], codes = [], ids = [] }: Devices,
): Promise<number[]> {
  const { rows } = await sql<{ project_id: number }>`
    with asked as (
      select registered_device_id from registered_device
      where device_uid = any(${[...uids]}::uuid[]) or code = any(${[...codes]}::text[]) or registered_device_id = any(${[...ids]}::int8[])
    )
    select distinct r.project_id from registered_device r
    where r.project_id is not null and (r.registered_device_id in (select registered_device_id from asked)
      or r.registered_device_id in (select member_id from device_group_member join asked on group_id = registered_device_id))`.execute(
    db,
  );
  return rows.map(({ project_id }) => project_id);
}
