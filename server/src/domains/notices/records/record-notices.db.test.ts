import { sql } from "kysely";
import { expect, test } from "vitest";
import { mailServer, mailsInFolder } from "../../../../testing/channels/mail-kit.ts";
import { jobsDone, runner } from "../../../../testing/jobs-kit.ts";
import { jobsOf } from "../../../../testing/notices/alarm-kit.ts";
import {
  applicationsOf,
  bankOf,
  EVERY_MS,
  happens,
  SOURCES,
  takeRecordsAt,
  tellRecordsAt,
} from "../../../../testing/notices/record-notice-kit.ts";
import { gecApi } from "../../../../testing/registry/gec-kit.ts";
import { company, issuerOf, memberOf, platformOperator } from "../../../../testing/registry/record-kit.ts";
import { freshDb, freshPools } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { sendDigests } from "../digest/send-digests.jobs.ts";
import { mailWork, notificationWork, USUAL_NOTICES } from "../index.ts";
import { mailNotice } from "../notifications/alarm-channels.jobs.ts";
import type { NoticeSent } from "../notifications/notice-channels.jobs.ts";
import { GATHER_MS } from "../notifications/notice-news.sql.ts";
import { sendDue } from "../notifications/notices.jobs.ts";
import { sweepRecordNotices } from "./record-notices.sql.ts";

const NOON = Date.parse("2026-11-23T05:00:00Z");
const HOUR = 3_600_000;
const TOLD = { product: "Heliograph", origin: "https://portal.example" };
const REJECTED = {
  entity: "bank_account",
  action: "reject",
  from: "pending_verification",
  to: "rejected",
  role: "platform_operator",
} as const;
const SUBMITTED = {
  entity: "device_application",
  action: "submit",
  from: "draft",
  to: "pending",
  role: "trader",
} as const;
const APPROVED = {
  entity: "device_application",
  action: "approve",
  from: "pending",
  to: "approved",
  role: "issuer",
} as const;

/** A company with one person of each role, operators and issuers. */
async function people(db: Db, name = "Solar One", demonstration = false) {
  const own = await company(db, name, demonstration);
  return {
    own,
    manager: await memberOf(db, own, "account_manager"),
    trader: await memberOf(db, own, "trader"),
    viewer: await memberOf(db, own, "viewer"),
  };
}

/** Who was told, each as it is kept. */
const told = (db: Db) =>
  db
    .selectFrom("record_notice as n")
    .innerJoin("status_event as e", "e.status_event_id", "n.status_event_id")
    .select([
      "n.account_id",
      "e.action",
      "n.title",
      "n.is_turn",
      sql<boolean>`n.read_at is null`.as("is_new"),
      "n.scope",
    ])
    .orderBy("n.record_notice_id")
    .execute();
const whoHears = async (db: Db) =>
  (await told(db)).filter(({ is_new }) => is_new).map(({ account_id }) => account_id);

/** In English for these people. */
const inEnglish = (db: Db, ...all: readonly { account_id: number }[]) =>
  db
    .insertInto("notice_preference")
    .values(all.map(({ account_id }) => ({ account_id, language: "en" })))
    .execute();

