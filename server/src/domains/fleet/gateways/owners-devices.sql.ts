// What owners say of their devices: names, ratings, warranties, which is gone, and which took the place of another.
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { Problem } from "../../../platform/problem.ts";
import type { ProjectAccess } from "../access/access.sql.ts";
import { GATEWAY_LOOKED_UP } from "./gateway.sql.ts";

type Change = ProjectAccess<"change">;

/** What may be set of a device; what is left out stays. */
interface DeviceFields {
  readonly name?: string | undefined;
  readonly warranty_begin?: string | null | undefined;
  readonly warranty_end?: string | null | undefined;
}

interface Ratings {
  readonly device_uid: string;
  readonly ac_nominal_w: number | null;
  readonly dc_capacity_wp: number | null;
}

const noDevice = () => new Problem(404, "device.not_found", "No such device");

/** Of each of the devices those fields that `wanted` has, as they are kept now, by uid; one that is not there is left out. */
export async function deviceFields(
  tx: Tx,
  { project_id }: Change,
  device_uids: readonly string[],
  wanted: object,
): Promise<Map<string, Record<string, unknown>>> {
  const { rows } = await sql<{ device_uid: string; fields: Record<string, unknown> }>`
    select device_uid, to_jsonb(d) as fields from device d
    where project_id = ${project_id} and device_uid = any(${[...device_uids]}::uuid[])`.execute(tx);
  const names = Object.keys(wanted).filter((name) => name !== "device_uid");
  return new Map(
    rows.map(({ device_uid, fields }) => [
      device_uid,
      Object.fromEntries(names.map((name) => [name, fields[name] ?? null])),
    ]),
  );
}

/** Sets what is given; births leave it alone from now on. Refuses 404 `device.not_found`. */
export async function setDeviceFields(
  tx: Tx,
  { project_id }: Change,
  { device_uid, ...fields }: DeviceFields & { readonly device_uid: string },
): Promise<void> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const names = given.map(([name]) => name);
  const row = await tx
    .updateTable("device")
    .set(Object.fromEntries(given))
    .set({
      owner_fields: sql<string[]>`array(select distinct unnest(owner_fields || ${names}::text[]) order by 1)`,
    })
    .where("project_id", "=", project_id)
    .where("device_uid", "=", device_uid)
    .where("removed_at", "is", null)
    .returning("device_id")
    .executeTakeFirst();
  if (row === undefined) throw noDevice();
}

/** Sets ratings as the owner confirms them; births leave them alone from now on. Refuses 404 where one is not there. */
export async function confirmDeviceRatings(
  tx: Tx,
  { project_id }: Change,
  ratings: readonly Ratings[],
): Promise<void> {
  const { rows } = await sql<{ device_id: number; gateway_id: number }>`
    update device d set ac_nominal_w = r.ac_nominal_w, dc_capacity_wp = r.dc_capacity_wp, ratings_confirmed_at = now()
    from jsonb_to_recordset(${JSON.stringify(ratings)}::jsonb) as r(device_uid uuid, ac_nominal_w int8, dc_capacity_wp int8)
    where d.project_id = ${project_id} and d.device_uid = r.device_uid and d.removed_at is null
    returning d.device_id, d.gateway_id`.execute(tx);
  if (rows.length !== new Set(ratings.map(({ device_uid }) => device_uid)).size) throw noDevice();
}

/** Takes the device out of its project; its readings and energies stay. A birth that names it brings it back. */
export async function markDeviceRemoved(tx: Tx, { project_id }: Change, device_uid: string): Promise<void> {
  const row = await tx
    .updateTable("device")
    .set({ removed_at: sql<Date>`now()` })
    .where("project_id", "=", project_id)
    .where("device_uid", "=", device_uid)
    .where("removed_at", "is", null)
    .returning("gateway_id")
    .executeTakeFirst();
  if (row === undefined) throw noDevice();
  await lookUpAnew(tx, row.gateway_id);
}

/**
 * The device with the serial, behind the same gateway, takes the place of `device_uid`: its name and alias, and its ratings and
 * type where the gateway has not announced it yet. The old one is gone from now on; what it still sends is stored as its own.
 * Refuses 404 `device.not_found`, 409 `device.replaced`, 400 `device.cannot_replace`.
 */
export async function putInPlaceOf(
  tx: Tx,
  { project_id }: Change,
  { device_uid, serial }: { readonly device_uid: string; readonly serial: string },
): Promise<void> {
  const old = await tx
    .selectFrom("device")
    .select(["device_id", "gateway_id", "serial", "asset_type"])
    .where("project_id", "=", project_id)
    .where("device_uid", "=", device_uid)
    .where("removed_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (old === undefined) throw noDevice();
  const made = await tx
    .insertInto("device")
    .values({
      project_id,
      gateway_id: old.gateway_id,
      asset_type: old.asset_type,
      serial,
      replaces_id: old.device_id,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["gateway_id", "serial"])
        .doUpdateSet({ replaces_id: old.device_id })
        // One that was there takes a place if it is of the kind, stands nowhere else, and is not the old one itself.
        .where("device.device_id", "!=", old.device_id)
        .where("device.asset_type", "=", old.asset_type)
        .where("device.replaces_id", "is", null)
        .where("device.removed_at", "is", null),
    )
    .returning("device_id")
    .executeTakeFirst();
  if (made === undefined) {
    const message = "It must be another device of the same type that replaces nothing yet";
    throw new Problem(400, "device.cannot_replace", message, { "body.serial": message });
  }
  await sql`
    update device n set
      name = case when 'name' = any(n.owner_fields) then n.name else o.name end,
      alias = coalesce(n.alias, o.alias),
      owner_fields = array(select distinct unnest(n.owner_fields || '{name}'::text[]) order by 1),
      ac_nominal_w = coalesce(n.ac_nominal_w, o.ac_nominal_w), dc_capacity_wp = coalesce(n.dc_capacity_wp, o.dc_capacity_wp)
    from device o
    where n.device_id = ${made.device_id} and o.device_id = ${old.device_id}`.execute(tx);
  await tx
    .updateTable("device")
    .set({ removed_at: sql<Date>`now()` })
    .where("device_id", "=", old.device_id)
    .execute();
  await lookUpAnew(tx, old.gateway_id);
}

/** The device that was replaced is there again, beside the one that took its place. Refuses 404 `device.not_found`. */
export async function takeReplacementBack(tx: Tx, { project_id }: Change, device_uid: string): Promise<void> {
  const { rows } = await sql<{ gateway_id: number }>`
    with old as (
      update device o set removed_at = null
      where o.project_id = ${project_id} and o.device_uid = ${device_uid}
        and exists (select from device n where n.replaces_id = o.device_id)
      returning o.device_id, o.gateway_id)
    update device n set replaces_id = null from old where n.replaces_id = old.device_id
    returning old.gateway_id`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw noDevice();
  await lookUpAnew(tx, row.gateway_id);
}

/** Ingest looks the gateway's devices up anew, on commit. */
async function lookUpAnew(tx: Tx, gateway_id: number): Promise<void> {
  await sql`select pg_notify(${GATEWAY_LOOKED_UP}, ${String(gateway_id)})`.execute(tx);
}
