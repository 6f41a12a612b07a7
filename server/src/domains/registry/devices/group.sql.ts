// Which devices a group consists of from when on, and whose their units are then.
import { groupFaults, nextMonthStart, type DeviceDraft, type GroupMember } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { ApplicationRow } from "./application.sql.ts";
import { membersOfGroup } from "./facts.sql.ts";
import { predecessorOf, successionDay } from "./succession.sql.ts";
import { refuseUnmet } from "./unmet.ts";

/**
 * The members that an application for a group names, as they are when it begins: with the month after it was first submitted, however long its review takes, or
 * where it succeeds a group as that ends.
 */
export async function groupAsked(
  db: Db,
  row: ApplicationRow,
  { today, at }: { today: string; at: Date },
): Promise<{ members: GroupMember[]; from: string }> {
  const { registered_device_id, succeeds_id } = row;
  const predecessor = await predecessorOf(db, row);
  const registered_on = row.registration_date ?? today;
  const from =
    predecessor === undefined
      ? nextMonthStart(registered_on)
      : successionDay(predecessor, { ...row, registered_on }, at);
  const except = [registered_device_id, succeeds_id].filter((id) => id !== null);
  return { members: await membersOfGroup(db, row, { from, except }), from };
}

/** The draft of a group with what it takes over from its devices: whoever decides about them decides about it. */
export async function fieldsOfGroup(
  tx: Tx,
  { business_account_id }: Pick<ApplicationRow, "business_account_id">,
  { draft, at }: { draft: DeviceDraft; at: Date },
): Promise<DeviceDraft> {
  const from = at.toISOString().slice(0, 10);
  const [first] = await membersOfGroup(tx, { business_account_id, members: draft.members }, { from });
  if (first === undefined) return draft;
  const { location, province, fuel_type, device_technology, owner } = first;
  return { ...draft, fields: { ...draft.fields, location, province, fuel_type, device_technology, owner } };
}

interface Change {
  readonly device_uid: string;
  readonly group_id: number;
  /** The first day of a month, or on which a device or group succeeds another. */
  readonly from: string;
}

/** The device belongs to the group from the day on: its units are the group's then, and its own no longer. */
export async function joinGroup(tx: Tx, { device_uid, group_id, from }: Change): Promise<void> {
  const member_id = await idOf(tx, device_uid);
  await sql`
    insert into device_group_member (group_id, member_id, valid)
    values (${group_id}, ${member_id}, daterange(${from}::date, null))`.execute(tx);
  await moveUnits(tx, { member_id, from }, { holder: member_id, to: group_id });
}

/** The device belongs to the group until the day, which is not included; from then on its units are its own. */
export async function leaveGroup(tx: Tx, { device_uid, group_id, from }: Change): Promise<void> {
  const member_id = await idOf(tx, device_uid);
  await endMembership(tx, { member_id, group_id, from });
  await moveUnits(tx, { member_id, from }, { holder: group_id, to: member_id });
}

/** From the day on the group `to` has all that the group has then: members that are asked for, or whose predecessors are; the others leave. Members that it does not have yet join. */
export async function succeedGroup(
  tx: Tx,
  { group_id, to, from }: { group_id: number; to: number; from: string },
  { asked, today }: { asked: readonly string[]; today: string },
): Promise<void> {
  const { rows } = await sql<{ member_id: number; device_uid: string; line: string[] }>`
    select distinct m.member_id, r.device_uid, (
      with recursive up as (
        select r.device_uid as uid, r.predecessor_id as before
        union all
        select p.device_uid, p.predecessor_id from up join registered_device p on p.registered_device_id = up.before
      ) select array_agg(uid) from up) as line
    from device_group_member m join registered_device r on r.registered_device_id = m.member_id
    where m.group_id = ${group_id} and m.valid && daterange(${from}::date, null)`.execute(tx);
  for (const { member_id, device_uid, line } of rows) {
    if (!line.some((uid) => asked.includes(uid))) {
      await leaveGroup(tx, { device_uid, group_id, from });
      continue;
    }
    const days = await endMembership(tx, { member_id, group_id, from });
    for (const valid of days) {
      await sql`
        insert into device_group_member (group_id, member_id, valid) values (${to}, ${member_id}, ${valid}::daterange)`.execute(
        tx,
      );
    }
    await moveUnits(tx, { member_id, from }, { holder: group_id, to });
  }
  const there = new Set(rows.flatMap(({ line }) => line));
  const month = from > today && from.endsWith("-01") ? from : nextMonthStart(today > from ? today : from);
  for (const device_uid of asked.filter((uid) => !there.has(uid))) {
    await joinGroup(tx, { device_uid, group_id: to, from: month });
  }
}

/** Gives the device back what its groups have of its units from the day on; its places in them stay, for what succeeds it. */
export async function takeUnitsBack(
  tx: Tx,
  { member_id, from }: { member_id: number; from: string },
): Promise<void> {
  const { rows } = await sql<{ group_id: number }>`
    select distinct group_id from device_group_member
    where member_id = ${member_id} and valid && daterange(${from}::date, null)`.execute(tx);
  for (const { group_id } of rows) {
    await moveUnits(tx, { member_id, from }, { holder: group_id, to: member_id });
  }
}

/**
 * A device that succeeds another has its place in the groups of that from the day on, and stands for it in drafts that renew those. Refuses with
 * GRP-002 or GRP-003 what does not fit into one.
 */
