// Schedules at work on a clock that the test passes in: two workers, restarts, changes of clocks, gateways that went back.
import { addDays, timeOfMinutes, daysBetween, instantAt } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { putSchedule } from "../../../../testing/control/schedule-kit.ts";
import { freshDb, scene } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { reconsiderAll, reconsiderReverted, runSchedules } from "./due.sql.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A plant in the zone. */
async function plantIn(timezone: string) {
  const db = await freshDb();
  return { db, plant: await scene(db, "owner", { timezone }) };
}

const runsOf = (db: Db) =>
  db
    .selectFrom("schedule_run")
    .select(["local_date", "status", "is_late", "is_superseded", "starts_at", "created_at"])
    .orderBy("run_id")
    .execute();

const commandsOf = (db: Db) =>
  db
    .selectFrom("command")
    .select(["name", "args", "cause", "state", "revert_after_s", "revert_to"])
    .select(sql<number>`round(extract(epoch from expires_at - created_at))::int`.as("expires_in_s"))
    .orderBy("command_id")
    .execute();

test.each([
  // Change of an hour, both ways.
  ["Europe/Berlin", "2027-03-28", "02:30"],
  ["Europe/Berlin", "2027-10-31", "02:30"],
  // Of half an hour.
  ["Australia/Lord_Howe", "2027-04-04", "01:45"],
  ["Australia/Lord_Howe", "2027-10-03", "02:15"],
  // Both sides of the date line, and no change at all.
  ["Pacific/Auckland", "2027-09-26", "02:30"],
  ["Pacific/Niue", "2027-09-26", "00:00"],
  ["Asia/Ho_Chi_Minh", "2027-03-28", "23:59"],
])(
  "in %s around %s two workers, started again each hour, run each day's window at %s once, and end it once",
  async (zone, day, from_time) => {
    const { db, plant } = await plantIn(zone);
    const [from_date, to_date] = [addDays(day, -1), addDays(day, 1)];
    const minute = Number(from_time.slice(0, 2)) * 60 + Number(from_time.slice(3)) + 80;
    const to_time = timeOfMinutes(minute % 1440);
    const begin = Date.parse(`${addDays(from_date, -1)}T00:00:00Z`);
    await putSchedule(db, plant, { from_date, to_date, from_time, to_time }, new Date(begin));
    for (let at = begin; at <= begin + 6 * 24 * HOUR; at += 30 * MINUTE) {
      if (at % HOUR === 0) await reconsiderAll(db, new Date(at));
      await Promise.all([runSchedules(db, new Date(at)), runSchedules(db, new Date(at))]);
    }
    const days = daysBetween(from_date, to_date);
    const runs = await runsOf(db);
    expect(runs.map(({ local_date, status }) => [local_date, status])).toEqual(
      days.map((one) => [one, "ended"]),
    );
    const [hour = 0, minutes = 0] = from_time.split(":").map(Number);
    expect(runs.map(({ starts_at }) => starts_at.getTime())).toEqual(
      days.map((one) => instantAt(zone, one, hour * 60 + minutes)),
    );
    const causes = (await commandsOf(db)).map(({ cause }) => cause);
    expect(causes).toEqual(days.flatMap(() => ["schedule", "end"]));
  },
);

/** 2026-11-23 20:00 in Viet Nam. */
const EIGHT = Date.parse("2026-11-23T13:00:00Z");
const at = (ms: number) => new Date(EIGHT + ms);

test("a limit begins with its window, waits no longer than that, and ends with the gateway's own", async () => {
  const { db, plant } = await plantIn("Asia/Ho_Chi_Minh");
  await putSchedule(db, plant, {}, at(-HOUR));
  expect(await runSchedules(db, at(-MINUTE))).toBe(1);
  expect(await runSchedules(db, at(-1))).toBe(0);
  expect(await runSchedules(db, at(0))).toBe(1);
  expect(await commandsOf(db)).toEqual([
    {
      name: "power_limit",
      args: { limit: { percent: 60 } },
      cause: "schedule",
      state: "queued",
      revert_after_s: 900,
      revert_to: "own_limit",
      expires_in_s: 8 * 3600,
    },
  ]);
  await runSchedules(db, at(8 * HOUR - 1));
  expect(await commandsOf(db)).toHaveLength(1);
  await runSchedules(db, at(8 * HOUR));
  const [first, last, more] = await commandsOf(db);
  expect([first?.state, more]).toEqual(["superseded", undefined]);
  expect(last).toMatchObject({ args: { limit: null }, cause: "end", revert_after_s: null, revert_to: null });
  const next = await db.selectFrom("schedule").select("next_run_at").executeTakeFirstOrThrow();
  expect(next.next_run_at).toEqual(at(24 * HOUR));
});

test("a server that was away makes up for the rest of an open window, logged as late, and skips what is over", async () => {
  const { db, plant } = await plantIn("Asia/Ho_Chi_Minh");
  await putSchedule(db, plant, {}, at(-25 * HOUR));
  await runSchedules(db, at(-25 * HOUR));
  // Away for a day and two hours.
  await reconsiderAll(db, at(2 * HOUR));
  await runSchedules(db, at(2 * HOUR));
  expect((await runsOf(db)).map(({ local_date, status, is_late }) => [local_date, status, is_late])).toEqual([
    ["2026-11-22", "skipped", true],
    ["2026-11-23", "open", true],
  ]);
  expect((await commandsOf(db)).map(({ expires_in_s }) => expires_in_s)).toEqual([6 * 3600]);
});