/** Mails whose notices wait to be written. */
async function writeMails(db: Db): Promise<void> {
  const { rows } = await sql<{ payload: NoticeSent }>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'notices.alarm-mail' order by j.id`.execute(db);
  for (const { payload } of rows) await mailNotice(db, payload, TOLD);
}
const mailsOf = (db: Db) =>
  db.selectFrom("mail").select(["account_id", "subject", "text", "language"]).orderBy("mail_id").execute();

test("what happens to a record adds the job that tells it, in its own transaction; what is rolled back is told nobody", async () => {
  const db = await freshDb();
  const { own } = await people(db);
  const record = await bankOf(db, own);
  await happens(db, [record], REJECTED);
  expect(await jobsOf(db, "notices.records")).toBe(1);
  await db
    .transaction()
    .execute(async (tx) => {
      await happens(tx, [record], REJECTED);
      throw new Error("no");
    })
    .catch(() => {});
  expect(await jobsOf(db, "notices.records")).toBe(1);
  await takeRecordsAt(db, NOON);
  await takeRecordsAt(db, NOON);
  expect((await told(db)).length).toBe(3);
});

test("the account hears of a decision aloud by its managers and quietly by others, who decides quietly, and nobody else at all", async () => {
  const db = await freshDb();
  const { own, manager, trader, viewer } = await people(db);
  await people(db, "Another");
  await issuerOf(db);
  const [first, second] = [await platformOperator(db), await platformOperator(db)];
  await happens(db, [await bankOf(db, own)], { ...REJECTED, by: first.account_id });
  await takeRecordsAt(db, NOON);
  const all = await told(db);
  const ids = (of: readonly { account_id: number }[]) => of.map(({ account_id }) => account_id).toSorted();
  expect(ids(all)).toEqual(ids([manager, trader, viewer, first, second]));
  expect(ids(all.filter(({ is_new }) => is_new))).toEqual([manager.account_id]);
  expect(all.filter(({ is_turn }) => is_turn).map(({ account_id }) => account_id)).toEqual([
    manager.account_id,
  ]);
});

test("R26: what waits for an issuer is told to those of its registry and country alone", async () => {
  const db = await freshDb();
  const { own, trader } = await people(db);
  const here = await issuerOf(db, "IREC", "VN");
  await issuerOf(db, "IREC", "SG");
  await issuerOf(db, "TIGR", "VN");
  await happens(db, await applicationsOf(db, own), { ...SUBMITTED, by: trader.account_id });
  await takeRecordsAt(db, NOON);
  expect(await whoHears(db)).toEqual([here.account_id]);
  expect((await told(db)).filter(({ scope }) => scope !== null)).toMatchObject([
    { account_id: here.account_id, scope: "IREC-VN", title: "Rooftop 1", is_turn: true },
  ]);
});

test("who has left, cannot sign in, or administers the portal is told nothing; who declines notifications or leaves records out finds them as read", async () => {
  const db = await freshDb();
  const { own, manager } = await people(db);
  const [gone, disabled, declines, without] = [
    await memberOf(db, own),
    await memberOf(db, own),
    await memberOf(db, own),
    await memberOf(db, own),
  ];
  const admin = await platformOperator(db);
  await sql`update role_grant set valid = tstzrange(lower(valid), now() + interval '1 microsecond')
    where account_id = ${gone.account_id}`.execute(db);
  await db
    .updateTable("account")
    .set({ disabled_at: sql<Date>`now()` })
    .where("account_id", "=", disabled.account_id)
    .execute();
  await db.updateTable("account").set({ kind: "admin" }).where("account_id", "=", admin.account_id).execute();
  await db
    .insertInto("notice_preference")
    .values([
      { account_id: declines.account_id, accepts: false },
      { account_id: without.account_id, topics: ["contact"] },
    ])
    .execute();
  await happens(db, await applicationsOf(db, own), APPROVED);
  await takeRecordsAt(db, NOON);
  const all = await told(db);
  const of = ({ account_id }: { account_id: number }) => all.find((one) => one.account_id === account_id);
  expect([of(manager)?.is_new, of(declines)?.is_new, of(without)?.is_new]).toEqual([true, false, false]);
  expect([of(gone), of(disabled), of(admin)]).toEqual([undefined, undefined, undefined]);
  await sendDue(db, NOON + GATHER_MS);
  await writeMails(db);
  expect((await mailsOf(db)).map(({ account_id }) => account_id)).not.toContain(declines.account_id);
});

test("two thousand drafts of one night are one mail to each person, which names some and counts all; within the hour there is no other", async () => {
  const db = await freshDb();
  const { own, manager, trader, viewer } = await people(db);
  await inEnglish(db, manager, trader, viewer);
  const records = await applicationsOf(db, own, 2000);
  for (let part = 0; part < 4; part += 1) {
    const some = records.slice(part * 500, (part + 1) * 500);
    const begun = { entity: "device_application", action: "create", to: "draft", role: "system" } as const;
    await happens(db, some, begun);
    await tellRecordsAt(db, NOON + part * 15_000);
  }
  await sendDue(db, NOON + GATHER_MS);
  await happens(db, records.slice(0, 1), { ...APPROVED });
  await tellRecordsAt(db, NOON + GATHER_MS + 60_000);
  await sendDue(db, NOON + EVERY_MS);
  expect(await jobsOf(db, "notices.alarm-mail")).toBe(2);
  expect(await jobsOf(db, "notices.push")).toBe(2);
  expect(await jobsOf(db, "notices.alarm-webhook")).toBe(0);
  await writeMails(db);
  const mails = await mailsOf(db);
  expect(mails.map(({ account_id }) => account_id).toSorted()).toEqual(
    [manager.account_id, trader.account_id].toSorted(),
  );
  expect(mails[0]?.subject).toBe("Heliograph: 2000 news of certificate records, 1999 wait for you");
  expect(mails[0]?.text).toContain("- Device registration: Begun · 1999 records");
  expect(mails[0]?.text).toContain("and 1994 more");
  expect(mails[0]?.text.split("\n").length).toBeLessThan(40);
  await sendDue(db, NOON + EVERY_MS + GATHER_MS);
  expect(await jobsOf(db, "notices.alarm-mail")).toBe(4);
});

test("a mail says in the person's language what happened to which record, by when whose turn ends, why, and where it is", async () => {
  const db = await freshDb();
  const { own, manager, trader } = await people(db);
  await inEnglish(db, manager);
  const [record] = await applicationsOf(db, own);
  if (record === undefined) throw new Error("no application");
  await happens(db, [record], {
    entity: "device_application",
    action: "refer",
    from: "pending",
    to: "to_resubmit",
    role: "issuer",
    reason: "Capacity and owner\ndo not fit together.",
    at: new Date(NOON),
  });
  await db
    .insertInto("record_deadline")
    .values({
      entity: "device_application",
      record_uid: record.record_uid,
      due_at: new Date("2026-12-07T15:59:59.999Z"),
    })
    .execute();
  await tellRecordsAt(db, NOON);
  await sendDue(db, NOON + GATHER_MS);
  await writeMails(db);
  const query = `account=${own.account}&tab=devices&record=${record.record_uid}`;
  const [english] = (await mailsOf(db)).filter(({ account_id }) => account_id === manager.account_id);
  expect(english?.subject).toBe("Heliograph: Device registration DR-2026-000001: Changes asked");
  expect(english?.text.split("\n")).toEqual([
    "Solar One",
    "Waits for you:",
    "- Device registration: Changes asked · DR-2026-000001 · Rooftop 1 · 12:00 23/11 · until 2026-12-07 23:59 (GMT+8)",
    "  Reason: Capacity and owner do not fit together.",
    `  https://portal.example/rehash/register-services?${query}`,
    "See all notifications:",
    `https://portal.example/rehash/notices?account=${own.account}`,
    "",
    "-- ",
    "You get this because your Heliograph account has a part in these records and is notified by e-mail. You can change that under notifications in the portal.",
    "",
  ]);
  const [vietnamese] = (await mailsOf(db)).filter(({ account_id }) => account_id === trader.account_id);
  expect(vietnamese?.subject).toBe("Heliograph: Đăng ký thiết bị DR-2026-000001: Đã yêu cầu sửa");
  expect(vietnamese?.language).toBe("vi");
});