export async function takePlaceInGroups(
  tx: Tx,
  { predecessor_id, member_id, from }: { predecessor_id: number; member_id: number; from: string },
): Promise<void> {
  const { rows: groups } = await sql<{ group_id: number }>`
    select distinct group_id from device_group_member
    where member_id = ${predecessor_id} and valid && daterange(${from}::date, null)`.execute(tx);
  for (const { group_id } of groups) {
    for (const valid of await endMembership(tx, { member_id: predecessor_id, group_id, from })) {
      await sql`
        insert into device_group_member (group_id, member_id, valid) values (${group_id}, ${member_id}, ${valid}::daterange)`.execute(
        tx,
      );
    }
    await moveUnits(tx, { member_id, from }, { holder: member_id, to: group_id });
    await mustFit(tx, group_id, from);
    await sql`
      update device_application d set members = array_replace(d.members, p.device_uid, n.device_uid)
      from registered_device p, registered_device n
      where p.registered_device_id = ${predecessor_id} and n.registered_device_id = ${member_id}
        and d.succeeds_id = ${group_id} and d.status in ('draft', 'to_resubmit')`.execute(tx);
  }
}

/** Counts the capacity of the group anew. Refuses where its devices do not fit together on the day. */
async function mustFit(tx: Tx, group_id: number, from: string): Promise<void> {
  const { rows } = await sql<{ device_uid: string; business_account_id: number; registry: string }>`
    select r.device_uid, g.business_account_id, g.registry from device_group_member m
      join registered_device r on r.registered_device_id = m.member_id join registered_device g on g.registered_device_id = m.group_id
    where m.group_id = ${group_id} and m.valid @> ${from}::date`.execute(tx);
  const [first] = rows;
  if (first === undefined) return;
  const asked = {
    business_account_id: first.business_account_id,
    members: rows.map((row) => row.device_uid),
  };
  const members = await membersOfGroup(tx, asked, { from, except: [group_id] });
  // Its certificates are those of the group or of before; others whose registration ends then are renewed in their turn.
  refuseUnmet(
    groupFaults(
      members.map((member) => ({ ...member, own_issuance: false, ended: null })),
      first.registry,
    ),
  );
  const capacity_w = members.reduce((sum, member) => sum + member.capacity_w, 0);
  await tx
    .updateTable("registered_device")
    .set({ capacity_w })
    .where("registered_device_id", "=", group_id)
    .execute();
}

async function idOf(tx: Tx, device_uid: string): Promise<number> {
  const { registered_device_id } = await tx
    .selectFrom("registered_device")
    .select("registered_device_id")
    .where("device_uid", "=", device_uid)
    .executeTakeFirstOrThrow();
  return registered_device_id;
}

/** Ends the membership on the day, which is not included; the days that were left of it. */
async function endMembership(
  tx: Tx,
  { member_id, group_id, from }: { member_id: number; group_id: number; from: string },
): Promise<string[]> {
  const { rows } = await sql<{ days: string }>`
    select (valid * daterange(${from}::date, null))::text as days from device_group_member
    where member_id = ${member_id} and group_id = ${group_id} and valid && daterange(${from}::date, null)`.execute(
    tx,
  );
  await sql`
    delete from device_group_member
    where member_id = ${member_id} and group_id = ${group_id} and lower(valid) >= ${from}::date`.execute(tx);
  await sql`
    update device_group_member set valid = daterange(lower(valid), ${from}::date)
    where member_id = ${member_id} and group_id = ${group_id} and valid @> ${from}::date`.execute(tx);
  return rows.map(({ days }) => days);
}

/** From the day on those units of the member that `holder` has, count for `to`. */
async function moveUnits(
  tx: Tx,
  { member_id, from }: { member_id: number; from: string },
  { holder, to }: { holder: number; to: number },
): Promise<void> {
  // Which units are the member's: those that it, or what it succeeds, has or has had of its own.
  const { rows: moved } = await sql<{ unit_id: number; demonstration: boolean; role: string; days: string }>`
    with recursive line as (
      select ${member_id}::int8 as id
      union
      select r.predecessor_id from line join registered_device r on r.registered_device_id = line.id where r.predecessor_id is not null
    )
    select du.unit_id, du.demonstration, du.role, (du.valid * daterange(${from}::date, null))::text as days from device_unit du
    where du.registered_device_id = ${holder} and du.valid && daterange(${from}::date, null)
      and du.unit_id in (select mine.unit_id from device_unit mine join line on line.id = mine.registered_device_id)`.execute(
    tx,
  );
  const units = moved.map(({ unit_id }) => unit_id);
  await sql`
    delete from device_unit
    where registered_device_id = ${holder} and unit_id = any(${units}::int8[]) and lower(valid) >= ${from}::date`.execute(
    tx,
  );
  await sql`
    update device_unit set valid = daterange(lower(valid), ${from}::date)
    where registered_device_id = ${holder} and unit_id = any(${units}::int8[]) and valid @> ${from}::date`.execute(
    tx,
  );
  for (const { unit_id, demonstration, role, days } of moved) {
    await sql`
      insert into device_unit (unit_id, registered_device_id, demonstration, role, valid)
      values (${unit_id}, ${to}, ${demonstration}, ${role}, ${days}::daterange)`.execute(tx);
  }
}
