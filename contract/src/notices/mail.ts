// Mails that the portal writes, as the platform operator sees them.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { pageNumber, pageSize } from "../kernel/paging.ts";
import { line } from "../kernel/text.ts";
import { utcInstant } from "../kernel/units.ts";

/** Languages that mails are written in. */
const mailLanguage = z.enum(["vi", "en", "zh"]);
export type MailLanguage = z.output<typeof mailLanguage>;

/** `outbox`: no server for mails is set, so it lies in the data folder. `failed`: it is not tried any more. */
const MAIL_STATES = ["queued", "sent", "outbox", "failed"] as const;
export type MailState = (typeof MAIL_STATES)[number];

const mail = z.object({
  mail_uid: z.uuid(),
  to: z.string(),
  language: mailLanguage,
  subject: z.string(),
  state: z.enum(MAIL_STATES),
  attempts: z.int(),
  /** What the server for mails said last, as it said it; null: nothing was wrong. */
  error: z.string().nullable(),
  created_at: utcInstant,
  /** When it is tried next; null: not any more. */
  next_at: utcInstant.nullable(),
  ended_at: utcInstant.nullable(),
});
export type Mail = z.output<typeof mail>;

const oneMail = z.strictObject({ mail_uid: z.uuid() });

export const listMails = endpoint({
  name: "listMails",
  method: "GET",
  path: "notices/mails",
  access: "platform",
  summary:
    "Mails that the portal has written a page at a time, the newest first; those that ended are kept for 90 days",
  query: z.object({
    page: pageNumber,
    page_size: pageSize(20),
    state: z.enum(MAIL_STATES).optional(),
    /** Words that occur in address or subject. */
    filter_by: line(100).optional(),
  }),
  answer: z.object({
    items: z.array(mail),
    total_items: z.int(),
    /** Whether a server for mails is set; without one they lie in the outbox. */
    is_sending: z.boolean(),
  }),
});

export const getMail = endpoint({
  name: "getMail",
  method: "GET",
  path: "notices/mail",
  access: "platform",
  summary: "A mail with its text and the names of what it carries",
  query: oneMail,
  answer: mail.extend({
    text: z.string(),
    attachments: z.array(z.object({ name: z.string(), size_bytes: z.int() })),
  }),
  refusals: ["mail.not_found"],
});

export const downloadMail = endpoint({
  name: "downloadMail",
  method: "GET",
  path: "notices/mail/file",
  access: "platform",
  summary: "The mail as a file that mail programs open",
  query: oneMail,
  answer: z.file(),
  refusals: ["mail.not_found", "mail.cannot_be_written"],
});

export const resendMail = endpoint({
  name: "resendMail",
  method: "POST",
  path: "notices/mail/resend",
  access: "platform",
  summary: "Sends a mail again that was sent, failed or lies in the outbox",
  body: oneMail,
  answer: done,
  refusals: ["mail.not_found", "mail.queued"],
});
