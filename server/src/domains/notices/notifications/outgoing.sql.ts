// Notices whose time to go out has come.
import type { AlarmKind, AlarmSeverity, NoticePreferences } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { weightOf } from "./notice-news.sql.ts";
import { RECORDS } from "../records/record-news.sql.ts";
import { preferencesFrom, type PreferenceRow } from "./preferences.sql.ts";

/** A transaction sends so many at most. */
const SENT_AT_ONCE = 500;

interface DueNotice {
  readonly notice_id: number;
  readonly notice_uid: string;
  readonly severity: AlarmSeverity;
  readonly what: "opened" | "resolved";
  readonly is_escalation: boolean;
  /** It is about records and not about alarms. */
  readonly of_records: boolean;
  readonly weight: number;
  readonly preferences: NoticePreferences;
}

/** Notices whose time has come, locked, the oldest first. */
export async function dueNotices(tx: Tx, nowMs: number): Promise<DueNotice[]> {
  const { rows } = await sql<Omit<DueNotice, "preferences"> & { kept: PreferenceRow | null }>`
    select n.notice_id::float8 as notice_id, n.notice_uid, n.severity, n.is_escalation, n.kind = ${RECORDS} as of_records,
      case when n.resolved_at is null then 'opened' else 'resolved' end as what,
      ${weightOf("n.severity")} + case when n.is_region then 3 else 0 end as weight,
      case when s.account_id is not null then to_jsonb(s) end as kept
    from notice n left join notice_preference s on s.account_id = n.account_id
    where n.due_at <= ${new Date(nowMs)} order by n.due_at, n.notice_id limit ${SENT_AT_ONCE}
    for update of n skip locked`.execute(tx);
  return rows.map(({ kept, ...row }) => ({ ...row, preferences: preferencesFrom(kept) }));
}

/** Gives the notices another time to go out. */
export async function postpone(
  tx: Tx,
  until: readonly { readonly notice_id: number; readonly until_ms: number }[],
): Promise<void> {
  if (until.length === 0) return;
  await sql`
    update notice n set due_at = to_timestamp(u.until_ms / 1000)
    from jsonb_to_recordset(${JSON.stringify(until)}::jsonb) as u (notice_id int8, until_ms float8)
    where n.notice_id = u.notice_id`.execute(tx);
}

/** Notes that the notices have gone out, or, with `sent` false, that they need not. */
export async function noteSent(
  tx: Tx,
  notice_ids: readonly number[],
  { sent, nowMs }: { sent: boolean; nowMs: number },
): Promise<void> {
  if (notice_ids.length === 0) return;
  await sql`
    update notice n set due_at = null,
      told_at = case when ${sent}::boolean then ${new Date(nowMs)}::timestamptz else n.told_at end,
      told_weight = case when ${sent}::boolean and n.resolved_at is null
        then ${weightOf("n.severity")} + case when n.is_region then 3 else 0 end else n.told_weight end,
      resolved_told = case when ${sent}::boolean then n.resolved_at is not null else n.resolved_told end
    where n.notice_id = any(${[...notice_ids]}::int8[])`.execute(tx);
}

/** A notice as it is written about: its cause, how grave, where and how often. */
export interface OutgoingNotice {
  readonly account_id: number;
  readonly kind: AlarmKind;
  readonly severity: AlarmSeverity;
  readonly is_region: boolean;
  /** It is told because nobody has taken it. */
  readonly is_escalation: boolean;
  readonly first_at: Date;
  readonly last_at: Date;
  readonly resolved_at: Date | null;
  readonly alarms: number;
  /** All the projects that it is about, those lost or troubled first in front; at most 50 of them. */
  readonly projects: readonly {
    readonly project_uid: string;
    readonly name: string;
    readonly timezone: string;
  }[];
  readonly project_count: number;
  readonly preferences: NoticePreferences;
}

/**
 * What a channel writes about: only what the account may still see. Null: there is nothing of it any more, or the account does not accept
 * notices now. From each entry to its project and member by key (`offset 0` holds the planner to it): of the ten thousand entries that one
 * minute has brought no statistics are known yet.
 */
export async function outgoingNotice(db: Db, notice_uid: string): Promise<OutgoingNotice | null> {
  const { rows } = await sql<Omit<OutgoingNotice, "preferences"> & { kept: PreferenceRow | null }>`
    select n.account_id, n.kind, n.severity, n.is_region, n.is_escalation, n.first_at, n.last_at, n.resolved_at, of.alarms, of.projects, of.project_count,
      case when s.account_id is not null then to_jsonb(s) end as kept
    from notice n join account a on a.account_id = n.account_id and a.disabled_at is null
    left join notice_preference s on s.account_id = n.account_id
    cross join lateral (
      select sum(e.alarms)::int4 as alarms, count(distinct e.project_id)::int4 as project_count,
        (array_agg(jsonb_build_object('project_uid', p.project_uid, 'name', p.name, 'timezone', p.timezone)
          order by e.first_at, e.project_id))[1:50] as projects
      from notice_entry e
      cross join lateral (
        select p.project_uid, p.name, p.timezone from project p where p.project_id = e.project_id and p.removed_at is null offset 0
      ) p
      where e.notice_id = n.notice_id and exists (
        select from project_member m where m.project_id = e.project_id and m.account_id = n.account_id offset 0)
    ) of
    where n.notice_uid = ${notice_uid} and of.project_count > 0 and coalesce(s.accepts, true)`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { kept, ...notice } = row;
  return { ...notice, preferences: preferencesFrom(kept) };
}
