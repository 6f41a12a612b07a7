import { sql } from "kysely";
import { expect, test } from "vitest";
import { alarmOf, haveAlarms, jobsOf, neighbours } from "../../../../testing/notices/alarm-kit.ts";
import { account, freshDb, scene } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { insertWebhook, newWebhookSecret } from "../webhooks/webhook.sql.ts";
import { GATHER_MS, SETTLE_MS } from "./notice-news.sql.ts";
import { callOfNotice, mailNotice } from "./alarm-channels.jobs.ts";
import type { NoticeSent } from "./notice-channels.jobs.ts";
import { sendDue, takeAlarms, USUAL_NOTICES } from "./notices.jobs.ts";

const NOON = Date.parse("2026-11-23T05:00:00Z");
const MINUTE = 60_000;

const noticesOf = (db: Db) =>
  db
    .selectFrom("notice")
    .select(["account_id", "kind", "severity", "is_region", "told_at", "resolved_at", "resolved_told"])
    .orderBy("notice_id")
    .execute();
const entriesOf = (db: Db) =>
  db
    .selectFrom("notice_entry")
    .select(["account_id", "project_id", "alarms", "read_at", "resolved_at", "severity"])
    .orderBy("project_id")
    .orderBy("account_id")
    .execute();
/** A webhook of the account that wants to be told of alarms. */
const webhookOf = (db: Db, account_id: number) =>
  db.transaction().execute(async (tx) => {
    const { sealed_secret } = await newWebhookSecret(tx, account_id);
    const events = ["alarm.opened" as const, "alarm.resolved" as const];
    const [name, url] = ["Control room", "https://portal.example/hook"];
    await insertWebhook(tx, { account_id, name, url, events, sealed_secret });
  });
