// Mails are queued in the transaction that causes them.
import { z } from "zod";
import type { Tx } from "../../../platform/db.ts";
import { addJob, nothing, task } from "../../../platform/jobs/jobs.ts";
import { insertMail, type NewMail } from "./mail.sql.ts";

/** Sends one mail. One after the other: a server for mails that is slow holds up mails, and nothing else. */
export const sendMail = task({
  name: "notices.mail",
  payload: z.object({ mail_id: z.number() }),
  queue: "mail",
});

/** Takes mails away that ended long ago. */
export const sweepMails = task({
  name: "notices.mail-sweep",
  payload: nothing,
  starts: { cron: "40 3 * * *" },
});

/**
 * Queues the mail in the caller's transaction, which is one of the product (not `asAccount`), and returns its uid; null: one of the same key
 * was queued before, or the account is no longer there or disabled. It is sent once that has committed. Throws RangeError for an address
 * that is no single word.
 */
export async function queueMail(tx: Tx, mail: NewMail): Promise<string | null> {
  const row = await insertMail(tx, mail);
  if (row === null) return null;
  await sendMailAt(tx, row.mail_id);
  return row.mail_uid;
}

/** Sends the mail at the instant, or at once; a time that was set before is replaced. */
export const sendMailAt = (tx: Tx, mail_id: number, at?: Date): Promise<void> =>
  addJob(tx, sendMail, { mail_id }, { key: `mail ${mail_id}`, ...(at === undefined ? {} : { run_at: at }) });
