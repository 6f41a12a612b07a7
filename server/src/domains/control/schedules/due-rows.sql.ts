// What schedules, runs and holds of gateways are, read and written for those who see to them.
import { COMMAND_STATES, type RELAYS, type ScheduleRule } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { nextMoment, runsDue, type Doing, type Hold, type NewRun, type OpenRun } from "./due.ts";

/** A gateway or project that was removed is looked at again after so long: it may be back. */
const GONE_MS = 3_600_000;

/** A schedule that may run, or that has a run open, with its devices. Instants in ms since 1970. */
export interface DueRow extends Doing, Omit<ScheduleRule, "timezone"> {
  readonly schedule_id: number;
  readonly project_id: number;
  readonly gateway_id: number;
  readonly account_id: number | null;
  readonly timezone: string;
  readonly subject: string;
  readonly rank: number;
  readonly revision: number;
  readonly is_live: boolean;
  readonly is_gone: boolean;
  readonly changed_ms: number;
  readonly handled_ms: number;
  readonly devices: readonly { device_id: number; device_uid: string }[];
}

interface RunRow {
  readonly run_id: number;
  readonly schedule_id: number;
  readonly ends_ms: number;
  readonly is_superseded: boolean;
}

/** Who holds a device, and where. */
export interface HoldRow extends Hold {
  readonly gateway_id: number;
  readonly project_id: number;
  readonly schedule_id: number;
  /** Null: the device was removed. */
  readonly device_uid: string | null;
  /** True where the device may still be as the schedule had it: nobody else told it otherwise, and it did not go back by itself. */
  readonly may_hold: boolean;
}

/** The schedules of the gateways that may run, or that have a run open. */
export async function schedulesOf(tx: Tx, gateway_ids: readonly number[]): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select s.schedule_id::float8 as schedule_id, s.project_id, s.gateway_id, s.account_id, s.schedule_type_id,
      s.schedule_timeline_type_id, s.relay, s.subject, s.from_date::text as from_date, s.to_date::text as to_date, s.from_time,
      s.to_time, s.day, s.state, s.operation_type, s.value, s.revision, s.rank::float8 as rank, p.timezone,
      s.removed_at is null and s.available as is_live, g.removed_at is not null or p.removed_at is not null as is_gone,
      (extract(epoch from s.changed_at) * 1000)::float8 as changed_ms, (extract(epoch from s.handled_until) * 1000)::float8 as handled_ms,
      coalesce((select jsonb_agg(jsonb_build_object('device_id', d.device_id, 'device_uid', d.device_uid) order by d.device_id)
        from schedule_device sd join device d on d.device_id = sd.device_id and d.removed_at is null
        where sd.schedule_id = s.schedule_id), '[]') as devices
    from schedule s join project p on p.project_id = s.project_id join gateway g on g.gateway_id = s.gateway_id
    where s.gateway_id = any(${[...gateway_ids]}::int4[])
      and (s.removed_at is null or exists (
        select from schedule_run r where r.schedule_id = s.schedule_id and r.status = 'open')
        or exists (select from schedule_run r join schedule_hold h on h.run_id = r.run_id where r.schedule_id = s.schedule_id))
    order by s.schedule_id`.execute(tx);
  return rows;
}

/** Writes down the runs that begin and what is seen to; returns when each gateway's next run begins, in ms. */
export async function beginRuns(
  tx: Tx,
  schedules: readonly DueRow[],
  nowMs: number,
): Promise<Map<number, (number | null)[]>> {
  const nexts = new Map<number, (number | null)[]>();
  const runs: (NewRun & { schedule_id: number; gateway_id: number; project_id: number; revision: number })[] =
    [];
  const seen: { schedule_id: number; handled_ms: number; next_ms: number | null }[] = [];
  for (const row of schedules.filter(({ is_gone }) => !is_gone)) {
    if (!row.is_live) {
      seen.push({ schedule_id: row.schedule_id, handled_ms: row.handled_ms, next_ms: null });
      continue;
    }
    const due = runsDue({ rule: row, changed_ms: row.changed_ms, handled_ms: row.handled_ms }, nowMs);
    const { schedule_id, gateway_id, project_id, revision } = row;
    runs.push(...due.runs.map((run) => ({ ...run, schedule_id, gateway_id, project_id, revision })));
    seen.push({ schedule_id, handled_ms: due.handled_ms, next_ms: due.next_ms });
    nexts.set(gateway_id, [...(nexts.get(gateway_id) ?? []), due.next_ms]);
  }
  await sql`
    insert into schedule_run (schedule_id, project_id, gateway_id, revision, local_date, starts_at, ends_at, status, is_late, created_at,
      ended_at)
    select schedule_id, project_id, gateway_id, revision, local_date, to_timestamp(starts_ms / 1000), to_timestamp(ends_ms / 1000),
      status, is_late, to_timestamp(${nowMs}::float8 / 1000),
      case when status = 'skipped' then to_timestamp(${nowMs}::float8 / 1000) end
    from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as given(schedule_id int8, project_id int4, gateway_id int4, revision int4,
      local_date date, starts_ms float8, ends_ms float8, status text, is_late boolean)
    on conflict (schedule_id, revision, local_date) do nothing`.execute(tx);
  await sql`
    update schedule s set handled_until = to_timestamp(given.handled_ms / 1000), next_run_at = to_timestamp(given.next_ms / 1000)
    from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as given(schedule_id int8, handled_ms float8, next_ms float8)
    where s.schedule_id = given.schedule_id
      and (s.handled_until, s.next_run_at) is distinct from (to_timestamp(given.handled_ms / 1000), to_timestamp(given.next_ms / 1000))`.execute(
    tx,
  );
  return nexts;
}

/** The runs of the gateways that are open. */
export async function openRunsOf(tx: Tx, gateway_ids: readonly number[]): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select run_id::float8 as run_id, schedule_id::float8 as schedule_id, (extract(epoch from ends_at) * 1000)::float8 as ends_ms,
      is_superseded
    from schedule_run where gateway_id = any(${[...gateway_ids]}::int4[]) and status = 'open'`.execute(tx);
  return rows;
}

