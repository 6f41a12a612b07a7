import { chartTool, chartToolDevices } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { accountOn, tokenFor } from "../../../../testing/fleet-kit.ts";
import { NOON, addDevice, addLatest, addReading } from "../../../../testing/performance-kit.ts";
import { worker } from "../../../../testing/ledger-db-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import { LANE, putChanges } from "../../telemetry/index.ts";
import { chartToolRoutes } from "./chart-tool.routes.ts";

async function chartToolApi(project: Parameters<typeof scene>[2] = {}) {
  const { db } = await freshPools();
  const plant = await scene(db, "owner", project);
  const api = await apiOf(db, (serve) => chartToolRoutes(serve, db, () => NOON));
  const day = { project_uid: plant.project_uid, from_date: "2026-02-03", to_date: "2026-02-03" };
  return { db, api, plant, token: await tokenFor(db, plant), day };
}

const at = (clock: string, day = "03") => `2026-02-${day}T${clock}:00+07:00`;
/** Index of the five minutes that begin at the time. */
const row = (hours: number, minutes: number) => hours * 12 + minutes / 5;

test("the tree holds gateways, their devices, and what each of them reports, energies first", async () => {
  const { db, api, plant, token } = await chartToolApi();
  const sensor = await addDevice(db, plant, { asset_type: "sensor_radiation", serial: "S-1", alias: "Roof" });
  await addLatest(db, plant, new Date(NOON), { ac_power_w: 1, energy_total_wh: 5, ext: {} });
  await addLatest(db, sensor, new Date(NOON), { irradiance_w_m2: 800 });
  const { status, body } = await api(chartToolDevices, { token, query: { project_uid: plant.project_uid } });
  expect(status).toBe(200);
  expect(body.gateways).toHaveLength(1);
  expect(body.gateways[0].devices).toEqual([
    {
      device_uid: plant.device_uid,
      serial: "INV-1",
      alias: "INV-1",
      asset_type: "solar_inverter",
      quantities: ["production_wh", "energy_total_wh", "ac_power_w"],
    },
    {
      device_uid: sensor.device_uid,
      serial: "S-1",
      alias: "Roof",
      asset_type: "sensor_radiation",
      quantities: ["insolation_wh_m2", "irradiance_w_m2"],
    },
  ]);
});

test("a device that has only history is offered for what it measured, and for the energies that followed or were reported", async () => {
  const pools = await freshPools();
  const { db } = pools;
  const plant = await scene(db);
  const api = await apiOf(db, (serve) => chartToolRoutes(serve, db, () => NOON));
  const token = await tokenFor(db, plant);
  await sql`select ensure_reading_partitions('2024-03-01', '2024-03-31')`.execute(db);
  const monthly = await addDevice(db, plant, { asset_type: "solar_inverter", serial: "INV-2" });
  await addDevice(db, plant, { asset_type: "solar_inverter", serial: "INV-3" });
  const month = (device_id: number, since: string) => ({
    project_id: plant.project_id,
    device_id,
    since,
    period: "month",
  });
  await db
    .insertInto("reported_energy")
    .values({ ...month(monthly.device_id, "2024-03-01"), production_wh: 5000 })
    .execute();
  for (const [clock, power] of [
    ["09:15", { ac_power_w: 4000, ac_voltage_v: 231, interval_s: 900, source: 2 }],
    ["09:30", { ac_voltage_v: 231, interval_s: 900, source: 2 }],
  ] as const) {
    const ts = `2024-03-02T${clock}:00+07:00`;
    await db
      .insertInto("reading")
      .values({ project_id: plant.project_id, device_id: plant.device_id, ts, ...power })
      .execute();
  }
  const span = { since: Date.parse("2024-03-01"), until: Date.parse("2024-03-03") };
  const client = await pools.pool.connect();
  const devices = [plant, monthly].map(({ device_id }) => ({
    project_id: plant.project_id,
    device_id,
    ...span,
  }));
  await putChanges(client, LANE.backlog, devices).finally(() => client.release());
  await worker(pools).idle();
  const { body } = await api(chartToolDevices, { token, query: { project_uid: plant.project_uid } });
  const offered = body.gateways[0].devices.map((one: { serial: string; quantities: string[] }) => [
    one.serial,
    one.quantities,
  ]);
  expect(offered).toEqual([
    ["INV-1", ["production_wh", "ac_power_w", "ac_voltage_v"]],
    ["INV-2", ["production_wh"]],
    ["INV-3", []],
  ]);
  const months = await api(chartTool, {
    token,
    query: {
      project_uid: plant.project_uid,
      from_date: "2024-02-01",
      to_date: "2024-03-31",
      bin: "1_months",
      series: `${monthly.device_uid}:production_wh`,
    },
  });
  expect(months.body.shown.series[0].values).toEqual([null, 5000]);
});

