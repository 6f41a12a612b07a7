// Mails as they are kept: queued in the transaction that causes them, and what became of each.
import { sql, type ExpressionBuilder } from "kysely";
import type { MailLanguage, MailState } from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { DB } from "../../../platform/tables.ts";
import { oneLine } from "./one-line.ts";

/** A mail as it is queued. */
export interface NewMail {
  /** Names what it is about ("report 5f…, lan@…"): a second mail of the same key is not queued. At most 200 characters. */
  readonly key: string;
  /** An account, to whose e-mail it goes, or an address. */
  readonly to: { readonly account_id: number } | { readonly address: string };
  readonly language: MailLanguage;
  /** Put on one line and cut at 200 characters. */
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** uids of documents, at most 10; one that is gone by then makes the mail fail, visibly. */
  readonly attachments?: readonly string[];
}

/**
 * Keeps the mail to be sent; null: one of the same key was kept before, or the account is no longer there or disabled. Throws RangeError for
 * an address that is no single word.
 */
export async function insertMail(
  tx: Tx,
  mail: NewMail,
): Promise<{ mail_id: number; mail_uid: string } | null> {
  const to = await addressee(tx, mail.to);
  if (to === null) return null;
  const { key, language, text, html = null, attachments = [] } = mail;
  const row = await tx
    .insertInto("mail")
    .values({
      ...to,
      key,
      language,
      subject: oneLine(mail.subject, 200),
      text,
      html,
      attachments: [...attachments],
    })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .returning(["mail_id", "mail_uid"])
    .executeTakeFirst();
  return row ?? null;
}

async function addressee(
  tx: Tx,
  to: NewMail["to"],
): Promise<{ account_id: number | null; address: string } | null> {
  if ("address" in to) {
    if (/[\s\p{Cc}]/u.test(to.address)) throw new RangeError("an address of a mail is one word");
    return { account_id: null, address: to.address };
  }
  const account = await tx
    .selectFrom("account")
    .select(["account_id", "email as address"])
    .where("account_id", "=", to.account_id)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  return account ?? null;
}

/** A mail as it is sent. */
export interface QueuedMail {
  readonly mail_id: number;
  readonly mail_uid: string;
  readonly address: string;
  readonly language: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly attachments: string[];
  readonly message_id: string | null;
  readonly attempts: number;
  readonly created_at: Date;
}

/** The mail, if it is still to be sent. */
export async function mailToSend(db: Db, mail_id: number): Promise<QueuedMail | undefined> {
  return db
    .selectFrom("mail")
    .select(SENT)
    .where("mail_id", "=", mail_id)
    .where("state", "=", "queued")
    .executeTakeFirst();
}

/** Keeps the id that the mail goes out under before it does: whoever tries it again, tries it under that. */
export async function nameMail(db: Db, mail_id: number, message_id: string): Promise<void> {
  await db.updateTable("mail").set({ message_id }).where("mail_id", "=", mail_id).execute();
}

/** What a try came to: where it ended, or when the next one is. */
export type MailOutcome =
  | { readonly state: "sent" | "outbox" }
  | { readonly state: "failed"; readonly error: string }
  | { readonly state: "queued"; readonly error: string; readonly next_at: Date };

/** Notes what a try came to. */
export async function noteMail(
  db: Db,
  { mail_id, attempts }: Pick<QueuedMail, "mail_id" | "attempts">,
  outcome: MailOutcome,
  nowMs: number,
): Promise<void> {
  const next_at = outcome.state === "queued" ? outcome.next_at : null;
  await db
    .updateTable("mail")
    .set({
      state: outcome.state,
      attempts: attempts + 1,
      error: "error" in outcome ? outcome.error.slice(0, 500) : null,
      next_at,
      ended_at: next_at === null ? new Date(nowMs) : null,
    })
    .where("mail_id", "=", mail_id)
    .execute();
}

const SENT = [
  "mail_id",
  "mail_uid",
  "address",
  "language",
  "subject",
  "text",
  "html",
  "attachments",
  "message_id",
  "attempts",
  "created_at",
] as const;

/** What a document that a mail carries is called, and what it is. */
interface CarriedDocument {
  readonly document_uid: string;
  readonly name: string;
  readonly mime: string;
  readonly size_bytes: number;
}

/** Those of the documents that are there, in the order of the uids. */
export async function carriedDocuments(db: Db, uids: readonly string[]): Promise<CarriedDocument[]> {
  if (uids.length === 0) return [];
  const rows = await db
    .selectFrom("document")
    .select(["document_uid", "name", "mime", "size_bytes"])
    .where("document_uid", "in", [...uids])
    .execute();
  return uids.flatMap((uid) => rows.filter(({ document_uid }) => document_uid === uid));
}

const listed = (
  eb: ExpressionBuilder<DB, "mail">,
  { state, filter }: { state?: MailState; filter?: string },
) =>
  eb.and([
    ...(state === undefined ? [] : [eb("state", "=", state)]),
    ...(filter === undefined || filter === ""
      ? []
      : [sql<boolean>`position(lower(${filter}) in lower(address || ' ' || subject)) > 0`]),
  ]);

/** A page of mails, the newest first, and how many there are. */
export async function mailsOf(
  db: Db,
  which: { state?: MailState; filter?: string },
  { limit, offset }: { limit: number; offset: number },
) {
  const items = await db
    .selectFrom("mail")
    .select([...SENT, sql<MailState>`state`.as("state"), "error", "next_at", "ended_at"])
    .where((eb) => listed(eb, which))
    .orderBy("mail_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await db
    .selectFrom("mail")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where((eb) => listed(eb, which))
    .executeTakeFirstOrThrow();
  return { items, total };
}

/** The mail; undefined where there is none of that uid. */
export async function mailOf(db: Db, mail_uid: string) {
  return db
    .selectFrom("mail")
    .select([...SENT, sql<MailState>`state`.as("state"), "error", "next_at", "ended_at"])
    .where("mail_uid", "=", mail_uid)
    .executeTakeFirst();
}
export type KeptMail = NonNullable<Awaited<ReturnType<typeof mailOf>>>;

/** Makes the mail one that is to be sent, as if it had not been tried; undefined: there is none, or it waits already. */
export async function wakeMail(
  tx: Tx,
  mail_uid: string,
): Promise<{ mail_id: number; subject: string; address: string } | undefined> {
  return tx
    .updateTable("mail")
    .set({ state: "queued", attempts: 0, error: null, ended_at: null, next_at: sql<Date>`now()` })
    .where("mail_uid", "=", mail_uid)
    .where("state", "!=", "queued")
    .returning(["mail_id", "subject", "address"])
    .executeTakeFirst();
}

/** Takes away mails that ended before the instant, at most `limit`; returns their uids. */
export async function dropOldMails(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ mail_uid: string }>`
    delete from mail where mail_id in (
      select mail_id from mail where ended_at < ${before} order by ended_at limit ${limit} for update skip locked)
    returning mail_uid`.execute(db);
  return rows.map(({ mail_uid }) => mail_uid);
}
