// Mails each person's digest once a day.
import type { Db } from "../../../platform/db.ts";
import { queueMail } from "../mail/mail-queue.jobs.ts";
import type { AlarmMailSettings } from "../notifications/alarm-channels.jobs.ts";
import { recordsBetween } from "../records/record-groups.sql.ts";
import { dueDigest } from "./digest-day.ts";
import { digestMail } from "./digest-mail.ts";
import { digestReaders, digestRows, lockReader, noteDigest } from "./digest.sql.ts";

/** Digests that are made before other work of the queue has its turn. */
const AT_ONCE = 100;

/**
 * Mails the digests that are due at the instant (ms since 1970), until `ended` says so; who has nothing to be told gets none. Each is made in
 * a transaction of its own that notes it, so that nobody gets two of one day, whatever process ends when. Returns how many were made.
 */
// oxlint-disable-next-line max-params -- the database, what mails name, when, and how long
export async function sendDigests(
  db: Db,
  settings: AlarmMailSettings,
  nowMs: number = Date.now(),
  ended: () => boolean = () => false,
): Promise<number> {
  let made = 0;
  for (const reader of await digestReaders(db)) {
    if (made >= AT_ONCE || ended()) return made;
    if (dueDigest(reader, nowMs) === null) continue;
    if (await sendDigest(db, { account_id: reader.account_id, settings }, nowMs)) made += 1;
  }
  return made;
}

async function sendDigest(
  db: Db,
  { account_id, settings }: { readonly account_id: number; readonly settings: AlarmMailSettings },
  nowMs: number,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // First locked, then read: what was made meanwhile is seen.
    await lockReader(tx, account_id);
    const [reader] = await digestReaders(tx, account_id);
    const due = reader === undefined ? null : dueDigest(reader, nowMs);
    if (reader === undefined || due === null) return false;
    const { language } = reader.preferences;
    const rows = await digestRows(tx, reader, due);
    const records = await recordsBetween(tx, reader, due);
    const mail = digestMail(language, { ...due, timezone: reader.timezone, rows, records }, settings);
    const key = `digest ${account_id} ${due.day}`;
    const mail_uid = mail && (await queueMail(tx, { key, to: { account_id }, language, ...mail }));
    await noteDigest(tx, account_id, { ...due, mail_uid });
    return true;
  });
}