test("readings stand in the row that their interval lies in, whatever the seconds, and the rest is a gap", async () => {
  const { db, api, plant, token, day } = await chartToolApi();
  await addReading(db, plant, "2026-02-03T09:05:20+07:00", { ac_power_w: 1000 });
  await addReading(db, plant, "2026-02-03T09:09:50+07:00", { ac_power_w: 4000 });
  const { status, body } = await api(chartTool, {
    token,
    query: { ...day, series: `${plant.device_uid}:ac_power_w` },
  });
  expect(status).toBe(200);
  expect([body.step_s, body.thinned, body.overlay]).toEqual([300, false, null]);
  const [series] = body.shown.series;
  expect(body.shown.starts[row(9, 0)]).toBe(Date.parse(at("09:00")));
  expect(series.values.slice(row(9, 0) - 1, row(9, 10) + 1)).toEqual([null, 1000, 4000, null]);
  expect(series.values.filter((value: number | null) => value !== null)).toHaveLength(2);
  expect([series.min, series.max, series.mean, series.unit]).toEqual([1000, 4000, 2500, "W"]);
});

test("bins are means weighted by time; states and counters keep their highest", async () => {
  const { db, api, plant, token, day } = await chartToolApi();
  await addReading(db, plant, at("09:05"), {
    ac_power_w: 1000,
    state: 4,
    energy_total_wh: 10,
    interval_s: 300,
  });
  await addReading(db, plant, at("09:15"), {
    ac_power_w: 4000,
    state: 7,
    energy_total_wh: 20,
    interval_s: 600,
  });
  const names = ["ac_power_w", "state", "energy_total_wh"]
    .map((name) => `${plant.device_uid}:${name}`)
    .join(",");
  const { body } = await api(chartTool, { token, query: { ...day, bin: "15_minutes", series: names } });
  expect(body.shown.series.map((one: { values: number[] }) => one.values[36])).toEqual([3000, 7, 20]);
  expect(body.shown.series[1].mean).toBeNull();
  const hourly = await api(chartTool, { token, query: { ...day, bin: "1_days", series: names } });
  expect(hourly.body.shown.series[0].values).toEqual([3000]);
});

test("energies come from the ledger: each quarter hour's stands in one row, of detail too, and their sum is told", async () => {
  const { db, api, plant, token, day } = await chartToolApi();
  const { project_id, device_id } = plant;
  for (const [bin_utc, production_wh] of [
    [at("09:00"), 100],
    [at("09:15"), 200],
  ] as const) {
    await db.insertInto("energy_quarter").values({ project_id, device_id, bin_utc, production_wh }).execute();
  }
  const series = `${plant.device_uid}:production_wh`;
  const asked = async (bin: string, times = {}) =>
    (await api(chartTool, { token, query: { ...day, ...times, bin, series } })).body;
  expect((await asked("1_hours")).shown.series[0].values[9]).toBe(300);
  const detail = await asked("detail");
  expect(detail.step_s).toBe(900);
  expect(detail.shown.series[0].values.slice(35, 39)).toEqual([null, 100, 200, null]);
  expect(detail.shown.series[0]).toMatchObject({ min: 100, max: 200, mean: 150, sum: 300 });
  // A range that begins within a quarter hour begins with it.
  const within = await asked("detail", { from_time: "09:07", to_time: "09:30" });
  expect([within.shown.from, within.shown.series[0].values]).toEqual([
    "2026-02-03T02:00:00.000Z",
    [100, 200],
  ]);
});

