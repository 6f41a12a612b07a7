import { WEBHOOK_LIMITS } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { jobsDone, runner, waitingJobs } from "../../../../testing/jobs-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import { receiver } from "../../../../testing/channels/webhook-kit.ts";
import { isSigned } from "../../../../testing/channels/webhook-signature.ts";
import type { Db } from "../../../platform/db.ts";
import { queueWebhooks } from "../index.ts";
import { tryDelivery, webhookWork } from "./webhook.jobs.ts";
import { insertWebhook, newWebhookSecret } from "./webhook.sql.ts";

const DAY_MS = 86_400_000;
const DATA = { project: "Kho Long An", alarms: 3 };

async function webhookAt(db: Db, account_id: number, url: string) {
  return db.transaction().execute(async (tx) => {
    const { secret, sealed_secret } = await newWebhookSecret(tx, account_id);
    const hook = { account_id, name: "Control room", url, sealed_secret };
    const webhook_uid = await insertWebhook(tx, { ...hook, events: ["alarm.opened"] });
    return { secret, webhook_uid };
  });
}
const queue = (db: Db, account_id: number, key = "alarm 1", event = "alarm.opened") =>
  db.transaction().execute((tx) => queueWebhooks(tx, { account_id, event, data: DATA, key }));
const deliveries = (db: Db) => db.selectFrom("webhook_delivery").selectAll().orderBy("delivery_id").execute();
const first = async (db: Db) => (await deliveries(db))[0];
const webhook = (db: Db) => db.selectFrom("webhook").selectAll().executeTakeFirstOrThrow();

test("what happened is delivered once, signed over its time and its body, under an id of its own", async () => {
  const pools = await freshPools();
  const { db } = pools;
  const { account_id } = await scene(db);
  const { url, allow, calls } = await receiver();
  const { secret } = await webhookAt(db, account_id, url);
  expect(await queue(db, account_id)).toBe(1);
  expect(await queue(db, account_id)).toBe(0);
  runner(pools, webhookWork({ allow, product: "Heliograph" }));
  await jobsDone(db);
  const [call] = calls;
  const delivery = await first(db);
  expect([calls.length, delivery?.state, delivery?.status, delivery?.attempts]).toEqual([
    1,
    "delivered",
    204,
    1,
  ]);
  if (call === undefined) throw new Error("no call");
  expect(isSigned(call, secret)).toBe(true);
  expect(isSigned({ ...call, body: call.body.replace("3", "4") }, secret)).toBe(false);
  expect(isSigned(call, `${secret}x`)).toBe(false);
  expect(call.headers["heliograph-event"]).toBe("alarm.opened");
  const uid = delivery?.delivery_uid;
  expect(call.headers["heliograph-delivery"]).toBe(uid);
  expect(JSON.parse(call.body)).toEqual({
    id: uid,
    event: "alarm.opened",
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    data: DATA,
  });
  const [t = ""] = /\d+/.exec(String(call.headers["heliograph-signature"])) ?? [];
  expect(Math.abs(Number(t) - Date.now() / 1000)).toBeLessThan(60);
});

test("of other accounts, of events that it does not want, and switched off, a webhook is told nothing", async () => {
  const { db } = await freshPools();
  const [mine, theirs] = [await scene(db), await scene(db)];
  await webhookAt(db, mine.account_id, "http://127.0.0.1:1/");
  expect(await queue(db, theirs.account_id)).toBe(0);
  expect(await queue(db, mine.account_id, "alarm 1", "alarm.resolved")).toBe(0);
  await db.updateTable("webhook").set({ is_on: false }).execute();
  expect(await queue(db, mine.account_id)).toBe(0);
  expect(await waitingJobs(db)).toEqual([]);
});