test("what somebody has answered before the mail goes out waits no more, and whoever has left by then gets no mail", async () => {
  const db = await freshDb();
  const { own, manager, trader } = await people(db);
  await inEnglish(db, manager, trader);
  const records = await applicationsOf(db, own);
  const refer = {
    entity: "device_application",
    action: "refer",
    from: "pending",
    to: "to_resubmit",
    role: "issuer",
  } as const;
  await happens(db, records, refer);
  await tellRecordsAt(db, NOON);
  const answer = { ...SUBMITTED, action: "resubmit", from: "to_resubmit", by: manager.account_id };
  await happens(db, records, answer);
  await tellRecordsAt(db, NOON + 1000);
  await sql`update role_grant set valid = tstzrange(lower(valid), now() + interval '1 microsecond')
    where account_id = ${trader.account_id}`.execute(db);
  await sendDue(db, NOON + GATHER_MS);
  await writeMails(db);
  const mails = await mailsOf(db);
  expect(mails.map(({ account_id }) => account_id)).toEqual([manager.account_id]);
  expect(mails[0]?.text).toContain("What happened:");
  expect(mails[0]?.text).not.toContain("Waits for you:");
});

test("R30: of a record of two accounts the other one's names are not told, neither of the buyer nor of people", async () => {
  const gec = await gecApi();
  const { db } = gec;
  await gec.named();
  await takeRecordsAt(db, NOON);
  const ofSeller = (await told(db)).filter(({ account_id }) => account_id === gec.seller.account_id);
  expect(ofSeller).toMatchObject([
    { action: "confirm", title: "", is_new: true, is_turn: false },
    { action: "give_consumer", title: "", is_new: true, is_turn: true },
  ]);
  const ofBuyer = (await told(db)).filter(({ account_id }) => account_id === gec.buyer.account_id);
  expect(ofBuyer).toMatchObject([
    { action: "confirm", is_turn: true },
    { action: "give_consumer", title: "Shenzhen Works", is_new: false },
  ]);
  expect((await told(db)).map(({ account_id }) => account_id)).not.toContain(gec.stranger.account_id);
  await inEnglish(db, gec.seller);
  await sendDue(db, NOON + GATHER_MS);
  await writeMails(db);
  const [mail] = (await mailsOf(db)).filter(({ account_id }) => account_id === gec.seller.account_id);
  expect(mail?.text).toContain("Seller");
  expect(mail?.text).not.toMatch(/Buyer\b|Shenzhen|Works/);
});