/** Which runs hold which devices of the gateways. */
export async function scheduleHolds(tx: Tx, gateway_ids: readonly number[]): Promise<HoldRow[]> {
  const { rows } = await sql<HoldRow>`
    select h.device_id, h.subject, h.gateway_id, h.project_id, h.run_id::float8 as run_id, h.was_on, c.state as command_state,
      r.schedule_id::float8 as schedule_id, d.device_uid,
      c.superseded_by is null and c.state <> all(array['reverted', 'cancelled', 'superseded'])
        and (c.state <> 'expired' or exists (
          select from command_step t where t.command_id = c.command_id and t.state = 'sent')) as may_hold
    from schedule_hold h join command c on c.command_id = h.command_id join schedule_run r on r.run_id = h.run_id
    left join device d on d.device_id = h.device_id and d.removed_at is null
    where h.gateway_id = any(${[...gateway_ids]}::int4[])`.execute(tx);
  return rows;
}

/** What may hold on a device: the states of commands that end a newer one's wait. */
const MAY_HOLD = COMMAND_STATES.slice(0, COMMAND_STATES.indexOf("verified") + 1);

/** Whether devices, or their relays, are on: as they were last told, else as they last said of a relay; those neither are left out. */
export async function switchedOn(
  tx: Tx,
  things: readonly { device_id: number; subject: string; relay: (typeof RELAYS)[number] | null }[],
): Promise<ReadonlyMap<string, boolean>> {
  if (things.length === 0) return new Map();
  const { rows } = await sql<{ device_id: number; subject: string; is_on: boolean | null }>`
    select given.device_id, given.subject, coalesce(
      (select (c.args ->> 'on')::boolean from command c
        where c.gateway_id = d.gateway_id and c.device_id = given.device_id and c.subject = given.subject
          and c.effect_ended_at is null and c.state = any(${MAY_HOLD}::text[])
        order by c.command_id desc limit 1),
      (select (one.value ->> 'on')::boolean from latest l, jsonb_array_elements(l.m -> 'ext' -> 'relays') as one(value)
        where l.project_id = d.project_id and l.device_id = given.device_id and one.value ->> 'relay' = given.relay limit 1)) as is_on
    from jsonb_to_recordset(${JSON.stringify(things)}::jsonb) as given(device_id int4, subject text, relay text)
    join device d on d.device_id = given.device_id`.execute(tx);
  return new Map(
    rows.flatMap(({ device_id, subject, is_on }) =>
      is_on === null ? [] : [[`${device_id} ${subject}`, is_on]],
    ),
  );
}

