// "How was this computed?" says of every figure what stands beside it.
import { kpiExplain, productionChart, statisticsTotal, type KpiName } from "@heliograph/contract";
import { expect, test } from "vitest";
import { addDay, addDevice, NOON } from "../../../../testing/performance-kit.ts";
import { vectorDay, vectorPlant } from "../../../../testing/vector-plant-kit.ts";
import { refreshKeyFigures, refreshSummaries } from "../../kpi/index.ts";

const FROM = "2026-02-02";
const TO = "2026-02-03";

/** The plant with a free day and one held back at noon. */
async function twoDays() {
  const made = await vectorPlant();
  await vectorDay(made, FROM);
  await vectorDay(made, TO, { held: true });
  for (const day of [FROM, TO]) await addDay(made.db, made.grid, day, { import_wh: 96_000, export_wh: 1500 });
  await made.db.transaction().execute((tx) => refreshSummaries(tx, [made.plant.project_id], NOON));
  expect(await refreshKeyFigures(made.db, NOON)).toBeGreaterThan(0);
  const explain = async (kpi: KpiName, from_date = FROM, to_date = TO) => {
    const query = { project_uid: made.plant.project_uid, kpi, from_date, to_date };
    const { status, body } = await made.api(kpiExplain, { token: made.token, query });
    expect([kpi, status]).toEqual([kpi, 200]);
    return body;
  };
  return { ...made, explain };
}
const inputOf = (body: { inputs: { name: string; value: number | null }[] }, name: string) =>
  body.inputs.find((one) => one.name === name)?.value ?? null;

test("corrected to 25 °C the held-back day's ratio is 76.40 %, at modules of 48.937 °C, and can be computed again", async () => {
  const { explain } = await twoDays();
  const body = await explain("temperature_corrected_ratio", TO, TO);
  expect(body.value).toBeCloseTo(76.4, 2);
  expect(inputOf(body, "weighted_temperature")).toBeCloseTo(48.937, 3);
  expect((100 * (inputOf(body, "energy") ?? 0)) / (inputOf(body, "reference_energy") ?? 0)).toBeCloseTo(
    body.value,
    9,
  );
  expect(body.days).toMatchObject([{ day: TO, reason: null }]);
  expect(body.intervals.length).toBeGreaterThan(0);
});

test("without module temperatures it is not known, and says so", async () => {
  const { db, plant, explain } = await twoDays();
  await db.updateTable("energy_quarter").set({ module_temperature_c: null }).execute();
  await db.updateTable("project_kpi_day").set({ outdated: true }).execute();
  expect(await refreshKeyFigures(db, NOON)).toBeGreaterThan(0);
  expect(await explain("temperature_corrected_ratio")).toMatchObject({
    value: null,
    reason: "no_temperature",
  });
  expect((await explain("performance_ratio")).value).toBeGreaterThan(70);
  expect(plant.project_uid).toBeTruthy();
});

test("an explanation says whether meters or inverters tell the production in it", async () => {
  const { db, plant, explain } = await twoDays();
  const said = async (kpi: KpiName, from = FROM, to = TO) => (await explain(kpi, from, to)).by;
  expect([await said("energy"), await said("co2"), await said("performance_ratio")]).toEqual(
    Array.from({ length: 3 }, () => "solar_inverter"),
  );
  expect([await said("grid_import"), await said("insolation")]).toEqual([null, null]);
  const meter = await addDevice(db, plant, { asset_type: "electric_meter", serial: "M-1" });
  await addDay(db, meter, TO, { production_wh: 400_000 });
  await db.transaction().execute((tx) => refreshSummaries(tx, [plant.project_id], NOON));
  expect([await said("energy"), await said("energy", TO)]).toEqual(["mixed", "electric_meter"]);
});

test("the explanation of each figure of the statistics ends in the value that stands there", async () => {
  const { api, token, plant, explain } = await twoDays();
  const query = { project_uid: plant.project_uid, from_date: FROM, to_date: TO };
  const { body: total } = await api(statisticsTotal, { token, query });
  const shown: [KpiName, number | null][] = [
    ["energy", total.production.value],
    ["grid_import", total.import_energy.value],
    ["grid_export", total.export_energy.value],
    ["self_consumption", total.self_consumed.value],
    ["insolation", total.insolation.value],
    ["co2", total.co2_reduction.value],
    ["saving", total.cost_saving.value],
    ["completeness", total.completeness.value],
    ["estimated_share", total.estimated_share.value],
    ["integrated_share", total.integrated_share.value],
  ];
  for (const [kpi, value] of shown) {
    const told = await explain(kpi);
    expect([kpi, value]).toEqual([kpi, expect.any(Number)]);
    // Money stands there in whole dong.
    const digits = kpi === "saving" ? 0 : 3;
    expect([kpi, told.value]).toEqual([kpi, expect.closeTo(value ?? Number.NaN, digits)]);
    expect(told.formula).not.toBe("");
    expect(told.days.map((day: { day: string }) => day.day)).toEqual([FROM, TO]);
  }
  const peak = await explain("peak_power");
  expect(peak.value).toBeCloseTo((total.peak_power.value ?? 0) / 1000, 6);
  expect(peak.unit).toBe("kW");
});

test("what is summed from whole days is told over decades, by months; a ratio is not", async () => {
  const { api, token, plant, explain } = await twoDays();
  const long = await explain("energy", "2000-01-01", TO);
  const short = await explain("energy");
  expect(long.value).toBe(short.value);
  expect(long.days).toEqual([{ day: FROM, value: short.value, reason: null, used: 0, left_out: {} }]);
  const query = {
    project_uid: plant.project_uid,
    kpi: "performance_ratio",
    from_date: "2000-01-01",
    to_date: TO,
  };
  const { status, body } = await api(kpiExplain, { token, query });
  expect([status, Object.keys(body.fields)]).toEqual([400, ["query.to_date"]]);
});

test("an explanation of a month is the sum that the month's bar shows", async () => {
  const { api, token, plant, explain } = await twoDays();
  const query = { project_uid: plant.project_uid, from_date: FROM, to_date: TO, get_type: "month" };
  const { body: chart } = await api(productionChart, { token, query });
  const saved = await explain("saving", "2026-02-01", "2026-02-28");
  expect(saved.value).toBeCloseTo(chart.chart_saving[0].data[0].saving_cost.value, 0);
});
