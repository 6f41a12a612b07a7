import { kpiExplain, statisticsDevices, statisticsSeries, statisticsTotal } from "@heliograph/contract";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { tokenFor } from "../../../../testing/fleet-kit.ts";
import { send, worker } from "../../../../testing/ledger-db-kit.ts";
import { reading } from "../../../../testing/ledger-test-kit.ts";
import { addDevice, NOON } from "../../../../testing/performance-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import { refreshKeyFigures, refreshSummaries } from "../../kpi/index.ts";
import { monitoringRoutes } from "../index.ts";

const DAY = "2026-02-03";
const SIX = Date.parse(`${DAY}T06:00:00+07:00`);
/** Half a sine from six to six. */
const light = (index: number) => Math.round(900 * Math.sin((Math.PI * index) / 144));

test("a plant whose inverter sends power alone has its ratio, is complete, and every figure says that it is integrated", async () => {
  const pools = await freshPools();
  const { db } = pools;
  const plant = await scene(db);
  const sensor = await addDevice(db, plant, { asset_type: "sensor_radiation", serial: "S-1" });
  const working = worker(pools);
  const readings = Array.from({ length: 145 }, (_, index) => ({
    at: SIX + index * 300_000,
    // 80 % of what 60 kWp may give.
    power: 48 * light(index),
    irradiance: light(index),
  }));
  await send(
    pools,
    plant,
    readings.map(({ at, power }) => reading(at, { power })),
  );
  await send(
    pools,
    sensor,
    readings.map(({ at, irradiance }) => reading(at, { irradiance })),
  );
  await working.idle();
  await db.transaction().execute((tx) => refreshSummaries(tx, [plant.project_id], NOON));
  await refreshKeyFigures(db, NOON);

  const api = await apiOf(db, (serve) => monitoringRoutes(serve, db, () => NOON));
  const token = await tokenFor(db, plant);
  const query = { project_uid: plant.project_uid, from_date: DAY, to_date: DAY };
  const explained = async (kpi: string) => (await api(kpiExplain, { token, query: { ...query, kpi } })).body;
  const ratio = await explained("performance_ratio");
  expect(ratio).toMatchObject({ reason: null, value: expect.closeTo(80, 3) });
  const integrated = ratio.inputs.find((one: { name: string }) => one.name === "integrated_energy");
  const { body: total } = await api(statisticsTotal, { token, query });
  expect(integrated.value).toBeCloseTo(total.production.value, 6);
  expect(total.production.value).toBeGreaterThan(200);
  expect([total.integrated_share.value, total.estimated_share.value]).toEqual([100, 0]);
  expect(total.completeness.value).toBeGreaterThan(98);
  const complete = await explained("completeness");
  expect(complete.inputs.map((one: { name: string }) => one.name)).toContain("integrated_energy");
  expect((await explained("integrated_share")).value).toBe(100);

  for (const binsize of ["15_minutes", "1_hours", "1_days", "1_months"]) {
    const { body: series } = await api(statisticsSeries, { token, query: { ...query, binsize } });
    const shares = series.integrated_share.filter((share: number | null) => (share ?? 0) > 0);
    expect([binsize, new Set(shares)]).toEqual([binsize, new Set([1])]);
    const { body } = await api(statisticsDevices, { token, query: { ...query, binsize } });
    const own = body.devices.find((one: { device_serial: string }) => one.device_serial === "INV-1");
    expect([binsize, new Set(own.integrated_share.filter((share: number | null) => share))]).toEqual([
      binsize,
      new Set([1]),
    ]);
  }
});
