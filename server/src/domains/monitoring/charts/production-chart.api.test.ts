import { productionChart } from "@heliograph/contract";
import { expect, test } from "vitest";
import { NOON, addDay, addDevice, performanceApi } from "../../../../testing/performance-kit.ts";
import { DUE_S } from "../../../../testing/quality-kit.ts";
import { refreshSummaries } from "../../kpi/index.ts";

const metersOf = (bars: { metter_production_data: { value: number | null } }[]) =>
  bars.map((bar) => bar.metter_production_data.value);

/** Two gateways with an inverter each: a good day, a day without a word, and today so far. */
async function threeDays() {
  const { db, api, plant, token } = await performanceApi();
  const { gateway_id } = await db
    .insertInto("gateway")
    .values({ project_id: plant.project_id, serial: "GW-SECOND", name: "Hall B", credential_hash: "none" })
    .returning("gateway_id")
    .executeTakeFirstOrThrow();
  const second = await addDevice(
    db,
    { ...plant, gateway_id },
    { asset_type: "solar_inverter", serial: "I-2" },
  );
  const sensor = await addDevice(db, plant, { asset_type: "sensor_radiation", serial: "S-1" });
  await addDay(db, plant, "2026-02-02", { production_wh: 180_000, est_production_wh: 18_000 });
  await addDay(db, second, "2026-02-02", {
    production_wh: 60_000,
    int_production_wh: 30_000,
    covered_s: 21_600,
  });
  await addDay(db, sensor, "2026-02-02", { insolation_wh_m2: 5000 });
  await addDay(db, plant, "2026-02-04", { production_wh: 100_000 });
  await addDay(db, second, "2026-02-04", { production_wh: 100_000 });
  await addDay(db, sensor, "2026-02-04", { insolation_wh_m2: 4000 });
  await db.transaction().execute((tx) => refreshSummaries(tx, [plant.project_id], NOON));

  const query = {
    project_uid: plant.project_uid,
    from_date: "2026-02-02",
    to_date: "2026-02-04",
    get_type: "day",
  };
  const { status, body } = await api(productionChart, { token, query });
  expect(status).toBe(200);
  return { plant, body };
}

test("the production chart has a bar a day for the project and each gateway, with its gaps and estimates", async () => {
  const { plant, body } = await threeDays();
  expect(body.chart_date_label).toEqual(["2026-02-02", "2026-02-03", "2026-02-04"]);
  expect(body.chart_data.map((one: { label: object }) => one.label)).toMatchObject([
    { gateway_uid: plant.gateway_uid, gateway_serial: plant.gateway_serial, alias: plant.gateway_serial },
    { gateway_serial: "GW-SECOND", serial: "GW-SECOND", alias: "Hall B" },
  ]);
  expect(body.chart_data[1].data[0]).toEqual({
    metter_production_data: { value: null, unit: "kWh" },
    inverter_production_data: { value: 60, unit: "kWh" },
    should_display: true,
    // Of the 47 quarter hours of daylight.
    completeness: 21_600 / DUE_S,
    estimated_share: 0,
    integrated_share: 0.5,
  });
  expect(body.total_display[0]).toEqual({
    metter_production_data: { value: null, unit: "kWh" },
    inverter_production_data: { value: 240, unit: "kWh" },
    should_display: true,
    completeness: 0.75,
    estimated_share: 0.075,
    integrated_share: 0.125,
  });
  expect(body.total_display[1]).toEqual({
    metter_production_data: { value: null, unit: "kWh" },
    inverter_production_data: { value: null, unit: "kWh" },
    should_display: false,
    // Due, and nothing of it came.
    completeness: 0,
    estimated_share: null,
    integrated_share: null,
  });
});

test("insolation, expectation, ratio, savings and CO2 follow from the bars, and are null where they cannot", async () => {
  const { body } = await threeDays();
  expect(body.insolation_data.map((one: { value: number | null }) => one.value)).toEqual([5000, null, 4000]);
  expect(body.expected_prod_data[0]).toEqual({
    expected_export_prod: { value: null, unit: "kWh" },
    expected_prod: { value: 255, unit: "kWh" },
    gateway_data: null,
    cpr: { value: null, unit: "%" },
  });
  const ratios = body.pr_alert.map((one: { pr_data: { value: number | null } }) => one.pr_data.value);
  expect(ratios).toEqual([null, null, expect.closeTo((200 / (60 * 4)) * 100, 9)]);
  expect(body.pr_alert[2].pr_status).toEqual({ status: null });
  expect(body.pr_production_data[2]).toEqual({ value: 200, unit: "kWh" });
  const saved = body.chart_saving.map(
    (one: { data: { saving_cost: { value: number } }[] }) => one.data[0]?.saving_cost.value,
  );
  expect(saved).toEqual([Math.round(180 * 2204.0655), Math.round(60 * 2204.0655)]);
  expect(body.chart_co2[0].data[0].co2_reduction).toEqual({
    value: expect.closeTo(0.18 * 0.6592, 9),
    unit: "t",
  });
  expect(body.chart_co2[0].data[1].co2_reduction).toEqual({ value: null, unit: "t" });
  expect(body.co2_provisional_years).toEqual([2026]);
  expect(body.project_pvsyst).toBeNull();
});

test("by month the chart sums whole months, and their ratios are of sums over the days that have one", async () => {
  const { db, api, plant, token } = await performanceApi();
  const meter = await addDevice(db, plant, { asset_type: "electric_meter", serial: "M-1" });
  const sensor = await addDevice(db, plant, { asset_type: "sensor_radiation", serial: "S-1" });
  const day = async (date: string, wh: number, insolation: number) => {
    await addDay(db, plant, date, { production_wh: wh * 1.02 });
    await addDay(db, meter, date, { production_wh: wh });
    await addDay(db, sensor, date, { insolation_wh_m2: insolation });
  };
  await day("2023-12-30", 240_000, 5000);
  await day("2023-12-31", 60_000, 1000);
  await day("2024-02-29", 120_000, 100);
  await db.transaction().execute((tx) => refreshSummaries(tx, [plant.project_id], NOON));
  const query = {
    project_uid: plant.project_uid,
    from_date: "2023-12-31",
    to_date: "2024-02-01",
    get_type: "month",
  };
  const { body } = await api(productionChart, { token, query });
  expect(body.chart_date_label).toEqual(["2023-12", "2024-01", "2024-02"]);
  expect(metersOf(body.total_display)).toEqual([300, null, 120]);
  expect(metersOf(body.chart_data[0].data)).toEqual([300, null, 120]);
  const ratios = body.pr_alert.map((one: { pr_data: { value: number | null } }) => one.pr_data.value);
  expect(ratios).toEqual([expect.closeTo((300 / (60 * 6)) * 100, 9), null, null]);
  expect(body.chart_co2[0].data[0].co2_reduction.value).toBeCloseTo(0.3 * 0.6592, 9);
  expect(body.co2_provisional_years).toEqual([2024]);
});

test("the longest ranges are answered: 400 days, and 120 months", async () => {
  const { api, plant, token } = await performanceApi();
  const { project_uid } = plant;
  const days = await api(productionChart, {
    token,
    query: { project_uid, from_date: "2025-01-01", to_date: "2026-02-04" },
  });
  expect(days.body.chart_date_label).toHaveLength(400);
  const query = { project_uid, from_date: "2016-02-29", to_date: "2026-01-01", get_type: "month" };
  const months = await api(productionChart, { token, query });
  expect(months.body.chart_date_label).toHaveLength(120);
  expect(months.body.chart_date_label.at(-1)).toBe("2026-01");
});
