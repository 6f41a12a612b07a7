import { sql } from "kysely";
import { expect, test } from "vitest";
import { accountOn } from "../../../../testing/fleet-kit.ts";
import { alarmOf, haveAlarms, jobsOf, neighbours } from "../../../../testing/notices/alarm-kit.ts";
import { freshDb, scene } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { foldAlarms, followAlarms, noteSteps, wakeAlarms } from "../alarm-desk/alarm-cases.sql.ts";
import { GATHER_MS, SETTLE_MS } from "../notifications/notice-news.sql.ts";
import { sendDue, takeAlarms } from "../notifications/notices.jobs.ts";
import { escalate } from "./escalate.jobs.ts";

const NOON = Date.parse("2026-11-23T05:00:00Z");
const MINUTE = 60_000;

/** Has the people told of the projects' alarms after 10 minutes each, in this order. */
async function chain(db: Db, projectIds: readonly number[], people: readonly number[], least = "warning") {
  await sql`
    insert into escalation (project_id, least_severity) select p, ${least} from unnest(${[...projectIds]}::int4[]) p`.execute(
    db,
  );
  await sql`
    insert into escalation_step (project_id, position, account_id, minutes)
    select p, s.position, s.account_id, 10 from unnest(${[...projectIds]}::int4[]) p,
      unnest(${[...people]}::int4[]) with ordinality as s (account_id, position)`.execute(db);
}

/** What the runner would do at the instant; with `folds` false nothing is looked for under other alarms. */
async function at(db: Db, nowMs: number, folds = true): Promise<number> {
  await takeAlarms(db, nowMs);
  await followAlarms(db, new Date(nowMs));
  await wakeAlarms(db, new Date(nowMs));
  if (folds) await foldAlarms(db);
  await sendDue(db, nowMs);
  const told = await escalate(db, nowMs);
  await sendDue(db, nowMs);
  return told;
}

/** A plant with a fault that was told at NOON, and two people who are told further. */
async function waiting(severity: "critical" | "minor" | "warning" = "critical") {
  const db = await freshDb();
  const plant = await scene(db);
  const { project_id, gateway_id, device_id } = plant;
  const first = await accountOn(db, { project_id, role: "managed" });
  const second = await accountOn(db, { project_id, role: "managed" });
  await chain(db, [project_id], [first.account_id, second.account_id]);
  const fault = alarmOf(project_id, NOON, { kind: "inverter_fault", gateway_id, device_id, severity });
  const of = { project_ids: [project_id], kinds: ["inverter_fault" as const] };
  await haveAlarms(db, [fault], of, NOON);
  await at(db, NOON);
  return { db, plant, first, second, fault, of };
}

const historyOf = (db: Db) =>
  db.selectFrom("alarm_step").select(["action", "to_id", "at", "account_id"]).orderBy("step_id").execute();
const escalationsOf = (db: Db) =>
  db
    .selectFrom("notice")
    .select(["account_id", "is_region", "told_at", "resolved_told"])
    .where("is_escalation", "=", true)
    .orderBy("notice_id")
    .execute();
const change = (db: Db, to: object) => db.updateTable("alarm_case").set(to).execute();

test("one person after the other is told of what nobody takes, each after the minutes since the one before, and each stands in the alarm's history", async () => {
  const { db, first, second } = await waiting();
  expect(await at(db, NOON + 9 * MINUTE)).toBe(0);
  expect(await at(db, NOON + 10 * MINUTE)).toBe(1);
  expect(await at(db, NOON + 11 * MINUTE)).toBe(0);
  expect(await at(db, NOON + 20 * MINUTE)).toBe(1);
  expect(await at(db, NOON + 500 * MINUTE)).toBe(0);
  expect(await historyOf(db)).toEqual([
    { action: "escalated", to_id: first.account_id, at: new Date(NOON + 10 * MINUTE), account_id: null },
    { action: "escalated", to_id: second.account_id, at: new Date(NOON + 20 * MINUTE), account_id: null },
  ]);
  expect(await escalationsOf(db)).toMatchObject([
    { account_id: first.account_id, told_at: new Date(NOON + 10 * MINUTE) },
    { account_id: second.account_id, told_at: new Date(NOON + 20 * MINUTE) },
  ]);
});

