// What digests are made of, and which were made.
import { alarmKind, topicOf, type AlarmKind, type NoticePreferences } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { preferencesFrom, type PreferenceRow } from "../notifications/preferences.sql.ts";
import type { DigestTime } from "./digest-day.ts";

/** Who wants a digest. */
interface DigestReader extends DigestTime {
  readonly account_id: number;
  readonly preferences: NoticePreferences;
}

const MS = (instant: string) => sql`(extract(epoch from ${sql.raw(instant)}) * 1000)::float8`;

/** Everybody who wants a digest and mails, by account; with an account only that one. */
export async function digestReaders(db: Db, account_id: number | null = null): Promise<DigestReader[]> {
  const { rows } = await sql<Omit<DigestReader, "preferences"> & { kept: PreferenceRow }>`
    select s.account_id, to_char(s.digest_at, 'HH24:MI') as at, s.timezone, ${MS("s.digest_since")} as since_ms, to_jsonb(s) as kept,
      (select jsonb_build_object('day', d.local_day, 'until_ms', ${MS("d.until_at")}) from notice_digest d
        where d.account_id = s.account_id order by d.local_day desc limit 1) as last
    from notice_preference s join account a on a.account_id = s.account_id and a.disabled_at is null
    where s.digest_at is not null and s.accepts and s.mail
      and ${account_id === null ? sql`true` : sql`s.account_id = ${account_id}`}
    order by s.account_id`.execute(db);
  return rows.map(({ kept, ...row }) => ({ ...row, preferences: preferencesFrom(kept) }));
}

/** Waits until nobody else makes a digest of the account or changes how it is notified. */
export async function lockReader(tx: Tx, account_id: number): Promise<void> {
  await tx
    .selectFrom("notice_preference")
    .select("account_id")
    .where("account_id", "=", account_id)
    .forUpdate()
    .execute();
}

/** Alarms of one kind in one project that went alike, as a digest tells of them. Costs are VND, those of now an hour. */
export interface DigestRow {
  /** fresh: opened in the time of the digest and open at its end; open: open at its end from before. */
  readonly part: "fresh" | "closed" | "open";
  readonly project: string;
  readonly timezone: string;
  readonly kind: AlarmKind;
  readonly alarms: number;
  /** How many of them opened in the time of the digest. */
  readonly opened: number;
  readonly first_at: Date;
  /** Null: open. */
  readonly closed_at: Date | null;
  /** What the counters showed of a silence; null: no silence, or not judged. */
  readonly verdict: "communication" | "outage" | "partial" | "pending" | null;
  /** What a person found it to come from; null: it ended by itself. */
  readonly cause: string | null;
  readonly least_vnd: number;
  readonly most_vnd: number;
  readonly lost_vnd: number;
}

/**
 * What happened to the alarms of the account's projects after `from_ms` until `until_ms`, and what is open then: of the topics and severities
 * that the account has chosen, those under another alarm left out, the dearest first.
 */
export async function digestRows(
  tx: Tx,
  { account_id, preferences: { topics, severities } }: DigestReader,
  { from_ms, until_ms }: { readonly from_ms: number; readonly until_ms: number },
): Promise<DigestRow[]> {
  const [from, until] = [new Date(from_ms), new Date(until_ms)];
  const kinds = alarmKind.options.filter((kind) => topics.includes(topicOf(kind)));
  const { rows } = await sql<DigestRow>`
    with part as (
      select a.project_id, a.kind, a.started_at, a.confirmed_at, o.closed_at, c.verdict, c.lost_vnd, c.resolved_cause,
        case when o.closed_at is null then c.least_vnd end as least_vnd, case when o.closed_at is null then c.most_vnd end as most_vnd,
        case when o.closed_at is not null then 'closed' when a.confirmed_at > ${from} then 'fresh' else 'open' end as part
      from project_member m join alarm_case c on c.project_id = m.project_id
      join alarm a on a.alarm_id = c.alarm_id
      cross join lateral (select case when c.closed_at <= ${until} then c.closed_at end as closed_at) o
      where m.account_id = ${account_id} and c.root_id is null and not a.from_history
        and a.confirmed_at <= ${until} and (c.closed_at is null or c.closed_at > ${from})
        and a.kind = any(${kinds}::text[]) and a.severity = any(${[...severities]}::text[])
    )
    select t.part, p.name as project, p.timezone, t.kind, count(*)::int4 as alarms,
      count(*) filter (where t.confirmed_at > ${from})::int4 as opened, min(t.started_at) as first_at, max(t.closed_at) as closed_at,
      t.verdict, case when t.part = 'closed' then t.resolved_cause end as cause, coalesce(sum(t.least_vnd), 0)::float8 as least_vnd,
      coalesce(sum(t.most_vnd), 0)::float8 as most_vnd, sum(t.lost_vnd)::float8 as lost_vnd
    from part t join project p on p.project_id = t.project_id and p.removed_at is null
    group by t.part, p.project_id, t.kind, t.verdict, case when t.part = 'closed' then t.resolved_cause end
    order by coalesce(sum(t.most_vnd), 0) desc, sum(t.lost_vnd) desc, min(t.started_at), p.project_id, t.kind`.execute(
    tx,
  );
  return rows;
}

/** Notes the account's digest of the day. `mail_uid` null: there was nothing to say. */
export async function noteDigest(
  tx: Tx,
  account_id: number,
  digest: {
    readonly day: string;
    readonly from_ms: number;
    readonly until_ms: number;
    readonly mail_uid: string | null;
  },
): Promise<void> {
  const { day: local_day, from_ms, until_ms, mail_uid } = digest;
  await tx
    .insertInto("notice_digest")
    .values({ account_id, local_day, from_at: new Date(from_ms), until_at: new Date(until_ms), mail_uid })
    .execute();
}
