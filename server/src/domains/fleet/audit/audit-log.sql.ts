// The audit log as it is read: by project or by account, filtered, a page at a time.
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../../platform/db.ts";
import type { ProjectAccess } from "../access/access.sql.ts";

/** Which entries: those of a project, or of an account, and of one API key of it. */
export type AuditOf =
  | { readonly project: ProjectAccess<"own">; readonly person: string | undefined }
  | { readonly account_id: number; readonly api_key_uid: string | undefined };

/** What is looked for among them. */
export interface AuditFilter {
  readonly action?: string | undefined;
  readonly keyword?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface AuditRow {
  readonly audit_id: number;
  readonly at: Date;
  readonly email: string | null;
  readonly display_name: string | null;
  readonly by: "session" | "key" | "system" | "nobody";
  readonly key_name: string | null;
  readonly key_shown: string | null;
  readonly address: string | null;
  readonly action: string;
  readonly subject: string | null;
  readonly before: Values | null;
  readonly after: Values | null;
  readonly detail: Values;
  readonly project_uid: string | null;
  readonly project_name: string | null;
}
type Values = Record<string, never>; // whatever JSON was stored; the contract checks it

/** Entries e of those that are asked about. */
const among = (of: AuditOf): RawBuilder<boolean> =>
  "project" in of ? sql`e.project_id = ${of.project.project_id}` : sql`e.account_id = ${of.account_id}`;

function chosen(of: AuditOf): RawBuilder<boolean> {
  if ("project" in of) {
    return of.person === undefined
      ? sql`true`
      : sql`e.account_id = (select account_id from account where email = ${of.person.toLowerCase()})`;
  }
  return of.api_key_uid === undefined
    ? sql`true`
    : sql`e.api_key_id = (select api_key_id from api_key where api_key_uid = ${of.api_key_uid} and account_id = ${of.account_id})`;
}

/** What was done to a thing whose uid, serial or name contains the words, whatever their case and accents. */
function named(keyword: string | undefined): RawBuilder<boolean> {
  if (keyword === undefined || keyword === "") return sql`true`;
  const has = (text: RawBuilder<unknown>) => sql`position(plain_text(${keyword}) in plain_text(${text})) > 0`;
  const names = sql`concat_ws(' ', t.alias, t.name, t.serial)`;
  return sql`(${has(sql`coalesce(e.subject, '')`)}
    or exists(select from gateway t where t.project_id = e.project_id and t.gateway_uid::text = e.subject and ${has(names)})
    or exists(select from device t where t.project_id = e.project_id and t.device_uid::text = e.subject and ${has(names)}))`;
}

function matching(of: AuditOf, { action, keyword, from, to }: AuditFilter): RawBuilder<boolean> {
  const isNoun = action?.includes(".") === false;
  return sql`${among(of)} and ${chosen(of)} and ${named(keyword)}
    and ${action === undefined ? sql`true` : isNoun ? sql`split_part(e.action, '.', 1) = ${action}` : sql`e.action = ${action}`}
    and ${from === undefined ? sql`true` : sql`e.at >= ${from}::timestamptz`}
    and ${to === undefined ? sql`true` : sql`e.at < ${to}::timestamptz`}`;
}

/** One page of entries, the newest first, and how many match. Projects that `reader` may not see are not named. */
export async function auditPage(
  db: Db,
  of: AuditOf,
  filter: AuditFilter & { page: number; items_page: number; reader: number },
): Promise<{ rows: readonly AuditRow[]; total_items: number }> {
  const where = matching(of, filter);
  const { rows } = await sql<AuditRow>`
    select e.audit_id, e.at, e.address, e.action, e.subject, e.before, e.after, e.detail,
      case when e.action <> 'sign_in.failed' then a.email end as email,
      case when e.action <> 'sign_in.failed' then a.display_name end as display_name,
      case when e.api_key_id is not null then 'key'
        when e.action = 'sign_in.failed' or (e.account_id is null and e.address is not null) then 'nobody'
        when e.address is null then 'system' else 'session' end as by,
      k.name as key_name, k.shown as key_shown, p.project_uid, p.name as project_name
    from audit_event e
    left join account a on a.account_id = e.account_id
    left join api_key k on k.api_key_id = e.api_key_id
    left join project p on p.project_id = e.project_id
      and exists(select from project_member m where m.project_id = p.project_id and m.account_id = ${filter.reader})
    where ${where}
    order by e.audit_id desc
    limit ${filter.items_page} offset ${(filter.page - 1) * filter.items_page}`.execute(db);
  const counted = await sql<{ count: number }>`
    select count(*) as count from audit_event e where ${where}`.execute(db);
  return { rows, total_items: counted.rows[0]?.count ?? 0 };
}

/** Who did something, by name, and what was done, over all entries that are asked about. */
export async function auditChoices(
  db: Db,
  of: AuditOf,
): Promise<{ people: { email: string; name: string }[]; actions: string[] }> {
  const people = await sql<{ email: string; name: string }>`
    select a.email, a.display_name as name from account a
    where a.account_id in (select e.account_id from audit_event e where ${among(of)}) order by lower(a.display_name), a.account_id
    limit 500`.execute(db);
  const actions = await sql<{ action: string }>`
    select distinct e.action from audit_event e where ${among(of)} order by e.action limit 500`.execute(db);
  return { people: people.rows, actions: actions.rows.map(({ action }) => action) };
}

/** What things are called now, by their uid as entries name them. */
export async function subjectNames(db: Db, subjects: readonly string[]): Promise<Map<string, string>> {
  const uids = subjects.filter((subject) => UUID.test(subject));
  if (uids.length === 0) return new Map();
  const wanted = sql`any(${uids}::uuid[])`;
  const { rows } = await sql<{ uid: string; name: string | null }>`
    select project_uid as uid, name from project where project_uid = ${wanted}
    union all select gateway_uid, coalesce(alias, nullif(name, ''), serial) from gateway where gateway_uid = ${wanted}
    union all select device_uid, coalesce(alias, nullif(name, ''), serial) from device where device_uid = ${wanted}
    union all select file_uid, name from project_file where file_uid = ${wanted}`.execute(db);
  return new Map(rows.flatMap(({ uid, name }) => (name === null ? [] : [[uid, name]])));
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether the account has, or had, the API key. */
export async function hasApiKey(db: Db, account_id: number, api_key_uid: string): Promise<boolean> {
  const row = await db
    .selectFrom("api_key")
    .select("api_key_id")
    .where("account_id", "=", account_id)
    .where("api_key_uid", "=", api_key_uid)
    .executeTakeFirst();
  return row !== undefined;
}
