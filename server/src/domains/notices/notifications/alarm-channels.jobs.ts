// Notices by mail and to people's programs: one for each person and cause, as often as the notice goes out.
import type { Db } from "../../../platform/db.ts";
import { queueMail } from "../mail/mail-queue.jobs.ts";
import { outgoingRecords } from "../records/record-groups.sql.ts";
import { recordMail } from "../records/record-mail.ts";
import { queueWebhooks } from "../webhooks/webhook-queue.jobs.ts";
import type { NoticeSent } from "./notice-channels.jobs.ts";
import { outgoingNotice, type OutgoingNotice } from "./outgoing.sql.ts";
import { alarmMail } from "./words/alarm-mail-text.ts";

/** What mails about notices name of the installation. */
export interface AlarmMailSettings {
  readonly product: string;
  /** Where the portal is reached; null: it is not stated. */
  readonly origin: string | null;
}

/** The notice, unless there is nothing of it any more, or it began and is over by now. */
async function toTell(db: Db, { notice_uid, what }: NoticeSent): Promise<OutgoingNotice | null> {
  const notice = await outgoingNotice(db, notice_uid);
  return notice === null || (what === "opened" && notice.resolved_at !== null) ? null : notice;
}

/** Mails the notice to its person. */
export async function mailNotice(db: Db, sent: NoticeSent, settings: AlarmMailSettings): Promise<void> {
  const written = await writtenMail(db, sent, settings);
  if (written === null) return;
  const { account_id, language, mail } = written;
  const key = `notice ${sent.notice_uid} ${sent.sent_uid}`;
  await db.transaction().execute((tx) => queueMail(tx, { key, to: { account_id }, language, ...mail }));
}

/** What the notice says as a mail, to whom and in which language; null: there is nothing to tell. */
async function writtenMail(db: Db, sent: NoticeSent, settings: AlarmMailSettings) {
  const records = await outgoingRecords(db, sent.notice_uid);
  if (records !== null) {
    const { account_id, news, preferences } = records;
    const { language, timezone } = preferences;
    const mail = recordMail({ language, news, timezone, origin: settings.origin }, settings.product);
    return { account_id, language, mail };
  }
  const notice = await toTell(db, sent);
  if (notice === null) return null;
  const { account_id, preferences } = notice;
  const { language } = preferences;
  return { account_id, language, mail: alarmMail(language, notice, settings) };
}

/** Tells the notice to the webhooks of its person. */
export async function callOfNotice(db: Db, sent: NoticeSent): Promise<void> {
  const notice = await toTell(db, sent);
  if (notice === null) return;
  const { account_id, preferences: _, first_at, last_at, resolved_at, ...facts } = notice;
  const data = {
    notice_uid: sent.notice_uid,
    ...facts,
    first_at: first_at.toISOString(),
    last_at: last_at.toISOString(),
    resolved_at: resolved_at?.toISOString() ?? null,
  };
  const opened = facts.is_escalation ? "alarm.escalated" : "alarm.opened";
  const event = sent.what === "opened" ? opened : "alarm.resolved";
  const key = `notice ${sent.notice_uid} ${sent.sent_uid}`;
  await db.transaction().execute((tx) => queueWebhooks(tx, { account_id, event, data, key }));
}