test("nobody further is told of what somebody has, has put aside or resolved, nor of what is over", async () => {
  const { db, of, plant } = await waiting();
  await change(db, { account_id: plant.account_id });
  expect(await at(db, NOON + 30 * MINUTE)).toBe(0);
  await change(db, { account_id: null, snoozed_until: new Date(NOON + 600 * MINUTE) });
  expect(await at(db, NOON + 40 * MINUTE)).toBe(0);
  await change(db, { snoozed_until: null, resolved_at: new Date(NOON), closed_at: new Date(NOON) });
  expect(await at(db, NOON + 50 * MINUTE)).toBe(0);
  await change(db, { resolved_at: null, closed_at: null });
  await haveAlarms(db, [], of, NOON + 60 * MINUTE);
  expect(await at(db, NOON + 60 * MINUTE)).toBe(0);
  expect(await escalationsOf(db)).toEqual([]);
});

test("what was given back, or comes back from its snooze, waits its minutes again and goes on with the next person", async () => {
  const { db, first, second, plant } = await waiting();
  await at(db, NOON + 10 * MINUTE);
  const cases = await db.selectFrom("alarm_case").select(["alarm_id", "project_id"]).execute();
  await db.transaction().execute((tx) =>
    noteSteps(tx, cases, {
      at: new Date(NOON + 30 * MINUTE),
      action: "given_back",
      account_id: plant.account_id,
    }),
  );
  expect(await at(db, NOON + 39 * MINUTE)).toBe(0);
  await change(db, { snoozed_until: new Date(NOON + 100 * MINUTE) });
  expect(await at(db, NOON + 100 * MINUTE)).toBe(0);
  expect(await at(db, NOON + 109 * MINUTE)).toBe(0);
  expect(await at(db, NOON + 110 * MINUTE)).toBe(1);
  expect((await escalationsOf(db)).map(({ account_id }) => account_id)).toEqual([
    first.account_id,
    second.account_id,
  ]);
});

test("what is less grave than the project wants is told to nobody further", async () => {
  const { db } = await waiting("minor");
  expect(await at(db, NOON + 600 * MINUTE)).toBe(0);
});

test("who has left out the topic and the severity is told all the same; who declines all, may only look or cannot sign in is passed over", async () => {
  const { db, plant, first, second, fault, of } = await waiting();
  const { project_id } = plant;
  const third = await accountOn(db, { project_id, role: "managed" });
  await db
    .insertInto("escalation_step")
    .values({ project_id, position: 3, account_id: third.account_id, minutes: 10 })
    .execute();
  await db
    .insertInto("notice_preference")
    .values([
      { account_id: first.account_id, accepts: false },
      { account_id: third.account_id, topics: ["heater"], severities: [] },
    ])
    .execute();
  await db
    .updateTable("project_member")
    .set({ role: "read_only" })
    .where("account_id", "=", second.account_id)
    .execute();
  await haveAlarms(db, [fault], of, NOON);
  expect(await at(db, NOON + 10 * MINUTE)).toBe(1);
  expect((await escalationsOf(db)).map(({ account_id }) => account_id)).toEqual([third.account_id]);
  expect(await at(db, NOON + 600 * MINUTE)).toBe(0);
});

test("quiet hours hold for what is not critical, and until it was told nobody further is", async () => {
  // Noon in UTC+7 lies within, and they end at 13:00.
  const quiet = { quiet_from: "11:30", quiet_until: "13:00", timezone: "Asia/Ho_Chi_Minh" };
  for (const severity of ["critical", "warning"] as const) {
    const { db, first } = await waiting(severity);
    await db
      .insertInto("notice_preference")
      .values({ account_id: first.account_id, ...quiet })
      .execute();
    await at(db, NOON + 10 * MINUTE);
    const told_at = severity === "critical" ? new Date(NOON + 10 * MINUTE) : null;
    expect(await escalationsOf(db)).toMatchObject([{ account_id: first.account_id, told_at }]);
    await sendDue(db, NOON + 60 * MINUTE);
    expect((await escalationsOf(db))[0]?.told_at).toEqual(told_at ?? new Date(NOON + 60 * MINUTE));
  }
});

