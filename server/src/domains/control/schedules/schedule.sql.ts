// Schedules as they are written. Those who write hold the gateway's row, as those do who run them.
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";

/** What a schedule is, as it is stored. */
export interface ScheduleValues {
  readonly schedule_type_id: number;
  readonly schedule_timeline_type_id: number;
  readonly relay: string | null;
  readonly from_date: string;
  readonly to_date: string;
  readonly from_time: string;
  readonly to_time: string;
  readonly day: readonly number[];
  readonly state: string;
  readonly operation_type: string;
  readonly value: number;
  readonly available: boolean;
  readonly option_overwrite: boolean;
}

/** A schedule that is there, and where. */
export interface StoredSchedule extends ScheduleValues {
  readonly schedule_id: number;
  readonly schedule_uid: string;
  readonly schedule_no: number;
  readonly gateway_id: number;
  readonly gateway_uid: string;
  readonly device_uids: readonly string[];
}

/** How many schedules the project has. */
export async function scheduleCount(tx: Tx, { project_id }: ProjectAccess): Promise<number> {
  const { count } = await tx
    .selectFrom("schedule")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("project_id", "=", project_id)
    .where("removed_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** The id of the project's gateway; undefined: it has none of the uid. */
export async function gatewayIdOf(
  tx: Tx,
  access: ProjectAccess,
  gateway_uid: string,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom("gateway")
    .select("gateway_id")
    .where("project_id", "=", access.project_id)
    .where("gateway_uid", "=", gateway_uid)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return row?.gateway_id;
}

/** Those of the devices that are behind the gateway, with what they are. */
export async function devicesBehind(
  tx: Tx,
  gateway_id: number,
  device_uids: readonly string[],
): Promise<{ device_id: number; asset_type: string }[]> {
  return tx
    .selectFrom("device")
    .select(["device_id", "asset_type"])
    .where("gateway_id", "=", gateway_id)
    .where("device_uid", "=", sql<string>`any(${[...device_uids]}::uuid[])`)
    .where("removed_at", "is", null)
    .orderBy("device_id")
    .execute();
}

/** Waits until nobody else sees to the gateway of the schedule, for the rest of the transaction; before the schedule itself is read. */
export async function lockGatewayOf(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  schedule_uid: string,
): Promise<void> {
  await sql`
    select from schedule_gateway where gateway_id in (
      select gateway_id from schedule where project_id = ${project_id} and schedule_uid = ${schedule_uid}::uuid) for update`.execute(
    tx,
  );
}

/** The schedule of the uid; undefined: there is none. */
export async function scheduleForChange(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  schedule_uid: string,
): Promise<StoredSchedule | undefined> {
  const { rows } = await sql<StoredSchedule>`
    select s.schedule_id::float8 as schedule_id, s.schedule_uid, s.schedule_no, s.gateway_id, g.gateway_uid, s.schedule_type_id,
      s.schedule_timeline_type_id, s.relay, s.from_date::text as from_date, s.to_date::text as to_date, s.from_time, s.to_time, s.day,
      s.state, s.operation_type, s.value, s.available, s.option_overwrite,
      array(select d.device_uid::text from schedule_device sd join device d on d.device_id = sd.device_id
        where sd.schedule_id = s.schedule_id) as device_uids
    from schedule s join gateway g on g.gateway_id = s.gateway_id
    where s.project_id = ${project_id} and s.schedule_uid = ${schedule_uid}::uuid and s.removed_at is null`.execute(
    tx,
  );
  return rows[0];
}

/** Adds a schedule and returns its uid. */
export async function insertSchedule(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  of: {
    readonly gateway_id: number;
    readonly device_ids: readonly number[];
    readonly account_id: number;
    readonly values: ScheduleValues;
    readonly handled_until: Date;
    readonly now: Date;
  },
): Promise<string> {
  const { rows } = await sql<{ schedule_uid: string }>`
    with added as (
      insert into schedule (schedule_no, project_id, gateway_id, schedule_type_id, schedule_timeline_type_id, relay, from_date, to_date,
        from_time, to_time, day, state, operation_type, value, available, option_overwrite, account_id, created_at, changed_at,
        handled_until)
      select (select coalesce(max(schedule_no), 0) + 1 from schedule where project_id = ${project_id}), ${project_id}, ${of.gateway_id},
        v.schedule_type_id, v.schedule_timeline_type_id, v.relay, v.from_date, v.to_date, v.from_time, v.to_time, v.day, v.state,
        v.operation_type, v.value, v.available, v.option_overwrite, ${of.account_id}, ${of.now}, ${of.now}, ${of.handled_until}
      from jsonb_to_record(${JSON.stringify(of.values)}::jsonb) as v(schedule_type_id int2, schedule_timeline_type_id int2, relay text,
        from_date date, to_date date, from_time text, to_time text, day int2[], state text, operation_type text, value float8,
        available boolean, option_overwrite boolean)
      returning schedule_id, schedule_uid
    ), devices as (
      insert into schedule_device (schedule_id, device_id, project_id)
      select schedule_id, device_id, ${project_id} from added, unnest(${[...of.device_ids]}::int4[]) as device_id
    )
    select schedule_uid from added`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error("the schedule was not added");
  return row.schedule_uid;
}

/**
 * Changes a schedule. With `again`, what it does or when became another: a run that is going on ends, and what is written now runs
 * from here.
 */
export async function changeSchedule(
  tx: Tx,
  schedule_id: number,
  values: ScheduleValues,
  again: { readonly handled_until: Date; readonly now: Date } | null,
): Promise<void> {
  const {
    from_date,
    to_date,
    from_time,
    to_time,
    day,
    state,
    operation_type,
    value,
    available,
    option_overwrite,
  } = values;
  await tx
    .updateTable("schedule")
    .set({
      from_date,
      to_date,
      from_time,
      to_time,
      state,
      operation_type,
      value,
      available,
      option_overwrite,
      day: [...day],
    })
    .where("schedule_id", "=", schedule_id)
    .execute();
  if (again === null) return;
  await sql`
    update schedule set revision = revision + 1, rank = nextval('schedule_rank'), handled_until = ${again.handled_until},
      changed_at = ${again.now} where schedule_id = ${schedule_id}`.execute(tx);
  await sql`
    update schedule_run set status = ${available ? "ended" : "stopped"}, is_superseded = is_superseded or ${available},
      ended_at = ${again.now} where schedule_id = ${schedule_id} and status = 'open'`.execute(tx);
}

/** Takes a schedule away, and with `stop` ends its run that is going on. */
export async function removeSchedule(
  tx: Tx,
  schedule_id: number,
  { stop, now }: { stop: boolean; now: Date },
): Promise<void> {
  await sql`update schedule set removed_at = ${now}, next_run_at = null where schedule_id = ${schedule_id}`.execute(
    tx,
  );
  if (!stop) return;
  await sql`
    update schedule_run set status = 'stopped', ended_at = ${now} where schedule_id = ${schedule_id} and status = 'open'`.execute(
    tx,
  );
}
