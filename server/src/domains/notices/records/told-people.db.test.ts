import { sql } from "kysely";
import { expect, test } from "vitest";
import { jobsOf } from "../../../../testing/notices/alarm-kit.ts";
import {
  submittedApplications,
  APPROVED,
  bankOf,
  companyWithPeople,
  happens,
  mailsTo,
  REJECTED,
  SUBMITTED,
  takeRecordsAt,
  toldPeople,
  writeMails,
} from "../../../../testing/notices/record-notice-kit.ts";
import { issuerOf, memberOf, platformOperator } from "../../../../testing/registry/record-kit.ts";
import { freshDb } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { GATHER_MS } from "../notifications/notice-news.sql.ts";
import { sendDue } from "../notifications/notices.jobs.ts";
import { sweepRecordNotices } from "./record-notices.sql.ts";

const NOON = Date.parse("2026-11-23T05:00:00Z");
const HOUR = 3_600_000;

const inOrder = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
const idsOf = (people: readonly { account_id: number }[]) =>
  inOrder(people.map(({ account_id }) => account_id));
const whoHears = async (db: Db) => idsOf((await toldPeople(db)).filter(({ is_new }) => is_new));

test("what happens to a record adds the job that tells it, in its own transaction; what is rolled back is told nobody", async () => {
  const db = await freshDb();
  const { own } = await companyWithPeople(db);
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
  expect((await toldPeople(db)).length).toBe(3);
});

test("what is written down of long ago is told nobody", async () => {
  const db = await freshDb();
  const { own } = await companyWithPeople(db);
  const { record_uid, business_account_id } = await bankOf(db, own);
  const past = {
    entity: "bank_account",
    record_uid,
    business_account_id,
    at: new Date(NOON - 400 * 24 * HOUR),
  };
  await db
    .insertInto("status_event")
    .values({ ...past, to_status: "verified", action: "verify", actor_role: "platform_operator" })
    .execute();
  expect(await jobsOf(db, "notices.records")).toBe(0);
  await takeRecordsAt(db, NOON);
  expect(await toldPeople(db)).toEqual([]);
});

test("the account hears of a decision aloud by its managers and quietly by others, who decides quietly, and nobody else at all", async () => {
  const db = await freshDb();
  const { own, manager, trader, viewer } = await companyWithPeople(db);
  await companyWithPeople(db, "Another");
  await issuerOf(db);
  const [first, second] = [await platformOperator(db), await platformOperator(db)];
  await happens(db, [await bankOf(db, own)], { ...REJECTED, by: first.account_id });
  await takeRecordsAt(db, NOON);
  const all = await toldPeople(db);
  expect(idsOf(all)).toEqual(idsOf([manager, trader, viewer, first, second]));
  expect(idsOf(all.filter(({ is_new }) => is_new))).toEqual([manager.account_id]);
  expect(all.filter(({ is_turn }) => is_turn).map(({ account_id }) => account_id)).toEqual([
    manager.account_id,
  ]);
});

test("R26: what waits for an issuer is told to those of its registry and country alone", async () => {
  const db = await freshDb();
  const { own, trader } = await companyWithPeople(db);
  const here = await issuerOf(db, "IREC", "VN");
  await issuerOf(db, "IREC", "SG");
  await issuerOf(db, "TIGR", "VN");
  await happens(db, await submittedApplications(db, own), { ...SUBMITTED, by: trader.account_id });
  await takeRecordsAt(db, NOON);
  expect(await whoHears(db)).toEqual([here.account_id]);
  expect((await toldPeople(db)).filter(({ scope }) => scope !== null)).toMatchObject([
    { account_id: here.account_id, scope: "IREC-VN", title: "Rooftop 1", is_turn: true },
  ]);
});

test("who has left, cannot sign in, or administers the portal is told nothing; who declines notifications or leaves records out finds them as read", async () => {
  const db = await freshDb();
  const { own, manager } = await companyWithPeople(db);
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
  await happens(db, await submittedApplications(db, own), APPROVED);
  await takeRecordsAt(db, NOON);
  const all = await toldPeople(db);
  const of = ({ account_id }: { account_id: number }) => all.find((one) => one.account_id === account_id);
  expect([of(manager)?.is_new, of(declines)?.is_new, of(without)?.is_new]).toEqual([true, false, false]);
  expect([of(gone), of(disabled), of(admin)]).toEqual([undefined, undefined, undefined]);
  await sendDue(db, NOON + GATHER_MS);
  await writeMails(db);
  expect((await mailsTo(db)).map(({ account_id }) => account_id)).not.toContain(declines.account_id);
});

test("a notice is kept for ninety days", async () => {
  const db = await freshDb();
  const { own } = await companyWithPeople(db);
  await happens(db, await submittedApplications(db, own), APPROVED);
  await takeRecordsAt(db, Date.now() - 91 * 24 * HOUR);
  await happens(db, [await bankOf(db, own)], REJECTED);
  await takeRecordsAt(db, Date.now() - 89 * 24 * HOUR);
  await sweepRecordNotices(db, 90);
  expect((await toldPeople(db)).map(({ action }) => action)).toEqual(["reject", "reject", "reject"]);
});
