import { kpiExplain, statisticsTotal } from "@heliograph/contract";
import { expect, test } from "vitest";
import {
  addDay,
  addDevice,
  addHours,
  heard,
  minutesAgo,
  NOON,
  performanceApi,
} from "../../../../testing/performance-kit.ts";
import { refreshKeyFigures, refreshSummaries } from "../index.ts";

const DAY = "2026-02-03";
/** Irradiance by hour in the planes of two arrays, W/m²: the one looks east, the other west. */
const EAST = [300, 700, 900, 900, 700, 500, 300, 200, 150, 100, 100, 100];
const WEST = [100, 100, 100, 150, 200, 300, 500, 700, 900, 900, 700, 300];
const sumOf = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/** 70 kWp to the east behind one gateway and 30 kWp to the west behind another, each giving 80 % of what its light allows. */
async function twoArrays() {
  const made = await performanceApi();
  const { db, plant } = made;
  const { project_id } = plant;
  await db
    .updateTable("project")
    .set({ capacity_wp: 100_000 })
    .where("project_id", "=", project_id)
    .execute();
  const { gateway_id } = await db
    .insertInto("gateway")
    .values({ project_id, serial: "GW-WEST", credential_hash: "none", interval_s: 300 })
    .returning("gateway_id")
    .executeTakeFirstOrThrow();
  const behind = { ...plant, gateway_id };
  const west = await addDevice(db, behind, { asset_type: "solar_inverter", serial: "WEST" });
  for (const [device, dc_capacity_wp] of [
    [plant, 70_000],
    [west, 30_000],
  ] as const) {
    await db
      .updateTable("device")
      .set({ dc_capacity_wp })
      .where("device_id", "=", device.device_id)
      .execute();
  }
  const eastSensor = await addDevice(db, plant, { asset_type: "sensor_radiation", serial: "S-EAST" });
  const westSensor = await addDevice(db, behind, { asset_type: "sensor_radiation", serial: "S-WEST" });
  await heard(db, plant, minutesAgo(1));
  for (const [device, light, wp] of [
    [plant, EAST, 70_000],
    [west, WEST, 30_000],
  ] as const) {
    const energies = light.map((w) => (0.8 * wp * w) / 1000);
    await addHours(
      db,
      device,
      DAY,
      energies.map((production_wh) => ({ production_wh, power_avg_w: production_wh })),
    );
    await addDay(db, device, DAY, { production_wh: sumOf(energies) });
  }
  for (const [device, light] of [
    [eastSensor, EAST],
    [westSensor, WEST],
  ] as const) {
    await addHours(
      db,
      device,
      DAY,
      light.map((insolation_wh_m2) => ({ insolation_wh_m2 })),
    );
    await addDay(db, device, DAY, { insolation_wh_m2: sumOf(light) });
  }
  await db.transaction().execute((tx) => refreshSummaries(tx, [project_id], NOON));
  return made;
}

test("two arrays of different tilt that both give 80 % have a ratio of 80 %, by day and by quarter hours", async () => {
  const { db } = await twoArrays();
  const listed = async () =>
    (await db.selectFrom("project_summary").select("performance_ratio").executeTakeFirstOrThrow())
      .performance_ratio;
  // Of whole days, before the quarter hours have been looked through.
  expect(await listed()).toBeCloseTo(0.8, 9);
  await refreshKeyFigures(db, NOON);
  expect(await listed()).toBeCloseTo(0.8, 9);
  const day = await db
    .selectFrom("project_kpi_day")
    .select(["energy_wh", "insolation_wh_m2", "reason", "used"])
    .where("day", "=", DAY)
    .executeTakeFirstOrThrow();
  expect(day).toMatchObject({ reason: null, used: 48 });
  expect(day.insolation_wh_m2).toBeCloseTo(0.7 * sumOf(EAST) + 0.3 * sumOf(WEST), 6);
});

test("the insolation of a day is the same in days, quarter hours and the explanation", async () => {
  const { db, api, plant, token } = await twoArrays();
  await refreshKeyFigures(db, NOON);
  const expected = 0.7 * sumOf(EAST) + 0.3 * sumOf(WEST);
  const query = { project_uid: plant.project_uid, from_date: DAY, to_date: DAY };
  const { body: whole } = await api(statisticsTotal, { token, query });
  expect(whole.insolation.value).toBeCloseTo(expected, 6);
  const { body: timed } = await api(statisticsTotal, {
    token,
    query: { ...query, from_time: "06:00", to_time: "18:00" },
  });
  expect(timed.insolation.value).toBeCloseTo(expected, 6);
  const { body: told } = await api(kpiExplain, { token, query: { ...query, kpi: "performance_ratio" } });
  expect(told.value).toBeCloseTo(80, 6);
});
