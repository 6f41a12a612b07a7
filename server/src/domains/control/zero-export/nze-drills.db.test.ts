import { drillNze, setNzeDrills, zeroExportGateways } from "@heliograph/contract";
import { expect, test } from "vitest";
import { accountOn } from "../../../../testing/fleet-kit.ts";
import { meterSays, zeroExportPlant } from "../../../../testing/control/zero-export-kit.ts";
import { storeEvents } from "../../telemetry/ingest/gateway.sql.ts";
import { nextDrillMs } from "./nze-drill.ts";
import { askDueDrills, judgeDrills } from "./nze-drills.jobs.ts";

/** A plant in the sun (W/m²; null: without a sensor) whose gateway has just called and holds zero export. */
async function kit(irradiance_w_m2: number | null = 640) {
  const at = await zeroExportPlant();
  const { db, api, plant, meter_id, clock, token } = at;
  const { project_id, gateway_id, gateway_uid, project_uid } = plant;
  const hear = async () => {
    const here = { nze_status: true, last_contact_at: new Date(clock.ms) };
    await db.updateTable("gateway").set(here).execute();
    await meterSays(db, { project_id, device_id: meter_id }, { nze_on: 1 }, clock.ms);
    if (irradiance_w_m2 !== null) {
      await meterSays(db, { project_id, device_id: sensor_id }, { irradiance_w_m2 }, clock.ms);
    }
  };
  const { device_id: sensor_id } = await db
    .insertInto("device")
    .values({ project_id, gateway_id, asset_type: "sensor_radiation", serial: "S-1" })
    .returning("device_id")
    .executeTakeFirstOrThrow();
  await hear();
  const newest = async () =>
    (await api(zeroExportGateways, { token, query: { project_uid } })).body.gateways[0].drill;
  return {
    ...at,
    hear,
    newest,
    drill: (by = token) => api(drillNze, { token: by, body: { gateway_uid } }),
    weekly: (on: boolean) => api(setNzeDrills, { token, query: { gateway_uid }, body: { weekly: on } }),
    messages: () => db.selectFrom("gateway_message").select("payload").orderBy("message_id").execute(),
    /** The gateway reports its newest drill. */
    report: async (over: object = {}) => {
      const { command_uid } = await db
        .selectFrom("nze_drill")
        .select("command_uid")
        .orderBy("drill_id", "desc")
        .executeTakeFirstOrThrow();
      const at_ms = clock.ms;
      const detail = {
        command_uid: command_uid ?? "",
        started_at: at_ms - 30_000,
        to_limit_s: 3.8,
        back_s: 24,
        trace: [
          { s: 0, w: 400_000 },
          { s: 3.8, w: 0 },
        ],
        ...over,
      };
      const event = { device_id: null, at: at_ms, code: "nze.drill", severity: "info", text: "" } as const;
      await storeEvents(db, plant, [event], [{ code: "nze.drill", at: at_ms, detail }]);
    },
    alarms: () =>
      db
        .selectFrom("alarm")
        .select(["kind", "severity", "cause", "ended_at"])
        .where("kind", "=", "nze_drill_failed")
        .orderBy("alarm_id")
        .execute(),
  };
}

test("'Drill now' tells the gateway to leave its meter out for 10 s, and its report in time is a passed drill with its times", async () => {
  const { db, clock, drill, report, newest, messages, alarms } = await kit();
  const told = await drill();
  expect([told.status, told.body.message, told.body.drill.result]).toEqual([
    200,
    "Command sent successfully",
    "asked",
  ]);
  expect((await messages()).map(({ payload }) => payload)).toMatchObject([
    { name: "nze_drill", meter_out_s: 10, revert_after_s: null },
  ]);
  expect(await db.selectFrom("command").select(["name", "cause"]).execute()).toEqual([
    { name: "nze_drill", cause: "drill" },
  ]);
  clock.ms += 40_000;
  expect(await judgeDrills(db, clock.ms)).toBe(0);
  await report();
  expect(await judgeDrills(db, clock.ms)).toBe(1);
  expect(await newest()).toMatchObject({
    asked_by: "person",
    result: "passed",
    reason: null,
    to_limit_s: 3.8,
    back_s: 24,
    allowed_s: 5,
    irradiance_w_m2: 640,
    started_at: new Date(clock.ms - 30_000).toISOString(),
  });
  expect(await judgeDrills(db, clock.ms)).toBe(0);
  expect(await alarms()).toEqual([]);
});

test("a drill that took too long fails and raises an alarm, which the next drill that passes ends", async () => {
  const { db, clock, drill, report, newest, alarms, hear } = await kit();
  await drill();
  await report({ to_limit_s: 9.5 });
  await judgeDrills(db, clock.ms);
  expect(await newest()).toMatchObject({ result: "failed", reason: "too_slow", to_limit_s: 9.5 });
  expect(await alarms()).toEqual([
    {
      kind: "nze_drill_failed",
      severity: "critical",
      cause: { allowed_s: 5, to_limit_s: 9.5 },
      ended_at: null,
    },
  ]);
  clock.ms += 60_000;
  await hear();
  await drill();
  await report();
  await judgeDrills(db, clock.ms);
  expect((await alarms()).map(({ ended_at }) => ended_at)).toEqual([new Date(clock.ms)]);
});

