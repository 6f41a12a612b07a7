import { expect, test } from "vitest";
import { connect, type Db } from "../../../platform/db.ts";
import {
  NOON,
  addDay,
  addDevice,
  addLatest,
  heard,
  minutesAgo,
} from "../../../../testing/performance-kit.ts";
import { freshDb, freshPools, scene } from "../../../../testing/test-kit.ts";
import { refreshOutdated, refreshSummaries } from "../../kpi/index.ts";

const refresh = (db: Db, ids: readonly number[], nowMs = NOON) =>
  db.transaction().execute((tx) => refreshSummaries(tx, ids, nowMs));
const at = (clock: string) => Date.parse(`2026-02-04T${clock}:00+07:00`);
const summaryOf = (db: Db, project_id: number) =>
  db.selectFrom("project_summary").selectAll().where("project_id", "=", project_id).executeTakeFirstOrThrow();

test("energies are those of the ledger: today, all days before it, CO2 by the year's factor, savings by the default price", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  await addDay(db, plant, "2023-07-01", { production_wh: 200_000 });
  await addDay(db, plant, "2020-07-01", { production_wh: 100_000 });
  await addDay(db, plant, "2026-02-04", { production_wh: 50_000 });
  expect(await refresh(db, [plant.project_id])).toEqual([plant.project_id]);
  const row = await summaryOf(db, plant.project_id);
  expect(row).toMatchObject({
    today: "2026-02-04",
    today_inverter_wh: 50_000,
    today_meter_wh: null,
    before_today_inverter_wh: 300_000,
    before_today_meter_wh: null,
    meter_co2_kg: null,
    saving_vnd: (350 * 2204.0655).toFixed(2),
  });
  expect(row.inverter_co2_kg).toBeCloseTo(200 * 0.6592 + 100 * 0.8041 + 50 * 0.6592, 9);
});

test("a production meter that counts no total counts what it exports, and savings go by the meter", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  const meter = await addDevice(db, plant, { asset_type: "electric_meter", serial: "M-1" });
  await addDay(db, plant, "2026-02-03", { production_wh: 210_000 });
  await addDay(db, meter, "2026-02-03", { export_wh: 200_000 });
  await refresh(db, [plant.project_id]);
  expect(await summaryOf(db, plant.project_id)).toMatchObject({
    before_today_meter_wh: 200_000,
    before_today_inverter_wh: 210_000,
    saving_vnd: (200 * 2204.0655).toFixed(2),
  });
});

test("a corrected day is counted anew, and the same refresh again changes nothing and tells nobody", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  await addDay(db, plant, "2026-02-01", { production_wh: 100_000 });
  await refresh(db, [plant.project_id]);
  await addDay(db, plant, "2026-02-01", { production_wh: 130_000 });
  expect(await refresh(db, [plant.project_id])).toEqual([plant.project_id]);
  expect((await summaryOf(db, plant.project_id)).before_today_inverter_wh).toBe(130_000);
  expect(await refresh(db, [plant.project_id])).toEqual([]);
  expect(await db.selectFrom("changed_project_days").selectAll().execute()).toEqual([]);
});

test("days rebuilt to nothing leave nothing in the totals", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  await addDay(db, plant, "2026-02-01", { production_wh: 100_000 });
  await refresh(db, [plant.project_id]);
  await db.deleteFrom("energy_day").where("project_id", "=", plant.project_id).execute();
  await refresh(db, [plant.project_id]);
  expect(await summaryOf(db, plant.project_id)).toMatchObject({
    before_today_inverter_wh: null,
    saving_vnd: null,
  });
});

test("projects that were not asked for stay as they are", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  const other = await scene(db);
  await addDay(db, other, "2026-02-01", { production_wh: 100_000 });
  await refresh(db, [plant.project_id]);
  expect((await summaryOf(db, other.project_id)).today).toBeNull();
  expect(await db.selectFrom("changed_project_days").select("project_id").execute()).toEqual([
    { project_id: other.project_id },
  ]);
});

test("open browsers hear of the projects that changed, after the commit", async () => {
  const { db, url } = await freshPools();
  const plant = await scene(db);
  await addDay(db, plant, "2026-02-01", { production_wh: 100_000 });
  const listener = connect(url, 1);
  const client = await listener.pool.connect();
  const heardOf = new Promise<string | undefined>((resolve) => {
    client.on("notification", ({ payload }) => resolve(payload));
  });
  await client.query("listen heliograph_live");
  await refresh(db, [plant.project_id]);
  expect(JSON.parse((await heardOf) ?? "")).toEqual([plant.project_id]);
  client.release();
  await listener.close();
});

