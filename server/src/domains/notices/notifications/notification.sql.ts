// Notifications as their person reads them: those of projects that may still be seen.
import { NOTIFICATION_LIMITS, type NoticeLanguage, type ProjectNotification } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { noticeText, type NoticeFacts } from "./words/notice-words.ts";

interface Row extends Pick<NoticeFacts, "kind" | "is_escalation" | "alarms" | "first_at" | "resolved_at"> {
  readonly id: string;
  readonly severity: ProjectNotification["severity"];
  readonly last_at: Date;
  readonly read_at: Date | null;
  readonly name: string;
  readonly timezone: string;
  readonly project_uid: string;
}

const shown = (language: NoticeLanguage, row: Row): ProjectNotification => {
  const { id, severity, last_at, read_at, resolved_at, alarms: count, name, timezone } = row;
  const projects = [{ name, timezone }];
  return {
    id,
    ...noticeText(language, { ...row, is_region: false, projects, project_count: 1 }),
    time: last_at.toISOString(),
    read: read_at !== null,
    severity,
    count,
    resolved: resolved_at !== null,
  };
};

/** Rows that the transaction's account may see: the database hides projects that it is no member of. */
const visible = (account_id: number) => sql`
  notice_entry e join project p on p.project_id = e.project_id and p.removed_at is null
  join project_member m on m.project_id = e.project_id and m.account_id = ${account_id}
  where e.account_id = ${account_id} and e.removed_at is null`;

const select = sql`select e.entry_uid as id, e.kind, e.severity, e.is_escalation, e.alarms, e.first_at, e.last_at, e.read_at, e.resolved_at,
  p.name, p.timezone, p.project_uid`;

/** A page of the account's notifications, the newest first, how many there are, and how many are not read. */
export async function notificationsOf(
  tx: Tx,
  account_id: number,
  { page_number, language }: { page_number: number; language: NoticeLanguage },
): Promise<{ items: ProjectNotification[]; total: number; unread: number }> {
  const { rows } = await sql<Row>`
    ${select} from ${visible(account_id)} order by e.last_at desc, e.entry_uid
    limit ${NOTIFICATION_LIMITS.ofPage} offset ${(page_number - 1) * NOTIFICATION_LIMITS.ofPage}`.execute(tx);
  const { rows: counted } = await sql<{ total: number; unread: number }>`
    select count(*)::int4 as total, count(*) filter (where e.read_at is null)::int4 as unread
    from ${visible(account_id)}`.execute(tx);
  const { total = 0, unread = 0 } = counted[0] ?? {};
  return { items: rows.map((row) => shown(language, row)), total, unread };
}

/** How many of the account's notifications are not read. */
export async function unreadOf(tx: Tx, account_id: number): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int4 as unread from ${visible(account_id)} and e.read_at is null`.execute(tx);
  return rows[0]?.unread ?? 0;
}

/** The account's notification of the id with its project, from now on read; undefined: it has none. */
export async function readNotification(
  tx: Tx,
  account_id: number,
  { id, language }: { id: string; language: NoticeLanguage },
): Promise<(ProjectNotification & { project_uid: string }) | undefined> {
  const { rows } = await sql<Row>`${select} from ${visible(account_id)} and e.entry_uid = ${id}`.execute(tx);
  const [row] = rows;
  if (row === undefined) return undefined;
  const read_at = row.read_at ?? new Date();
  if (row.read_at === null) {
    await tx.updateTable("notice_entry").set({ read_at }).where("entry_uid", "=", id).execute();
  }
  return { ...shown(language, { ...row, read_at }), project_uid: row.project_uid };
}

/** Takes away those of the ids that are the account's notifications, and returns how many these were. */
export async function removeNotifications(
  tx: Tx,
  account_id: number,
  ids: readonly string[],
): Promise<number> {
  const { rows } = await sql`
    update notice_entry set removed_at = now() where entry_uid in
      (select e.entry_uid from ${visible(account_id)} and e.entry_uid = any(${[...ids]}::uuid[]))
    returning entry_uid`.execute(tx);
  return rows.length;
}