test("a gateway that says nothing of its drill has failed it, until its report comes after all", async () => {
  const { db, clock, drill, report, newest, alarms } = await kit();
  await drill();
  await db
    .updateTable("gateway_message")
    .set({ sent_at: new Date(clock.ms), sent_by: "mqtt" })
    .execute();
  clock.ms += 16 * 60_000;
  await judgeDrills(db, clock.ms);
  expect(await newest()).toMatchObject({ result: "failed", reason: "no_answer" });
  expect(await alarms()).toHaveLength(1);
  await report();
  await judgeDrills(db, clock.ms);
  expect(await newest()).toMatchObject({ result: "passed", reason: null });
  expect((await alarms())[0]?.ended_at).not.toBeNull();
});

test("a gateway that refuses a drill, or could not be told of it, has skipped it, and that is no alarm", async () => {
  const { db, clock, drill, newest, alarms } = await kit();
  await drill();
  const words = { ack_status: "refused", ack_text: "Battery is discharging", ack_at: new Date(clock.ms) };
  await db
    .updateTable("gateway_message")
    .set({ sent_at: new Date(clock.ms), ...words })
    .execute();
  await judgeDrills(db, clock.ms);
  expect(await newest()).toMatchObject({
    result: "skipped",
    reason: "refused",
    reason_text: "Battery is discharging",
  });
  await drill();
  clock.ms += 3_600_000;
  await judgeDrills(db, clock.ms);
  expect(await newest()).toMatchObject({ result: "skipped", reason: "not_handed_over" });
  expect(await alarms()).toEqual([]);
});

test("below 300 W/m² the drill is skipped with why, and nothing is told to the gateway", async () => {
  const { drill, newest, messages } = await kit(140);
  const told = await drill();
  expect([told.status, told.body.message]).toEqual([200, "The drill was skipped"]);
  expect(await newest()).toMatchObject({ result: "skipped", reason: "low_irradiance", irradiance_w_m2: 140 });
  expect(await messages()).toEqual([]);
});

test("while a drill goes on another is refused", async () => {
  const { drill } = await kit();
  await drill();
  const told = await drill();
  expect([told.status, told.body.code]).toEqual([409, "nze.drilling"]);
});

test("the weekly drill is asked for once at its hour, and again a week later; switched off it is not", async () => {
  const { db, clock, plant, weekly, hear, messages, newest } = await kit();
  const first = nextDrillMs("Asia/Ho_Chi_Minh", clock.ms);
  expect((await weekly(true)).body.weekly_drill_at).toBe(new Date(first).toISOString());
  expect(await askDueDrills(db, first - 1)).toBe(0);
  clock.ms = first + 5000;
  await hear();
  const [one, two] = await Promise.all([askDueDrills(db, clock.ms), askDueDrills(db, clock.ms)]);
  expect(one + two).toBe(1);
  expect(await messages()).toHaveLength(1);
  expect(await newest()).toMatchObject({ asked_by: "week", result: "asked" });
  const { due_at } = await db.selectFrom("nze_weekly_drill").select("due_at").executeTakeFirstOrThrow();
  expect(due_at.getTime()).toBe(first + 7 * 86_400_000);
  expect((await weekly(false)).body.weekly_drill_at).toBeNull();
  expect(await askDueDrills(db, first + 8 * 86_400_000)).toBe(0);
  const actions = await db
    .selectFrom("audit_event")
    .select("after")
    .where("subject", "=", plant.gateway_uid)
    .execute();
  expect(actions.map(({ after }) => after)).toEqual([{ weekly: true }, { weekly: false }]);
});

test("a weekly drill whose hour the server was down is missed, said so, and not made up at another hour", async () => {
  const { db, clock, weekly, hear, messages, newest } = await kit();
  const first = nextDrillMs("Asia/Ho_Chi_Minh", clock.ms);
  await weekly(true);
  clock.ms = first + 2 * 3_600_000;
  await hear();
  await askDueDrills(db, clock.ms);
  expect(await newest()).toMatchObject({ asked_by: "week", result: "skipped", reason: "missed" });
  expect(await messages()).toEqual([]);
});

test("who may only look starts no drill, and a gateway without a meter at the grid has none", async () => {
  const { db, plant, drill } = await kit();
  const reader = (await accountOn(db, { project_id: plant.project_id, role: "read_only" })).token;
  expect((await drill(reader)).status).toBe(403);
  await db
    .updateTable("device")
    .set({ removed_at: new Date() })
    .where("asset_type", "=", "grid_meter")
    .execute();
  expect((await drill()).body.code).toBe("nze.no_meter");
});
