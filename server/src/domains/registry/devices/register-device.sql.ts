// An approved application becomes a registered device with its units.
import {
  DEVICE_LIMITS,
  filledMessage,
  DEVICE_MESSAGES,
  type DeviceMeter,
  type MeterRole,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import type { ApplicationRow } from "./application.sql.ts";
import { canonicalMaker, canonicalSerial, applicationDraft, plantAsked, zoneOf } from "./facts.sql.ts";
import type { Actor } from "../../parties/index.ts";
import { deviceBegan, deviceSucceeded } from "./registered/registered-kind.sql.ts";
import { takePlaceInGroups, takeUnitsBack } from "./group.sql.ts";
import { endPredecessor, predecessorOf, successionDay } from "./succession.sql.ts";
import { degreesOf, wattsOfMegawatts } from "@heliograph/contract";

interface Registered {
  readonly registered_device_id: number;
  readonly code: string;
  readonly capacity_w: number;
}

/** The code that the next registered device gets: D000123. */
export async function nextDeviceCode(tx: Tx): Promise<string> {
  const { rows } = await sql<{
    next: number;
  }>`select nextval('registered_device_code')::int4 as next`.execute(tx);
  return `D${String(rows[0]?.next ?? 0).padStart(6, "0")}`;
}

/**
 * Registers what the application says, from the day of its first submission on, or that on which it succeeds another, and for five years, with its units and their bindings. Its guards must hold. Refuses with
 * DEV-012 where a unit is in another device at any time of that (rule R1).
 */
export async function registerDevice(tx: Tx, row: ApplicationRow, actor: Actor): Promise<Registered> {
  const { fields, meters } = applicationDraft(row);
  const project = row.plant_id === null ? null : await plantAsked(tx, row.plant_id, row);
  const capacity_w = wattsOfMegawatts(fields.capacity) ?? 0;
  const demonstration = await isDemonstration(tx, row.business_account_id);
  const timezone = zoneOf(row, project);
  const place = { latitude: degreesOf(fields.latitude, 90), longitude: degreesOf(fields.longitude, 180) };
  const registered_on = row.registration_date ?? fields.commercial_operation_date;
  const code = await nextDeviceCode(tx);
  const { predecessor_id, from } = await beganAt(tx, row, { registered_on, at: actor.at });
  const { registered_device_id, device_uid } = await tx
    .insertInto("registered_device")
    .values({
      code,
      predecessor_id,
      business_account_id: row.business_account_id,
      demonstration,
      registry: fields.registry,
      english_name: fields.device_english_name.trim(),
      local_name: fields.device_local_name.trim(),
      fuel: fields.fuel_type,
      technology: fields.device_technology,
      country: fields.location,
      province: fields.province,
      location: fields.address || fields.province,
      address: fields.address,
      owner: fields.owner,
      ...place,
      timezone,
      capacity_w,
      commercial_operation_on: fields.commercial_operation_date,
      registered_on,
      valid: validFrom(from),
      project_id: row.plant_id,
      approved_by: actor.account_id,
      created_by: actor.account_id,
    })
    .returning(["registered_device_id", "device_uid"])
    .executeTakeFirstOrThrow();
  const unit = { ...place, timezone, demonstration, from };
  await addUnits(tx, meters, { registered_device_id, ...unit });
  await deviceBegan(tx, { device_uid, business_account_id: row.business_account_id }, actor);
  if (predecessor_id !== null) {
    await deviceSucceeded(tx, predecessor_id, code);
    await takePlaceInGroups(tx, { predecessor_id, member_id: registered_device_id, from });
  }
  await tx
    .updateTable("device_application")
    .set({ registered_device_id, status: "approved" })
    .where("application_id", "=", row.application_id)
    .execute();
  return { registered_device_id, code, capacity_w };
}

/** From when on the device counts, and what it succeeds, which ends then. */
async function beganAt(
  tx: Tx,
  row: ApplicationRow,
  { registered_on, at }: { registered_on: string; at: Date },
): Promise<{ predecessor_id: number | null; from: string }> {
  const predecessor = await predecessorOf(tx, row);
  if (predecessor === undefined) return { predecessor_id: null, from: registered_on };
  const from = successionDay(predecessor, { ...row, registered_on }, at);
  // A device that is changed before its end leaves what its group has of it to its successor, which stays in the group.
  await takeUnitsBack(tx, { member_id: predecessor.registered_device_id, from });
  await endPredecessor(tx, predecessor, from);
  return { predecessor_id: predecessor.registered_device_id, from };
}

async function addUnits(
  tx: Tx,
  meters: readonly DeviceMeter[],
  { registered_device_id, ...place }: UnitPlace & { registered_device_id: number },
): Promise<void> {
  const { demonstration, from } = place;
  for (const meter of meters) {
    const unit_id = await unitOf(tx, meter, place);
    await addUnit(tx, { unit_id, registered_device_id, demonstration, role: meter.role, from });
  }
}

/** Five years from the day on. */
export const validFrom = (day: string) =>
  sql<string>`daterange(${day}::date, (${day}::date + make_interval(years => ${DEVICE_LIMITS.yearsValid}))::date)`;

/** Whether the account is of the demonstration (rule R14). */
export async function isDemonstration(tx: Tx, business_account_id: number): Promise<boolean> {
  const { demonstration } = await tx
    .selectFrom("business_account")
    .select("demonstration")
    .where("business_account_id", "=", business_account_id)
    .executeTakeFirstOrThrow();
  return demonstration;
}

interface UnitPlace {
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly timezone: string;
  readonly demonstration: boolean;
  readonly from: string;
}

/** The unit that the device of the portal stands for, made where it is not known yet, bound to it, and locked until the transaction ends. */
async function unitOf(tx: Tx, { device_uid }: DeviceMeter, place: UnitPlace): Promise<number> {
  const device = await tx
    .selectFrom("device")
    .select(["device_id", "serial", "manufacturer", "ac_nominal_w", "dc_capacity_wp"])
    .where("device_uid", "=", device_uid)
    .executeTakeFirstOrThrow();
  const [maker, serial] = [canonicalMaker(device.manufacturer), canonicalSerial(device.serial)];
  // One at a time looks for a unit of the serial, whether its maker is known or not.
  await sql`select pg_advisory_xact_lock(hashtextextended(${serial}, 74))`.execute(tx);
  const { rows } = await sql<{ unit_id: number }>`
    select unit_id from generating_unit where serial = ${serial} and (maker = ${maker} or maker = 'UNKNOWN' or ${maker} = 'UNKNOWN')
    order by maker = ${maker} desc, unit_id limit 1 for update`.execute(tx);
  const { latitude, longitude, timezone, demonstration, from } = place;
  const unit_id =
    rows[0]?.unit_id ??
    (
      await tx
        .insertInto("generating_unit")
        .values({
          maker,
          serial,
          timezone,
          latitude,
          longitude,
          demonstration,
          ac_w: device.ac_nominal_w,
          dc_wp: device.dc_capacity_wp,
        })
        .returning("unit_id")
        .executeTakeFirstOrThrow()
    ).unit_id;
  await sql`
    insert into unit_binding (unit_id, device_id, valid)
    select ${unit_id}::int8, ${device.device_id}::int4, daterange(${from}::date, null)
    where not exists (select from unit_binding b where b.unit_id = ${unit_id} and b.device_id = ${device.device_id} and upper_inf(b.valid))`.execute(
    tx,
  );
  return unit_id;
}

interface DeviceUnitRow {
  readonly unit_id: number;
  readonly registered_device_id: number;
  readonly demonstration: boolean;
  readonly role: MeterRole;
  readonly from: string;
}

async function addUnit(tx: Tx, { unit_id, from, ...row }: DeviceUnitRow): Promise<void> {
  const { rows } = await sql<{ code: string; serial: string }>`
    select r.code, u.serial from device_unit du join registered_device r using (registered_device_id)
      join generating_unit u on u.unit_id = du.unit_id
    where du.unit_id = ${unit_id} and du.valid && ${validFrom(from)} limit 1`.execute(tx);
  const [other] = rows;
  if (other !== undefined) {
    const params = { serial: other.serial, device: other.code };
    const message = filledMessage(DEVICE_MESSAGES["DEV-012"], params);
    throw new GuardRefusal(422, [{ code: "DEV-012", message, params, field: "meters" }]);
  }
  await tx
    .insertInto("device_unit")
    .values({ unit_id, ...row, valid: validFrom(from) })
    .execute();
}
