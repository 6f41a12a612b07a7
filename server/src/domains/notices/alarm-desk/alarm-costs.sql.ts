// What alarms cost, as it is kept with their cases.
import type { AlarmKind } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import type { AlarmCause } from "../../kpi/index.ts";

/** An alarm whose cost is to be computed; instants in ms since 1970. */
export interface CaseToCost {
  readonly alarm_id: number;
  readonly project_id: number;
  readonly kind: AlarmKind;
  readonly gateway_id: number | null;
  readonly device_id: number | null;
  readonly cause: AlarmCause;
  readonly started_ms: number;
  readonly ended_ms: number | null;
  /** Its lost energy is known up to here; null: not counted yet. */
  readonly counted_ms: number | null;
}

/** What was found; `lost_…` comes to what was lost before. Null: as it was. */
export interface CostOfCase {
  readonly alarm_id: number;
  readonly least_w: number;
  readonly most_w: number;
  readonly least_vnd: string;
  readonly most_vnd: string;
  readonly lost_wh: number;
  readonly lost_vnd: string;
  readonly counted_ms: number | null;
  readonly verdict: string | null;
  readonly produced_wh: number | null;
  readonly expected_wh: number | null;
}

const ms = (instant: string) => sql.raw(`(extract(epoch from ${instant}) * 1000)::float8`);

/** Costs are computed anew after so long. */
const STALE = sql`interval '55 seconds'`;

/**
 * Causes, open ones whose cost is a minute old and closed ones not counted to their end or without a verdict that a counter may still
 * give, of so many projects at most, those that wait longest first.
 */
export async function casesToCost(
  db: Db,
  now: Date,
  projects: number,
  judgedMs: number,
): Promise<CaseToCost[]> {
  const judged = new Date(now.getTime() - judgedMs);
  const { rows } = await sql<CaseToCost>`
    with due as (
      select c.alarm_id, c.project_id, c.costed_at from alarm_case c join alarm a on a.alarm_id = c.alarm_id
      where c.root_id is null and (c.costed_at is null or c.costed_at <= ${now}::timestamptz - ${STALE})
        and (c.closed_at is null or (a.ended_at > ${judged} and (c.costed_at is null or c.costed_at <= c.closed_at + interval '20 minutes'
          or c.verdict = 'pending')))
    ), chosen as (
      select project_id from due group by project_id order by min(costed_at) nulls first, project_id limit ${projects}
    )
    select d.alarm_id::float8 as alarm_id, d.project_id, a.kind, a.gateway_id, a.device_id, a.cause, ${ms("a.started_at")} as started_ms,
      ${ms("a.ended_at")} as ended_ms, ${ms("c.counted_until")} as counted_ms
    from due d join chosen s on s.project_id = d.project_id join alarm a on a.alarm_id = d.alarm_id
    join alarm_case c on c.alarm_id = d.alarm_id order by d.project_id, d.alarm_id`.execute(db);
  return rows;
}

/** What the desk shows of the cost of a case. */
const SHOWN = sql`row(least_w, most_w, least_vnd, most_vnd, lost_wh, lost_vnd, verdict)`;

/** Writes the costs as they were found at the instant. Returns the projects in which the desk shows others than before. */
export async function writeCosts(db: Db, costs: readonly CostOfCase[], now: Date): Promise<number[]> {
  if (costs.length === 0) return [];
  const { rows } = await sql<{ project_id: number }>`
    with old as materialized (
      select alarm_id, ${SHOWN} as shown from alarm_case where alarm_id = any(${costs.map(({ alarm_id }) => alarm_id)}::int8[])
    ), written as (
    update alarm_case c set least_w = n.least_w, most_w = n.most_w, least_vnd = n.least_vnd, most_vnd = n.most_vnd,
      lost_wh = case when n.verdict is null then c.lost_wh else 0 end + n.lost_wh,
      lost_vnd = case when n.verdict is null then c.lost_vnd else 0 end + n.lost_vnd,
      counted_until = coalesce(to_timestamp(n.counted_ms / 1000), c.counted_until), verdict = coalesce(n.verdict, c.verdict),
      produced_wh = case when n.verdict is null then c.produced_wh else n.produced_wh end,
      expected_wh = case when n.verdict is null then c.expected_wh else n.expected_wh end, costed_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(costs)}::jsonb) as n (alarm_id int8, least_w float8, most_w float8, least_vnd numeric,
      most_vnd numeric, lost_wh float8, lost_vnd numeric, counted_ms float8, verdict text, produced_wh float8, expected_wh float8)
    where c.alarm_id = n.alarm_id returning c.*
    )
    select distinct w.project_id from (select alarm_id, project_id, ${SHOWN} as shown from written) w join old o on o.alarm_id = w.alarm_id
    where o.shown is distinct from w.shown`.execute(db);
  return rows.map(({ project_id }) => project_id);
}
