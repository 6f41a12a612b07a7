import { FLEET_LIMITS, type assetType, type BirthResult, type listedDevice } from "@heliograph/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { Db, Tx } from "../../../platform/db.ts";
import type { GatewayCaller } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import type { ProjectAccess } from "../access/access.sql.ts";
import { birthFaults, type Birth } from "./birth.ts";
import { GATEWAY_ARRIVAL } from "./sign-ins.sql.ts";

/** What ingest needs of a device. */
interface KnownDevice {
  readonly device_id: number;
  readonly project_id: number;
  readonly serial: string;
  readonly asset_type: z.output<typeof assetType>;
  /** Rated AC power; null: unknown. */
  readonly ac_nominal_w: number | null;
}

/** True for devices that may report: those that were not removed, and those that were replaced, whose late readings are theirs. */
const isThere = (device: string) => sql<boolean>`(${sql.ref(`${device}.removed_at`)} is null
  or exists (select from device successor where successor.replaces_id = ${sql.ref(`${device}.device_id`)}))`;

/** The devices that may report through the gateway, by device_uid; empty when the gateway was removed. */
export async function devicesOfGateway(db: Db, gateway_id: number): Promise<Map<string, KnownDevice>> {
  const rows = await db
    .selectFrom("device as d")
    .innerJoin("gateway as g", "g.gateway_id", "d.gateway_id")
    .select(["d.device_uid", "d.device_id", "d.project_id", "d.serial", "d.ac_nominal_w"])
    .select(sql<KnownDevice["asset_type"]>`d.asset_type`.as("asset_type"))
    .where("d.gateway_id", "=", gateway_id)
    .where(isThere("d"))
    .where("g.removed_at", "is", null)
    .execute();
  return new Map(rows.map(({ device_uid, ...device }) => [device_uid, device]));
}

/**
 * Takes the gateway's devices over by serial: new ones are made, known ones keep their uid and take what the birth
 * tells of them (what it leaves out, and what their owner has set, stays as it was), removed ones come back unless they were
 * replaced, those not named are left alone. May be repeated. Answers the devices named, in the order of the birth.
 *
 * Refuses 400 `request.invalid` with fields, 400 `devices.too_many`, 401 `gateway.credential` when the gateway has
 * been removed meanwhile.
 */
export async function registerBirth(tx: Tx, gateway: GatewayCaller, birth: Birth): Promise<BirthResult> {
  const faults = birthFaults(birth);
  if (Object.keys(faults).length > 0) {
    throw new Problem(400, "request.invalid", "The birth is not valid", faults);
  }
  const { gateway_id, gateway_uid, project_id } = gateway;
  // Births of one gateway wait here for each other.
  const there = await tx
    .updateTable("gateway")
    .set({ interval_s: birth.interval_s, last_contact_at: sql<Date>`now()` })
    .set(toldOfItself(birth))
    .where("gateway_id", "=", gateway_id)
    .where("removed_at", "is", null)
    .returning("gateway_id")
    .executeTakeFirst();
  if (there === undefined) throw new Problem(401, "gateway.credential", "The gateway has been removed");
  await mergeDevices(tx, { gateway_id, project_id }, birth);
  await noteBirth(tx, gateway_id, birth);
  const devices = await tx
    .selectFrom("device")
    .select(["serial", "device_uid"])
    .where("gateway_id", "=", gateway_id)
    .where(isThere("device"))
    .execute();
  if (devices.length > FLEET_LIMITS.devicesPerGateway) {
    const most = FLEET_LIMITS.devicesPerGateway;
    throw new Problem(
      400,
      "devices.too_many",
      `A gateway may have ${most} devices, this makes ${devices.length}`,
    );
  }
  const uids = new Map(devices.map(({ serial, device_uid }) => [serial, device_uid]));
  const named = birth.devices.map(({ serial }) => ({ serial, device_uid: uids.get(serial) ?? "" }));
  return { kind: "birth", seq: birth.seq, gateway_uid, devices: named };
}

/** What a birth says of the gateway itself; what it leaves out stays as it was. */
function toldOfItself({ firmware_version, gateway_type, hardware_version }: Birth) {
  return {
    ...(firmware_version === undefined ? {} : { firmware_version }),
    ...(gateway_type === undefined ? {} : { gateway_type }),
    ...(hardware_version === undefined ? {} : { hardware_version }),
  };
}

/** Where somebody follows the gateway: that it has announced its devices, and how far its clock is ahead. */
async function noteBirth(tx: Tx, gateway_id: number, { sent_at }: Birth): Promise<void> {
  await sql`with noted as (
      update gateway_arrival set announced_at = coalesce(announced_at, now()), clock_ahead_ms = ${sent_at - Date.now()}
      where gateway_id = ${gateway_id} and (followed_until is null or followed_until > now())
      returning gateway_id)
    select pg_notify(${GATEWAY_ARRIVAL}, gateway_id::text) from noted`.execute(tx);
}

