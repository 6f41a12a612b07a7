import {
  changeGroup,
  decideOnDevice,
  filledMessage,
  getRegisteredDevice,
  groupFaults,
  GROUP_MESSAGES,
  listRegisteredDevices,
  localDay,
  nextMonthStart,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { GuardRefusal, Problem } from "../../../platform/problem.ts";
import { audit } from "../../identity/index.ts";
import {
  TRADERS,
  accountMust,
  actorOf,
  hasRole,
  mayAct,
  mustHaveRole,
  noSuchRecord,
  once,
  type Actor,
} from "../../parties/index.ts";
import { projectsOfDevices } from "./device-projects.sql.ts";
import { membersOfGroup } from "./facts.sql.ts";
import { joinGroup, leaveGroup } from "./group.sql.ts";
import { partsOf, registeredDeviceOf, registeredDevicesOf, type RegisteredRow } from "./registered.sql.ts";
import { mustHaveNoSuccessor } from "./succession.sql.ts";
import { refuseUnmet } from "./unmet.ts";

/** Serves registered devices: to the people of their account, issuers and platform operators. */
export function registeredRoutes(serve: Serve, db: Db): void {
  serve(listRegisteredDevices, ({ query: { account, ...wanted }, session }) =>
    db
      .transaction()
      .execute(async (tx) => registeredDevicesOf(tx, await actorOf(tx, session, account), wanted)),
  );

  serve(getRegisteredDevice, ({ query: { account, device_uid }, session }) =>
    db.transaction().execute(async (tx) => {
      const actor = await actorOf(tx, session, account);
      const { registered_device_id, business_account_id, project_id, ...row } = found(
        await registeredDeviceOf(tx, actor, device_uid),
      );
      const parts = await partsOf(tx, { ...row, registered_device_id, business_account_id, project_id });
      const isFree = parts.successor === null;
      return {
        ...row,
        ...parts,
        can_renew: isFree && mayAct(actor, "trader", "account_manager"),
        can_release: isFree && row.device_type === "normal" && mayAct(actor, "account_manager"),
        can_decide: hasRole(actor, "issuer"),
        can_change: isFree && row.device_type === "grouped" && mayAct(actor, "trader", "account_manager"),
      };
    }),
  );

  serveDecisions(serve, db);
}

function serveDecisions(serve: Serve, db: Db): void {
  serve(decideOnDevice, ({ query: { account }, body: { key, ...asked }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const actor = await actorOf(tx, session, account);
      const row = found(await registeredDeviceOf(tx, actor, asked.device_uid));
      mustHaveRole(actor, asked.action, "issuer");
      await mustHaveNoPartIn(tx, actor, row);
      const command = { command: `registered_device.${asked.action}`, key, request: asked };
      return once(tx, actor, command, async () => {
        await decide(tx, row, asked);
        await audit(tx, {
          ...session,
          address: origin.address,
          action: "record.changed",
          subject: row.device_unique_id,
          detail: { action: asked.action, reason: asked.reason },
        });
        return { message: DONE[asked.action] };
      });
    }),
  );

  serve(changeGroup, ({ query: { account }, body: { key, ...asked }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const actor = await actorOf(tx, session, account);
      await accountMust(tx, actor, { action: "edit", deed: "act" });
      const row = found(await registeredDeviceOf(tx, actor, asked.device_uid));
      mustHaveRole(actor, "edit", ...TRADERS);
      if (row.device_type !== "grouped") throw noSuchRecord();
      return once(tx, actor, { command: "device_group.change", key, request: asked }, async () => {
        await change(tx, row, { ...asked, at: actor.at });
        const { address } = origin;
        const { from, add, remove } = asked;
        await audit(tx, {
          ...session,
          address,
          action: "record.changed",
          subject: row.device_unique_id,
          detail: { action: "change_members", from, added: add.length, removed: remove.length },
        });
        return { message: "The devices of the group have been changed" };
      });
    }),
  );
}

const DONE = {
  suspend: "The device has been suspended",
  resume: "The device is in force again",
  confirm_binding: "The bindings are in force again",
} as const;

/** The device; throws GEN-404 where there is none, or none for this person. */
export function found(row: RegisteredRow | undefined): RegisteredRow {
  if (row === undefined) throw noSuchRecord();
  return row;
}

/** Refuses with AUTH-005 whoever has a role in the device's account or plants. */
export async function mustHaveNoPartIn(
  tx: Tx,
  { account_id }: Actor,
  { business_account_id, registered_device_id }: RegisteredRow,
): Promise<void> {
  const projects = await projectsOfDevices(tx, { ids: [registered_device_id] });
  const { rows } = await sql<{ has_part: boolean }>`
    select exists (select from role_grant where account_id = ${account_id} and business_account_id = ${business_account_id})
      or exists (select from project_member where account_id = ${account_id} and project_id = any(${projects}::int4[])) as has_part`.execute(
    tx,
  );
  if (rows[0]?.has_part === true) {
    throw new Problem(403, "AUTH-005", "You have a part in this record and cannot decide on it.");
  }
}

/** Suspends the device, resumes it, or lets its bindings count again. Refuses with GEN-422 what is so already. */
async function decide(
  tx: Tx,
  { registered_device_id, device_unique_id, suspended }: RegisteredRow,
  { action, reason }: { action: keyof typeof DONE; reason: string },
): Promise<void> {
  if (action === "confirm_binding") {
    await sql`
      update unit_binding b set suspended_at = null, suspended_because = null from device_unit du
      where du.registered_device_id = ${registered_device_id} and du.unit_id = b.unit_id and b.suspended_at is not null`.execute(
      tx,
    );
    return;
  }
  if (suspended === (action === "suspend")) {
    const params = {
      entity: "Device",
      number: device_unique_id,
      status: suspended ? "suspended" : "in force",
      action,
    };
    const message = filledMessage("{entity} {number} is {status}; {action} is not possible.", params);
    throw new GuardRefusal(422, [{ code: "GEN-422", message, params }]);
  }
  await tx
    .updateTable("registered_device")
    .set(
      action === "suspend"
        ? { suspended_at: sql<Date>`now()`, suspended_because: reason }
        : { suspended_at: null, suspended_because: null },
    )
    .where("registered_device_id", "=", registered_device_id)
    .execute();
}

interface Change {
  readonly from: string;
  readonly add: readonly string[];
  readonly remove: readonly string[];
  readonly at: Date;
}

/** Changes the members from the month on. Refuses with GRP-001 to GRP-006, GRP-008, and DEV-041 a group that has been succeeded. */
async function change(tx: Tx, row: RegisteredRow, { from, add, remove, at }: Change): Promise<void> {
  const { registered_device_id: group_id, business_account_id, timezone } = row;
  if (!from.endsWith("-01") || from < nextMonthStart(localDay(timezone, at.getTime()))) {
    throw new GuardRefusal(422, [{ code: "GRP-006", message: GROUP_MESSAGES["GRP-006"] }]);
  }
  const { group_members, successor } = await partsOf(tx, row);
  mustHaveNoSuccessor({ code: row.device_unique_id, successor: successor?.code ?? null });
  const there = group_members
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
