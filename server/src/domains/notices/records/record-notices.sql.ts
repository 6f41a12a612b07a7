// Notices of records as their person reads them, in one part: for a business account, as issuer, or as platform operator.
import * as contract from "@heliograph/contract";
import type { RecordRole, WaitingKind } from "@heliograph/contract";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Actor } from "../../parties/index.ts";

/** A notice as it is kept, and how its record stands now. */
export interface NoticeRow {
  readonly id: string;
  readonly at: Date;
  readonly service: WaitingKind;
  readonly entity: string;
  readonly action: string;
  readonly role: RecordRole;
  readonly page_uid: string;
  readonly number: string;
  readonly title: string;
  readonly account_uid: string | null;
  readonly reason: string | null;
  readonly status_now: string;
  readonly waits: boolean;
  readonly due_at: Date | null;
  readonly is_read: boolean;
  readonly demonstration: boolean;
  /** True: whoever acted acted for the account of the one who reads. */
  readonly is_own: boolean;
}

/** Which notices are asked for. */
interface AskedNotices {
  readonly tab: "all" | "unread";
  readonly service?: WaitingKind | undefined;
  /** Words that occur in number or title; "": any. */
  readonly search: string;
}

/** Notices that are the actor's in the part in which he asks, as a condition on `n`: an issuer finds those of the scopes of now. */
function ofPart({ account_id, business_account_id, roles, scopes }: Actor): RawBuilder<boolean> {
  if (business_account_id !== null) {
    return sql`n.account_id = ${account_id} and n.business_account_id = ${business_account_id}`;
  }
  const part = roles.includes("platform_operator")
    ? sql`n.scope is null`
    : sql`n.scope = any(${scopes.map(({ registry, country }) => `${registry}-${country}`)}::text[])`;
  return sql`n.account_id = ${account_id} and n.business_account_id is null and ${part}`;
}

const inTab = (tab: AskedNotices["tab"]) => (tab === "unread" ? sql`n.read_at is null` : sql`true`);

const hasWords = (search: string) =>
  search === "" ? sql`true` : sql`position(lower(${search}) in lower(n.number || ' ' || n.title)) > 0`;

/** Actions after which it is another's turn in the same state: "redemption countersign". */
const FIRST_ACTIONS = contract
  .lifeCyclesIn(contract)
  .flatMap(({ entity, state }) =>
    Object.values(state).flatMap(({ next }) =>
      next?.first === undefined ? [] : [`${entity} ${next.first.action}`],
    ),
  );

/** That it was somebody's turn after the event, and the record has left its state never since, nor was it another's turn: a condition on `n` and its event `e`. */
export const stillWaits = sql<boolean>`n.is_turn and not exists (select from status_event x where x.entity = n.entity
  and x.record_uid = n.record_uid and x.status_event_id > n.status_event_id
  and (x.to_status <> e.to_status or x.entity || ' ' || x.action = any(${FIRST_ACTIONS}::text[])))`;

/** A page of the actor's notices, in the order asked for. */
export async function noticesOf(
  tx: Tx,
  actor: Actor,
  asked: AskedNotices & {
    readonly order: "newest" | "unread";
    readonly limit: number;
    readonly offset: number;
  },
): Promise<NoticeRow[]> {
  const { tab, service, search, order, limit, offset } = asked;
  const ordered = sql`order by ${order === "unread" ? sql`n.read_at is null desc,` : sql``} n.record_notice_id desc`;
  const { rows } = await sql<NoticeRow>`
    select n.notice_uid as id, e.at, n.service, n.entity, e.action, e.actor_role as role, n.page_uid, n.number, n.title, n.account_uid,
      e.reason, n.demonstration, n.read_at is not null as is_read, w.waits, d.due_at, ${actedForIt(actor)} as is_own,
      (select l.to_status from status_event l where l.entity = n.entity and l.record_uid = n.record_uid
        order by l.status_event_id desc limit 1) as status_now
    from (
      select * from record_notice n
      where ${ofPart(actor)} and ${inTab(tab)} and ${hasWords(search)}
        and ${service === undefined ? sql`true` : sql`n.service = ${service}`}
      ${ordered} limit ${limit} offset ${offset}
    ) n join status_event e using (status_event_id)
    cross join lateral (select ${stillWaits} as waits) w
    left join record_deadline d on w.waits and d.entity = n.entity and d.record_uid = n.record_uid
    ${ordered}`.execute(tx);
  return rows;
}