/** Notes which commands a run has given. */
export async function noteCommands(tx: Tx, told: readonly object[]): Promise<void> {
  await sql`
    insert into schedule_run_command (run_id, command_id, project_id, is_end)
    select run_id, command_id, project_id, is_end from jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
      as given(run_id int8, command_id int8, project_id int4, is_end boolean)`.execute(tx);
}

/** Lets devices go. */
export async function releaseDevices(tx: Tx, released: readonly Hold[]): Promise<void> {
  await sql`
    delete from schedule_hold h using jsonb_to_recordset(${JSON.stringify(released)}::jsonb) as given(device_id int4, subject text)
    where h.device_id = given.device_id and h.subject = given.subject`.execute(tx);
}

/** Notes which run holds which device from now on. */
export async function takeDevices(tx: Tx, taken: readonly object[]): Promise<void> {
  await sql`
    insert into schedule_hold (device_id, subject, project_id, gateway_id, run_id, command_id, was_on)
    select device_id, subject, project_id, gateway_id, run_id, command_id, was_on
    from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as given(device_id int4, subject text, project_id int4, gateway_id int4,
      run_id int8, command_id int8, was_on boolean)
    on conflict (device_id, subject) do update set run_id = excluded.run_id, command_id = excluded.command_id`.execute(
    tx,
  );
}

const idsOf = (runs: readonly OpenRun[]) => runs.map(({ run_id }) => run_id);

/** Notes which runs are over, and which have given way. */
export async function closeRuns(
  tx: Tx,
  plan: { ended: readonly OpenRun[]; superseded: readonly OpenRun[] },
  now: Date,
): Promise<void> {
  await sql`
    update schedule_run set status = 'ended', ended_at = ${now} where run_id = any(${idsOf(plan.ended)}::int8[])`.execute(
    tx,
  );
  await sql`
    update schedule_run set is_superseded = true where run_id = any(${idsOf(plan.superseded)}::int8[])`.execute(
    tx,
  );
}

/** Notes when something is to be done next for each gateway: a run begins or ends. */
export async function setNext(
  tx: Tx,
  of: {
    gateway_ids: readonly number[];
    nexts: ReadonlyMap<number, readonly (number | null)[]>;
    open: readonly (OpenRun & { of: DueRow })[];
    gone: ReadonlySet<number>;
    nowMs: number;
  },
): Promise<void> {
  const ends = new Map<number, number[]>();
  for (const { ends_ms, of: row } of of.open) {
    if (ends_ms > of.nowMs) ends.set(row.gateway_id, [...(ends.get(row.gateway_id) ?? []), ends_ms]);
  }
  const rows = of.gateway_ids.map((gateway_id) => ({
    gateway_id,
    next_ms: of.gone.has(gateway_id)
      ? of.nowMs + GONE_MS
      : nextMoment([...(of.nexts.get(gateway_id) ?? []), ...(ends.get(gateway_id) ?? [])]),
  }));
  await sql`
    update schedule_gateway g set next_at = to_timestamp(given.next_ms / 1000)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(gateway_id int4, next_ms float8)
    where g.gateway_id = given.gateway_id`.execute(tx);
}
