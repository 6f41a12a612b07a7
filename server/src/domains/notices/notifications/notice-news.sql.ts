// From alarms to notices: who is notified of what happened, and which of it are repeats.
import { NOTICE_TOPICS, topicOf, type AlarmKind } from "@heliograph/contract";
import { sql, type RawBuilder } from "kysely";
import type { Tx } from "../../../platform/db.ts";

/** The same cause again within this time is a repeat: it raises count and time of the notice, and nothing goes out. */
const FOLD_MS = 30 * 60_000;
/** Losses of contact wait so long before they go out: what is lost with them goes in the same notice. */
export const GATHER_MS = 90_000;
/** An end usually waits so long before it goes out: what comes and goes is not told each time. */
export const SETTLE_MS = 5 * 60_000;
/** Kinds of which many at once may have one cause outside of the plants. */
export const LOSS_KINDS = ["gateway_silent", "bus_silent"] as const satisfies readonly AlarmKind[];
/** A transaction takes so many at most. */
const TAKEN_AT_ONCE = 20_000;

/** An alarm's severity as a number, the gravest highest. */
export const weightOf = (severity: "s.severity" | "n.severity" | "e.severity" | "a.severity") =>
  sql`array_position(array['minor', 'warning', 'critical'], ${sql.ref(severity)})`;
const severityOf = (weight: string) => sql`(array['minor', 'warning', 'critical'])[${sql.raw(weight)}]`;

/** What has happened of a kind of alarm in a project. */
interface News {
  readonly opened: readonly ProjectNews[];
  readonly ended: readonly { readonly project_id: number; readonly kind: string }[];
  /** How many rows were taken: as many as a transaction takes means that there may be more. */
  readonly is_all: boolean;
}
interface ProjectNews {
  readonly project_id: number;
  readonly kind: AlarmKind;
  readonly weight: number;
  /** 0: one that was open already has grown worse. */
  readonly alarms: number;
  readonly first_at: Date;
  readonly alarm_uid: string;
}

/** Takes what has happened to alarms since it was last taken. Alarms that are over already have not opened. */
export async function takeNews(tx: Tx): Promise<News> {
  const { rows } = await sql<{ news: News["opened"]; ended: News["ended"]; taken: number }>`
    with taken as (
      delete from alarm_news where news_id in
        (select news_id from alarm_news order by news_id limit ${TAKEN_AT_ONCE} for update skip locked)
      returning alarm_id, what
    ), opened as (
      select a.project_id, a.kind, max(${weightOf("a.severity")}) as weight,
        count(*) filter (where t.what = 'opened')::int4 as alarms, min(a.started_at) as first_at,
        (array_agg(a.alarm_uid order by ${weightOf("a.severity")} desc, a.started_at))[1] as alarm_uid
      from taken t join alarm a on a.alarm_id = t.alarm_id
      where t.what in ('opened', 'worse') and a.ended_at is null and a.confirmed_at is not null
      group by a.project_id, a.kind
    ), ended as (
      select distinct a.project_id, a.kind from alarm a join taken t on t.alarm_id = a.alarm_id and t.what = 'ended'
    )
    select (select count(*)::int4 from taken) as taken,
      coalesce((select jsonb_agg(o order by o.project_id, o.kind) from opened o), '[]') as news,
      coalesce((select jsonb_agg(e) from ended e), '[]') as ended`.execute(tx);
  const [row] = rows;
  return { opened: row?.news ?? [], ended: row?.ended ?? [], is_all: (row?.taken ?? 0) < TAKEN_AT_ONCE };
}

/**
 * Notifies everybody who may see the projects and accepts such notices; returns the notices that were added or have changed. A
 * notice that is to go out gets its time.
 */
export async function noteOpened(tx: Tx, opened: News["opened"], nowMs: number): Promise<Touched[]> {
  if (opened.length === 0) return [];
  const news = opened.map((one) => ({ ...one, topic: topicOf(one.kind), is_loss: isLoss(one.kind) }));
  return listAudience(
    tx,
    sql`
      with news as (
        select * from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as (project_id int4, kind text, weight int4, alarms int4,
          first_at timestamptz, alarm_uid uuid, topic text, is_loss boolean)
      )
      select n.project_id, n.kind, n.weight, n.alarms, n.first_at, n.alarm_uid, n.is_loss, m.account_id, false as is_escalation
      from news n
      join project p on p.project_id = n.project_id and p.removed_at is null
      join project_member m on m.project_id = n.project_id
      join account c on c.account_id = m.account_id and c.disabled_at is null
      left join notice_preference s on s.account_id = m.account_id
      where coalesce(s.accepts, true)
        and n.topic = any(coalesce(s.topics, ${[...NOTICE_TOPICS]}::text[]))
        and ${severityOf("n.weight")} = any(coalesce(s.severities, array['critical', 'warning', 'minor']))`,
    nowMs,
  );
}

/** Alarms of a kind in a project that somebody is told of because nobody has taken them. */
export interface Escalated extends Omit<ProjectNews, "first_at"> {
  readonly account_id: number;
  readonly first_at: Date;
}

/**
 * Notifies the people of alarms that nobody has taken, whatever topics and severities they have left out; returns the notices that were
 * added or have changed.
 */
export async function noteEscalated(
  tx: Tx,
  escalated: readonly Escalated[],
  nowMs: number,
): Promise<Touched[]> {
  if (escalated.length === 0) return [];
  const news = escalated.map((one) => ({ ...one, is_loss: isLoss(one.kind) }));
  return listAudience(
    tx,
    sql`select *, true as is_escalation from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as (project_id int4, kind text,
      weight int4, alarms int4, first_at timestamptz, alarm_uid uuid, is_loss boolean, account_id int4)`,
    nowMs,
  );
}

