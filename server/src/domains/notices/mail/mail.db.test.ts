import { readFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { sql } from "kysely";
import { simpleParser } from "mailparser";
import { expect, test } from "vitest";
import { PDF } from "../../../../testing/file-kit.ts";
import { jobsDone, runner, waitingJobs } from "../../../../testing/jobs-kit.ts";
import { mailServer, mailsInFolder } from "../../../../testing/channels/mail-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { keepDocument } from "../../../platform/documents/document.sql.ts";
import { mailBytes } from "../../../platform/outbound/mail.ts";
import { deliverMail, mailWork } from "./mail.jobs.ts";
import { queueMail } from "../index.ts";
import type { NewMail } from "./mail.sql.ts";
import { oneLine } from "./one-line.ts";

const MAIL: NewMail = {
  key: "report 1",
  to: { address: "lan@test.example" },
  language: "vi",
  subject: "Báo cáo tháng 11 – Kho Long An",
  text: "Chào Lan,\n\nBáo cáo đính kèm.\n.\nmột dấu chấm\n",
};
const queue = (db: Db, more: Partial<NewMail> = {}) =>
  db.transaction().execute((tx) => queueMail(tx, { ...MAIL, ...more }));
const kept = (db: Db) =>
  db
    .selectFrom("mail")
    .select(["mail_id", "mail_uid", "state", "attempts", "error", "next_at", "message_id", "address"])
    .orderBy("mail_id")
    .execute();
const idOf = async (db: Db) => (await kept(db))[0]?.mail_id ?? 0;

test("a mail arrives with its words in their script, its language, its attachment byte for byte and our own Message-ID", async () => {
  const pools = await freshPools();
  const { db } = pools;
  const server = await mailServer();
  const settings = await mailsInFolder(server.url);
  const { project_id, account_id } = await scene(db);
  const document = {
    project_id,
    kind: "report",
    name: "Báo cáo.pdf",
    mime: "application/pdf",
    content: PDF,
    facts: {},
    created_by: null,
    expires_at: null,
  };
  const { document_uid } = await db
    .transaction()
    .execute((tx) => keepDocument(tx, settings.documents, document));
  const html = "<p>Báo cáo <b>đính kèm</b></p>";
  const mail_uid = await queue(db, { to: { account_id }, html, attachments: [document_uid] });
  runner(pools, mailWork(settings));
  await jobsDone(db);
  const [mail] = server.mails;
  const [row] = await kept(db);
  expect([server.mails.length, row?.state, row?.attempts, row?.error]).toEqual([1, "sent", 1, null]);
  expect(mail?.envelope).toEqual({ from: "portal@test.example", to: [row?.address] });
  expect(mail?.subject).toBe(MAIL.subject);
  expect(mail?.text?.trim()).toBe(MAIL.text.trim());
  expect(mail?.html).toBe(html);
  expect(mail?.messageId).toBe(`<${mail_uid}@test.example>`);
  expect([mail?.headers.get("content-language"), mail?.headers.get("auto-submitted")]).toEqual([
    "vi",
    "auto-generated",
  ]);
  const [attachment] = mail?.attachments ?? [];
  expect([attachment?.filename, attachment?.contentType]).toEqual(["Báo cáo.pdf", "application/pdf"]);
  expect(attachment?.content.equals(Buffer.from(PDF))).toBe(true);
});

test("of the same key one mail goes out, and none where the transaction that causes it is rolled back", async () => {
  const { db } = await freshPools();
  expect(await queue(db)).not.toBeNull();
  expect(await queue(db, { subject: "Again" })).toBeNull();
  await db
    .transaction()
    .execute(async (tx) => {
      await queueMail(tx, { ...MAIL, key: "report 2" });
      throw new Error("no");
    })
    .catch(() => {});
  expect((await kept(db)).length).toBe(1);
  expect(await waitingJobs(db)).toEqual([{ task: "notices.mail", key: `mail ${await idOf(db)}` }]);
});

test("nothing is mailed to an account that is disabled", async () => {
  const { db } = await freshPools();
  const { account_id } = await scene(db);
  await db
    .updateTable("account")
    .set({ disabled_at: sql<Date>`now()` })
    .execute();
  expect(await queue(db, { to: { account_id } })).toBeNull();
  expect(await waitingJobs(db)).toEqual([]);
});

test("what is refused for now is tried again, later each time, until it is taken", async () => {
  const { db } = await freshPools();
  const refusals = [
    { at: "recipient", code: 451, words: "Greylisted" } as const,
    { at: "data", code: 421, words: "Too busy" } as const,
  ];
  const server = await mailServer(refusals);
  const settings = await mailsInFolder(server.url);
  await queue(db);
  const mail_id = await idOf(db);
  let now = Date.parse("2026-11-23T00:00:00Z");
  const pauses: number[] = [];
  for (const words of ["Greylisted", "Too busy"]) {
    await deliverMail(db, settings, mail_id, () => now);
    const [row] = await kept(db);
    expect([row?.state, row?.error?.includes(words)]).toEqual(["queued", true]);
    pauses.push((row?.next_at?.getTime() ?? 0) - now);
    const { rows } = await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs`.execute(db);
    expect(rows.map(({ run_at }) => run_at.getTime())).toEqual([row?.next_at?.getTime()]);
    now = row?.next_at?.getTime() ?? now;
  }
  expect(pauses).toEqual([60_000, 300_000]);
  expect(server.mails).toEqual([]);
  await deliverMail(db, settings, mail_id, () => now);
  const [row] = await kept(db);
  expect([row?.state, row?.attempts, row?.error, row?.next_at]).toEqual(["sent", 3, null, null]);
  expect(server.mails.length).toBe(1);
});

test("what is refused for good, and what nobody has taken within a day, is shown as failed in the words of the server", async () => {
  const { db } = await freshPools();
  const server = await mailServer([{ at: "recipient", code: 550, words: "No such user here" }]);
  const settings = await mailsInFolder(server.url);
  await queue(db);
  await deliverMail(db, settings, await idOf(db));
  const [refused] = await kept(db);
  expect([refused?.state, refused?.attempts, refused?.next_at]).toEqual(["failed", 1, null]);
  expect(refused?.error).toContain("No such user here");
  await server.close();
  await queue(db, { key: "report 2" });
  const mail_id = (await kept(db))[1]?.mail_id ?? 0;
  const began = Date.parse("2026-11-23T00:00:00Z");
  let now = began;
  for (let time = 0; time < 20; time += 1) {
    await deliverMail(db, settings, mail_id, () => now);
    now = (await kept(db))[1]?.next_at?.getTime() ?? now;
  }
  const gone = (await kept(db))[1];
  expect([gone?.state, gone?.attempts]).toEqual(["failed", 8]);
  expect(gone?.error).toMatch(/ECONNREFUSED|connect/);
  expect(now - began).toBeLessThan(86_400_000);
});

test("a process that ends between handing over and noting it sends the same mail again, under the same Message-ID", async () => {
  const { db } = await freshPools();
  const server = await mailServer();
  const settings = await mailsInFolder(server.url);
  await queue(db);
  const mail_id = await idOf(db);
  // The database is away exactly when what was sent is to be noted.
  await sql`create function away() returns trigger language plpgsql as
    $$ begin raise exception 'the process ended'; end $$`.execute(db);
  await sql`create trigger away before update of state on mail for each row execute function away()`.execute(
    db,
  );
  await expect(deliverMail(db, settings, mail_id)).rejects.toThrow("the process ended");
  expect((await kept(db))[0]?.state).toBe("queued");
  await sql`drop trigger away on mail`.execute(db);
  await deliverMail(db, settings, mail_id);
  const ids = server.mails.map(({ messageId }) => messageId);
  expect([ids.length, new Set(ids).size, (await kept(db))[0]?.state]).toEqual([2, 1, "sent"]);
  // Byte for byte, so that a mailbox that compares more than the id sees one mail too.
  expect(server.sources[0]?.equals(server.sources[1] ?? Buffer.alloc(0))).toBe(true);
});

test("without a server for mails they lie in the outbox as files that mail programs open, for the operator alone", async () => {
  const { db } = await freshPools();
  const settings = await mailsInFolder();
  const mail_uid = await queue(db);
  await deliverMail(db, settings, await idOf(db));
  expect((await kept(db))[0]?.state).toBe("outbox");
  expect(await readdir(settings.outbox)).toEqual([`${mail_uid}.eml`]);
  const path = join(settings.outbox, `${mail_uid}.eml`);
  expect((await stat(path)).mode & 0o077).toBe(0);
  const mail = await simpleParser(await readFile(path));
  expect([mail.subject, mail.text?.trim()]).toEqual([MAIL.subject, MAIL.text.trim()]);
});

test("a mail whose attachment is gone fails visibly and is not sent without it", async () => {
  const { db } = await freshPools();
  const server = await mailServer();
  const settings = await mailsInFolder(server.url);
  await queue(db, { attachments: ["3f0c9f1e-7a55-4c0e-9d6b-2f1f5f0d9a10"] });
  await deliverMail(db, settings, await idOf(db));
  const [row] = await kept(db);
  expect([row?.state, row?.error, server.mails]).toEqual(["failed", "An attachment is no longer kept", []]);
});

test("no text of anybody's becomes a header: subjects are one line, and bytes with a second line are not made", async () => {
  const breaks = fc.constantFrom("\r\n", "\n", "\r", "\u2028", "\u0085", "\0", "\t");
  const words = fc
    .array(fc.oneof(fc.string({ unit: "grapheme" }), breaks, fc.constant("Bcc: all@test.example")))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 200 }), (text, most) => {
      const line = oneLine(text, most);
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      expect(Array.from(line).length).toBeLessThanOrEqual(most);
    }),
  );
  const mail = {
    message_id: "<1@test.example>",
    date: new Date(0),
    from: "portal@test.example",
    to: "lan@test.example",
    language: "en",
    subject: "One",
    text: "text",
    html: null,
    attachments: [],
  };
  for (const wrong of [
    { subject: "One\r\nBcc: all@test.example" },
    { to: "lan@test.example\r\nBcc: all@test.example" },
    { from: "a@b.example\nX: y" },
    { attachments: [{ name: "a\r\nX: y", mime: "text/plain", content: Buffer.alloc(1) }] },
  ]) {
    await expect(mailBytes({ ...mail, ...wrong })).rejects.toThrow("A header of a mail is one line");
  }
  const { db } = await freshPools();
  const to = { address: "lan@test.example\r\nRCPT TO:<all@test.example>" };
  await expect(queue(db, { to })).rejects.toThrow(RangeError);
});

test("mails that ended 90 days ago are taken away with their files", async () => {
  const pools = await freshPools();
  const { db } = pools;
  const settings = await mailsInFolder();
  for (const key of ["old", "new"]) await queue(db, { key });
  const [old, fresh] = await kept(db);
  for (const { mail_id } of await kept(db)) await deliverMail(db, settings, mail_id);
  await db
    .updateTable("mail")
    .set({ ended_at: sql<Date>`now() - interval '91 days'` })
    .where("mail_id", "=", old?.mail_id ?? 0)
    .execute();
  const sweep = mailWork(settings).find(({ task }) => task.name === "notices.mail-sweep");
  await sweep?.run({}, { ...pools, signal: new AbortController().signal });
  expect((await kept(db)).map(({ mail_uid }) => mail_uid)).toEqual([fresh?.mail_uid]);
  expect(await readdir(settings.outbox)).toEqual([`${fresh?.mail_uid}.eml`]);
});
