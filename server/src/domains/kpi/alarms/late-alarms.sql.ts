// What the past is judged from, and the alarms that are kept of it.
import { INVERTER_STATE, type AlarmKind, type MeasuredQuantity } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { CONTACT } from "../summaries/plant-status.ts";
import type { KeptAlarm, Matched } from "./alarm-match.ts";
import type { DeviceRun } from "./alarm-replay.ts";
import type { MeasuredReport, PastStrings } from "./held-alarms.ts";

/** A span of instants, ms since 1970. */
export interface TimeSpan {
  readonly from_ms: number;
  readonly to_ms: number;
}

const ms = (instant: string) => sql.raw(`(extract(epoch from ${instant}) * 1000)::float8`);

/** Projects of which readings came late, those that wait longest first; at most `limit`. */
export async function projectsWithLateReadings(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ project_id: number }>`
    select project_id from late_spans where what = 'readings' group by project_id order by min(late_id) limit ${limit}`.execute(
    db,
  );
  return rows.map(({ project_id }) => project_id);
}

/** Of what a span is to be judged anew. */
type Late = "readings" | "days";

/** Takes the spans of the project that wait, as one; null: there are none, or it is no longer there. */
export async function takeLateSpan(
  tx: Tx,
  project_id: number,
  what: Late,
): Promise<(TimeSpan & { latitude: number; longitude: number }) | null> {
  const { rows } = await sql<TimeSpan & { latitude: number; longitude: number }>`
    with taken as (delete from late_spans where project_id = ${project_id} and what = ${what} returning since, until)
    select ${ms("min(t.since)")} as from_ms, ${ms("max(t.until)")} as to_ms, p.latitude, p.longitude
    from taken t cross join project p where p.project_id = ${project_id} and p.removed_at is null
    group by p.project_id`.execute(tx);
  return rows[0] ?? null;
}

/** Notes that a span is still to be judged. */
export async function leaveLateSpan(
  tx: Tx,
  project_id: number,
  { from_ms, to_ms, what }: TimeSpan & { what: Late },
): Promise<void> {
  await tx
    .insertInto("late_spans")
    .values({ project_id, what, since: new Date(from_ms), until: new Date(to_ms) })
    .execute();
}

/** Of the rows d, the device with that id; all of them where none is given. */
const onlyDevice = (device_id: number | undefined) =>
  device_id === undefined ? sql`true` : sql`d.device_id = ${device_id}`;

/**
 * The readings of the project's devices (or of the one given) in the span, with the last before and the first after it, as runs: in
 * order of device and time.
 */
export async function deviceRuns(
  db: Db,
  project_id: number,
  { from_ms, to_ms, device_id: only }: TimeSpan & { device_id?: number },
): Promise<DeviceRun[]> {
  const [from, to] = [new Date(from_ms), new Date(to_ms)];
  const of = sql`r.device_id = d.device_id and r.project_id = d.project_id`;
  const { rows } = await sql<DeviceRun>`
    with word as (
      select d.device_id, d.gateway_id, r.ts, r.interval_s,
        case when d.asset_type = 'solar_inverter' and r.state = ${INVERTER_STATE.fault} then r.state end as state,
        case when d.asset_type = 'solar_inverter' then nullif(r.event_bits, 0) end as event_bits,
        case when d.asset_type = 'swh_controller' then nullif(r.ext->'errors', '[]') end as errors,
        case when d.asset_type = 'swh_controller' then r.ext->'sensor_faults' end as sensor_faults
      from device d cross join lateral (
        select r.ts, r.interval_s, r.state, r.event_bits, r.ext from reading r where ${of} and r.ts between ${from} and ${to}
        union all
        (select r.ts, r.interval_s, r.state, r.event_bits, r.ext from reading r where ${of} and r.ts < ${from}
          order by r.ts desc limit 1)
        union all
        (select r.ts, r.interval_s, r.state, r.event_bits, r.ext from reading r where ${of} and r.ts > ${to}
          order by r.ts limit 1)
      ) r where d.project_id = ${project_id} and ${onlyDevice(only)}
    ), marked as (
      select *, make_interval(secs => greatest(${CONTACT.intervals} * interval_s, ${CONTACT.floorSeconds})) as patience,
        lag(ts) over w as before, lag(interval_s) over w as before_s,
        (state, event_bits, errors, sensor_faults)
          is distinct from (lag(state) over w, lag(event_bits) over w, lag(errors) over w, lag(sensor_faults) over w) as other
      from word window w as (partition by device_id order by ts)
    ), numbered as (
      select *, count(*) filter (where other or before is null
        or ts - before > make_interval(secs => greatest(${CONTACT.intervals} * before_s, ${CONTACT.floorSeconds})))
        over (partition by device_id order by ts) as run
      from marked
    )
    select device_id, gateway_id, ${ms("min(ts)")} as from_ms, ${ms("max(ts)")} as to_ms,
      (extract(epoch from (array_agg(patience order by ts desc))[1]) * 1000)::float8 as limit_ms,
      min(state) as state, min(event_bits) as event_bits,
      (array_agg(errors))[1] as errors, (array_agg(sensor_faults))[1] as sensor_faults
    from numbered group by device_id, gateway_id, run order by device_id, min(ts)`.execute(db);
  return rows;
}

