// An approved application for a group becomes a registered device that its members belong to from a month on.
import type { GroupMember } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { Actor } from "../../parties/index.ts";
import { deviceBegan, deviceSucceeded } from "./registered/registered-kind.sql.ts";
import type { ApplicationRow } from "./application.sql.ts";
import { applicationDraft } from "./facts.sql.ts";
import { groupAsked, joinGroup, succeedGroup } from "./group.sql.ts";
import { isDemonstration, nextDeviceCode, validFrom } from "./register-device.sql.ts";
import { endPredecessor, predecessorOf } from "./succession.sql.ts";

/**
 * Registers the group whose guards hold: from the beginning of the month after its first submission on, or where it succeeds another, with what that has, from
 * its end. A group that continues one belongs to the line of it.
 */
export async function registerGroup(
  tx: Tx,
  row: ApplicationRow,
  { today, actor }: { today: string; actor: Actor },
): Promise<{ registered_device_id: number; code: string; capacity_w: number }> {
  const { fields } = applicationDraft(row);
  const { members, from } = await groupAsked(tx, row, { today, at: actor.at });
  const [first] = members;
  if (first === undefined) throw new RangeError("a group has members");
  const predecessor = await predecessorOf(tx, row);
  const oldest = await oldestOf(tx, members);
  const code = await nextDeviceCode(tx);
  const capacity_w = members.reduce((sum, member) => sum + member.capacity_w, 0);
  const { registered_device_id, device_uid } = await tx
    .insertInto("registered_device")
    .values({
      kind: "grouped",
      code,
      predecessor_id: predecessor?.registered_device_id ?? null,
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
      approved_by: actor.account_id,
      created_by: actor.account_id,
    })
    .returning(["registered_device_id", "device_uid"])
    .executeTakeFirstOrThrow();
  await deviceBegan(tx, { device_uid, business_account_id: row.business_account_id }, actor);
  const asked = members.map((member) => member.device_uid);
  if (predecessor === undefined) {
    for (const member of asked) {
      await joinGroup(tx, { device_uid: member, group_id: registered_device_id, from });
    }
  } else {
    const group_id = predecessor.registered_device_id;
    await succeedGroup(tx, { group_id, to: registered_device_id, from }, { asked, today });
    await endPredecessor(tx, predecessor, from);
    await deviceSucceeded(tx, group_id, code);
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
