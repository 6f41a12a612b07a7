// How the figures of days are kept true: what makes them out of date, what follows, and the alarms they raise.
import { projectAlarms, projectListRows, setPerformanceContract } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { NOON, addDay } from "../../../../testing/performance-kit.ts";
import { knownUntil, vectorDay, vectorPlant } from "../../../../testing/vector-plant-kit.ts";
import { scene } from "../../../../testing/test-kit.ts";
import { refreshKeyFigures, refreshSummaries } from "../../kpi/index.ts";
import { projectsWithStaleDays } from "./kpi-days.sql.ts";

type Plant = Awaited<ReturnType<typeof vectorPlant>>;

async function settle({ db, plant }: Plant): Promise<number> {
  await db.transaction().execute((tx) => refreshSummaries(tx, [plant.project_id], NOON));
  let computed = 0;
  for (let some = -1; some !== 0;) {
    some = await refreshKeyFigures(db, NOON);
    computed += some;
  }
  return computed;
}
const outdated = async ({ db }: Plant) =>
  (
    await db
      .selectFrom("project_kpi_day")
      .select("day")
      .where("outdated", "is", true)
      .orderBy("day")
      .execute()
  ).map(({ day }) => day);
const kappaOn = async ({ db }: Plant, day: string) => {
  const row = await db
    .selectFrom("project_kpi_day")
    .select("units")
    .where("day", "=", day)
    .executeTakeFirstOrThrow();
  return (row.units as { kappa: number }[])[0]?.kappa;
};
const open = async ({ api, plant, token }: Plant) => {
  const { body } = await api(projectAlarms, { token, query: { project_uid: plant.project_uid } });
  return body.items.map(
    (item: { kind: string; severity: string; ended_at: string | null; cause: object }) => [
      item.kind,
      item.severity,
      item.ended_at === null ? "open" : "ended",
      item.cause,
    ],
  );
};
const guarantee = ({ api, plant, token }: Plant, percent: number | null) =>
  api(setPerformanceContract, {
    token,
    body: { project_uid: plant.project_uid, guaranteed_year_percent: percent },
  });

test("days that are over are computed once; today stays out of date, since it still grows", async () => {
  const plant = await vectorPlant();
  await vectorDay(plant, "2026-02-03");
  await vectorDay(plant, "2026-02-04");
  expect(await settle(plant)).toBe(1);
  expect(await outdated(plant)).toEqual(["2026-02-04"]);
  expect(await settle(plant)).toBe(0);
});

test("a late change of a day is computed anew, with the thirty days after it whose κ has learnt from it, and no other", async () => {
  const plant = await vectorPlant();
  for (const day of ["2026-01-01", "2026-01-20", "2026-01-31", "2026-02-01"]) await vectorDay(plant, day);
  await settle(plant);
  expect(await kappaOn(plant, "2026-01-20")).toBeCloseTo(0.9, 5);
  await sql`update energy_quarter set production_wh = production_wh * 0.9 where (bin_utc at time zone 'Asia/Ho_Chi_Minh')::date = '2026-01-01'`.execute(
    plant.db,
  );
  await addDay(plant.db, plant.plant, "2026-01-01", { production_wh: 1 });
  await plant.db.transaction().execute((tx) => refreshSummaries(tx, [plant.plant.project_id], NOON));
  expect(await outdated(plant)).toEqual(["2026-01-01"]);
  expect(await settle(plant)).toBe(3);
  expect(await kappaOn(plant, "2026-01-20")).toBeCloseTo(0.81, 5);
  expect(await kappaOn(plant, "2026-02-01")).toBeCloseTo(0.9, 5);
});

test("another capacity, or another contract, makes every day of the project be computed anew", async () => {
  const plant = await vectorPlant();
  await vectorDay(plant, "2026-02-02");
  await vectorDay(plant, "2026-02-03");
  expect(await settle(plant)).toBe(2);
  await plant.db.updateTable("project").set({ capacity_wp: 200_000 }).execute();
  expect(await settle(plant)).toBe(2);
  await guarantee(plant, 80);
  expect(await settle(plant)).toBe(2);
  await plant.db.updateTable("project").set({ name: "Roof 2" }).execute();
  expect(await settle(plant)).toBe(0);
});

test("lists show and sort by the ratio that the status judges: corrected where zero export holds back, with its name", async () => {
  const plant = await vectorPlant();
  await guarantee(plant, 80);
  await vectorDay(plant, "2026-02-03", { held: true });
  await settle(plant);
  const list = async () => {
    const { body } = await plant.api(projectListRows, { token: plant.token, body: {} });
    return body.items[0].project_data;
  };
  const { pr_data, pr_alert } = await list();
  expect(pr_data.value).toBeCloseTo(70, 2);
  expect(pr_alert.pr_status.status).toBe("normal");
  expect(pr_alert.pr_judged).toEqual({ value: expect.closeTo(80.2, 1), unit: "%", corrected: true });
  await plant.db.updateTable("project").set({ run_nze: false }).execute();
  await settle(plant);
  const { pr_alert: actual } = await list();
  expect(actual.pr_status.status).toBe("major");
  expect(actual.pr_judged).toEqual({ value: expect.closeTo(70, 1), unit: "%", corrected: false });
});