/** The strings of the project's inverters as first reported after each of the instants, within the pace: in order of time. */
export async function stringsAfter(
  db: Db,
  project_id: number,
  { instants, paceMs, device_id: only }: { instants: readonly number[]; paceMs: number; device_id?: number },
): Promise<PastStrings[]> {
  if (instants.length === 0) return [];
  const { rows } = await sql<PastStrings>`
    select d.gateway_id, d.device_id, ${ms("r.ts")} as said_ms, r.mppt
    from device d cross join unnest(${instants.map((at) => new Date(at))}::timestamptz[]) as w (at)
    cross join lateral (
      select r.ts, r.ext->'mppt' as mppt from reading r
      where r.project_id = d.project_id and r.device_id = d.device_id and r.ts >= w.at
        and r.ts < w.at + make_interval(secs => ${paceMs / 1000}) and jsonb_array_length(coalesce(r.ext->'mppt', '[]')) > 0
      order by r.ts limit 1) r
    where d.project_id = ${project_id} and d.asset_type = 'solar_inverter' and ${onlyDevice(only)} order by d.device_id, r.ts`.execute(
    db,
  );
  return rows;
}

/** What the project's devices (or the one given) measured of the quantity in the span, in order of device and time. */
export async function measuredBetween(
  db: Db,
  project_id: number,
  {
    from_ms,
    to_ms,
    quantity,
    device_id: only,
  }: TimeSpan & { quantity: MeasuredQuantity; device_id?: number },
): Promise<MeasuredReport[]> {
  const { rows } = await sql<MeasuredReport>`
    select d.gateway_id, d.device_id, ${ms("r.ts")} as said_ms, r.${sql.ref(quantity)}::float8 as value
    from device d join reading r on r.project_id = d.project_id and r.device_id = d.device_id
    where d.project_id = ${project_id} and ${onlyDevice(only)} and r.ts between ${new Date(from_ms)} and ${new Date(to_ms)}
      and r.${sql.ref(quantity)} is not null
    order by d.device_id, r.ts`.execute(db);
  return rows;
}

/** The alarms of those kinds that are kept of the project and were open at some time of the span. */
export async function keptAlarms(
  tx: Tx,
  project_id: number,
  { kinds, from_ms, to_ms }: TimeSpan & { kinds: readonly AlarmKind[] },
): Promise<KeptAlarm[]> {
  const { rows } = await sql<KeptAlarm>`
    select a.alarm_id::float8 as alarm_id, a.kind, a.subject, a.severity, a.gateway_id, a.device_id, ${ms("a.started_at")} as started_ms,
      ${ms("a.ended_at")} as ended_ms, a.cause, a.from_history
    from alarm a where a.project_id = ${project_id} and a.kind = any(${[...kinds]}::text[]) and a.confirmed_at is not null
      and a.started_at <= ${new Date(to_ms)} and coalesce(a.ended_at, 'infinity') >= ${new Date(from_ms)}
    order by a.alarm_id`.execute(tx);
  return rows;
}

/** Writes what has become of the project's alarms. New ones are of the past where `isPast` says so: nobody is notified. */
export async function writeMatched(
  tx: Tx,
  project_id: number,
  { add, change, remove }: Matched,
  isPast: (started_ms: number) => boolean = () => true,
): Promise<void> {
  if (remove.length > 0) {
    await tx
      .deleteFrom("alarm")
      .where("project_id", "=", project_id)
      .where("alarm_id", "in", remove)
      .execute();
  }
  const columns = sql.raw(
    `kind text, gateway_id int4, device_id int4, subject text, severity text, started_ms float8, ended_ms float8, cause jsonb`,
  );
  if (change.length > 0) {
    await sql`
      update alarm a set severity = c.severity, cause = c.cause, started_at = to_timestamp(c.started_ms / 1000),
        ended_at = to_timestamp(c.ended_ms / 1000)
      from jsonb_to_recordset(${JSON.stringify(change)}::jsonb) as c (alarm_id int8, ${columns})
      where a.project_id = ${project_id} and a.alarm_id = c.alarm_id`.execute(tx);
  }
  if (add.length === 0) return;
  const rows = add.map((alarm) => ({ ...alarm, past: isPast(alarm.started_ms) }));
  await sql`
    insert into alarm (project_id, gateway_id, device_id, kind, subject, severity, started_at, confirmed_at, ended_at, cause, from_history)
    select ${project_id}, gateway_id, device_id, kind, coalesce(subject, ''), severity, to_timestamp(started_ms / 1000), to_timestamp(started_ms / 1000),
      to_timestamp(ended_ms / 1000), cause, past
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (past boolean, ${columns})
    order by started_ms, kind, gateway_id, device_id
    on conflict (project_id, kind, gateway_id, device_id, subject) where ended_at is null do update
      set started_at = least(alarm.started_at, excluded.started_at), confirmed_at = coalesce(alarm.confirmed_at, excluded.confirmed_at)`.execute(
    tx,
  );
}
