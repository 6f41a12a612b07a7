// Which summaries have become untrue by nothing but the passing of time.
import { localDay, type AlertStatus, type PlantStatus } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { CONTACT, plantState, type PlantPlace } from "./plant-status.ts";

interface Standing extends PlantPlace {
  readonly project_id: number;
  readonly today: string | null;
  readonly plant_status: PlantStatus;
  readonly sleeping: boolean;
  readonly alert_status: AlertStatus;
  readonly gateways: number;
  readonly heard: number;
  readonly lost_at_ms: readonly number[];
  /** Live values are shown although nothing has reported for too long, or unknown for the silence of a device, which may end. */
  readonly worn: boolean;
  /** A gateway is silent for longer than a rule of the project's own waits, and its alarm is not open. */
  readonly overdue: boolean;
  /** Sums were never made, or days changed that no one has summed. */
  readonly unsummed: boolean;
}

/**
 * Ids of the projects whose summary needs a refresh at the instant: local midnight has passed, a gateway fell silent or
 * came back, the sun rose or set on a silent plant, live values are worn out, or days wait to be summed. In order of id.
 */
export async function outdatedProjects(db: Db, nowMs: number): Promise<number[]> {
  const days = new Map<string, string>();
  const dayIn = (timezone: string) => {
    const day = days.get(timezone) ?? localDay(timezone, nowMs);
    days.set(timezone, day);
    return day;
  };
  const rows = await standings(db, new Date(nowMs));
  return rows
    .filter((row) => row.worn || row.unsummed || row.today !== dayIn(row.timezone) || isOutdated(row, nowMs))
    .map((row) => row.project_id);
}

/** True when the gateways alone tell another state than the one stored. */
function isOutdated(row: Standing, nowMs: number): boolean {
  const state = plantState({ ...row, faults: 0, silent: 0 }, row, nowMs);
  // A warning may come from devices, of which this says nothing: it is looked into anew each time.
  return (
    row.plant_status === "warning" ||
    (row.overdue && state.alert_status !== "normal") ||
    state.plant_status !== row.plant_status ||
    state.sleeping !== row.sleeping ||
    state.alert_status !== row.alert_status
  );
}

async function standings(db: Db, now: Date): Promise<Standing[]> {
  const limit = sql`make_interval(secs => greatest(${CONTACT.intervals} * g.interval_s, ${CONTACT.floorSeconds}))`;
  const { rows } = await sql<Standing>`
    with gates as (
      select g.project_id, count(*)::int4 as gateways, count(g.last_contact_at)::int4 as heard,
        coalesce(array_agg((extract(epoch from g.last_contact_at) * 1000)::float8)
          filter (where g.last_contact_at < ${now}::timestamptz - ${limit}), '{}') as lost_at_ms,
        max(${limit}) as longest
      from gateway g where g.removed_at is null group by g.project_id
    ), waiting as (
      select distinct project_id from changed_project_days
    )
    select p.project_id, p.timezone, p.latitude, p.longitude, p.night_from, p.night_to,
      s.today, s.plant_status, s.sleeping, s.alert_status,
      coalesce(g.gateways, 0) as gateways, coalesce(g.heard, 0) as heard, coalesce(g.lost_at_ms, '{}') as lost_at_ms,
      (s.active_power_w is not null or s.irradiance_w_m2 is not null)
        and coalesce(s.last_reading_at < ${now}::timestamptz - g.longest, true) or s.power_silent > 0 as worn,
      exists (select from alarm_rule r join gateway o on o.project_id = r.project_id and o.removed_at is null
        where r.project_id = p.project_id and r.kind = 'gateway_silent' and (r.rule->>'enabled')::boolean
          and o.last_contact_at < ${now}::timestamptz - make_interval(mins => (r.rule->>'minutes')::int4)
          and not exists (select from alarm a where a.project_id = p.project_id and a.gateway_id = o.gateway_id
            and a.kind = 'gateway_silent' and a.ended_at is null)) as overdue,
      not s.before_today_known or w.project_id is not null as unsummed
    from project p join project_summary s on s.project_id = p.project_id
    left join gates g on g.project_id = p.project_id left join waiting w on w.project_id = p.project_id
    where p.removed_at is null order by p.project_id`.execute(db);
  return rows;
}

/**
 * Makes the next refresh sum all days of the project anew, or of every project: a new version may count them by other
 * factors. Returns of how many. Locks the rows in order of their ids, as refreshes do.
 */
export async function forgetSums(db: Db, project_id?: number): Promise<number> {
  const { rows } = await sql<{ forgotten: number }>`
    with known as materialized (
      select project_id from project_summary
      where before_today_known and ${project_id === undefined ? sql`true` : sql`project_id = ${project_id}`}
      order by project_id for update
    ), done as (
      update project_summary s set before_today_known = false from known k where s.project_id = k.project_id returning 1
    )
    select count(*)::int4 as forgotten from done`.execute(db);
  return rows[0]?.forgotten ?? 0;
}
