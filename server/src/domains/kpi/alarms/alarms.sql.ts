// Alarms as they are kept: opened, changed and ended with what causes them.
import type { AlarmKind, AlarmSeverity } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { LIVE_KINDS, type Alarm } from "./alarm-rules.ts";
import type { MeasuredReport, PastStrings } from "./held-alarms.ts";

export interface AlarmOf extends Alarm {
  readonly project_id: number;
}

/** What a check has looked at: open alarms of other kinds, projects or devices stay as they are. */
interface Checked {
  readonly kinds: readonly AlarmKind[];
  readonly project_ids: readonly number[];
  /** Devices behind these gateways cannot be looked at now. */
  readonly without_gateways?: readonly number[];
  /** Only these devices; left out: all, and gateways and projects. */
  readonly device_ids?: readonly number[];
  /** Of the rule with this subject; left out: alarms without one. */
  readonly subject?: string;
  /** The condition must have held for so long before the alarm is shown, ms. */
  readonly hold_ms?: number;
}

/**
 * Opens the alarms that should be open and are not, changes those that are, and ends those that were checked and should
 * not be. One that ends before it was shown leaves nothing. May be repeated.
 */
export async function settleAlarms(
  tx: Tx,
  should: readonly AlarmOf[],
  checked: Checked,
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs);
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(should)}::jsonb) as w (project_id int4, kind text, gateway_id int4,
    device_id int4, subject text, severity text, started_ms float8, cause jsonb)`;
  const since = new Date(nowMs - (checked.hold_ms ?? 0));
  if (should.length > 0) {
    await sql`
      insert into alarm as a (project_id, gateway_id, device_id, kind, subject, severity, started_at, confirmed_at, cause)
      select project_id, gateway_id, device_id, kind, coalesce(subject, ''), severity, to_timestamp(started_ms / 1000),
        case when to_timestamp(started_ms / 1000) <= ${since} then ${now}::timestamptz end, cause
      from ${wanted} order by project_id, kind, gateway_id, device_id
      on conflict (project_id, kind, gateway_id, device_id, subject) where ended_at is null do update
      set severity = excluded.severity, cause = excluded.cause,
        confirmed_at = coalesce(a.confirmed_at, case when a.started_at <= ${since} then ${now}::timestamptz end)
      where (a.severity, a.cause) is distinct from (excluded.severity, excluded.cause)
        or (a.confirmed_at is null and a.started_at <= ${since})`.execute(tx);
  }
  const { device_ids } = checked;
  await sql`
    with over as (
      select a.alarm_id, a.confirmed_at from alarm a
      where a.ended_at is null and a.project_id = any(${[...checked.project_ids]}::int4[])
        and a.kind = any(${[...checked.kinds]}::text[]) and a.subject = ${checked.subject ?? ""}
        and (a.device_id is null or not a.gateway_id = any(${[...(checked.without_gateways ?? [])]}::int4[]))
        and ${device_ids === undefined ? sql`true` : sql`a.device_id = any(${[...device_ids]}::int4[])`}
        and not exists (select from ${wanted} where (w.project_id, w.kind) = (a.project_id, a.kind)
          and w.gateway_id is not distinct from a.gateway_id and w.device_id is not distinct from a.device_id)
    ), forgotten as (
      delete from alarm a using over o where a.alarm_id = o.alarm_id and o.confirmed_at is null
    )
    update alarm a set ended_at = greatest(${now}::timestamptz, a.started_at) from over o
    where a.alarm_id = o.alarm_id and o.confirmed_at is not null`.execute(tx);
}

/** Live alarms of the projects as `settleAlarms`. */
export const settleLiveAlarms = (
  tx: Tx,
  should: readonly AlarmOf[],
  of: Pick<Checked, "project_ids" | "without_gateways">,
  nowMs: number,
): Promise<void> => settleAlarms(tx, should, { ...of, kinds: LIVE_KINDS }, nowMs);

/** The worst severity among the open alarms of each project; projects without any are missing. */
export async function worstAlarms(
  tx: Tx,
  projectIds: readonly number[],
): Promise<Map<number, AlarmSeverity>> {
  const { rows } = await sql<{ project_id: number; severity: AlarmSeverity }>`
    select distinct on (project_id) project_id, severity from alarm
    where ended_at is null and confirmed_at is not null and project_id = any(${[...projectIds]}::int4[])
    order by project_id, array_position(array['critical', 'warning', 'minor'], severity)`.execute(tx);
  return new Map(rows.map((row) => [row.project_id, row.severity]));
}

/**
 * Ends the open alarms of those kinds and of the rule with the subject; those that were not shown yet leave nothing. Call it when the
 * rule that raised them holds no longer.
 */
export async function endAlarms(
  tx: Tx,
  of: { project_id: number; kinds: readonly AlarmKind[]; subject: string },
  nowMs: number,
): Promise<void> {
  const { project_id, kinds, subject } = of;
  await settleAlarms(tx, [], { kinds, project_ids: [project_id], subject }, nowMs);
}

interface StringReport extends PastStrings {
  readonly project_id: number;
}

/** The strings of the projects' inverters as reported since the instant. */
export async function stringReports(
  db: Db,
  projectIds: readonly number[],
  sinceMs: number,
): Promise<StringReport[]> {
  const { rows } = await sql<StringReport>`
    select d.project_id, d.gateway_id, d.device_id, (extract(epoch from l.ts) * 1000)::float8 as said_ms, l.m->'ext'->'mppt' as mppt
    from latest l join device d on d.device_id = l.device_id and d.removed_at is null
    where l.project_id = any(${[...projectIds]}::int4[]) and l.ts >= ${new Date(sinceMs)} and d.asset_type = 'solar_inverter'
      and jsonb_array_length(coalesce(l.m->'ext'->'mppt', '[]')) > 0
    order by d.project_id, d.device_id`.execute(db);
  return rows;
}

/** The quantity of each device of the projects that measures it, as reported since the instant. */
export async function measuredReports(
  tx: Tx,
  projectIds: readonly number[],
  { quantity, sinceMs }: { quantity: string; sinceMs: number },
): Promise<(MeasuredReport & { project_id: number })[]> {
  const { rows } = await sql<MeasuredReport & { project_id: number }>`
    select d.project_id, d.gateway_id, d.device_id, (extract(epoch from l.ts) * 1000)::float8 as said_ms, (l.m->>${quantity})::float8 as value
    from latest l join device d on d.device_id = l.device_id and d.removed_at is null
    where l.project_id = any(${[...projectIds]}::int4[]) and l.ts >= ${new Date(sinceMs)} and jsonb_typeof(l.m->${quantity}) = 'number'
    order by d.project_id, d.device_id`.execute(tx);
  return rows;
}

/** Every project that may have strings in the sun, in order of id, with its place. */
export async function pvPlaces(
  db: Db,
): Promise<{ project_id: number; latitude: number; longitude: number }[]> {
  return db
    .selectFrom("project")
    .select(["project_id", "latitude", "longitude"])
    .where("project_type", "=", "pv")
    .where("removed_at", "is", null)
    .orderBy("project_id")
    .execute();
}
