// An approved application for a group becomes a registered device that its members belong to from a month on.
import { nextMonthStart, type GroupMember } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { ApplicationRow } from "./application.sql.ts";
import { applicationDraft } from "./facts.sql.ts";
import { isDemonstration, nextDeviceCode, validFrom } from "./register-device.sql.ts";

/** Registers the group of these members, whose guards hold, from the beginning of the next month on. */
export async function registerGroup(
  tx: Tx,
  row: ApplicationRow,
  {
    members,
    today,
    approved_by,
  }: { members: readonly GroupMember[]; today: string; approved_by: number | null },
): Promise<{ registered_device_id: number; code: string; capacity_w: number }> {
  const { fields } = applicationDraft(row);
  const [first] = members;
  if (first === undefined) throw new RangeError("a group has members");
  const from = nextMonthStart(today);
  const oldest = await oldestOf(tx, members);
  const code = await nextDeviceCode(tx);
  const capacity_w = members.reduce((sum, member) => sum + member.capacity_w, 0);
  const { registered_device_id } = await tx
    .insertInto("registered_device")
    .values({
      kind: "grouped",
      code,
      business_account_id: row.business_account_id,
      demonstration: await isDemonstration(tx, row.business_account_id),
      registry: first.registry,
      english_name: fields.device_english_name.trim(),
      local_name: fields.device_local_name.trim(),
      fuel: first.fuel_type,
      technology: first.device_technology,
      country: first.location,
      province: first.province,
      location: oldest.location,
      owner: first.owner,
      timezone: oldest.timezone,
      capacity_w,
      commercial_operation_on: oldest.began,
      registered_on: from,
      valid: validFrom(from),
      project_id: oldest.project_id,
      approved_by,
    })
    .returning("registered_device_id")
    .executeTakeFirstOrThrow();
  for (const { device_uid } of members) {
    await joinGroup(tx, { device_uid, group_id: registered_device_id, from });
  }
  await tx
    .updateTable("device_application")
    .set({ registered_device_id, status: "approved" })
    .where("application_id", "=", row.application_id)
    .execute();
  return { registered_device_id, code, capacity_w };
}

/** What a group takes over from the member that began first. */
async function oldestOf(tx: Tx, members: readonly GroupMember[]) {
  const { rows } = await sql<{
    location: string;
    timezone: string;
    began: string;
    project_id: number | null;
  }>`
    select location, timezone, commercial_operation_on as began, project_id from registered_device
    where device_uid = any(${members.map(({ device_uid }) => device_uid)}::uuid[])
    order by commercial_operation_on, code limit 1`.execute(tx);
  const [oldest] = rows;
  if (oldest === undefined) throw new RangeError("members of a group are registered");
  return oldest;
}

interface Change {
  readonly device_uid: string;
  readonly group_id: number;
  /** The first day of a month. */
  readonly from: string;
}

/** The device belongs to the group from the day on: its units are the group's then, and its own no longer. */
export async function joinGroup(tx: Tx, change: Change): Promise<void> {
  const { device_uid, group_id, from } = change;
  await sql`
    insert into device_group_member (group_id, member_id, valid)
    select ${group_id}, registered_device_id, daterange(${from}::date, null) from registered_device where device_uid = ${device_uid}`.execute(
    tx,
  );
  await moveUnits(tx, change, { own: true });
}

/** The device belongs to the group until the day, which is not included; from then on its units are its own. */
export async function leaveGroup(tx: Tx, change: Change): Promise<void> {
  const { device_uid, group_id, from } = change;
  const { rows } = await sql<{ empty: boolean }>`
    delete from device_group_member m using registered_device r
    where r.device_uid = ${device_uid} and m.member_id = r.registered_device_id and m.group_id = ${group_id}
      and m.valid && daterange(${from}::date, null) and lower(m.valid) >= ${from}::date
    returning true as empty`.execute(tx);
  if (rows.length === 0) {
    await sql`
      update device_group_member m set valid = daterange(lower(m.valid), ${from}::date) from registered_device r
      where r.device_uid = ${device_uid} and m.member_id = r.registered_device_id and m.group_id = ${group_id}
        and m.valid @> ${from}::date`.execute(tx);
  }
  await moveUnits(tx, change, { own: false });
}

/** From the day on the units of the member count for the group (`own`: they were its own until then) or for itself again. */
async function moveUnits(
  tx: Tx,
  { device_uid, group_id, from }: Change,
  { own }: { own: boolean },
): Promise<void> {
  const { rows } = await sql<{ member_id: number }>`
    select registered_device_id as member_id from registered_device where device_uid = ${device_uid}`.execute(
    tx,
  );
  const member_id = rows[0]?.member_id ?? 0;
  const to = own ? group_id : member_id;
  // Which units are the member's: those that it has or has had of its own.
  const { rows: moved } = await sql<{ unit_id: number; demonstration: boolean; sign: number; until: string }>`
    select du.unit_id, du.demonstration, du.sign, upper(du.valid)::text as until from device_unit du
    where du.registered_device_id = ${own ? member_id : group_id} and upper(du.valid) > ${from}::date
      and du.unit_id in (select mine.unit_id from device_unit mine where mine.registered_device_id = ${member_id})`.execute(
    tx,
  );
  const units = moved.map(({ unit_id }) => unit_id);
  await sql`delete from device_unit where unit_id = any(${units}::int8[]) and lower(valid) >= ${from}::date`.execute(
    tx,
  );
  await sql`
    update device_unit set valid = daterange(lower(valid), ${from}::date)
    where unit_id = any(${units}::int8[]) and valid @> ${from}::date`.execute(tx);
  for (const { unit_id, demonstration, sign, until } of moved) {
    await sql`
      insert into device_unit (unit_id, registered_device_id, demonstration, sign, valid)
      values (${unit_id}, ${to}, ${demonstration}, ${sign}, daterange(${from}::date, ${until}::date))`.execute(
      tx,
    );
  }
}
