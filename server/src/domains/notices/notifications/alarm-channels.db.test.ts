import { sql } from "kysely";
import { expect, test } from "vitest";
import { mailServer, mailsInFolder } from "../../../../testing/channels/mail-kit.ts";
import { receiver } from "../../../../testing/channels/webhook-kit.ts";
import { isSigned } from "../../../../testing/channels/webhook-signature.ts";
import { alarmOf, haveAlarms, neighbours } from "../../../../testing/notices/alarm-kit.ts";
import { jobsDone, runner } from "../../../../testing/jobs-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { mailWork, notificationWork, USUAL_NOTICES, webhookWork } from "../index.ts";
import { insertWebhook, newWebhookSecret } from "../webhooks/webhook.sql.ts";
import { GATHER_MS, SETTLE_MS } from "./notice-news.sql.ts";
import { sendDue, takeAlarms } from "./notices.jobs.ts";

const NOON = Date.parse("2026-11-23T05:00:00Z");
const TOLD = { product: "Heliograph", origin: "https://portal.example" };

async function webhookTo(db: Db, account_id: number, url: string): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const { secret, sealed_secret } = await newWebhookSecret(tx, account_id);
    const events = ["alarm.opened" as const, "alarm.resolved" as const];
    await insertWebhook(tx, { account_id, name: "Control room", url, events, sealed_secret });
    return secret;
  });
}

/** All that takes a notice to its person, with a server for mails and a receiver on loopback. */
async function channels() {
  const pools = await freshPools();
  const mails = await mailServer();
  const hook = await receiver();
  const settings = await mailsInFolder(mails.url);
  const push = { contact: "mailto:portal@test.example", allow: [] };
  const work = [
    ...notificationWork(push, TOLD, USUAL_NOTICES, []),
    ...mailWork(settings),
    ...webhookWork({ allow: hook.allow, product: "Heliograph" }),
  ];
  return { pools, db: pools.db, mails: mails.mails, hook, work };
}

/** The runner works on what waits, but on nothing that repeats by itself, which would tell the time. */
const byJobs = (work: Awaited<ReturnType<typeof channels>>["work"]) =>
  work.filter(({ task }) => task.name !== "notices.tell" && task.name !== "notices.alarms");

/** Takes what happened to alarms as of the instant, instead of the job that waits for it and would do so as of now. */
async function takeAt(db: Db, nowMs: number): Promise<void> {
  await takeAlarms(db, nowMs);
  await sql`delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'notices.alarms'`.execute(db);
}

test("an alarm that opens, and that it is over, reach its person by mail and its program by a signed call, once each", async () => {
  const { pools, db, mails, hook, work } = await channels();
  const plant = await scene(db);
  const { project_id, gateway_id, device_id, account_id } = plant;
  const secret = await webhookTo(db, account_id, hook.url);
  const fault = alarmOf(project_id, NOON, {
    kind: "inverter_fault",
    gateway_id,
    device_id,
    severity: "critical",
  });
  const of = { project_ids: [project_id], kinds: ["inverter_fault" as const] };
  await haveAlarms(db, [fault], of, NOON);
  await takeAt(db, NOON);
  await sendDue(db, NOON);
  await sendDue(db, NOON + 1000);
  runner(pools, byJobs(work));
  await jobsDone(db);
  const over = NOON + 3_600_000;
  await haveAlarms(db, [], of, over);
  await takeAt(db, over);
  await sendDue(db, over + SETTLE_MS);
  await jobsDone(db);
  expect(mails.map(({ subject }) => subject)).toEqual([
    "Heliograph: Biến tần báo lỗi – Roof 1",
    "Heliograph: Đã hết: Biến tần báo lỗi – Roof 1",
  ]);
  expect(mails[0]?.text).toContain("https://portal.example/alarms");
  expect(mails[0]?.text).toContain("từ 12:00 23/11");
  const told = hook.calls.map(({ body }) => JSON.parse(body));
  expect(told.map(({ event }) => event)).toEqual(["alarm.opened", "alarm.resolved"]);
  expect(told[0].data).toMatchObject({
    kind: "inverter_fault",
    severity: "critical",
    alarms: 1,
    project_count: 1,
    resolved_at: null,
    projects: [{ project_uid: plant.project_uid, name: "Roof 1" }],
  });
  expect(told[1].data.notice_uid).toBe(told[0].data.notice_uid);
  expect(told[1].data.resolved_at).toBe(new Date(over).toISOString());
  expect(JSON.stringify(told)).not.toContain("preferences");
  expect(hook.calls.every((call) => isSigned(call, secret))).toBe(true);
});

test("of a region that went dark a person gets one mail and its program one call, which name some and count all", async () => {
  const { pools, db, mails, hook, work } = await channels();
  const region = await neighbours(db, 200);
  await webhookTo(db, region.account_id, hook.url);
  const alarms = region.project_ids.map((project_id, at) => alarmOf(project_id, NOON + (at % 60) * 1000));
  await haveAlarms(db, alarms, region, NOON + 60_000);
  await takeAt(db, NOON + 60_000);
  await sendDue(db, NOON + 60_000 + GATHER_MS);
  runner(pools, byJobs(work));
  await jobsDone(db);
  expect(mails.map(({ subject }) => subject)).toEqual(["Heliograph: 200 dự án gần nhau mất liên lạc"]);
  expect(mails[0]?.text).toContain("và 180 dự án khác");
  const [told] = hook.calls.map(({ body }) => JSON.parse(body));
  expect([hook.calls.length, told.data.is_region, told.data.project_count]).toEqual([1, true, 200]);
  expect(told.data.projects.length).toBe(50);
});

test("who wants no mail gets none, and a repeated job of a channel tells nothing twice", async () => {
  const { pools, db, mails, hook, work } = await channels();
  const { project_id, account_id } = await scene(db);
  await webhookTo(db, account_id, hook.url);
  await db.insertInto("notice_preference").values({ account_id, mail: false }).execute();
  await haveAlarms(db, [alarmOf(project_id, NOON)], { project_ids: [project_id] }, NOON);
  await takeAt(db, NOON);
  await sendDue(db, NOON + GATHER_MS);
  const { rows } = await sql<{ payload: object }>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'notices.alarm-webhook'`.execute(db);
  expect(rows.length).toBe(1);
  runner(pools, byJobs(work));
  await jobsDone(db);
  const channel = work.find(({ task }) => task.name === "notices.alarm-webhook");
  await channel?.run(rows[0]?.payload, { ...pools, signal: new AbortController().signal });
  await jobsDone(db);
  expect([mails.length, hook.calls.length]).toEqual([0, 1]);
});
