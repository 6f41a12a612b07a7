import { sql } from "kysely";
import { expect, test } from "vitest";
import { giveCommand } from "../../../../testing/control/command-kit.ts";
import { putSchedule } from "../../../../testing/control/schedule-kit.ts";
import { freshDb, scene } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { runSchedules } from "../schedules/due.sql.ts";
import { sweepCommands } from "./sweep-commands.jobs.ts";

const age = (db: Db, uid: string, days: number) =>
  sql`
    with c as (update command set created_at = now() - ${days} * interval '1 day' where command_uid = ${uid})
    update gateway_message set created_at = now() - ${days} * interval '1 day' where message_uid = ${uid}`.execute(
    db,
  );
const over = (db: Db, uid: string, state = "expired") =>
  sql`update command set state = ${state}, look_at = null, effect_ended_at = now() where command_uid = ${uid}`.execute(
    db,
  );
const sweep = (db: Db) => sweepCommands(db, () => false);
const NONE = { messages: 0, commands: 0, runs: 0 };

test("a message goes 30 days after it was put there, but not while its command is watched or held", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  const [done, young, watched, held] = [
    await giveCommand(db, plant),
    await giveCommand(db, plant, { command: { name: "connect", on: true } }),
    await giveCommand(db, plant, { command: { name: "zero_export", on: true, export_limit_w: 0 } }),
    await giveCommand(db, plant, { command: { name: "nze_drill", meter_out_s: 10 } }),
  ];
  for (const uid of [done, watched, held]) await age(db, uid, 31);
  await age(db, young, 29);
  for (const uid of [done, young]) await over(db, uid);
  await sql`update command set state = 'verified', look_at = null where command_uid = ${held}`.execute(db);
  await sql`insert into gateway_hold (gateway_id, message_uid, project_id) values (${plant.gateway_id}, ${held}, ${plant.project_id})`.execute(
    db,
  );
  expect(await sweepCommands(db, () => true)).toEqual(NONE);
  expect(await sweep(db)).toEqual({ ...NONE, messages: 1 });
  const left = await db.selectFrom("gateway_message").select("message_uid").orderBy("message_id").execute();
  expect(left.map(({ message_uid }) => message_uid)).toEqual([young, watched, held]);
  // The commands themselves are kept, with their lives.
  expect(await db.selectFrom("command").select("command_id").execute()).toHaveLength(4);
});

test("a command goes with its life after five years, and one that is in force or not over stays", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  const old = await giveCommand(db, plant);
  const replaced = await giveCommand(db, plant);
  const inForce = await giveCommand(db, plant, { command: { name: "connect", on: false } });
  const waits = await giveCommand(db, plant, { command: { name: "nze_drill", meter_out_s: 10 } });
  for (const uid of [old, inForce, waits]) await age(db, uid, 5 * 366 + 1);
  await age(db, replaced, 5 * 365 - 1);
  for (const uid of [old, replaced]) await over(db, uid, "superseded");
  await sql`update command set state = 'verified', look_at = null where command_uid = ${inForce}`.execute(db);
  expect((await sweep(db)).commands).toBe(1);
  const left = await db.selectFrom("command").select("command_uid").orderBy("command_id").execute();
  expect(left.map(({ command_uid }) => command_uid)).toEqual([replaced, inForce, waits]);
  const { rows } =
    await sql`select from command_step s where not exists (select from command c where c.command_id = s.command_id)`.execute(
      db,
    );
  expect(rows).toEqual([]);
  expect((await sweep(db)).commands).toBe(0);
});

const at = (time: string) => new Date(`2020-11-23T${time}:00Z`);

test("a run of a schedule goes after five years, and does not run again", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  const window = { from_date: "2020-11-23", to_date: "2020-11-23", from_time: "20:00", to_time: "22:00" };
  await putSchedule(db, plant, window, at("12:00"));
  await runSchedules(db, at("13:00"));
  await runSchedules(db, at("15:00"));
  expect(await db.selectFrom("schedule_run").select("status").execute()).toEqual([{ status: "ended" }]);
  expect((await sweep(db)).runs).toBe(1);
  await sql`update schedule_gateway set next_at = now()`.execute(db);
  await runSchedules(db, new Date());
  expect(await db.selectFrom("schedule_run").select("status").execute()).toEqual([]);
});