test("the step is never finer than the devices send: a line and no dots, by bins too", async () => {
  const { db, api, plant, token, day } = await chartToolApi();
  const other = await addDevice(db, plant, { asset_type: "sensor_radiation", serial: "S-1", alias: "Roof" });
  for (let quarter = 1; quarter <= 12; quarter += 1) {
    const clock = `${String(9 + Math.floor(quarter / 4)).padStart(2, "0")}:${String((quarter % 4) * 15).padStart(2, "0")}`;
    // Says that it is of ten seconds, and comes every quarter hour.
    await addReading(db, plant, at(clock), { ac_power_w: quarter, interval_s: 10 });
    if (quarter % 4 === 0) {
      await addReading(db, other, at(clock), { irradiance_w_m2: quarter, interval_s: 3600 });
    }
  }
  const power = `${plant.device_uid}:ac_power_w`;
  const sun = `${other.device_uid}:irradiance_w_m2`;
  const asked = async (series: string, bin: string) =>
    (await api(chartTool, { token, query: { ...day, series, bin } })).body;
  const alone = await asked(power, "detail");
  expect(alone.step_s).toBe(900);
  const drawn = alone.shown.series[0].values as (number | null)[];
  const first = drawn.findIndex((value) => value !== null);
  expect(drawn.slice(first, first + 12)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  const both = await asked(`${power},${sun}`, "detail");
  expect(both.step_s).toBe(3600);
  expect(both.shown.series[1].values.filter((value: number | null) => value !== null)).toEqual([4, 8, 12]);
  const byBin = await asked(`${power},${sun}`, "15_minutes");
  expect([byBin.bin, byBin.shown.starts.length]).toEqual(["1_hours", 24]);
  expect((await asked(power, "30_minutes")).bin).toBe("30_minutes");
});

test("another day is laid over row by row", async () => {
  const { db, api, plant, token, day } = await chartToolApi();
  await addReading(db, plant, at("09:05"), { ac_power_w: 1000 });
  await addReading(db, plant, at("09:05", "01"), { ac_power_w: 700 });
  const { body } = await api(chartTool, {
    token,
    query: { ...day, series: `${plant.device_uid}:ac_power_w`, overlay_date: "2026-02-01" },
  });
  expect(body.shown.series[0].values[row(9, 0)]).toBe(1000);
  expect(body.overlay.series[0].values[row(9, 0)]).toBe(700);
  expect(body.overlay.from).toBe("2026-01-31T17:00:00.000Z");
  expect(body.overlay.series[0].max).toBe(700);
});

test("more readings than can be drawn are thinned to the lowest and highest of each span, in their order", async () => {
  const { db, api, plant, token, day } = await chartToolApi();
  await sql`
    insert into reading (project_id, device_id, ts, interval_s, ac_power_w)
    select ${plant.project_id}, ${plant.device_id}, t, 300, case when t = ${at("09:05")}::timestamptz then 9999 else 10 end
    from generate_series(${"2026-01-04T00:05:00+07:00"}::timestamptz, ${at("12:00")}::timestamptz, '5 minutes') as t`.execute(
    db,
  );
  const query = { ...day, from_date: "2026-01-04", series: `${plant.device_uid}:ac_power_w` };
  const { body } = await api(chartTool, { token, query });
  const [series] = body.shown.series;
  expect(body.thinned).toBe(true);
  expect(body.shown.starts.length).toBeLessThanOrEqual(3001);
  expect(series.values).toHaveLength(body.shown.starts.length);
  expect(series.values.filter((value: number | null) => value === 9999)).toHaveLength(1);
  expect([series.min, series.max]).toEqual([10, 9999]);
  expect(series.values.at(-1)).toBeNull();
});

test("what cannot be drawn is refused by its field", async () => {
  const { api, plant, token, day } = await chartToolApi();
  const series = `${plant.device_uid}:ac_power_w`;
  const fields = async (more: Record<string, string>) =>
    Object.keys((await api(chartTool, { token, query: { ...day, series, ...more } })).body.fields);
  expect(await fields({ series: "" })).toEqual(["query.series"]);
  expect(await fields({ series: Array.from({ length: 9 }, () => series).join(",") })).toEqual([
    "query.series",
  ]);
  expect(await fields({ series: `${plant.device_uid}:happiness` })).toEqual(["query.series.0.quantity"]);
  expect(await fields({ from_date: "2026-01-03" })).toEqual(["query.to_date"]);
  expect(await fields({ bin: "1_days", to_time: "10:00" })).toEqual(["query.from_time"]);
  expect(await fields({ bin: "year" })).toEqual(["query.bin"]);
  expect(await fields({ overlay_date: "yesterday" })).toEqual(["query.overlay_date"]);
});

test("a device of another project, who is not signed in, and a stranger get nothing", async () => {
  const { db, api, plant, token, day } = await chartToolApi();
  const other = await scene(db);
  const foreign = await api(chartTool, {
    token,
    query: { ...day, series: `${other.device_uid}:ac_power_w` },
  });
  expect([foreign.status, foreign.body.code]).toEqual([404, "chart_tool.no_device"]);
  const stranger = await accountOn(db, null);
  const viewer = await accountOn(db, { project_id: plant.project_id, role: "read_only" });
  const query = { ...day, series: `${plant.device_uid}:ac_power_w` };
  for (const e of [chartTool, chartToolDevices]) {
    expect((await api(e, { query })).status).toBe(403);
    expect((await api(e, { token: stranger.token, query })).body.code).toBe("project.not_found");
    expect((await api(e, { token: viewer.token, query })).status).toBe(200);
  }
});