test("the live power is whole or unknown, other live values are those of devices that are not silent", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  const second = await addDevice(db, plant, { asset_type: "solar_inverter", serial: "INV-2" });
  const sensor = await addDevice(db, plant, { asset_type: "sensor_radiation", serial: "S-1" });
  await heard(db, plant, minutesAgo(1));
  await addLatest(db, plant, minutesAgo(5), { ac_power_w: 30_000 });
  await addLatest(db, second, minutesAgo(16), { ac_power_w: 20_000 });
  await addLatest(db, sensor, minutesAgo(5), { irradiance_w_m2: 800, module_temperature_c: 51.5 });
  await refresh(db, [plant.project_id]);
  expect(await summaryOf(db, plant.project_id)).toMatchObject({
    active_power_w: null,
    reporting_power_w: 30_000,
    power_silent: 1,
    power_devices: 2,
    irradiance_w_m2: 800,
    module_temperature_c: 51.5,
    plant_status: "warning",
    alert_status: "warning",
    last_reading_at: minutesAgo(5),
    last_contact_at: minutesAgo(1),
  });
  await refresh(db, [plant.project_id], NOON + 30 * 60_000);
  expect(await summaryOf(db, plant.project_id)).toMatchObject({
    active_power_w: null,
    irradiance_w_m2: null,
    plant_status: "offline",
    sleeping: false,
    alert_status: "error",
  });
});

test("a power far above the rating of its device is no part of the live total", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  const rated = { asset_type: "solar_inverter", ac_nominal_w: 20_000 } as const;
  const wrong = await addDevice(db, plant, { ...rated, serial: "INV-2" });
  const high = await addDevice(db, plant, { ...rated, serial: "INV-3" });
  await heard(db, plant, minutesAgo(1));
  await addLatest(db, plant, minutesAgo(5), { ac_power_w: 30_000 });
  await addLatest(db, wrong, minutesAgo(5), { ac_power_w: 65_535 });
  await addLatest(db, high, minutesAgo(5), { ac_power_w: 30_000 });
  await refresh(db, [plant.project_id]);
  expect(await summaryOf(db, plant.project_id)).toMatchObject({ active_power_w: 60_000 });
});

test("an inverter in fault makes the plant a warning with an alarm", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  await heard(db, plant, minutesAgo(1));
  await addLatest(db, plant, minutesAgo(1), { ac_power_w: 0, state: 7 });
  await refresh(db, [plant.project_id]);
  expect(await summaryOf(db, plant.project_id)).toMatchObject({
    plant_status: "warning",
    alert_status: "error",
  });
});

test("time alone sends a silent plant offline and to sleep, wakes it, and starts a new day", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  const { project_id } = plant;
  await heard(db, plant, new Date(at("17:58")));
  await addLatest(db, plant, new Date(at("17:58")), { ac_power_w: 500 });
  await addDay(db, plant, "2026-02-04", { production_wh: 250_000 });
  expect(await refreshOutdated(db, at("18:00"))).toBe(1);
  expect(await refreshOutdated(db, at("18:05"))).toBe(0);
  expect(await summaryOf(db, project_id)).toMatchObject({ plant_status: "normal", active_power_w: 500 });
  expect(await refreshOutdated(db, at("18:15"))).toBe(1);
  expect(await summaryOf(db, project_id)).toMatchObject({
    plant_status: "offline",
    sleeping: true,
    alert_status: "normal",
    active_power_w: null,
    today_inverter_wh: 250_000,
  });
  expect(await refreshOutdated(db, at("23:59"))).toBe(0);
  expect(await refreshOutdated(db, at("23:59") + 60_000)).toBe(1);
  expect(await summaryOf(db, project_id)).toMatchObject({
    today: "2026-02-05",
    today_inverter_wh: null,
    before_today_inverter_wh: 250_000,
  });
  expect(await refreshOutdated(db, at("08:00") + 86_400_000)).toBe(1);
  expect(await summaryOf(db, project_id)).toMatchObject({ sleeping: false, alert_status: "error" });
});

