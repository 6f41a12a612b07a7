import { Readable } from "node:stream";
import { downloadMail, getMail, listMails, resendMail, type Mail } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { audit } from "../../identity/index.ts";
import { sendMailAt } from "./mail-queue.jobs.ts";
import { writtenMail, type MailSettings } from "./mail.jobs.ts";
import { carriedDocuments, mailOf, mailsOf, wakeMail, type KeptMail } from "./mail.sql.ts";

/** Serves the mails that the portal has written, to platform operators. */
export function mailRoutes(serve: Serve, db: Db, settings: MailSettings): void {
  serve(listMails, async ({ query: { page, page_size, state, filter_by } }) => {
    const which = {
      ...(state === undefined ? {} : { state }),
      ...(filter_by === undefined ? {} : { filter: filter_by }),
    };
    const { items, total } = await mailsOf(db, which, { limit: page_size, offset: (page - 1) * page_size });
    return {
      items: items.map(shown),
      total_items: total,
      is_sending: settings.smtpUrl !== undefined,
    };
  });

  serve(getMail, async ({ query: { mail_uid } }) => {
    const row = await found(db, mail_uid);
    const carried = await carriedDocuments(db, row.attachments);
    return {
      ...shown(row),
      text: row.text,
      attachments: carried.map(({ name, size_bytes }) => ({ name, size_bytes })),
    };
  });

  serve.download(downloadMail, async ({ query: { mail_uid } }) => {
    const bytes = await writtenMail(db, settings, await found(db, mail_uid));
    if (typeof bytes === "string") throw new Problem(409, "mail.cannot_be_written", bytes);
    return {
      name: `${mail_uid}.eml`,
      mime: "message/rfc822",
      size_bytes: bytes.length,
      content: Readable.from([bytes]),
    };
  });

  serve(resendMail, ({ body: { mail_uid }, session, origin: { address } }) =>
    db.transaction().execute(async (tx) => {
      const woken = await wakeMail(tx, mail_uid);
      if (woken === undefined) {
        await found(tx, mail_uid);
        throw new Problem(409, "mail.queued", "The mail waits to be sent already");
      }
      await sendMailAt(tx, woken.mail_id);
      const after = { to: woken.address, subject: woken.subject };
      await audit(tx, { ...session, address, action: "mail.resent", subject: mail_uid, after });
      return { message: "The mail is sent again" };
    }),
  );
}

async function found(db: Db, mail_uid: string): Promise<KeptMail> {
  const row = await mailOf(db, mail_uid);
  if (row === undefined) throw new Problem(404, "mail.not_found", "No such mail");
  return row;
}

const shown = (row: KeptMail): Mail => ({
  mail_uid: row.mail_uid,
  to: row.address,
  language: row.language === "en" || row.language === "zh" ? row.language : "vi",
  subject: row.subject,
  state: row.state,
  attempts: row.attempts,
  error: row.error,
  created_at: row.created_at.toISOString(),
  next_at: row.next_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
});
