import { downloadMail, getMail, listMails, resendMail } from "@heliograph/contract";
import { simpleParser } from "mailparser";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { mailsInFolder } from "../../../../testing/channels/mail-kit.ts";
import { accountOn } from "../../../../testing/fleet-kit.ts";
import { waitingJobs } from "../../../../testing/jobs-kit.ts";
import { freshDb } from "../../../../testing/test-kit.ts";
import { mailRoutes, queueMail } from "../index.ts";
import { deliverMail } from "./mail.jobs.ts";

const MAIL = { language: "vi", subject: "Báo cáo", text: "Chào Lan" } as const;

/** A platform operator, and two mails: one in the outbox, one that waits. */
async function scenery() {
  const db = await freshDb();
  const settings = await mailsInFolder();
  const api = await apiOf(db, (serve) => mailRoutes(serve, db, settings));
  const { token, account_id } = await accountOn(db, null);
  await db
    .updateTable("account")
    .set({ kind: "platform_operator" })
    .where("account_id", "=", account_id)
    .execute();
  const queue = (key: string) =>
    db.transaction().execute((tx) => queueMail(tx, { ...MAIL, key, to: { address: `${key}@test.example` } }));
  const [old, fresh] = [await queue("lan"), await queue("minh")];
  const { mail_id } = await db
    .selectFrom("mail")
    .select("mail_id")
    .orderBy("mail_id")
    .executeTakeFirstOrThrow();
  await deliverMail(db, settings, mail_id);
  return { db, api, token, old: String(old), fresh: String(fresh) };
}

test("a platform operator sees what was written, narrowed by state and words, and that nothing is sent without a server", async () => {
  const { api, token } = await scenery();
  const to = async (query: object) => {
    const { body } = await api(listMails, { token, query: { ...query } });
    return [body.items.map((mail: { to: string }) => mail.to), body.total_items, body.is_sending];
  };
  expect(await to({})).toEqual([["minh@test.example", "lan@test.example"], 2, false]);
  expect(await to({ state: "outbox" })).toEqual([["lan@test.example"], 1, false]);
  expect(await to({ filter_by: "MINH@" })).toEqual([["minh@test.example"], 1, false]);
  expect(await to({ page: 2, page_size: 1 })).toEqual([["lan@test.example"], 2, false]);
});

test("a mail is read, saved as a file that mail programs open, and sent again once", async () => {
  const { db, api, token, old, fresh } = await scenery();
  const query = { mail_uid: old };
  expect((await api(getMail, { token, query })).body).toMatchObject({
    ...MAIL,
    state: "outbox",
    attachments: [],
  });
  const file = await api(downloadMail, { token, query });
  expect(file.headers["content-type"]).toBe("message/rfc822");
  const mail = await simpleParser(Buffer.from(file.bytes));
  expect([mail.subject, mail.text?.trim()]).toEqual([MAIL.subject, MAIL.text]);
  expect((await api(resendMail, { token, body: query })).status).toBe(200);
  const again = await api(resendMail, { token, body: query });
  expect([again.status, again.body.code]).toEqual([409, "mail.queued"]);
  expect((await api(resendMail, { token, body: { mail_uid: fresh } })).body.code).toBe("mail.queued");
  expect((await waitingJobs(db)).filter(({ task }) => task === "notices.mail").length).toBeGreaterThanOrEqual(
    2,
  );
  const none = await api(getMail, { token, query: { mail_uid: "3f0c9f1e-7a55-4c0e-9d6b-2f1f5f0d9a10" } });
  expect([none.status, none.body.code]).toEqual([404, "mail.not_found"]);
});

test("nobody but a platform operator sees or sends a mail", async () => {
  const { db, api, old } = await scenery();
  const { token } = await accountOn(db, null);
  const query = { mail_uid: old };
  const told = [
    await api(listMails, { token }),
    await api(getMail, { token, query }),
    await api(downloadMail, { token, query }),
    await api(resendMail, { token, body: query }),
  ];
  expect(new Set(told.map(({ status }) => status)).size).toBe(1);
  expect(told.every(({ status, body }) => status >= 403 && !JSON.stringify(body).includes("Lan"))).toBe(true);
});