test("days that an import or a new price left behind are counted without any new reading", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  await refreshOutdated(db, NOON);
  await addDay(db, plant, "2026-02-03", { production_wh: 100_000 });
  expect(await refreshOutdated(db, NOON)).toBe(1);
  await db
    .insertInto("tariff")
    .values({ project_id: plant.project_id, valid_from: "2026-02-03", vnd_per_kwh: "1000" })
    .execute();
  expect(await refreshOutdated(db, NOON)).toBe(1);
  expect((await summaryOf(db, plant.project_id)).saving_vnd).toBe("100000.00");
  expect(await refreshOutdated(db, NOON)).toBe(0);
});

test("a price by the hour counts each quarter hour in the project's own time, and exports at their price", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  const grid = await addDevice(db, plant, { asset_type: "grid_meter", serial: "G-1" });
  const bands = [{ from: "09:30", to: "11:30", days: [2], vnd_per_kwh: "3000" }];
  await db
    .insertInto("tariff")
    .values({
      project_id: plant.project_id,
      valid_from: "1970-01-01",
      vnd_per_kwh: "1000",
      export_vnd_per_kwh: "500",
      bands: JSON.stringify(bands),
    })
    .execute();
  const bin = (device: { project_id: number; device_id: number }, clock: string, sums: object) =>
    db
      .insertInto("energy_quarter")
      .values({
        project_id: device.project_id,
        device_id: device.device_id,
        bin_utc: `2026-02-03T${clock}:00+07:00`,
        ...sums,
      })
      .execute();
  // 2026-02-03 is a Tuesday.
  await bin(plant, "09:15", { production_wh: 10_000 });
  await bin(plant, "09:30", { production_wh: 10_000 });
  await bin(plant, "11:15", { production_wh: 10_000 });
  await bin(plant, "11:30", { production_wh: 10_000 });
  await bin(grid, "11:15", { export_wh: 4000 });
  await addDay(db, plant, "2026-02-03", { production_wh: 40_000 });
  await addDay(db, grid, "2026-02-03", { export_wh: 4000 });
  await refresh(db, [plant.project_id]);
  const saved = 10 * 1000 + 10 * 3000 + 6 * 3000 + 4 * 500 + 10 * 1000;
  expect((await summaryOf(db, plant.project_id)).saving_vnd).toBe(saved.toFixed(2));
});

test("yesterday's performance ratio is energy over capacity times the insolation of the sensor with the fewest gaps", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  const good = await addDevice(db, plant, { asset_type: "sensor_radiation", serial: "S-1" });
  const bad = await addDevice(db, plant, { asset_type: "sensor_radiation", serial: "S-2" });
  await addDay(db, plant, "2026-02-03", { production_wh: 240_000 });
  await addDay(db, good, "2026-02-03", { insolation_wh_m2: 5000 });
  await addDay(db, bad, "2026-02-03", { insolation_wh_m2: 2000, covered_s: 20_000 });
  await refresh(db, [plant.project_id]);
  const { performance_ratio, performance_ratio_day } = await summaryOf(db, plant.project_id);
  expect(performance_ratio_day).toBe("2026-02-03");
  expect(performance_ratio).toBeCloseTo(240 / (60 * 5), 9);
});

test("a day on which an inverter said nothing has no ratio, since what it made is not known", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  const second = await addDevice(db, plant, { asset_type: "solar_inverter", serial: "INV-2" });
  const sensor = await addDevice(db, plant, { asset_type: "sensor_radiation", serial: "S-1" });
  await addDay(db, second, "2026-02-02", { production_wh: 120_000 });
  await addDay(db, plant, "2026-02-03", { production_wh: 120_000 });
  await addDay(db, sensor, "2026-02-03", { insolation_wh_m2: 5000 });
  await refresh(db, [plant.project_id]);
  expect((await summaryOf(db, plant.project_id)).performance_ratio).toBeNull();
  const day = await db
    .selectFrom("project_day")
    .select(["covered_s", "expected_s"])
    .where("day", "=", "2026-02-03")
    .executeTakeFirstOrThrow();
  expect(day).toEqual({ covered_s: 43_200, expected_s: 86_400 });
});

test("two workers that fold devices of one project at once lose nothing", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  const devices = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      addDevice(db, plant, { asset_type: "solar_inverter", serial: `I-${index}` }),
    ),
  );
  await Promise.all(
    devices.map(({ device_id }) =>
      db.transaction().execute(async (tx) => {
        await addDay(tx, { project_id: plant.project_id, device_id }, "2026-02-04", { production_wh: 1000 });
        await refreshSummaries(tx, [plant.project_id], NOON);
      }),
    ),
  );
  expect((await summaryOf(db, plant.project_id)).today_inverter_wh).toBe(6000);
});
