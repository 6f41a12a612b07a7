import { registerNotifications } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { mailServer, mailsInFolder } from "../../../../testing/channels/mail-kit.ts";
import { jobsDone, runner } from "../../../../testing/jobs-kit.ts";
import { jobsOf } from "../../../../testing/notices/alarm-kit.ts";
import { pushBrowser } from "../../../../testing/notices/push-browser.ts";
import { pushService } from "../../../../testing/notices/push-kit.ts";
import {
  submittedApplications,
  APPROVED,
  companyWithPeople,
  EVERY_MS,
  happens,
  inEnglish,
  mailsTo,
  PORTAL,
  REFERRED,
  SOURCES,
  SUBMITTED,
  takeRecordsAt,
  tellRecordsAt,
  toldPeople,
  writeMails,
} from "../../../../testing/notices/record-notice-kit.ts";
import { gecApi } from "../../../../testing/registry/gec-kit.ts";
import { freshDb, freshPools } from "../../../../testing/test-kit.ts";
import { sendDigests } from "../digest/send-digests.jobs.ts";
import { mailWork, noticesRoutes, notificationWork, USUAL_NOTICES } from "../index.ts";
import { GATHER_MS } from "../notifications/notice-news.sql.ts";
import { sendDue } from "../notifications/notices.jobs.ts";
import { pushToBrowser } from "../notifications/push/push.jobs.ts";

const NOON = Date.parse("2026-11-23T05:00:00Z");
const HOUR = 3_600_000;

const inOrder = (numbers: readonly (number | null)[]) => numbers.toSorted((a, b) => (a ?? 0) - (b ?? 0));

