// The cases of alarms as they follow what kpi finds: begun, folded under their cause, woken and closed.
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { announceAlarms } from "../../telemetry/index.ts";
import { foldedAlarms, type OpenAlarm } from "./fold-alarms.ts";

/** Alarms that ended longer ago get no case any more. */
const RECENT = sql`interval '7 days'`;

/** Cases that one statement puts in their place. */
const FOLDED_AT_ONCE = 1000;

/** A project in which a case has changed. */
interface Touched {
  readonly project_id: number;
}
const projectsOf = (rows: readonly Touched[]): number[] => rows.map(({ project_id }) => project_id);

/**
 * Begins a case for every alarm that has none and is open or ended of late, and closes those whose alarm has ended. Returns the projects
 * in which it did. May be repeated.
 */
export async function followAlarms(db: Db, now: Date): Promise<number[]> {
  const begun = await sql<Touched>`
    insert into alarm_case (alarm_id, project_id, closed_at)
    select a.alarm_id, a.project_id, a.ended_at from alarm a
    where a.confirmed_at is not null and (a.ended_at is null or a.ended_at > ${now}::timestamptz - ${RECENT})
      and not exists (select from alarm_case c where c.alarm_id = a.alarm_id)
    on conflict do nothing returning project_id`.execute(db);
  const closed = await sql<Touched>`
    update alarm_case c set closed_at = a.ended_at, snoozed_until = null from alarm a
    where a.alarm_id = c.alarm_id and c.closed_at is null and a.ended_at is not null returning c.project_id`.execute(
    db,
  );
  return projectsOf([...begun.rows, ...closed.rows]);
}

/** Ends snoozes whose time has come, and says so in the history. Returns the projects in which it did. May be repeated. */
export async function wakeAlarms(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<Touched>`
    with woken as (
      update alarm_case set snoozed_until = null where snoozed_until <= ${now} and closed_at is null
      returning alarm_id, project_id
    ) insert into alarm_step (alarm_id, project_id, at, action) select alarm_id, project_id, ${now}, 'woken' from woken
    returning project_id`.execute(db);
  return projectsOf(rows);
}

/** Writes into the histories of alarms whom the portal has told that nobody has taken them. */
export async function noteEscalations(
  tx: Tx,
  told: readonly { readonly alarm_id: number; readonly project_id: number; readonly to_id: number }[],
  at: Date,
): Promise<void> {
  await sql`
    insert into alarm_step (alarm_id, project_id, at, action, to_id)
    select alarm_id, project_id, ${at}, 'escalated', to_id
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as (alarm_id int8, project_id int4, to_id int4)`.execute(
    tx,
  );
  await announceAlarms(tx, projectsOf(told));
}

/**
 * Puts every open alarm under the nearest cause that is open at the same device or gateway and began no later, and counts under each
 * cause what stands there; also what each can be found by. Returns the projects in which something changed. May be repeated.
 */
export async function foldAlarms(db: Db): Promise<number[]> {
  const { rows: open } = await sql<OpenAlarm>`
    select a.alarm_id::float8 as alarm_id, a.project_id, a.gateway_id, a.device_id, a.kind,
      (extract(epoch from a.started_at) * 1000)::float8 as started_ms,
      jsonb_array_length(coalesce(a.cause->'strings', '[]')) as strings, jsonb_array_length(coalesce(a.cause->'events', '[]')) as events,
      case when a.kind in ('gateway_silent', 'bus_silent') then
        (select count(*)::int4 from device d where d.gateway_id = a.gateway_id and d.removed_at is null) else 0 end as devices
    from alarm_case c join alarm a on a.alarm_id = c.alarm_id
    where c.closed_at is null and a.ended_at is null`.execute(db);
  // Each by its key: a planner that does not know yet that ten thousand have come must not compare them with each other.
  const found = foldedAlarms(open);
  const touched: Touched[] = [];
  for (let from = 0; from < found.length; from += FOLDED_AT_ONCE) {
    const { rows } = await sql<Touched>`
      update alarm_case c set root_id = r.alarm_id, folded = n.folded, search_text = t.search_text
      from jsonb_to_recordset(${JSON.stringify(found.slice(from, from + FOLDED_AT_ONCE))}::jsonb) as n (alarm_id int8, root_id int8, folded jsonb)
      join alarm o on o.alarm_id = n.alarm_id join project p on p.project_id = o.project_id
      left join gateway g on g.gateway_id = o.gateway_id left join device d on d.device_id = o.device_id
      left join alarm r on r.alarm_id = n.root_id
      cross join lateral (select plain_text(concat_ws(' ', p.name, g.alias, g.name, g.serial, d.alias, d.name, d.serial)) as search_text) t
      where c.alarm_id = n.alarm_id and c.closed_at is null
        and (c.root_id, c.folded, c.search_text) is distinct from (r.alarm_id, n.folded, t.search_text)
      returning c.project_id`.execute(db);
    touched.push(...rows);
  }
  return projectsOf(touched);
}

/** Writes a step of the history of alarms. `account_id` null: the portal. */
export async function noteSteps(
  tx: Tx,
  cases: readonly { readonly alarm_id: number; readonly project_id: number }[],
  step: {
    readonly at: Date;
    readonly action:
      | "taken"
      | "assigned"
      | "given_back"
      | "snoozed"
      | "woken"
      | "resolved"
      | "reopened"
      | "ticket";
    readonly account_id: number | null;
    readonly to_id?: number;
    readonly until?: Date;
    readonly cause?: string;
    readonly note?: string;
  },
): Promise<void> {
  if (cases.length === 0) return;
  await tx
    .insertInto("alarm_step")
    .values(cases.map(({ alarm_id, project_id }) => ({ alarm_id, project_id, ...step })))
    .execute();
}
