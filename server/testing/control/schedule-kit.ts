// Schedules as tests put them there, without the calls that people make.
import {
  addDays,
  createSchedule,
  deleteSchedule,
  getSchedule,
  localDay,
  scheduleLog,
  updateSchedule,
} from "@heliograph/contract";
import { sql, type Insertable } from "kysely";
import { controlRoutes } from "../../src/domains/control/index.ts";
import type { Db } from "../../src/platform/db.ts";
import type { Schedule } from "../../src/platform/tables.ts";
import { apiOf } from "../api-kit.ts";
import { tokenFor } from "../fleet-kit.ts";
import { freshDb, scene } from "../test-kit.ts";

interface Where {
  readonly project_id: number;
  readonly gateway_id: number;
  readonly device_id: number;
}

/** Puts a schedule for the plant's device there, with its gateway due at `from`, and returns its ids. Weekly, on all days, 60 %. */
export async function putSchedule(
  db: Db,
  { project_id, gateway_id, device_id }: Where,
  stated: Partial<Insertable<Schedule>>,
  from: Date,
): Promise<{ schedule_id: number; schedule_uid: string }> {
  const added = await db
    .insertInto("schedule")
    .values({
      schedule_no: sql<number>`(select count(*) + 1 from schedule where project_id = ${project_id})`,
      project_id,
      gateway_id,
      schedule_type_id: 2,
      schedule_timeline_type_id: 2,
      from_date: "2026-01-01",
      to_date: "2035-12-31",
      from_time: "20:00",
      to_time: "04:00",
      day: [1, 2, 3, 4, 5, 6, 7],
      state: "OFF",
      operation_type: "PERCENT",
      value: 60,
      available: true,
      option_overwrite: false,
      changed_at: from,
      handled_until: from,
      ...stated,
    })
    .returning(["schedule_id", "schedule_uid"])
    .executeTakeFirstOrThrow();
  const { schedule_id } = added;
  await db.insertInto("schedule_device").values({ schedule_id, device_id, project_id }).execute();
  await db
    .insertInto("schedule_gateway")
    .values({ gateway_id, project_id, next_at: from })
    .onConflict((conflict) => conflict.column("gateway_id").doUpdateSet({ next_at: from }))
    .execute();
  return added;
}

/** A weekly limit for the plant's device that is years away and does not run, and its uid. */
export async function idleSchedule(db: Db, where: Where): Promise<string> {
  const idle = { from_date: "2100-01-01", to_date: "2100-12-31", day: [1], value: 10, available: false };
  return (await putSchedule(db, where, idle, new Date())).schedule_uid;
}

export const PLANT_ZONE = "Asia/Ho_Chi_Minh";
export const PLANT_TODAY = localDay(PLANT_ZONE, Date.now());
export const [TOMORROW, LATER] = [addDays(PLANT_TODAY, 1), addDays(PLANT_TODAY, 60)];

/** The calls of schedules on a plant of two inverters, and those of its owner by name. */
export async function scheduleApi(project: Parameters<typeof scene>[2] = {}) {
  const db = await freshDb();
  const api = await apiOf(db, (serve) => controlRoutes(serve, db));
  const plant = await scene(db, "owner", project);
  const token = await tokenFor(db, plant);
  const { project_id, gateway_id, gateway_uid, device_uid } = plant;
  const second = await db
    .insertInto("device")
    .values({ project_id, gateway_id, asset_type: "solar_inverter", serial: "INV-2" })
    .returning("device_uid")
    .executeTakeFirstOrThrow();
  const weekly = {
    gateway_uid,
    device_serial: [{ device_uid, device_serial: "INV-1" }],
    schedule_type_id: 2,
    schedule_timeline_type_id: 2,
    from_date: TOMORROW,
    to_date: LATER,
    from_time: "20:00",
    to_time: "04:00",
    day: [1, 2, 3, 4, 5, 6, 7],
    operation_type: "PERCENT",
    value: 60,
  };
  return {
    db,
    api,
    plant,
    token,
    weekly,
    second: second.device_uid,
    create: (body: object = {}, by = token) =>
      api(createSchedule, { token: by, body: { ...weekly, ...body } }),
    update: (schedule_id: string, body: object, by = token) =>
      api(updateSchedule, { token: by, query: { schedule_id }, body }),
    remove: (schedule_id: string, option_overwrite?: boolean, by = token) =>
      api(deleteSchedule, {
        token: by,
        body: { schedule_id, ...(option_overwrite === undefined ? {} : { option_overwrite }) },
      }),
    list: async (by = token) =>
      (await api(getSchedule, { token: by, body: { project_uid: plant.project_uid } })).body,
    log: async (schedule_id: string, by = token) =>
      (await api(scheduleLog, { token: by, query: { schedule_id } })).body,
    /** Names and arguments of what was ordered, with their causes, in order. */
    ordered: () =>
      db
        .selectFrom("command as c")
        .leftJoin("device as d", "d.device_id", "c.device_id")
        .select(["d.serial", "c.name", "c.args", "c.cause", "c.state", "c.account_id", "c.revert_to"])
        .orderBy("c.command_id")
        .execute(),
  };
}

/** A span that began an hour ago on the plant's clocks and goes on for one more day. */
export const GOING_ON = {
  schedule_timeline_type_id: 4,
  from_date: addDays(PLANT_TODAY, -1),
  to_date: addDays(PLANT_TODAY, 2),
  from_time: "08:00",
  to_time: "08:00",
  day: [],
};