test("lists show yesterday's ratio from its quarter hours, with what was guaranteed and its status", async () => {
  const plant = await vectorPlant();
  await plant.db.updateTable("project").set({ run_nze: false }).execute();
  await guarantee(plant, 80);
  await vectorDay(plant, "2026-02-03", { held: true });
  await settle(plant);
  const row = await plant.db.selectFrom("project_summary").selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ performance_ratio_day: "2026-02-03", ratio_status: "major" });
  expect(row.performance_ratio).toBeCloseTo(0.7, 4);
  expect(row.guaranteed_ratio).toBeCloseTo(0.8, 9);
});

test("a plant far below its guarantee has an alarm, until a day is good enough", async () => {
  const plant = await vectorPlant();
  await vectorDay(plant, "2026-02-03");
  await guarantee(plant, 110);
  await settle(plant);
  expect(await open(plant)).toEqual([
    ["plant_underperforming", "critical", "open", { day: "2026-02-03", percent: expect.closeTo(75, 0) }],
  ]);
  await guarantee(plant, 82);
  await settle(plant);
  const [alarm] = await open(plant);
  expect(alarm.slice(0, 3)).toEqual(["plant_underperforming", "critical", "ended"]);
});

test("a device that yields much less than usual beside its siblings has an alarm; one that always does has none", async () => {
  const plant = await vectorPlant();
  const [a, b, c] = plant.inverters;
  await plant.db.updateTable("project").set({ run_nze: false }).execute();
  const weaken = (device: typeof a, share: number, days: readonly string[]) =>
    sql`update energy_quarter set production_wh = production_wh * ${share}::float8, power_avg_w = power_avg_w * ${share}::float4
      where device_id = ${device?.device_id ?? 0} and (bin_utc at time zone 'Asia/Ho_Chi_Minh')::date = any(${days}::date[])`.execute(
      plant.db,
    );
  const before = ["2026-01-28", "2026-01-29", "2026-01-30", "2026-01-31", "2026-02-01", "2026-02-02"];
  for (const day of [...before, "2026-02-03"]) await vectorDay(plant, day);
  await weaken(b, 0.7, [...before, "2026-02-03"]);
  await weaken(c, 0.6, ["2026-02-03"]);
  await knownUntil(plant.db, plant, "2026-02-04T12:00:00+07:00");
  await settle(plant);
  expect(await open(plant)).toEqual([
    ["device_underperforming", "minor", "open", { day: "2026-02-03", percent: expect.closeTo(60, 0) }],
  ]);
  const { body } = await plant.api(projectAlarms, {
    token: plant.token,
    query: { project_uid: plant.plant.project_uid },
  });
  expect(body.items[0].device.uid).toBe(c?.device_uid);
});

test("an alarm of too little says where the energy is integrated from power and not counted", async () => {
  const plant = await vectorPlant();
  const [, , c] = plant.inverters;
  await plant.db.updateTable("project").set({ run_nze: false }).execute();
  const before = ["2026-01-28", "2026-01-29", "2026-01-30", "2026-01-31", "2026-02-01", "2026-02-02"];
  for (const day of [...before, "2026-02-03"]) await vectorDay(plant, day);
  await sql`update energy_quarter set production_wh = production_wh * 0.6, power_avg_w = power_avg_w * 0.6
    where device_id = ${c?.device_id ?? 0} and (bin_utc at time zone 'Asia/Ho_Chi_Minh')::date = '2026-02-03'`.execute(
    plant.db,
  );
  await sql`update energy_day set int_production_wh = production_wh where production_wh is not null`.execute(
    plant.db,
  );
  await guarantee(plant, 110);
  await settle(plant);
  const causes = new Map<string, object>(
    (await open(plant)).map(([kind, , , cause]: [string, string, string, object]) => [kind, cause]),
  );
  expect(causes.get("plant_underperforming")).toMatchObject({ energy_class: "integrated" });
  expect(causes.get("device_underperforming")).toMatchObject({ energy_class: "integrated" });
});

test("two sweeps at once compute each day right, and leave none out of date", async () => {
  const plant = await vectorPlant();
  for (const day of ["2026-01-30", "2026-01-31", "2026-02-01", "2026-02-02", "2026-02-03"]) {
    await vectorDay(plant, day);
  }
  await plant.db.transaction().execute((tx) => refreshSummaries(tx, [plant.plant.project_id], NOON));
  await Promise.all([refreshKeyFigures(plant.db, NOON), refreshKeyFigures(plant.db, NOON)]);
  expect(await outdated(plant)).toEqual([]);
  expect(await kappaOn(plant, "2026-02-03")).toBeCloseTo(0.9, 5);
});

test("an import of years holds up nobody's yesterday: the project with the latest days to compute is first", async () => {
  const plant = await vectorPlant();
  await vectorDay(plant, "2026-02-03");
  const long = await scene(plant.db);
  const stale = (project_id: number, days: readonly string[]) =>
    plant.db
      .insertInto("project_kpi_day")
      .values(days.map((day) => ({ project_id, day })))
      .onConflict((row) => row.doNothing())
      .execute();
  await stale(long.project_id, ["2024-05-01", "2025-01-01", "2026-02-02"]);
  await stale(plant.plant.project_id, ["2026-02-03"]);
  expect(await projectsWithStaleDays(plant.db, NOON, 10)).toEqual([plant.plant.project_id, long.project_id]);
  expect(await projectsWithStaleDays(plant.db, NOON, 10, long.project_id)).toEqual([long.project_id]);
});