test("news of a demonstration say so", async () => {
  const db = await freshDb();
  const { own, manager } = await people(db, "Demo Solar", true);
  await inEnglish(db, manager);
  await happens(db, await applicationsOf(db, own), APPROVED);
  await tellRecordsAt(db, NOON);
  await sendDue(db, NOON + GATHER_MS);
  await writeMails(db);
  const [mail] = (await mailsOf(db)).filter(({ account_id }) => account_id === manager.account_id);
  expect(mail?.subject).toBe("Heliograph: Demonstration · Device registration DR-2026-000001: Approved");
  expect(mail?.text).toContain("- Demonstration · Device registration: Approved · DR-2026-000001");
});

test("who has chosen a daily digest finds records in it, beside alarms or alone, and gets no mail or push of them before", async () => {
  const db = await freshDb();
  const { own, manager } = await people(db);
  await db
    .insertInto("notice_preference")
    .values({ account_id: manager.account_id, language: "en", digest_at: "07:00", digest_since: new Date(0) })
    .execute();
  const seven = Date.parse("2026-11-23T00:00:00Z");
  await happens(db, await applicationsOf(db, own), { ...APPROVED, at: new Date(seven - HOUR) });
  await tellRecordsAt(db, seven - HOUR);
  await sendDue(db, seven - HOUR + GATHER_MS);
  await writeMails(db);
  expect((await mailsOf(db)).map(({ account_id }) => account_id)).not.toContain(manager.account_id);
  expect(await sendDigests(db, TOLD, seven)).toBe(1);
  const [mail] = (await mailsOf(db)).filter(({ account_id }) => account_id === manager.account_id);
  expect(mail?.subject).toBe("Heliograph: Device registration DR-2026-000001: Approved");
  expect(mail?.text.split("\n").slice(0, 6)).toEqual([
    "From 07:00 22/11 to 07:00 23/11",
    "",
    "Certificate records:",
    "Solar One",
    "What happened:",
    "- Device registration: Approved · DR-2026-000001 · Rooftop 1 · 06:00 23/11",
  ]);
  await sendDigests(db, TOLD, seven + 24 * HOUR);
  expect((await mailsOf(db)).filter(({ account_id }) => account_id === manager.account_id)).toHaveLength(1);
});

test("an approval reaches the people of the account over a server for mails, once each, with the link to the record", async () => {
  const pools = await freshPools();
  const { db } = pools;
  const server = await mailServer();
  const { own, manager } = await people(db);
  await inEnglish(db, manager);
  const [record] = await applicationsOf(db, own);
  if (record === undefined) throw new Error("no application");
  const push = { contact: "mailto:portal@test.example", allow: [] };
  const rules = { ...USUAL_NOTICES, records_every_ms: 1 };
  const work = [
    ...notificationWork(push, TOLD, rules, SOURCES),
    ...mailWork(await mailsInFolder(server.url)),
  ].filter(({ task }) => task.name !== "notices.tell");
  runner(pools, work);
  await happens(db, [record], APPROVED);
  await jobsDone(db);
  await sendDue(db, Date.now() + 1000);
  await sendDue(db, Date.now() + 2000);
  await jobsDone(db);
  const { email } = await db
    .selectFrom("account")
    .select("email")
    .where("account_id", "=", manager.account_id)
    .executeTakeFirstOrThrow();
  const mine = server.mails.filter(({ envelope }) => envelope.to.includes(email));
  expect(mine.map(({ subject }) => subject)).toEqual([
    "Heliograph: Device registration DR-2026-000001: Approved",
  ]);
  expect(mine[0]?.text).toContain(`record=${record.record_uid}`);
  expect(server.mails).toHaveLength(2);
});

test("a notice is kept for ninety days", async () => {
  const db = await freshDb();
  const { own } = await people(db);
  await happens(db, await applicationsOf(db, own), APPROVED);
  await takeRecordsAt(db, Date.now() - 91 * 24 * HOUR);
  await happens(db, [await bankOf(db, own)], REJECTED);
  await takeRecordsAt(db, Date.now() - 89 * 24 * HOUR);
  await sweepRecordNotices(db, 90);
  expect((await told(db)).map(({ action }) => action)).toEqual(["reject", "reject", "reject"]);
});
