// From what happened to records to whom it is told: which events are new, what their records are, and who the people are.
import { NOTICE_TOPICS, type RecordRole } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { RecordSource } from "../../parties/index.ts";

/** Events that one transaction takes at most. */
const TAKEN_AT_ONCE = 500;
const TITLE_LENGTH = 200;

/** What people are notified of is of this kind where it is about records. */
export const RECORDS = "records";

/** Something that happened to a record. */
export interface RecordEvent {
  readonly status_event_id: number;
  readonly entity: string;
  readonly record_uid: string;
  readonly from_status: string | null;
  readonly to_status: string;
  readonly action: string;
  readonly actor_id: number | null;
  readonly actor_role: RecordRole;
}

/** Takes what has happened to records since it was last taken, the oldest first. */
export async function takeEvents(tx: Tx): Promise<{ events: RecordEvent[]; is_all: boolean }> {
  const { rows } = await sql<RecordEvent>`
    with taken as (
      delete from record_news where status_event_id in
        (select status_event_id from record_news order by status_event_id limit ${TAKEN_AT_ONCE} for update skip locked)
      returning status_event_id
    )
    select e.status_event_id::float8 as status_event_id, e.entity, e.record_uid, e.from_status, e.to_status, e.action, e.actor_id,
      e.actor_role
    from taken join status_event e using (status_event_id) order by e.status_event_id`.execute(tx);
  return { events: rows, is_all: rows.length < TAKEN_AT_ONCE };
}

/** A record as notices need it. */
export interface ToldRecord {
  readonly record_uid: string;
  readonly number: string;
  readonly title: string;
  /** The record, and the account, on whose page it is found. */
  readonly page_uid: string;
  readonly account_uid: string | null;
  /** Its own account (id). */
  readonly business_account_id: number;
  readonly demonstration: boolean;
  /** Whose issuers decide on it: "IREC-VN"; null: nobody's. */
  readonly scope: string | null;
  /** Accounts (ids) of its parties, where two take part. */
  readonly parties: { readonly buyer: number; readonly seller: number } | null;
  /** Somebody must act on it before whoever its state names. */
  readonly needs_first: boolean;
}

/** The records of the source, those of these uids that there are. */
export async function toldRecords(
  tx: Tx,
  { kind, title, account, page }: RecordSource,
  record_uids: readonly string[],
): Promise<ToldRecord[]> {
  const { partyColumns } = kind;
  const parties =
    partyColumns === undefined
      ? sql`null::json`
      : sql`json_build_object('buyer', ${sql.ref(partyColumns.buyer)}, 'seller', ${sql.ref(partyColumns.seller)})`;
  const { rows } = await sql<ToldRecord>`
    select r.*, b.demonstration from (
      select record_uid, coalesce(number, '') as number, left(coalesce(${title}, ''), ${TITLE_LENGTH}) as title,
        ${page ?? sql`record_uid`} as page_uid, ${account ?? sql`null::uuid`} as account_uid, business_account_id,
        ${kind.hasIssuer === false ? sql`null::text` : sql`registry || '-' || country`} as scope, ${parties} as parties,
        ${kind.needsFirst ?? sql`false`} as needs_first
      from ${sql.table(kind.table)} where record_uid = any(${[...record_uids]}::uuid[])
    ) r join business_account b using (business_account_id)`.execute(tx);
  return rows;
}

/** People of one side who are told of an event, and what they are told of the record. */
export interface ToldPeople {
  readonly status_event_id: number;
  readonly actor_id: number | null;
  /** Of this account (id), or else as issuers of the scope, or else as platform operators. */
  readonly business_account_id: number | null;
  readonly scope: string | null;
  readonly aloud: readonly RecordRole[];
  readonly turn: readonly RecordRole[];
  readonly service: string;
  readonly entity: string;
  readonly record_uid: string;
  readonly number: string;
  readonly title: string;
  readonly page_uid: string;
  readonly account_uid: string | null;
  readonly demonstration: boolean;
}

/**
 * Tells the people who have the parts now and can sign in, but administrators, who have no certificate pages; who did it, whoever declines notices or leaves records out, and roles that are not told
 * aloud find it as read. What is told aloud goes out with the notice of the person that waits to go out, or a new one: `first_ms` after now, and
 * not within `every_ms` of the one before. Returns the people (account_ids).
 */
export async function tellPeople(
  tx: Tx,
  told: readonly ToldPeople[],
  { nowMs, first_ms, every_ms }: { nowMs: number; first_ms: number; every_ms: number },
): Promise<number[]> {
  const now = new Date(nowMs);
  const { rows } = await sql<{ account_id: number }>`
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as (status_event_id int8, actor_id int4, business_account_id int4,
        scope text, aloud text[], turn text[], service text, entity text, record_uid uuid, number text, title text, page_uid uuid,
        account_uid uuid, demonstration boolean)
    ), people as (
      select t.*, g.account_id, g.role from told t
      join role_grant g on g.business_account_id = t.business_account_id and g.valid @> now()
      union all
      select t.*, g.account_id, 'issuer' from told t
      join role_grant g on g.class = 'issuer' and g.registry || '-' || g.country = t.scope and g.valid @> now()
      union all
      select t.*, g.account_id, 'platform_operator' from told t
      join role_grant g on g.class = 'operator' and g.valid @> now()
      where t.business_account_id is null and t.scope is null
    ), heard as materialized (
      select p.*, p.role = any(p.aloud) and p.account_id is distinct from p.actor_id and coalesce(s.accepts, true)
        and ${RECORDS} = any(coalesce(s.topics, ${[...NOTICE_TOPICS]}::text[])) as is_aloud
      from people p join account a on a.account_id = p.account_id and a.disabled_at is null and a.kind <> 'admin'
      left join notice_preference s on s.account_id = p.account_id
    ), goes_out as (
      select h.account_id, (select n.notice_id from notice n
          where n.account_id = h.account_id and n.kind = ${RECORDS} and n.due_at is not null order by n.notice_id desc limit 1) as waiting_id
      from (select distinct account_id from heard where is_aloud) h
    ), touched as (
      update notice set last_at = ${now} where notice_id in (select waiting_id from goes_out)
    ), fresh as (
      insert into notice (account_id, kind, severity, first_at, last_at, due_at)
      select g.account_id, ${RECORDS}, 'minor', ${now}, ${now}, greatest(
        ${now}::timestamptz + make_interval(secs => ${first_ms / 1000}),
        (select max(n.told_at) from notice n where n.account_id = g.account_id and n.kind = ${RECORDS})
          + make_interval(secs => ${every_ms / 1000}))
      from goes_out g where g.waiting_id is null
      returning account_id, notice_id
    )
    insert into record_notice (account_id, status_event_id, business_account_id, scope, service, entity, record_uid, number, title, page_uid,
      account_uid, demonstration, is_turn, notice_id, created_at, read_at)
    select h.account_id, h.status_event_id, h.business_account_id, h.scope, h.service, h.entity, h.record_uid, h.number, h.title, h.page_uid,
      h.account_uid, h.demonstration, h.role = any(h.turn), case when h.is_aloud then coalesce(f.notice_id, g.waiting_id) end, ${now},
      case when h.is_aloud then null else ${now}::timestamptz end
    from heard h left join goes_out g using (account_id) left join fresh f using (account_id)
    order by h.status_event_id
    on conflict do nothing
    returning account_id`.execute(tx);
  return [...new Set(rows.map(({ account_id }) => account_id))];
}