/** Whether who acted on `e` acted for the account of the actor, as far as roles of that time say. */
function actedForIt({ business_account_id }: Actor): RawBuilder<boolean> {
  if (business_account_id === null) return sql`false`;
  return sql`exists (select from role_grant g where g.account_id = e.actor_id and g.business_account_id = ${business_account_id}
    and g.valid @> e.at)`;
}

/** How many of the actor's notices there are: by tab and, in the tab asked for, by service; and of all those that are not read. */
export async function noticeCounts(
  tx: Tx,
  actor: Actor,
  { tab, service, search }: AskedNotices,
): Promise<{
  all: number;
  unread: number;
  services: Record<WaitingKind, number>;
  unread_in_all: number;
}> {
  const { rows } = await sql<{ service: WaitingKind; found: number; unread: number; in_all: number }>`
    select n.service, count(*) filter (where ${hasWords(search)})::int4 as found,
      count(*) filter (where n.read_at is null and ${hasWords(search)})::int4 as unread,
      count(*) filter (where n.read_at is null)::int4 as in_all
    from record_notice n where ${ofPart(actor)} group by n.service`.execute(tx);
  const counted = rows.filter((row) => service === undefined || row.service === service);
  const ofService = (named: WaitingKind) => {
    const row = rows.find((one) => one.service === named);
    return (tab === "unread" ? row?.unread : row?.found) ?? 0;
  };
  return {
    all: counted.reduce((sum, { found }) => sum + found, 0),
    unread: counted.reduce((sum, row) => sum + row.unread, 0),
    services: {
      devices: ofService("devices"),
      issuance: ofService("issuance"),
      imports: ofService("imports"),
      redemption: ofService("redemption"),
      registered: ofService("registered"),
      accounts: ofService("accounts"),
    },
    unread_in_all: rows.reduce((sum, { in_all }) => sum + in_all, 0),
  };
}

/** The newest of the actor's notices; null: there is none. */
export async function newestNotice(tx: Tx, actor: Actor): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select n.notice_uid as id from record_notice n where ${ofPart(actor)} order by n.record_notice_id desc limit 1`.execute(
    tx,
  );
  return rows[0]?.id ?? null;
}

/** How many of the actor's notices are not read. */
export async function unreadOfRecords(tx: Tx, actor: Actor): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int4 as unread from record_notice n where ${ofPart(actor)} and n.read_at is null`.execute(
    tx,
  );
  return rows[0]?.unread ?? 0;
}

/** Marks the actor's notice of this id as read; false: there is none. */
export async function readNotice(tx: Tx, actor: Actor, id: string): Promise<boolean> {
  const { rows } = await sql`
    update record_notice n set read_at = coalesce(n.read_at, now())
    where ${ofPart(actor)} and n.notice_uid = ${id} returning n.notice_uid`.execute(tx);
  return rows.length > 0;
}

/** Marks the actor's notice of this id and all before it as read; false: there is none of the id. */
export async function readNoticesUpTo(tx: Tx, actor: Actor, id: string): Promise<boolean> {
  const { rows } = await sql<{ newest: string }>`
    select n.record_notice_id::text as newest from record_notice n where ${ofPart(actor)} and n.notice_uid = ${id}`.execute(
    tx,
  );
  const [found] = rows;
  if (found === undefined) return false;
  await sql`
    update record_notice n set read_at = now()
    where ${ofPart(actor)} and n.read_at is null and n.record_notice_id <= ${found.newest}::int8`.execute(tx);
  return true;
}

/** Takes away notices of more than so many days ago. */
export async function sweepRecordNotices(db: Db, days: number): Promise<void> {
  await sql`delete from record_notice where created_at < now() - make_interval(days => ${days})`.execute(db);
}
