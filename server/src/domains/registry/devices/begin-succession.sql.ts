// How an application begins that succeeds a registered device: by a person, or as a reminder before the device ends (rule R11).
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { nextNumber, noSuchRecord, recordBegan, systemActor, type Actor } from "../../parties/index.ts";
import { DEVICE_KIND } from "./application-kind.sql.ts";
import { insertApplication, mustHaveRoom } from "./application.sql.ts";
import { storedFields, storedMeters } from "./stored-form.ts";
import {
  applicationOfDevice,
  devicesToRenew,
  mayChangeEarly,
  mustBeFree,
  openSuccession,
} from "./succession.sql.ts";

/**
 * A draft that succeeds the device of the code, or the one that the account has already. It begins with what the device was registered with;
 * declarations and documents are handed in anew, and of another account's device the plant too. Of a group its devices are those that it has when it ends. `is_change`: it changes the device before its end.
 * Throws GEN-404, also for the change of what can only be renewed, DEV-034, DEV-041.
 */
export async function beginSuccession(
  tx: Tx,
  actor: Actor,
  { code, is_change }: { code: string; is_change: boolean },
): Promise<{ record_uid: string; number: string }> {
  const device = await mustBeFree(tx, actor, code);
  if (is_change && !mayChangeEarly(device, actor)) throw noSuchRecord();
  const open = await openSuccession(tx, device, actor);
  if (open !== undefined) return { record_uid: open.record_uid, number: open.number };
  const business_account_id = actor.business_account_id ?? 0;
  await mustHaveRoom(tx, business_account_id);
  const before = await applicationOfDevice(tx, device);
  const isOwn = device.business_account_id === business_account_id;
  const anew = { no_other_certificates: "", ...(isOwn ? {} : { project_uid: "" }) };
  const number = await nextNumber(tx, DEVICE_KIND.prefix, actor.at);
  const row = await insertApplication(tx, {
    number,
    business_account_id,
    type: device.kind === "grouped" ? "grouped" : "normal",
    fields: before === undefined ? {} : { ...storedFields(before.fields), ...anew },
    ...(isOwn && before !== undefined
      ? { meters: storedMeters(before.meters), plant_id: before.plant_id }
      : {}),
    members: await membersToRenew(tx, device),
    folder_id: null,
    copied_from: null,
    succeeds_id: device.registered_device_id,
    is_change,
    created_by: actor.account_id,
  });
  const { rows } = await sql<{ ends_at: Date }>`
    select ${device.ends}::timestamp at time zone ${device.timezone} as ends_at`.execute(tx);
  const ends_at = rows[0]?.ends_at ?? actor.at;
  await recordBegan(tx, DEVICE_KIND, row, {
    actor,
    payload: { succeeds: code, is_change },
    // Until then its renewal counts from the device's end on, so that no day is lost.
    ...(ends_at > actor.at && !is_change ? { due_at: ends_at } : {}),
  });
  return { record_uid: row.record_uid, number };
}

/** The devices that the group has when it ends; of a device none. */
async function membersToRenew(
  tx: Tx,
  { registered_device_id, ends }: { registered_device_id: number; ends: string },
): Promise<string[]> {
  const { rows } = await sql<{ device_uid: string }>`
    select r.device_uid from device_group_member m join registered_device r on r.registered_device_id = m.member_id
    where m.group_id = ${registered_device_id} and m.valid @> ${ends}::date order by r.code`.execute(tx);
  return rows.map(({ device_uid }) => device_uid);
}

/** Begins the renewal of each device that ends soon, as a draft of its account; returns how many. Each in a transaction of its own. */
export async function beginRenewals(db: Db): Promise<number> {
  const devices = await devicesToRenew(db);
  for (const { code, business_account_id } of devices) {
    await db.transaction().execute(async (tx) => {
      const system = await systemActor(tx);
      await beginSuccession(tx, { ...system, business_account_id }, { code, is_change: false });
    });
  }
  return devices.length;
}