/** What the waiting jobs of a channel carry. */
async function sentBy(db: Db, task: string): Promise<NoticeSent[]> {
  const { rows } = await sql<{ payload: NoticeSent }>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${task} order by j.id`.execute(db);
  return rows.map(({ payload }) => payload);
}
const pushes = (db: Db) => jobsOf(db, "notices.push");

/** A plant with one alarm that has been told of. */
async function told(kind: "inverter_fault" | "gateway_silent" = "inverter_fault") {
  const db = await freshDb();
  const plant = await scene(db);
  const { project_id, gateway_id, device_id } = plant;
  const fault = alarmOf(project_id, NOON, { kind, gateway_id, device_id, severity: "warning" });
  const of = { project_ids: [project_id], kinds: [kind] };
  await haveAlarms(db, [fault], of, NOON);
  await takeAlarms(db, NOON);
  await sendDue(db, NOON);
  return { db, plant, fault, of };
}

test("an alarm that opens adds the job that notifies, in its own transaction; none where nothing has changed", async () => {
  const db = await freshDb();
  const { project_id } = await scene(db);
  const of = { project_ids: [project_id] };
  await haveAlarms(db, [alarmOf(project_id, NOON)], of, NOON);
  expect(await jobsOf(db, "notices.alarms")).toBe(1);
  await haveAlarms(db, [alarmOf(project_id, NOON)], of, NOON + 1000);
  expect(await jobsOf(db, "notices.alarms")).toBe(1);
});

test("everybody who may see the project is notified, and nobody else", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  const [reader, stranger] = [await account(db), await account(db)];
  await db
    .insertInto("project_member")
    .values({ project_id: plant.project_id, account_id: reader.account_id, role: "read_only" })
    .execute();
  await haveAlarms(db, [alarmOf(plant.project_id, NOON)], { project_ids: [plant.project_id] }, NOON);
  await takeAlarms(db, NOON);
  const accounts = new Set((await noticesOf(db)).map(({ account_id }) => account_id));
  expect(accounts).toEqual(new Set([plant.account_id, reader.account_id]));
  expect(accounts).not.toContain(stranger.account_id);
});

test("ten thousand alarms in one minute, of a region that lost its power, become one push, one mail and one call of each webhook per person and cause, and an entry for each project", async () => {
  const db = await freshDb();
  const region = await neighbours(db, 10_000);
  const other = await account(db);
  await db
    .insertInto("project_member")
    .values(
      region.project_ids
        .slice(0, 50)
        .map((project_id) => ({ project_id, account_id: other.account_id, role: "managed" })),
    )
    .execute();
  await webhookOf(db, region.account_id);
  await webhookOf(db, other.account_id);
  await webhookOf(db, other.account_id);
  const alarms = region.project_ids.map((project_id, at) => alarmOf(project_id, NOON + (at % 60) * 1000));
  for (let part = 0; part < 4; part += 1) {
    const open = alarms.slice(0, (part + 1) * 2500);
    await haveAlarms(db, open, region, NOON + (part + 1) * 15_000);
    await takeAlarms(db, NOON + (part + 1) * 15_000);
    await sendDue(db, NOON + (part + 1) * 15_000);
  }
  expect(await pushes(db)).toBe(0);
  await sendDue(db, NOON + 15_000 + GATHER_MS);
  await sendDue(db, NOON + MINUTE + GATHER_MS);
  expect(await pushes(db)).toBe(2);
  for (const sent of await sentBy(db, "notices.alarm-mail")) {
    await mailNotice(db, sent, { product: "Heliograph", origin: null });
  }
  for (const sent of await sentBy(db, "notices.alarm-webhook")) await callOfNotice(db, sent);
  const mails = await db.selectFrom("mail").select(["account_id", "subject"]).orderBy("account_id").execute();
  expect(mails).toEqual([
    { account_id: region.account_id, subject: "Heliograph: 10000 dự án gần nhau mất liên lạc" },
    { account_id: other.account_id, subject: "Heliograph: 50 dự án gần nhau mất liên lạc" },
  ]);
  const calls = await db
    .selectFrom("webhook_delivery as d")
    .innerJoin("webhook as w", "w.webhook_id", "d.webhook_id")
    .select(["w.account_id", "d.event"])
    .orderBy("w.webhook_id")
    .execute();
  expect(calls).toEqual(
    [region, other, other].map(({ account_id }) => ({ account_id, event: "alarm.opened" })),
  );
  expect(await noticesOf(db)).toMatchObject([
    { is_region: true, account_id: region.account_id },
    { is_region: true, account_id: other.account_id },
  ]);
  expect(await entriesOf(db)).toHaveLength(10_050);
}, 120_000);

test("a thousand faults of one kind in one project are one notice that counts them", async () => {
  const db = await freshDb();
  const { project_id, gateway_id } = await scene(db);
  const devices = await db
    .insertInto("device")
    .values(
      Array.from({ length: 1000 }, (_, at) => ({
        project_id,
        gateway_id,
        asset_type: "solar_inverter" as const,
        serial: `I-${at}`,
      })),
    )
    .returning("device_id")
    .execute();
  const alarms = devices.map(({ device_id }) =>
    alarmOf(project_id, NOON, { kind: "inverter_fault", gateway_id, device_id }),
  );
  await haveAlarms(db, alarms, { project_ids: [project_id] }, NOON);
  await takeAlarms(db, NOON);
  await sendDue(db, NOON);
  expect(await entriesOf(db)).toMatchObject([{ alarms: 1000 }]);
  expect(await pushes(db)).toBe(1);
});

test("the same cause again within half an hour raises the count and pushes nothing; later it is a notice of its own", async () => {
  const { db, fault, of, plant } = await told();
  const second = { ...fault, device_id: null };
  await haveAlarms(db, [fault, second], of, NOON + 10 * MINUTE);
  await takeAlarms(db, NOON + 10 * MINUTE);
  await sendDue(db, NOON + 10 * MINUTE);
  expect(await entriesOf(db)).toMatchObject([{ alarms: 2, project_id: plant.project_id }]);
  expect(await pushes(db)).toBe(1);
  const third = { ...fault, gateway_id: null, device_id: null };
  await haveAlarms(db, [fault, second, third], of, NOON + 50 * MINUTE);
  await takeAlarms(db, NOON + 50 * MINUTE);
  await sendDue(db, NOON + 50 * MINUTE);
  expect(await entriesOf(db)).toHaveLength(2);
  expect(await pushes(db)).toBe(2);
});

test("what grows worse goes out again and is unread again", async () => {
  const { db, fault, of } = await told();
  await db.updateTable("notice_entry").set({ read_at: new Date() }).execute();
  await haveAlarms(db, [{ ...fault, severity: "critical" }], of, NOON + 5 * MINUTE);
  await takeAlarms(db, NOON + 5 * MINUTE);
  await sendDue(db, NOON + 5 * MINUTE);
  expect(await pushes(db)).toBe(2);
  expect(await entriesOf(db)).toMatchObject([{ alarms: 1, severity: "critical", read_at: null }]);
});

test("what is over is resolved at once, and those who were told hear of it when it has stayed so", async () => {
  const { db, of } = await told();
  await haveAlarms(db, [], of, NOON + 5 * MINUTE);
  await takeAlarms(db, NOON + 5 * MINUTE);
  expect(await entriesOf(db)).toMatchObject([{ resolved_at: new Date(NOON + 5 * MINUTE) }]);
  await sendDue(db, NOON + 5 * MINUTE);
  expect(await pushes(db)).toBe(1);
  await sendDue(db, NOON + 5 * MINUTE + SETTLE_MS);
  expect(await pushes(db)).toBe(2);
  expect(await noticesOf(db)).toMatchObject([{ resolved_told: true }]);
});

test("how long an end has to hold before it goes out is the installation's", async () => {
  const { db, of } = await told();
  await haveAlarms(db, [], of, NOON + MINUTE);
  await takeAlarms(db, NOON + MINUTE, { ...USUAL_NOTICES, ended_after_ms: 2000 });
  await sendDue(db, NOON + MINUTE + 1999);
  expect(await pushes(db)).toBe(1);
  await sendDue(db, NOON + MINUTE + 2000);
  expect(await pushes(db)).toBe(2);
});

test.each([
  { projects: 3, notices: 1 },
  { projects: 4, notices: 3 },
])(
  "three projects that are lost together become $notices notices where $projects make a region",
  async ({ projects, notices }) => {
    const db = await freshDb();
    const region = await neighbours(db, 3);
    const alarms = region.project_ids.map((project_id) => alarmOf(project_id, NOON));
    await haveAlarms(db, alarms, region, NOON);
    await takeAlarms(db, NOON, { ...USUAL_NOTICES, region: { projects, km: 25, minutes: 10 } });
    const made = await noticesOf(db);
    expect(made.map(({ is_region }) => is_region)).toEqual(Array(notices).fill(notices === 1));
  },
);

test("what begins again after its end was told is told anew, and what comes and goes before that is not", async () => {
  const { db, of, fault } = await told();
  await haveAlarms(db, [], of, NOON + MINUTE);
  await takeAlarms(db, NOON + MINUTE);
  await haveAlarms(db, [fault], of, NOON + 2 * MINUTE);
  await takeAlarms(db, NOON + 2 * MINUTE);
  await sendDue(db, NOON + 9 * MINUTE);
  expect(await pushes(db)).toBe(1);
  await haveAlarms(db, [], of, NOON + 10 * MINUTE);
  await takeAlarms(db, NOON + 10 * MINUTE);
  await sendDue(db, NOON + 10 * MINUTE + SETTLE_MS);
  expect(await pushes(db)).toBe(2);
  await haveAlarms(db, [fault], of, NOON + 20 * MINUTE);
  await takeAlarms(db, NOON + 20 * MINUTE);
  await sendDue(db, NOON + 20 * MINUTE);
  expect(await pushes(db)).toBe(3);
});

test("a loss that is over before it was told is told to nobody", async () => {
  const { db, of } = await told("gateway_silent");
  await haveAlarms(db, [], of, NOON + MINUTE);
  await takeAlarms(db, NOON + MINUTE);
  await sendDue(db, NOON + GATHER_MS + SETTLE_MS);
  expect(await pushes(db)).toBe(0);
});

test("alarms of the past raise no notice", async () => {
  const db = await freshDb();
  const { project_id } = await scene(db);
  await db
    .insertInto("alarm")
    .values({
      project_id,
      kind: "plant_underperforming",
      severity: "warning",
      started_at: new Date(NOON),
      confirmed_at: new Date(NOON),
      from_history: true,
      cause: "{}",
    })
    .execute();
  expect(await jobsOf(db, "notices.alarms")).toBe(0);
  await takeAlarms(db, NOON);
  expect(await noticesOf(db)).toEqual([]);
});

test("who has declined, or chosen other kinds or severities, is not notified", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  const people = [plant, await account(db), await account(db), await account(db)];
  const { project_id } = plant;
  for (const { account_id } of people.slice(1)) {
    await db.insertInto("project_member").values({ project_id, account_id, role: "read_only" }).execute();
  }
  const [, declined, kinds, severities] = people.map(({ account_id }) => account_id);
  await db
    .insertInto("notice_preference")
    .values([
      { account_id: declined ?? 0, accepts: false },
      { account_id: kinds ?? 0, topics: ["performance"] },
      { account_id: severities ?? 0, severities: ["minor"] },
    ])
    .execute();
  await haveAlarms(db, [alarmOf(project_id, NOON)], { project_ids: [project_id] }, NOON);
  await takeAlarms(db, NOON);
  expect(await noticesOf(db)).toMatchObject([{ account_id: plant.account_id }]);
});

test("in quiet hours what is critical goes out, and the rest when they are over", async () => {
  const db = await freshDb();
  const { account_id, project_id, gateway_id, device_id } = await scene(db);
  // Noon in UTC+7 lies within, and they end at 13:00.
  const quiet = { quiet_from: "11:30", quiet_until: "13:00", timezone: "Asia/Ho_Chi_Minh" };
  await db
    .insertInto("notice_preference")
    .values({ account_id, ...quiet })
    .execute();
  const minor = alarmOf(project_id, NOON, {
    kind: "inverter_event",
    gateway_id,
    device_id,
    severity: "minor",
  });
  const critical = { ...minor, kind: "inverter_fault", severity: "critical" } as const;
  await haveAlarms(db, [minor, critical], { project_ids: [project_id] }, NOON);
  await takeAlarms(db, NOON);
  await sendDue(db, NOON);
  expect(await pushes(db)).toBe(1);
  await sendDue(db, NOON + 59 * MINUTE);
  expect(await pushes(db)).toBe(1);
  await sendDue(db, NOON + 60 * MINUTE);
  expect(await pushes(db)).toBe(2);
});
