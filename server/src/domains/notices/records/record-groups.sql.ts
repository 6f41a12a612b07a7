// What a person is mailed of records: what happened alike in one line, however many records it happened to.
import type { NoticePreferences, WaitingKind } from "@heliograph/contract";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { preferencesFrom, type PreferenceRow } from "../notifications/preferences.sql.ts";
import { RECORDS } from "./record-news.sql.ts";
import { stillWaits } from "./record-notices.sql.ts";

/** Groups that are written at most, and records that are named of each. */
const GROUPS = 30;
const NAMED = 5;

/** A record of a group. */
export interface GroupedRecord {
  readonly service: WaitingKind;
  readonly record_uid: string;
  readonly number: string;
  readonly title: string;
  readonly account: string | null;
  /** ISO 8601. */
  readonly at: string;
  readonly reason: string | null;
  /** When the turn of whoever waits ends, ISO 8601; null: it does not. */
  readonly due_at: string | null;
}

/** Records to which the same happened, told to a person in the same part. */
export interface RecordGroup {
  /** The account for which the person is told; null: as issuer of `scope`, or without one as platform operator. */
  readonly account: string | null;
  readonly company_name: string | null;
  readonly scope: string | null;
  readonly entity: string;
  readonly action: string;
  readonly demonstration: boolean;
  /** It is the person's turn. */
  readonly waits: boolean;
  readonly count: number;
  /** The first of them, the newest in front. */
  readonly records: readonly GroupedRecord[];
}

/** What there is to say of records to a person. */
export interface RecordNews {
  /** What waits in front, then the newest. */
  readonly groups: readonly RecordGroup[];
  /** How many notices in all, and how many of them wait for the person. */
  readonly count: number;
  readonly waiting: number;
  /** Groups that are not among them. */
  readonly more: number;
}

/** The notices that `which` says, a condition on `n`, of parts that the person still has; null: there are none. */
async function newsOf(db: Db, account_id: number, which: RawBuilder<unknown>): Promise<RecordNews | null> {
  const { rows } = await sql<RecordGroup & { all_count: number; all_waiting: number; all_groups: number }>`
    with told as (
      select n.*, e.action, e.at, e.reason, w.waits from record_notice n join status_event e using (status_event_id)
      cross join lateral (select ${stillWaits} as waits) w
      where n.account_id = ${account_id} and ${which} and exists (
        select from role_grant g where g.account_id = n.account_id and g.valid @> now() and case
          when n.business_account_id is not null then g.business_account_id = n.business_account_id
          when n.scope is not null then g.class = 'issuer' and g.registry || '-' || g.country = n.scope
          else g.class = 'operator' end)
    ), numbered as (
      select t.*, row_number() over (partition by business_account_id, scope, entity, action, demonstration, waits
        order by record_notice_id desc) as nth from told t
    ), grouped as (
      select t.business_account_id, t.scope, t.entity, t.action, t.demonstration, t.waits, count(*)::int4 as count,
        max(t.record_notice_id) as newest,
        json_agg(json_build_object('service', t.service, 'record_uid', t.page_uid, 'number', t.number, 'title', t.title,
          'account', t.account_uid, 'at', t.at, 'reason', t.reason, 'due_at', d.due_at) order by t.nth)
          filter (where t.nth <= ${NAMED}) as records
      from numbered t left join record_deadline d
        on t.waits and t.nth <= ${NAMED} and d.entity = t.entity and d.record_uid = t.record_uid
      group by 1, 2, 3, 4, 5, 6
    )
    select b.business_account_uid as account, b.company_name, g.scope, g.entity, g.action, g.demonstration, g.waits, g.count, g.records,
      (sum(g.count) over ())::int4 as all_count, coalesce(sum(g.count) filter (where g.waits) over (), 0)::int4 as all_waiting,
      (count(*) over ())::int4 as all_groups
    from grouped g left join business_account b using (business_account_id)
    order by b.company_name nulls last, g.scope nulls last, g.waits desc, g.newest desc limit ${GROUPS}`.execute(
    db,
  );
  const [first] = rows;
  if (first === undefined) return null;
  return {
    groups: rows.map(({ all_count: _count, all_waiting: _waiting, all_groups: _groups, ...group }) => group),
    count: first.all_count,
    waiting: first.all_waiting,
    more: first.all_groups - rows.length,
  };
}

/** A notice of records that goes out. */
interface OutgoingRecords {
  readonly account_id: number;
  readonly news: RecordNews;
  readonly preferences: NoticePreferences;
}

/** What the notice of this uid says of records; null: it is of alarms, there is nothing of it any more, or its person declines such notices now. */
export async function outgoingRecords(db: Db, notice_uid: string): Promise<OutgoingRecords | null> {
  const { rows } = await sql<{ notice_id: string; account_id: number; kept: PreferenceRow | null }>`
    select n.notice_id::text as notice_id, n.account_id, case when s.account_id is not null then to_jsonb(s) end as kept
    from notice n join account a on a.account_id = n.account_id and a.disabled_at is null
    left join notice_preference s on s.account_id = n.account_id
    where n.notice_uid = ${notice_uid} and n.kind = ${RECORDS}`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const preferences = preferencesFrom(row.kept);
  if (!preferences.accept_nof || !preferences.topics.includes(RECORDS)) return null;
  const news = await newsOf(db, row.account_id, sql`n.notice_id = ${row.notice_id}::int8`);
  return news && { account_id: row.account_id, news, preferences };
}

/** What the account was told aloud after `from_ms` until `until_ms`, as its digest says it; null: nothing, or it declines such notices now. */
export function recordsBetween(
  db: Db,
  { account_id, preferences }: { readonly account_id: number; readonly preferences: NoticePreferences },
  { from_ms, until_ms }: { readonly from_ms: number; readonly until_ms: number },
): Promise<RecordNews | null> {
  if (!preferences.topics.includes(RECORDS)) return Promise.resolve(null);
  const [from, until] = [new Date(from_ms), new Date(until_ms)];
  return newsOf(
    db,
    account_id,
    sql`n.notice_id is not null and n.created_at > ${from} and n.created_at <= ${until}`,
  );
}
