// What the widgets and charts of a water heater read.
import type { AlarmSeverity, HeatSource, SwhErrorCode } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import type { AlarmCause } from "../../kpi/index.ts";

/** Heat of a project's day. Nulls: nothing known. */
export interface HeatOfDay {
  readonly day: string;
  readonly heat_wh: number | null;
  readonly heat_source: HeatSource | null;
  readonly auxiliary_wh: number | null;
  readonly saved_wh: number | null;
  readonly saving_vnd: string | null;
}

export const NO_HEAT = { heat_wh: null, heat_source: null, auxiliary_wh: null, saved_wh: null } as const;

/** The project's days of the range with a word, in order. */
export async function heatOfDays(
  tx: Tx,
  { project_id }: ProjectAccess,
  range: { readonly from: string; readonly to: string },
): Promise<HeatOfDay[]> {
  return tx
    .selectFrom("project_day")
    .select(["day", "heat_wh", "auxiliary_wh", "saved_wh", "saving_vnd"])
    .select(sql<HeatSource | null>`heat_source`.as("heat_source"))
    .where("project_id", "=", project_id)
    .where("day", ">=", range.from)
    .where("day", "<=", range.to)
    .orderBy("day")
    .execute();
}

/** Heat of all days, Wh; null: none is known. */
export async function heatOfAll(tx: Tx, { project_id }: ProjectAccess): Promise<number | null> {
  const { rows } = await sql<{ heat_wh: number | null }>`
    select sum(heat_wh) as heat_wh from project_day where project_id = ${project_id}`.execute(tx);
  return rows[0]?.heat_wh ?? null;
}

export interface HeaterModel {
  readonly tank_volume_l: number | null;
  readonly collector_area_m2: number | null;
  readonly collector_type: "flat_plate" | "evacuated_tube" | "other" | null;
  readonly heater_power_w: number | null;
  readonly heater_efficiency: number;
}

/** What the water heater is made of. */
export async function modelOf(tx: Tx, { project_id }: ProjectAccess): Promise<HeaterModel> {
  return tx
    .selectFrom("project")
    .select(["tank_volume_l", "collector_area_m2", "heater_power_w", "heater_efficiency"])
    .select(sql<HeaterModel["collector_type"]>`collector_type`.as("collector_type"))
    .where("project_id", "=", project_id)
    .executeTakeFirstOrThrow();
}

export interface RelayRow {
  readonly device_id: number;
  readonly relay: string;
  readonly on: boolean;
  /** Null: not switched since the instant asked for. */
  readonly since: Date | null;
  readonly on_s: number;
}

/**
 * The relays of each controller's newest reading from `since` to `until`, in the controller's order: their state, when it was last
 * switched, and for how many seconds after `today` they were on as far as readings cover it. A relay's state holds for
 * the interval that its reading ends.
 */
export async function relaysOf(
  tx: Tx,
  { project_id }: ProjectAccess,
  of: {
    readonly devices: readonly number[];
    readonly since: Date;
    readonly today: Date;
    readonly until: Date;
  },
): Promise<RelayRow[]> {
  const { rows } = await sql<RelayRow>`
    with reports as (
      select r.device_id, r.ts, r.ext->'relays' as relays,
        greatest(r.ts - make_interval(secs => r.interval_s), ${of.today}::timestamptz,
          coalesce(lag(r.ts) over (partition by r.device_id order by r.ts), '-infinity')) as covered_from
      from reading r
      where r.project_id = ${project_id} and r.device_id = any(${[...of.devices]}::int4[]) and r.ts > ${of.since}
        and r.ts <= ${of.until} and r.ext ? 'relays'
    ), state as (
      select s.device_id, s.ts, s.covered_from, x.relay->>'relay' as relay, (x.relay->>'on')::bool as is_on, x.place
      from reports s cross join lateral jsonb_array_elements(s.relays) with ordinality x (relay, place)
    ), newest as (
      select distinct on (device_id, relay) device_id, relay, is_on, place, ts from state order by device_id, relay, ts desc
    ), switched as (
      select n.device_id, n.relay, max(s.ts) filter (where s.is_on <> n.is_on) as differed_at,
        coalesce(sum(extract(epoch from s.ts - s.covered_from)) filter (where s.is_on and s.ts > s.covered_from), 0)::float8 as on_s
      from newest n join state s on s.device_id = n.device_id and s.relay = n.relay group by n.device_id, n.relay
    )
    select n.device_id, n.relay, n.is_on as on, w.on_s,
      (select min(s.ts) from state s where s.device_id = n.device_id and s.relay = n.relay and s.ts > w.differed_at) as since
    from newest n join switched w on w.device_id = n.device_id and w.relay = n.relay
    where n.ts = (select max(s.ts) from reports s where s.device_id = n.device_id)
    order by n.device_id, n.place`.execute(tx);
  return rows;
}

export interface ErrorRow {
  readonly device_id: number;
  readonly code: SwhErrorCode;
  readonly severity: AlarmSeverity;
  readonly cause: AlarmCause;
  readonly started_at: Date;
  readonly ended_at: Date | null;
}

/** Errors are few: a controller knows a dozen kinds. */
const ERRORS_SHOWN = 100;

/** Open errors of the given kinds, worst first, then those that ended since, newest first. */
export async function errorsOf(
  tx: Tx,
  { project_id }: ProjectAccess,
  of: { readonly codes: readonly SwhErrorCode[]; readonly since: Date },
): Promise<ErrorRow[]> {
  const { rows } = await sql<ErrorRow>`
    select a.device_id, a.kind as code, a.severity, a.cause, a.started_at, a.ended_at from alarm a
    where a.project_id = ${project_id} and a.kind = any(${[...of.codes]}::text[]) and a.device_id is not null
      and a.confirmed_at is not null and (a.ended_at is null or a.ended_at >= ${of.since})
    order by a.ended_at is not null,
      case when a.ended_at is null then array_position(array['critical', 'warning', 'minor'], a.severity) end,
      coalesce(a.ended_at, a.started_at) desc, a.alarm_id desc
    limit ${ERRORS_SHOWN}`.execute(tx);
  return rows;
}