async function mergeDevices(
  tx: Tx,
  { gateway_id, project_id }: { gateway_id: number; project_id: number },
  { devices }: Birth,
): Promise<void> {
  await sql`
    insert into device as d (project_id, gateway_id, serial, asset_type, name, manufacturer, model, ac_nominal_w,
      dc_capacity_wp, battery_capacity_wh, mppt_count, warranty_begin, warranty_end, firmware_version,
      announced_ac_nominal_w, announced_dc_capacity_wp)
    select ${project_id}::int4, ${gateway_id}::int4, serial, asset_type, name, manufacturer, model, ac_nominal_w,
      dc_capacity_wp, battery_capacity_wh, mppt_count, warranty_begin, warranty_end, firmware_version, ac_nominal_w,
      dc_capacity_wp
    from jsonb_to_recordset(${JSON.stringify(devices)}::jsonb) as b(serial text, asset_type text, name text,
      manufacturer text, model text, ac_nominal_w int8, dc_capacity_wp int8, battery_capacity_wh int8, mppt_count int2,
      warranty_begin date, warranty_end date, firmware_version text)
    on conflict (gateway_id, serial) do update set
      asset_type = excluded.asset_type,
      name = case when 'name' = any(d.owner_fields) then d.name else coalesce(nullif(excluded.name, ''), d.name) end,
      manufacturer = coalesce(excluded.manufacturer, d.manufacturer),
      model = coalesce(excluded.model, d.model),
      ac_nominal_w = case when d.ratings_confirmed_at is null then coalesce(excluded.ac_nominal_w, d.ac_nominal_w)
        else d.ac_nominal_w end,
      dc_capacity_wp = case when d.ratings_confirmed_at is null then coalesce(excluded.dc_capacity_wp, d.dc_capacity_wp)
        else d.dc_capacity_wp end,
      announced_ac_nominal_w = coalesce(excluded.ac_nominal_w, d.announced_ac_nominal_w),
      announced_dc_capacity_wp = coalesce(excluded.dc_capacity_wp, d.announced_dc_capacity_wp),
      battery_capacity_wh = coalesce(excluded.battery_capacity_wh, d.battery_capacity_wh),
      mppt_count = coalesce(excluded.mppt_count, d.mppt_count),
      warranty_begin = case when 'warranty_begin' = any(d.owner_fields) then d.warranty_begin
        else coalesce(excluded.warranty_begin, d.warranty_begin) end,
      warranty_end = case when 'warranty_end' = any(d.owner_fields) then d.warranty_end
        else coalesce(excluded.warranty_end, d.warranty_end) end,
      firmware_version = coalesce(excluded.firmware_version, d.firmware_version),
      removed_at = case when exists (select from device successor where successor.replaces_id = d.device_id)
        then d.removed_at end`.execute(tx);
}

/** The devices of the given gateways of the project, in the order they were added, by gateway_id. */
export async function devicesOfGateways(
  db: Db,
  { project_id }: ProjectAccess,
  gateway_ids: readonly number[],
): Promise<Map<number, z.output<typeof listedDevice>[]>> {
  const devices = new Map<number, z.output<typeof listedDevice>[]>(gateway_ids.map((id) => [id, []]));
  if (gateway_ids.length === 0) return devices;
  const rows = await db
    .selectFrom("device")
    .select(["gateway_id", "device_uid", "serial", "name", "alias", "manufacturer", "model", "ac_nominal_w"])
    .select(["dc_capacity_wp", "battery_capacity_wh", "mppt_count"])
    .select(["announced_ac_nominal_w", "announced_dc_capacity_wp"])
    .select([
      sql<string | null>`to_json(ratings_confirmed_at at time zone 'UTC')#>>'{}' || 'Z'`.as(
        "ratings_confirmed_at",
      ),
      sql<z.output<typeof listedDevice>["replaces"]>`(
        select jsonb_build_object('device_uid', o.device_uid, 'serial', o.serial,
          'at', to_json(o.removed_at at time zone 'UTC')#>>'{}' || 'Z')
        from device o where o.device_id = device.replaces_id)`.as("replaces"),
      sql<KnownDevice["asset_type"]>`asset_type`.as("asset_type"),
      sql<string | null>`warranty_begin`.as("warranty_begin"),
      sql<string | null>`warranty_end`.as("warranty_end"),
    ])
    .where("project_id", "=", project_id)
    .where("gateway_id", "in", [...gateway_ids])
    .where("removed_at", "is", null)
    .orderBy("device_id")
    .execute();
  for (const { gateway_id, ...device } of rows) devices.get(gateway_id)?.push(device);
  return devices;
}

/** Devices whose production counts. */
const COUNTING: readonly string[] = ["solar_inverter", "electric_meter"];

/**
 * Notes what a device that this one replaced had produced, Wh; null: nothing is known of one. Refuses 404
 * `device.not_found` and 400 `device.counts_nothing`.
 */
export async function tellEnergyBefore(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  told: { readonly device_uid: string; readonly energy_before_wh: number | null },
): Promise<void> {
  const device = await tx
    .updateTable("device")
    .set({ energy_before_wh: told.energy_before_wh })
    .where("project_id", "=", project_id)
    .where("device_uid", "=", told.device_uid)
    .where("removed_at", "is", null)
    .returning("asset_type")
    .executeTakeFirst();
  if (device === undefined) throw new Problem(404, "device.not_found", "No such device");
  if (!COUNTING.includes(device.asset_type)) {
    throw new Problem(
      400,
      "device.counts_nothing",
      "Only inverters and production meters count what they produce",
    );
  }
}
