// Sends mails: by the server for mails that is set, otherwise into the folder `outbox`, where the platform operator finds them.
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Db } from "../../../platform/db.ts";
import type { FileStore } from "../../../platform/files.ts";
import { does, type Work } from "../../../platform/jobs/jobs.ts";
import { addressIn, mailBytes, sendBySmtp, type MailResult } from "../../../platform/outbound/mail.ts";
import { sendMail, sendMailAt, sweepMails } from "./mail-queue.jobs.ts";
import {
  carriedDocuments,
  dropOldMails,
  mailToSend,
  nameMail,
  noteMail,
  type KeptMail,
  type MailOutcome,
  type QueuedMail,
} from "./mail.sql.ts";
import { pauseAfter } from "./mail-pauses.ts";

/** What mails need of the installation. */
export interface MailSettings {
  /** The server for mails; undefined: there is none, and mails lie in the outbox. */
  readonly smtpUrl: string | undefined;
  /** Who writes: "Heliograph <no-reply@example.com>". */
  readonly from: string;
  /** Folder that mails lie in when there is no server for them. */
  readonly outbox: string;
  /** Documents that mails carry. */
  readonly documents: FileStore;
}

/** What attachments may have altogether, bytes: more is refused by most servers for mails. */
const CARRIED_BYTES = 20 * 1024 * 1024;
const KEPT_DAYS = 90;
const SWEPT_AT_ONCE = 1000;

/** The work on mails. */
export const mailWork = (settings: MailSettings): readonly Work[] => [
  does(sendMail, ({ mail_id }, { db }) => deliverMail(db, settings, mail_id)),
  does(sweepMails, (_, { db }) => sweep(db, settings)),
];

/** Tries the mail once, unless it is not to be sent any more, and notes what came of it. `now` gives ms since 1970. */
export async function deliverMail(
  db: Db,
  settings: MailSettings,
  mail_id: number,
  now: () => number = Date.now,
): Promise<void> {
  const mail = await mailToSend(db, mail_id);
  if (mail === undefined) return;
  const message_id =
    mail.message_id ?? `<${mail.mail_uid}@${addressIn(settings.from).split("@").at(-1) ?? "localhost"}>`;
  if (mail.message_id === null) await nameMail(db, mail_id, message_id);
  const outcome = await tried(db, settings, { ...mail, message_id }, now);
  await db.transaction().execute(async (tx) => {
    await noteMail(tx, mail, outcome, now());
    if (outcome.state === "queued") await sendMailAt(tx, mail_id, outcome.next_at);
  });
}

async function tried(
  db: Db,
  settings: MailSettings,
  mail: QueuedMail,
  now: () => number,
): Promise<MailOutcome> {
  const bytes = await writtenMail(db, settings, mail);
  if (typeof bytes === "string") return { state: "failed", error: bytes };
  if (settings.smtpUrl === undefined) {
    await keepInOutbox(settings.outbox, mail.mail_uid, bytes);
    return { state: "outbox" };
  }
  const result = await sendBySmtp(settings.smtpUrl, bytes, { from: settings.from, to: mail.address });
  return outcomeOf(result, mail.attempts + 1, now());
}

/** What the answer of the server for mails means after so many tries. */
function outcomeOf(result: MailResult, attempts: number, nowMs: number): MailOutcome {
  if (result.kind === "accepted") return { state: "sent" };
  const pause = result.is_final ? null : pauseAfter(attempts);
  return pause === null
    ? { state: "failed", error: result.answer }
    : { state: "queued", error: result.answer, next_at: new Date(nowMs + pause) };
}

/** The bytes of the mail, or in English why it cannot be written. */
export async function writtenMail(
  db: Db,
  { from, documents }: Pick<MailSettings, "from" | "documents">,
  mail: QueuedMail | KeptMail,
): Promise<Buffer | string> {
  const { mail_uid, message_id, address, language, subject, text, html, created_at } = mail;
  const carried = await carriedDocuments(db, mail.attachments);
  if (carried.reduce((sum, { size_bytes }) => sum + size_bytes, 0) > CARRIED_BYTES) {
    return `The attachments have more than ${CARRIED_BYTES / 1024 / 1024} MB`;
  }
  const attachments = [];
  for (const { document_uid, name, mime } of carried) {
    const content = await documents.content(document_uid);
    if (content !== null) attachments.push({ name, mime, content: await buffer(content) });
  }
  if (attachments.length < mail.attachments.length) return "An attachment is no longer kept";
  return mailBytes({
    message_id: message_id ?? `<${mail_uid}@localhost>`,
    date: created_at,
    from,
    to: address,
    language,
    subject,
    text,
    html,
    attachments,
  });
}

const fileIn = (outbox: string, mail_uid: string) => join(outbox, `${mail_uid}.eml`);

/** Puts the mail into the folder, whole or not at all. */
async function keepInOutbox(outbox: string, mail_uid: string, bytes: Buffer): Promise<void> {
  await mkdir(outbox, { recursive: true, mode: 0o700 });
  const path = fileIn(outbox, mail_uid);
  const file = await open(`${path}.part`, "w", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
}

async function sweep(db: Db, { outbox }: MailSettings): Promise<void> {
  const before = new Date(Date.now() - KEPT_DAYS * 86_400_000);
  for (let count = SWEPT_AT_ONCE; count === SWEPT_AT_ONCE;) {
    const uids = await dropOldMails(db, before, SWEPT_AT_ONCE);
    await Promise.all(uids.map((mail_uid) => rm(fileIn(outbox, mail_uid), { force: true })));
    count = uids.length;
  }
}
