// Which devices a group has from the beginning of a future month on.
import { groupFaults, GROUP_MESSAGES, localDay, nextMonthStart } from "@heliograph/contract";
import type { Tx } from "../../../../platform/db.ts";
import { GuardRefusal } from "../../../../platform/problem.ts";
import { noSuchRecord } from "../../../parties/index.ts";
import { membersOfGroup } from "../facts.sql.ts";
import { joinGroup, leaveGroup } from "../group.sql.ts";
import { mustHaveNoSuccessor } from "../succession.sql.ts";
import { refuseUnmet } from "../unmet.ts";
import type { RegisteredRow } from "./registered-rows.ts";
import { groupMembers, successionOf } from "./device-parts.sql.ts";

export interface MembersChange {
  /** YYYY-MM-01. */
  readonly from: string;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** Changes the members from the month on. Throws GEN-404 where it is no group; refuses with GRP-001 to GRP-006, GRP-008, and DEV-041 a group that has been succeeded. */
export async function changeMembers(
  tx: Tx,
  row: RegisteredRow,
  { from, add, remove, at }: MembersChange & { at: Date },
): Promise<void> {
  const { registered_device_id: group_id, business_account_id, timezone } = row;
  if (row.kind !== "grouped") throw noSuchRecord();
  if (!from.endsWith("-01") || from < nextMonthStart(localDay(timezone, at.getTime()))) {
    throw new GuardRefusal(422, [{ code: "GRP-006", message: GROUP_MESSAGES["GRP-006"] }]);
  }
  const { successor } = await successionOf(tx, row);
  mustHaveNoSuccessor({ code: row.number, successor: successor?.code ?? null });
  const there = (await groupMembers(tx, row))
    .filter(({ until }) => until === null || until > from)
    .map(({ device_uid }) => device_uid);
  const added = add.filter((uid) => !there.includes(uid));
  const after = [...there.filter((uid) => !remove.includes(uid)), ...added];
  const all = await membersOfGroup(
    tx,
    { business_account_id, members: after },
    {
      from,
      except: [group_id],
    },
  );
  if (all.length < new Set(after).size) throw noSuchRecord();
  // What a device that is in the group already has certificates of, was issued for the group or before.
  refuseUnmet(
    groupFaults(
      all.map((member) =>
        there.includes(member.device_uid) ? { ...member, own_issuance: false, ended: null } : member,
      ),
      row.registry,
    ),
  );
  for (const device_uid of remove.filter((uid) => there.includes(uid))) {
    await leaveGroup(tx, { device_uid, group_id, from });
  }
  for (const device_uid of new Set(added)) await joinGroup(tx, { device_uid, group_id, from });
  const capacity_w = all.reduce((sum, member) => sum + member.capacity_w, 0);
  await tx
    .updateTable("registered_device")
    .set({ capacity_w })
    .where("registered_device_id", "=", group_id)
    .execute();
}