test("what does not arrive is tried again, later each time, with the same body and id and a signature of its time", async () => {
  const { db } = await freshPools();
  const { account_id } = await scene(db);
  const { url, allow, calls } = await receiver([500, { status: 302, headers: { location: "/" } }]);
  const { secret } = await webhookAt(db, account_id, url);
  await queue(db, account_id);
  const id = (await first(db))?.delivery_id ?? 0;
  let now = Date.parse("2026-11-23T00:00:00Z");
  const pauses: number[] = [];
  for (const status of [500, 302]) {
    await tryDelivery(db, { allow, product: "" }, id, () => now);
    const row = await first(db);
    expect([row?.state, row?.status]).toEqual(["queued", status]);
    pauses.push((row?.next_at?.getTime() ?? 0) - now);
    now = row?.next_at?.getTime() ?? now;
  }
  expect(pauses).toEqual([60_000, 300_000]);
  expect((await webhook(db)).failing_since?.toISOString()).toBe("2026-11-23T00:00:00.000Z");
  await tryDelivery(db, { allow, product: "" }, id, () => now);
  expect([(await first(db))?.state, (await webhook(db)).failing_since]).toEqual(["delivered", null]);
  expect(calls.every((call) => isSigned(call, secret))).toBe(true);
  expect(new Set(calls.map(({ body }) => body)).size).toBe(1);
  expect(new Set(calls.map(({ headers }) => headers["heliograph-signature"])).size).toBe(3);
});

test("what has not arrived within a day has failed, and what the receiver says is gone, at once", async () => {
  const { db } = await freshPools();
  const { account_id } = await scene(db);
  const { url, allow, calls } = await receiver(Array.from({ length: 8 }, () => 503));
  await webhookAt(db, account_id, url);
  await queue(db, account_id);
  const id = (await first(db))?.delivery_id ?? 0;
  const began = Date.parse("2026-11-23T00:00:00Z");
  let now = began;
  for (let time = 0; time < 20; time += 1) {
    await tryDelivery(db, { allow, product: "" }, id, () => now);
    now = (await first(db))?.next_at?.getTime() ?? now;
  }
  const row = await first(db);
  expect([row?.state, row?.attempts, row?.next_at, calls.length]).toEqual(["failed", 8, null, 8]);
  expect(now - began).toBeLessThan(DAY_MS);
  const gone = await receiver([410]);
  await db.updateTable("webhook").set({ url: gone.url }).execute();
  await queue(db, account_id, "alarm 2");
  await tryDelivery(db, { allow: gone.allow, product: "" }, (await deliveries(db))[1]?.delivery_id ?? 0);
  expect((await deliveries(db))[1]).toMatchObject({ state: "failed", status: 410, attempts: 1 });
});

test("an inner address is refused at sending too, whatever it was when it was saved", async () => {
  const { db } = await freshPools();
  const { account_id } = await scene(db);
  const { url, calls } = await receiver();
  await webhookAt(db, account_id, url);
  await queue(db, account_id);
  await tryDelivery(db, { allow: [], product: "" }, (await first(db))?.delivery_id ?? 0);
  expect(await first(db)).toMatchObject({ state: "failed", error: "The address is refused: address" });
  expect(calls).toEqual([]);
});

test("the log keeps how the answer began, without what no screen shows, and how long it took", async () => {
  const { db } = await freshPools();
  const { account_id } = await scene(db);
  const { url, allow } = await receiver([{ status: 400, body: `\0wrong\u0007 field${"x".repeat(5000)}` }]);
  await webhookAt(db, account_id, url);
  await queue(db, account_id);
  await tryDelivery(db, { allow, product: "" }, (await first(db))?.delivery_id ?? 0);
  const row = await first(db);
  expect(row?.answer).toMatch(/^wrong fieldx+$/);
  expect([row?.answer?.length, (row?.duration_ms ?? -1) >= 0]).toEqual([500, true]);
});