test("an alarm that is told to nobody, as all have left it out, counts from when it was raised", async () => {
  const db = await freshDb();
  const { project_id, account_id } = await scene(db);
  await chain(db, [project_id], [account_id]);
  await db.insertInto("notice_preference").values({ account_id, topics: [] }).execute();
  await haveAlarms(db, [alarmOf(project_id, NOON)], { project_ids: [project_id] }, NOON);
  expect(await at(db, NOON + 9 * MINUTE)).toBe(0);
  expect(await at(db, NOON + 10 * MINUTE)).toBe(1);
});

test("what stands under another alarm is not told for itself", async () => {
  const { db, plant, fault } = await waiting();
  const { project_id, gateway_id } = plant;
  const silent = alarmOf(project_id, NOON - MINUTE, { gateway_id });
  const kinds = ["inverter_fault", "gateway_silent"] as const;
  await haveAlarms(db, [fault, silent], { project_ids: [project_id], kinds }, NOON + MINUTE);
  await at(db, NOON + MINUTE);
  await at(db, NOON + MINUTE + GATHER_MS);
  expect(await at(db, NOON + 15 * MINUTE)).toBe(1);
  const entries = await db
    .selectFrom("notice_entry")
    .select("kind")
    .where("is_escalation", "=", true)
    .execute();
  expect(entries).toEqual([{ kind: "gateway_silent" }]);
});

test("whoever was told of the alarm and of the escalation hears once that it is over; whoever was told of the escalation alone hears it too", async () => {
  const { db, of, first, second } = await waiting();
  await db.insertInto("notice_preference").values({ account_id: second.account_id, topics: [] }).execute();
  await db.deleteFrom("notice").where("account_id", "=", second.account_id).execute();
  await at(db, NOON + 10 * MINUTE);
  await at(db, NOON + 20 * MINUTE);
  const before = await jobsOf(db, "notices.push");
  await haveAlarms(db, [], of, NOON + 30 * MINUTE);
  await at(db, NOON + 30 * MINUTE);
  await at(db, NOON + 30 * MINUTE + SETTLE_MS);
  // The owner and the first by the notice of the alarm, the second by that of the escalation.
  expect((await jobsOf(db, "notices.push")) - before).toBe(3);
  expect(await escalationsOf(db)).toMatchObject([
    { account_id: first.account_id, resolved_told: false },
    { account_id: second.account_id, resolved_told: true },
  ]);
});

test("ten thousand alarms of a region are told further in one notice for each person, and each stands in its alarm's history", async () => {
  const db = await freshDb();
  const region = await neighbours(db, 10_000);
  const next = await accountOn(db, null);
  await db
    .insertInto("project_member")
    .values(
      region.project_ids.map((project_id) => ({ project_id, account_id: next.account_id, role: "managed" })),
    )
    .execute();
  await chain(db, region.project_ids, [next.account_id, region.account_id]);
  const alarms = region.project_ids.map((project_id, n) => alarmOf(project_id, NOON + (n % 60) * 1000));
  await haveAlarms(db, alarms, region, NOON + MINUTE);
  await at(db, NOON + MINUTE, false);
  await at(db, NOON + MINUTE + GATHER_MS, false);
  const told = NOON + MINUTE + GATHER_MS;
  const pushes = await jobsOf(db, "notices.push");
  expect(pushes).toBe(2);
  expect(await at(db, told + 10 * MINUTE, false)).toBe(10_000);
  expect(await at(db, told + 20 * MINUTE, false)).toBe(10_000);
  expect(await escalationsOf(db)).toMatchObject([
    { account_id: next.account_id, is_region: true },
    { account_id: region.account_id, is_region: true },
  ]);
  expect((await jobsOf(db, "notices.push")) - pushes).toBe(2);
  expect(await historyOf(db)).toHaveLength(20_000);
}, 180_000);

test("a process that looks twice, or two that look at once, tell nobody twice", async () => {
  const { db } = await waiting();
  const told = await Promise.all([1, 2, 3].map(() => escalate(db, NOON + 10 * MINUTE)));
  expect(told.toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
  expect(await escalationsOf(db)).toHaveLength(1);
});
