// The cases of alarms as they follow what kpi finds: begun, folded under their cause, woken and closed.
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";

/** Alarms that ended longer ago get no case any more. */
const RECENT = sql`interval '7 days'`;

/** Begins a case for every alarm that has none and is open or ended of late, and closes those whose alarm has ended. May be repeated. */
export async function followAlarms(db: Db, now: Date): Promise<void> {
  await sql`
    insert into alarm_case (alarm_id, project_id, closed_at)
    select a.alarm_id, a.project_id, a.ended_at from alarm a
    where a.confirmed_at is not null and (a.ended_at is null or a.ended_at > ${now}::timestamptz - ${RECENT})
      and not exists (select from alarm_case c where c.alarm_id = a.alarm_id)
    on conflict do nothing`.execute(db);
  await sql`
    update alarm_case c set closed_at = a.ended_at, snoozed_until = null from alarm a
    where a.alarm_id = c.alarm_id and c.closed_at is null and a.ended_at is not null`.execute(db);
}

/** Ends snoozes whose time has come, and says so in the history. May be repeated. */
export async function wakeAlarms(db: Db, now: Date): Promise<void> {
  await sql`
    with woken as (
      update alarm_case set snoozed_until = null where snoozed_until <= ${now} and closed_at is null
      returning alarm_id, project_id
    ) insert into alarm_step (alarm_id, project_id, at, action) select alarm_id, project_id, ${now}, 'woken' from woken`.execute(
    db,
  );
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
}

/** What is nearer to the cause comes first: gateway, bus, inverter, string. */
const RANKS = sql`(values ('gateway_silent', 1), ('bus_silent', 2), ('device_silent', 3), ('inverter_fault', 3),
  ('inverter_event', 4), ('string_deviation', 5), ('device_underperforming', 6))`;

/** A consequence may be noticed so long before its cause; shortfalls of a day are dated to its midnight. */
const TOLERANCE = sql`case when x.kind = 'device_underperforming' then interval '24 hours' else interval '1 hour' end`;

/**
 * Puts every open alarm under the nearest cause that is open at the same device or gateway and began no later, and counts under each
 * cause what stands there; also what each can be found by. May be repeated.
 */
export async function foldAlarms(db: Db): Promise<void> {
  await sql`
    with open as materialized (
      select a.alarm_id, a.project_id, a.gateway_id, a.device_id, a.kind, a.started_at, a.cause, r.rank
      from alarm_case c join alarm a on a.alarm_id = c.alarm_id left join ${RANKS} as r (kind, rank) on r.kind = a.kind
      where c.closed_at is null and a.ended_at is null
    ), rooted as (
      select x.alarm_id, y.alarm_id as root_id, x.kind, x.cause,
        row_number() over (partition by x.alarm_id order by y.rank, y.started_at, y.alarm_id) as n
      from open x join open y on y.project_id = x.project_id and y.rank < x.rank
        and y.started_at <= x.started_at + ${TOLERANCE}
        and case when y.device_id is null then y.gateway_id = x.gateway_id else y.device_id = x.device_id end
    ), first as (select * from rooted where n = 1
    ), counted as (
      select o.alarm_id, f.root_id, jsonb_build_object(
        'strings', coalesce((select sum(jsonb_array_length(coalesce(k.cause->'strings', '[]'))) from first k
          where k.root_id = o.alarm_id and k.kind = 'string_deviation'), 0)
          ,
        'events', coalesce((select sum(greatest(jsonb_array_length(coalesce(k.cause->'events', '[]')), 1)) from first k
          where k.root_id = o.alarm_id and k.kind <> 'string_deviation'), 0)
          + case when o.kind = 'inverter_fault' then jsonb_array_length(coalesce(o.cause->'events', '[]')) else 0 end,
        'devices', case when o.kind in ('gateway_silent', 'bus_silent') then
          (select count(*) from device d where d.gateway_id = o.gateway_id and d.removed_at is null) else 0 end) as folded
      from open o left join first f on f.alarm_id = o.alarm_id
    ), named as (
      select n.*, plain_text(concat_ws(' ', p.name, g.alias, g.name, g.serial, d.alias, d.name, d.serial)) as search_text
      from counted n join open o on o.alarm_id = n.alarm_id join project p on p.project_id = o.project_id
      left join gateway g on g.gateway_id = o.gateway_id left join device d on d.device_id = o.device_id
    )
    update alarm_case c set root_id = n.root_id, folded = n.folded, search_text = n.search_text from named n
    where c.alarm_id = n.alarm_id
      and (c.root_id, c.folded, c.search_text) is distinct from (n.root_id, n.folded, n.search_text)`.execute(
    db,
  );
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