test("after days without one delivery a webhook is switched off, what waits ends, and its owner is written to once", async () => {
  const { db } = await freshPools();
  const { account_id } = await scene(db);
  const { url, allow } = await receiver([500, 500, 500]);
  await webhookAt(db, account_id, url);
  for (const key of ["alarm 1", "alarm 2"]) await queue(db, account_id, key);
  const [one, two] = await deliveries(db);
  const began = Date.parse("2026-11-20T00:00:00Z");
  const settings = { allow, product: "Heliograph" };
  await tryDelivery(db, settings, one?.delivery_id ?? 0, () => began);
  const later = began + WEBHOOK_LIMITS.failingDays * DAY_MS;
  await tryDelivery(db, settings, one?.delivery_id ?? 0, () => later - 1);
  expect((await webhook(db)).is_on).toBe(true);
  await tryDelivery(db, settings, two?.delivery_id ?? 0, () => later);
  const off = await webhook(db);
  expect([off.is_on, off.stopped_at?.getTime()]).toEqual([false, later]);
  expect((await deliveries(db)).map(({ state, next_at }) => [state, next_at])).toEqual([
    ["failed", null],
    ["failed", null],
  ]);
  const mails = await db.selectFrom("mail").select(["account_id", "subject"]).execute();
  expect(mails).toEqual([{ account_id, subject: "Heliograph: webhook Control room đã bị tắt" }]);
  const log = await db.selectFrom("audit_event").select(["account_id", "action"]).execute();
  expect(log).toEqual([{ account_id, action: "webhook.stopped" }]);
});

test.each([
  ["vi", "Heliograph: webhook Control room đã bị tắt"],
  ["en", "Heliograph: the webhook Control room was switched off"],
  ["zh", "Heliograph：Webhook Control room 已停用"],
] as const)(
  "that a webhook was switched off is written in the language that its owner is notified in: %s",
  async (language, subject) => {
    const { db } = await freshPools();
    const { account_id } = await scene(db);
    await db.insertInto("notice_preference").values({ account_id, language }).execute();
    const { url, allow } = await receiver([500, 500]);
    await webhookAt(db, account_id, url);
    for (const key of ["alarm 1", "alarm 2"]) await queue(db, account_id, key);
    const began = Date.parse("2026-11-20T00:00:00Z");
    const settings = { allow, product: "Heliograph" };
    for (const [at, { delivery_id }] of (await deliveries(db)).entries()) {
      await tryDelivery(db, settings, delivery_id, () => began + at * WEBHOOK_LIMITS.failingDays * DAY_MS);
    }
    const mails = await db.selectFrom("mail").select(["account_id", "language", "subject"]).execute();
    expect(mails).toEqual([{ account_id, language, subject }]);
  },
);

test("a receiver that was silent is left alone for a minute, and no try is counted", async () => {
  const { db } = await freshPools();
  const { account_id } = await scene(db);
  const { url, allow, calls } = await receiver();
  await webhookAt(db, account_id, url);
  const now = Date.parse("2026-11-23T00:00:00Z");
  const until = new Date(now + 60_000);
  await db.updateTable("webhook").set({ wait_until: until }).execute();
  await queue(db, account_id);
  const id = (await first(db))?.delivery_id ?? 0;
  await tryDelivery(db, { allow, product: "" }, id, () => now);
  const row = await first(db);
  expect([calls.length, row?.attempts, row?.next_at]).toEqual([0, 0, until]);
  await tryDelivery(db, { allow, product: "" }, id, () => until.getTime());
  expect([calls.length, (await first(db))?.state]).toEqual([1, "delivered"]);
});

test("deliveries that ended 30 days ago are swept by those that come", async () => {
  const { db } = await freshPools();
  const { account_id } = await scene(db);
  await webhookAt(db, account_id, "http://127.0.0.1:1/");
  await queue(db, account_id);
  await db
    .updateTable("webhook_delivery")
    .set({ state: "failed", ended_at: sql<Date>`now() - interval '31 days'` })
    .execute();
  await queue(db, account_id, "alarm 2");
  expect((await deliveries(db)).map(({ key }) => key)).toEqual(["alarm 2"]);
});