test("two thousand drafts of one night are one mail to each person, which names some and counts all; within the hour there is no other", async () => {
  const db = await freshDb();
  const { own, manager, trader, viewer } = await companyWithPeople(db);
  await inEnglish(db, manager, trader, viewer);
  const records = await submittedApplications(db, own, 2000);
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
  const mails = await mailsTo(db);
  expect(inOrder(mails.map(({ account_id }) => account_id))).toEqual(
    inOrder([manager.account_id, trader.account_id]),
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
  const { own, manager, trader } = await companyWithPeople(db);
  await inEnglish(db, manager);
  const [record] = await submittedApplications(db, own);
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
  const [english] = await mailsTo(db, manager);
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
  const [vietnamese] = await mailsTo(db, trader);
  expect(vietnamese?.subject).toBe("Heliograph: Đăng ký thiết bị DR-2026-000001: Đã yêu cầu sửa");
  expect(vietnamese?.language).toBe("vi");
});

test("what somebody has answered before the mail goes out waits no more, and whoever has left by then gets no mail", async () => {
  const db = await freshDb();
  const { own, manager, trader } = await companyWithPeople(db);
  await inEnglish(db, manager, trader);
  const records = await submittedApplications(db, own);
  await happens(db, records, REFERRED);
  await tellRecordsAt(db, NOON);
  const answer = { ...SUBMITTED, action: "resubmit", from: "to_resubmit", by: manager.account_id };
  await happens(db, records, answer);
  await tellRecordsAt(db, NOON + 1000);
  await sql`update role_grant set valid = tstzrange(lower(valid), now() + interval '1 microsecond')
    where account_id = ${trader.account_id}`.execute(db);
  await sendDue(db, NOON + GATHER_MS);
  await writeMails(db);
  const mails = await mailsTo(db);
  expect(mails.map(({ account_id }) => account_id)).toEqual([manager.account_id]);
  expect(mails[0]?.text).toContain("What happened:");
  expect(mails[0]?.text).not.toContain("Waits for you:");
});

test("R30: of a record of two accounts the other one's names are not told, neither of the buyer nor of people", async () => {
  const gec = await gecApi();
  const { db } = gec;
  await gec.named();
  await takeRecordsAt(db, NOON);
  const ofSeller = (await toldPeople(db)).filter(({ account_id }) => account_id === gec.seller.account_id);
  expect(ofSeller).toMatchObject([
    { action: "confirm", title: "", is_new: true, is_turn: false },
    { action: "give_consumer", title: "", is_new: true, is_turn: true },
  ]);
  const ofBuyer = (await toldPeople(db)).filter(({ account_id }) => account_id === gec.buyer.account_id);
  expect(ofBuyer).toMatchObject([
    { action: "confirm", is_turn: true },
    { action: "give_consumer", title: "Shenzhen Works", is_new: false },
  ]);
  expect((await toldPeople(db)).map(({ account_id }) => account_id)).not.toContain(gec.stranger.account_id);
  await inEnglish(db, gec.seller);
  await sendDue(db, NOON + GATHER_MS);
  await writeMails(db);
  const [mail] = await mailsTo(db, gec.seller);
  expect(mail?.text).toContain("Seller");
  expect(mail?.text).not.toMatch(/Buyer\b|Shenzhen|Works/);
});

test("news of a demonstration say so", async () => {
  const db = await freshDb();
  const { own, manager } = await companyWithPeople(db, "Demo Solar", true);
  await inEnglish(db, manager);
  await happens(db, await submittedApplications(db, own), APPROVED);
  await tellRecordsAt(db, NOON);
  await sendDue(db, NOON + GATHER_MS);
  await writeMails(db);
  const [mail] = await mailsTo(db, manager);
  expect(mail?.subject).toBe("Heliograph: Demonstration · Device registration DR-2026-000001: Approved");
  expect(mail?.text).toContain("- Demonstration · Device registration: Approved · DR-2026-000001");
});

test("who has chosen a daily digest finds records in it, beside alarms or alone, and gets no mail or push of them before", async () => {
  const db = await freshDb();
  const { own, manager } = await companyWithPeople(db);
  await db
    .insertInto("notice_preference")
    .values({ account_id: manager.account_id, language: "en", digest_at: "07:00", digest_since: new Date(0) })
    .execute();
  const seven = Date.parse("2026-11-23T00:00:00Z");
  await happens(db, await submittedApplications(db, own), { ...APPROVED, at: new Date(seven - HOUR) });
  await tellRecordsAt(db, seven - HOUR);
  await sendDue(db, seven - HOUR + GATHER_MS);
  await writeMails(db);
  expect((await mailsTo(db)).map(({ account_id }) => account_id)).not.toContain(manager.account_id);
  expect(await sendDigests(db, PORTAL, seven)).toBe(1);
  const [mail] = await mailsTo(db, manager);
  expect(mail?.subject).toBe("Heliograph: Device registration DR-2026-000001: Approved");
  expect(mail?.text.split("\n").slice(0, 6)).toEqual([
    "From 07:00 22/11 to 07:00 23/11",
    "",
    "Certificate records:",
    "Solar One",
    "What happened:",
    "- Device registration: Approved · DR-2026-000001 · Rooftop 1 · 06:00 23/11",
  ]);
  await sendDigests(db, PORTAL, seven + 24 * HOUR);
  expect(await mailsTo(db, manager)).toHaveLength(1);
});

test("an approval reaches the people of the account over a server for mails, once each, with the link to the record", async () => {
  const pools = await freshPools();
  const { db } = pools;
  const server = await mailServer();
  const { own, manager } = await companyWithPeople(db);
  await inEnglish(db, manager);
  const [record] = await submittedApplications(db, own);
  if (record === undefined) throw new Error("no application");
  const push = { contact: "mailto:portal@test.example", allow: [] };
  const rules = { ...USUAL_NOTICES, records_every_ms: 1 };
  const work = [
    ...notificationWork(push, PORTAL, rules, SOURCES),
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

test("a push says what happened to the one record and leads to it, and of several how many and to the list", async () => {
  const service = await pushService({ status: 201 });
  const db = await freshDb();
  const allow = [service.host];
  const api = await apiOf(db, (serve) => noticesRoutes(serve, db, { outboundAllow: allow }));
  const { own, manager } = await companyWithPeople(db);
  await inEnglish(db, manager);
  const browser = pushBrowser(service.endpoint());
  const subscription = { registration_token: browser.token, app_id: "web", user_id: manager.account_uid };
  await api(registerNotifications, { token: manager.token, body: subscription });
  const [one, ...others] = await submittedApplications(db, own, 3);
  if (one === undefined) throw new Error("no application");
  const pushed = async () => {
    const { notice_uid } = await db
      .selectFrom("notice")
      .select("notice_uid")
      .where("account_id", "=", manager.account_id)
      .orderBy("notice_id", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    const to = { notice_uid, what: "opened", endpoint: service.endpoint() } as const;
    await pushToBrowser(db, to, { contact: "mailto:operator@example.com", allow });
    return browser.read(service.received.at(-1)?.body ?? Buffer.alloc(0));
  };
  await happens(db, [one], { ...APPROVED, at: new Date(NOON) });
  await tellRecordsAt(db, NOON);
  const { record_uid } = one;
  expect(await pushed()).toMatchObject({
    title: "Device registration DR-2026-000001: Approved",
    body: "DR-2026-000001 · Rooftop 1 · 12:00 23/11 · Solar One",
    url: `/rehash/register-services?account=${own.account}&tab=devices&record=${record_uid}`,
    severity: "minor",
  });
  await happens(db, others, APPROVED);
  await tellRecordsAt(db, NOON + 1000);
  expect(await pushed()).toMatchObject({
    title: "3 news of certificate records",
    body: "Solar One",
    url: `/rehash/notices?account=${own.account}`,
  });
});
