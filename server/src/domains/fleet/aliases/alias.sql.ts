// Aliases stand in one column of the gateway and of the device: every query that reads a serial reads them beside it.
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../access/access.sql.ts";

/** An alias that became another. Null: none. */
export interface AliasChange {
  readonly noun: "gateway" | "device";
  readonly uid: string;
  readonly before: string | null;
  readonly after: string | null;
}

interface GatewayAlias {
  readonly gateway_uid: string;
  readonly gateway_alias: string | null;
}
interface DeviceAlias {
  readonly gateway_uid: string;
  readonly device_uid: string;
  readonly device_alias: string | null;
}

/** The aliases of the project's gateways and devices by uid; those that were removed, and those without one, are left out. */
export async function aliasesOf(tx: Tx, { project_id }: ProjectAccess): Promise<Record<string, string>> {
  const { rows } = await sql<{ uid: string; alias: string }>`
    select gateway_uid as uid, alias from gateway
    where project_id = ${project_id} and removed_at is null and alias is not null
    union all
    select d.device_uid, d.alias from device d
    join gateway g on g.gateway_id = d.gateway_id and g.removed_at is null
    where d.project_id = ${project_id} and d.removed_at is null and d.alias is not null`.execute(tx);
  return Object.fromEntries(rows.map(({ uid, alias }) => [uid, alias]));
}

/** Sets aliases of gateways, each named once. Returns one change for each gateway that the project has. */
export async function setGatewayAliases(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  aliases: readonly GatewayAlias[],
): Promise<AliasChange[]> {
  const { rows } = await sql<Omit<AliasChange, "noun">>`
    with old as (
      select g.gateway_id, g.alias as before, n.gateway_alias as after
      from gateway g
      join jsonb_to_recordset(${JSON.stringify(aliases)}::jsonb) as n(gateway_uid uuid, gateway_alias text)
        on n.gateway_uid = g.gateway_uid
      where g.project_id = ${project_id} and g.removed_at is null
      order by g.gateway_id for update of g)
    update gateway g set alias = old.after from old where g.gateway_id = old.gateway_id
    returning g.gateway_uid as uid, old.before, old.after`.execute(tx);
  return rows.map((row) => ({ noun: "gateway", ...row }));
}

/** Sets aliases of devices, each named once. Returns one change for each that the project has behind the named gateway. */
export async function setDeviceAliases(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  aliases: readonly DeviceAlias[],
): Promise<AliasChange[]> {
  const { rows } = await sql<Omit<AliasChange, "noun">>`
    with old as (
      select d.device_id, d.alias as before, n.device_alias as after
      from device d
      join gateway g on g.gateway_id = d.gateway_id and g.removed_at is null
      join jsonb_to_recordset(${JSON.stringify(aliases)}::jsonb)
        as n(gateway_uid uuid, device_uid uuid, device_alias text)
        on n.device_uid = d.device_uid and n.gateway_uid = g.gateway_uid
      where d.project_id = ${project_id} and d.removed_at is null
      order by d.device_id for update of d)
    update device d set alias = old.after from old where d.device_id = old.device_id
    returning d.device_uid as uid, old.before, old.after`.execute(tx);
  return rows.map((row) => ({ noun: "device", ...row }));
}

/** Clears the aliases of gateways and devices, each named once. Returns one change for each that the project has. */
export async function clearAliases(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  uids: readonly string[],
): Promise<AliasChange[]> {
  const { rows } = await sql<Omit<AliasChange, "after">>`
    with old_gateway as (
      select gateway_id, alias from gateway
      where project_id = ${project_id} and removed_at is null and gateway_uid = any(${[...uids]}::uuid[])
      order by gateway_id for update),
    old_device as (
      select d.device_id, d.alias from device d
      join gateway g on g.gateway_id = d.gateway_id and g.removed_at is null
      where d.project_id = ${project_id} and d.removed_at is null and d.device_uid = any(${[...uids]}::uuid[])
      order by d.device_id for update of d),
    gateways as (
      update gateway g set alias = null from old_gateway o where g.gateway_id = o.gateway_id
      returning 'gateway' as noun, g.gateway_uid as uid, o.alias as before),
    devices as (
      update device d set alias = null from old_device o where d.device_id = o.device_id
      returning 'device' as noun, d.device_uid as uid, o.alias as before)
    select * from gateways union all select * from devices`.execute(tx);
  return rows.map((row) => ({ ...row, after: null }));
}