test("a server that was away when a window ended ends it when it is back", async () => {
  const { db, plant } = await plantIn("Asia/Ho_Chi_Minh");
  await putSchedule(db, plant, { schedule_type_id: 1 }, at(-HOUR));
  await runSchedules(db, at(0));
  await reconsiderAll(db, at(11 * HOUR));
  await runSchedules(db, at(11 * HOUR));
  expect((await commandsOf(db)).map(({ args, cause }) => [args, cause])).toEqual([
    [{ on: false }, "schedule"],
    [{ on: true }, "end"],
  ]);
  expect((await runsOf(db)).map(({ status }) => status)).toEqual(["ended"]);
});

test("what a gateway went back from by itself is given again while the window lasts, and no longer", async () => {
  const { db, plant } = await plantIn("Asia/Ho_Chi_Minh");
  await putSchedule(db, plant, {}, at(-HOUR));
  await runSchedules(db, at(0));
  const revert = () =>
    sql`update command set state = 'reverted', effect_ended_at = now() where state = 'queued'`.execute(db);
  await revert();
  await reconsiderReverted(db, at(HOUR));
  await runSchedules(db, at(HOUR));
  expect((await commandsOf(db)).map(({ state, expires_in_s }) => [state, expires_in_s])).toEqual([
    ["reverted", 8 * 3600],
    ["queued", 7 * 3600],
  ]);
  await reconsiderReverted(db, at(HOUR));
  expect(await runSchedules(db, at(2 * HOUR))).toBe(0);
  // It went back again and the window is over: there is nothing to give back.
  await revert();
  await runSchedules(db, at(8 * HOUR));
  expect(await commandsOf(db)).toHaveLength(2);
});

test("a device that somebody told otherwise meanwhile, or that never heard of it, is left as it is at the end", async () => {
  const { db, plant } = await plantIn("Asia/Ho_Chi_Minh");
  await putSchedule(db, plant, {}, at(-HOUR));
  await runSchedules(db, at(0));
  await sql`update command set state = 'expired'`.execute(db);
  await runSchedules(db, at(8 * HOUR));
  expect(await commandsOf(db)).toHaveLength(1);
  await runSchedules(db, at(24 * HOUR));
  await sql`
    update command set state = 'verified', effect_ended_at = now(), superseded_by = 1 where state = 'queued'`.execute(
    db,
  );
  await runSchedules(db, at(32 * HOUR));
  expect((await commandsOf(db)).map(({ cause }) => cause)).toEqual(["schedule", "schedule"]);
  expect(await db.selectFrom("schedule_hold").selectAll().execute()).toEqual([]);
});

test("a schedule whose project moves to another zone runs by the clocks there", async () => {
  const { db, plant } = await plantIn("Asia/Ho_Chi_Minh");
  await putSchedule(db, plant, {}, at(-HOUR));
  await runSchedules(db, at(-HOUR));
  await db.updateTable("project").set({ timezone: "Asia/Tokyo" }).execute();
  await runSchedules(db, new Date(Date.now() + 1000));
  const [next] = await db.selectFrom("schedule").select("next_run_at").execute();
  expect(next?.next_run_at?.toISOString()).toContain("T11:00:00");
});

test("nothing of a gateway or project that was removed runs; what comes back within its window is made up for", async () => {
  const { db, plant } = await plantIn("Asia/Ho_Chi_Minh");
  await putSchedule(db, plant, {}, at(-HOUR));
  await db
    .updateTable("project")
    .set({ removed_at: at(-HOUR) })
    .execute();
  await runSchedules(db, at(0));
  expect(await runsOf(db)).toEqual([]);
  await db.updateTable("project").set({ removed_at: null }).execute();
  await runSchedules(db, at(2 * HOUR));
  expect((await runsOf(db)).map(({ status, is_late }) => [status, is_late])).toEqual([["open", true]]);
});

test("a worker that dies in between leaves no half of it: the next one does it whole", async () => {
  const { db, plant } = await plantIn("Asia/Ho_Chi_Minh");
  await putSchedule(db, plant, {}, at(-HOUR));
  await sql`alter table gateway_message add constraint no_more check (message_id < 0)`.execute(db);
  await expect(runSchedules(db, at(0))).rejects.toThrow("no_more");
  expect([await runsOf(db), await commandsOf(db)]).toEqual([[], []]);
  await sql`alter table gateway_message drop constraint no_more`.execute(db);
  await runSchedules(db, at(MINUTE));
  expect([(await runsOf(db)).length, (await commandsOf(db)).length]).toEqual([1, 1]);
});

test("many gateways are seen to by two workers at once, each schedule of them once", async () => {
  const { db, plant } = await plantIn("Asia/Ho_Chi_Minh");
  const { project_id } = plant;
  await sql`
    insert into gateway (project_id, serial, credential_hash, interval_s)
    select ${project_id}, 'MANY-' || n, 'none', 300 from generate_series(1, 250) n`.execute(db);
  await sql`
    insert into device (project_id, gateway_id, asset_type, serial)
    select ${project_id}, gateway_id, 'solar_inverter', 'I-' || n from gateway, generate_series(1, 3) n
    where serial like 'MANY-%'`.execute(db);
  const devices = await db
    .selectFrom("device")
    .select(["device_id", "gateway_id"])
    .where("serial", "like", "I-%")
    .execute();
  for (const device of devices) await putSchedule(db, { ...device, project_id }, {}, at(-HOUR));
  const seen = await Promise.all([runSchedules(db, at(0)), runSchedules(db, at(0))]);
  expect((seen[0] ?? 0) + (seen[1] ?? 0)).toBe(250);
  expect(await runsOf(db)).toHaveLength(750);
  const { rows } = await sql<{ commands: number; messages: number; batches: number }>`
    select (select count(*)::int from command) as commands, (select count(*)::int from gateway_message) as messages,
      (select count(distinct batch_uid)::int from command) as batches`.execute(db);
  expect(rows).toEqual([{ commands: 750, messages: 750, batches: 750 }]);
});
