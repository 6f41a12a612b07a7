// Alarms that nobody has taken, and who of their projects is told of such.
import type { AlarmKind } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { weightOf } from "../notifications/notice-news.sql.ts";
import { REACHED } from "./escalation.sql.ts";
import type { ChainStep, WaitingAlarm } from "./next-person.ts";

/** An alarm that is a cause of its own and that nobody has, has put aside or resolved. */
export interface UntakenAlarm extends WaitingAlarm {
  readonly alarm_id: number;
  readonly alarm_uid: string;
  readonly project_id: number;
  readonly kind: AlarmKind;
  readonly weight: number;
  readonly started_at: Date;
}

const ms = (instant: string) => sql`(extract(epoch from ${sql.raw(instant)}) * 1000)::float8`;

/**
 * Locks the alarms of projects with an escalation that nobody has taken and that are grave enough for it, and returns their ids: nobody takes
 * one while the next person is told. Those that somebody is just changing are left out.
 */
export async function lockUntaken(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ alarm_id: number }>`
    select c.alarm_id::float8 as alarm_id
    from escalation x join project p on p.project_id = x.project_id and p.removed_at is null
    join alarm_case c on c.project_id = x.project_id and c.closed_at is null
    join alarm a on a.alarm_id = c.alarm_id and a.ended_at is null and a.confirmed_at is not null
    where c.account_id is null and c.snoozed_until is null and c.resolved_at is null and c.root_id is null
      and not a.from_history and ${weightOf("a.severity")} >= array_position(array['minor', 'warning', 'critical'], x.least_severity)
      and exists (select from escalation_step e where e.project_id = x.project_id)
    order by c.alarm_id for update of c skip locked`.execute(tx);
  return rows.map(({ alarm_id }) => alarm_id);
}

/** What is known of the alarms, locked before. One of which nobody is notified counts as told when it was raised. */
export async function untakenAlarms(tx: Tx, alarmIds: readonly number[]): Promise<UntakenAlarm[]> {
  const { rows } = await sql<UntakenAlarm>`
    with untaken as materialized (
      select a.alarm_id, a.alarm_uid, a.project_id, a.kind, a.started_at, a.confirmed_at, ${weightOf("a.severity")} as weight
      from alarm a where a.alarm_id = any(${[...alarmIds]}::int8[])
    )
    select u.alarm_id::float8 as alarm_id, u.alarm_uid, u.project_id, u.kind, u.weight, u.started_at,
      case when n.told_at is not null then ${ms("greatest(n.told_at, u.confirmed_at)")}
        when n.waits then null else ${ms("u.confirmed_at")} end as told_ms,
      ${ms("h.escalated_at")} as escalated_ms, ${ms("h.again_at")} as again_ms, h.told
    from untaken u
    cross join lateral (
      select min(n.told_at) as told_at, coalesce(bool_or(n.due_at is not null), false) as waits
      from notice_entry e join notice n on n.notice_id = e.notice_id
      where e.project_id = u.project_id and e.kind = u.kind and e.resolved_at is null and not e.is_escalation
    ) n
    cross join lateral (
      select max(s.at) filter (where s.action = 'escalated') as escalated_at,
        max(s.at) filter (where s.action in ('given_back', 'woken', 'reopened')) as again_at,
        coalesce(array_agg(s.to_id) filter (where s.action = 'escalated' and s.to_id is not null), '{}') as told
      from alarm_step s where s.alarm_id = u.alarm_id and s.step_id >= coalesce(
        (select max(r.step_id) from alarm_step r where r.alarm_id = u.alarm_id and r.action = 'reopened'), 0)
    ) h`.execute(tx);
  return rows;
}

/** Whom the portal tells further, by project and in order: those who may still change it, can sign in and accept notices. */
export async function chainsOf(
  tx: Tx,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ChainStep[]>> {
  const { rows } = await sql<ChainStep & { project_id: number }>`
    select e.project_id, e.account_id, e.minutes from escalation_step e
    join project_member m on m.project_id = e.project_id and m.account_id = e.account_id
    join account a on a.account_id = e.account_id
    left join notice_preference s on s.account_id = e.account_id
    where e.project_id = any(${[...new Set(projectIds)]}::int4[]) and ${REACHED}
    order by e.project_id, e.position`.execute(tx);
  return Map.groupBy(rows, ({ project_id }) => project_id);
}