/**
 * Lists for each row of `news` that its account is notified: as a repeat of the notice of the same cause where there is one, else as one
 * that is added and gets its time to go out.
 */
async function listAudience(tx: Tx, news: RawBuilder<unknown>, nowMs: number): Promise<Touched[]> {
  const now = new Date(nowMs);
  const { rows } = await sql<Touched>`
    with audience as materialized (
      select n.*, before.entry_uid,
        case when before.entry_uid is null then nextval('notice_notice_id_seq') end as new_id
      from (${news}) n
      left join lateral (
        select e.entry_uid from notice_entry e
        where e.project_id = n.project_id and e.kind = n.kind and e.account_id = n.account_id
          and e.is_escalation = n.is_escalation
          and (e.last_at > ${new Date(nowMs - FOLD_MS)} or (n.alarms = 0 and e.resolved_at is null))
        order by e.last_at desc limit 1
      ) before on true
    ), repeated as (
      update notice_entry e set alarms = e.alarms + a.alarms, last_at = ${now}, resolved_at = null,
        read_at = case when a.weight > ${weightOf("e.severity")} then null else e.read_at end,
        severity = ${severityOf(`greatest(a.weight, array_position(array['minor', 'warning', 'critical'], e.severity))`)}
      from audience a where e.entry_uid = a.entry_uid
      returning e.notice_id, e.account_id, a.is_loss
    ), added as (
      insert into notice (notice_id, account_id, kind, severity, is_escalation, first_at, last_at, due_at) overriding system value
      select new_id, account_id, kind, ${severityOf("weight")}, is_escalation, first_at, ${now},
        ${now}::timestamptz
          + make_interval(secs => case when is_loss and not is_escalation then ${GATHER_MS / 1000} else 0 end)
      from audience where new_id is not null
    ), listed as (
      insert into notice_entry
        (notice_id, account_id, project_id, kind, severity, is_escalation, alarms, alarm_uid, first_at, last_at)
      select a.new_id, a.account_id, a.project_id, a.kind, ${severityOf("a.weight")}, a.is_escalation, greatest(a.alarms, 1),
        a.alarm_uid, a.first_at, ${now}
      from audience a where a.new_id is not null
      returning notice_id, account_id, kind
    )
    select notice_id::float8 as notice_id, account_id, is_loss from repeated
    union all
    select notice_id::float8, account_id, kind = any(${[...LOSS_KINDS]}::text[]) from listed`.execute(tx);
  return rows;
}

/** A notice that has changed. */
export interface Touched {
  readonly notice_id: number;
  readonly account_id: number;
  readonly is_loss: boolean;
}

const isLoss = (kind: string) => (LOSS_KINDS as readonly string[]).includes(kind);

/** Resolves what has no open alarm any more, and returns its notices. */
export async function noteEnded(tx: Tx, ended: News["ended"], nowMs: number): Promise<Touched[]> {
  if (ended.length === 0) return [];
  const { rows } = await sql<Touched>`
    with over as (
      select w.project_id, w.kind from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as w (project_id int4, kind text)
      where not exists (select from alarm a where a.project_id = w.project_id and a.kind = w.kind
        and a.ended_at is null and a.confirmed_at is not null)
    )
    update notice_entry e set resolved_at = ${new Date(nowMs)} from over o
    where e.project_id = o.project_id and e.kind = o.kind and e.resolved_at is null
    returning e.notice_id::float8 as notice_id, e.account_id, false as is_loss`.execute(tx);
  return rows;
}

/**
 * Brings the notices in line with their entries, and gives those a time to go out that have grown worse than when they last did, are
 * over and were told of, `endedAfterMs` from now, or have begun again after that was told.
 */
export async function settleNotices(
  tx: Tx,
  notice_ids: readonly number[],
  nowMs: number,
  endedAfterMs: number,
): Promise<void> {
  if (notice_ids.length === 0) return;
  const now = new Date(nowMs);
  const again = sql`s.resolved_at is null and n.resolved_told`;
  // Whom the notice of the alarm itself was told hears by it that it is over, and not by the escalation again.
  const heardOtherwise = sql`n.is_escalation and exists (
    select from notice_entry own
    join notice_entry e on e.project_id = own.project_id and e.kind = own.kind and e.account_id = own.account_id
      and not e.is_escalation and e.resolved_at = own.resolved_at
    join notice o on o.notice_id = e.notice_id and o.told_at is not null
    where own.notice_id = n.notice_id)`;
  await sql`
    update notice n set severity = ${severityOf("s.weight")}, last_at = s.last_at, resolved_at = s.resolved_at,
      resolved_told = n.resolved_told and not (${again}),
      told_weight = case when ${again} then 0 else n.told_weight end,
      due_at = case
        when s.resolved_at is not null and (n.told_at is null or n.resolved_told or ${heardOtherwise}) then null
        when s.resolved_at is not null then coalesce(n.due_at, ${new Date(nowMs + endedAfterMs)}::timestamptz)
        when s.weight > ${weightOf("n.severity")} then ${now}::timestamptz
        when s.weight + case when n.is_region then 3 else 0 end > case when ${again} then 0 else n.told_weight end
          then coalesce(n.due_at, ${now}::timestamptz)
      end
    from (
      select e.notice_id, max(${weightOf("e.severity")}) as weight, max(e.last_at) as last_at,
        case when bool_and(e.resolved_at is not null) then max(e.resolved_at) end as resolved_at
      from notice_entry e where e.notice_id = any(${[...new Set(notice_ids)]}::int8[]) group by e.notice_id
    ) s where n.notice_id = s.notice_id`.execute(tx);
}
