import {
  binsizeExport,
  statisticsDevices,
  statisticsSeries,
  statisticsTotal,
  type Endpoint,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { accountOn, tokenFor } from "../../../../testing/fleet-kit.ts";
import { NOON, addDay, addDevice, addReading } from "../../../../testing/performance-kit.ts";
import { DUE_S } from "../../../../testing/quality-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { refreshSummaries } from "../../kpi/summaries/project-summary.sql.ts";
import { statisticsRoutes } from "./statistics.routes.ts";

async function statisticsApi(project: Parameters<typeof scene>[2] = {}) {
  const { db } = await freshPools();
  const plant = await scene(db, "owner", project);
  const api = await apiOf(db, (serve) => statisticsRoutes(serve, db, () => NOON));
  return { db, api, plant, token: await tokenFor(db, plant) };
}

interface Quarter {
  production_wh?: number;
  export_wh?: number;
  import_wh?: number;
  est_production_wh?: number;
  power_avg_w?: number;
  covered_s?: number;
}

async function addQuarter(
  db: Db,
  device: { project_id: number; device_id: number },
  at: string,
  sums: Quarter,
) {
  const { project_id, device_id } = device;
  await db
    .insertInto("energy_quarter")
    .values({ project_id, device_id, bin_utc: at, covered_s: 900, ...sums })
    .execute();
}

const at = (clock: string) => `2026-02-03T${clock}:00+07:00`;

/** Inverter, production meter and grid meter: two quarter hours of 3 February, and days into January. */
async function plantOfThree() {
  const made = await statisticsApi();
  const { db, plant } = made;
  const meter = await addDevice(db, plant, { asset_type: "electric_meter", serial: "M-1", alias: "=cmd()" });
  const grid = await addDevice(db, plant, { asset_type: "grid_meter", serial: "G-1" });
  await addQuarter(db, plant, at("09:00"), { production_wh: 1100, power_avg_w: 4400 });
  await addQuarter(db, meter, at("09:00"), { production_wh: 1000, power_avg_w: 4000 });
  await addQuarter(db, grid, at("09:00"), { import_wh: 10, export_wh: 300 });
  await addQuarter(db, meter, at("09:45"), {
    production_wh: 500,
    est_production_wh: 250,
    power_avg_w: 2000,
    covered_s: 450,
  });
  await addDay(db, plant, "2026-02-03", { production_wh: 1100 });
  await addDay(db, meter, "2026-02-03", { production_wh: 1500, est_production_wh: 300, covered_s: 21_600 });
  await addDay(db, grid, "2026-02-03", { import_wh: 10, export_wh: 300 });
  await addDay(db, meter, "2026-01-31", { production_wh: 2000 });
  await addDay(db, meter, "2026-01-05", { production_wh: 4000 });
  // Five minutes of 4 kW at 09:00 and of 2 kW at 09:45.
  for (const [clock, ac_power_w] of [
    ["09:05", 4000],
    ["09:50", 2000],
  ] as const) {
    await addReading(db, meter, at(clock), { ac_power_w });
  }
  await db.updateTable("energy_day").set({ power_max_w: 4500 }).where("day", "=", "2026-02-03").execute();
  await db.transaction().execute((tx) => refreshSummaries(tx, [plant.project_id], NOON));
  return {
    ...made,
    meter,
    grid,
    query: { project_uid: plant.project_uid, from_date: "2026-02-03", to_date: "2026-02-03" },
  };
}

test("quarter hours of a day are where they belong, and everything else is a gap", async () => {
  const { api, token, query } = await plantOfThree();
  const { status, body } = await api(statisticsSeries, { token, query });
  expect(status).toBe(200);
  expect(body.binsize).toBe("15_minutes");
  expect(body.bins).toHaveLength(96);
  expect(body.bins[36]).toBe("2026-02-03T09:00:00+07:00");
  expect([body.metter_production[36], body.metter_production[39]]).toEqual([1, 0.5]);
  expect(body.inverter_production[36]).toBe(1.1);
  expect([body.import_energy[36], body.export_energy[36], body.self_consumed[36]]).toEqual([0.01, 0.3, 0.7]);
  expect([body.completeness[39], body.estimated_share[39]]).toEqual([0.5, 0.5]);
  expect(body.metter_production.filter((value: number | null) => value !== null)).toHaveLength(2);
  expect([body.self_consumed[39], body.completeness[0], body.estimated_share[0]]).toEqual([null, null, null]);
  expect(body.insolation).toEqual([]);
});

test("half hours and hours sum their quarter hours", async () => {
  const { api, token, query } = await plantOfThree();
  const series = async (binsize: string) =>
    (await api(statisticsSeries, { token, query: { ...query, binsize } })).body;
  expect((await series("30_minutes")).metter_production.slice(18, 20)).toEqual([1, 0.5]);
  expect((await series("1_hours")).metter_production[9]).toBe(1.5);
});

test("the days, months and years of a device sum to its daily ledger, cut where the range cuts them", async () => {
  const { api, token, query, meter } = await plantOfThree();
  const of = async (from_date: string, binsize: string) => {
    const { body } = await api(statisticsDevices, { token, query: { ...query, from_date, binsize } });
    const device = body.devices.find((one: { device_uid: string }) => one.device_uid === meter.device_uid);
    return { bins: body.bins, production: device.production };
  };
  expect(await of("2026-02-02", "1_days")).toEqual({
    bins: ["2026-02-02", "2026-02-03"],
    production: [null, 1.5],
  });
  expect(await of("2026-01-01", "1_months")).toEqual({ bins: ["2026-01", "2026-02"], production: [6, 1.5] });
  expect(await of("2026-01-06", "1_months")).toEqual({ bins: ["2026-01", "2026-02"], production: [2, 1.5] });
  expect(await of("2025-12-31", "year")).toEqual({ bins: ["2025", "2026"], production: [null, 7.5] });
});

test("devices say what they have: columns of what they have not are empty", async () => {
  const { api, token, query, plant } = await plantOfThree();
  const { body } = await api(statisticsDevices, { token, query: { ...query, binsize: "1_days" } });
  expect(body.devices.map((one: { device_serial: string }) => one.device_serial)).toEqual([
    "INV-1",
    "M-1",
    "G-1",
  ]);
  expect(body.devices[2]).toEqual({
    gateway_uid: plant.gateway_uid,
    gateway_serial: plant.gateway_serial,
    gateway_alias: plant.gateway_serial,
    device_uid: expect.any(String),
    device_serial: "G-1",
    alias: "G-1",
    asset_type: "grid_meter",
    production: [],
    import_energy: [0.01],
    export_energy: [0.3],
    charge_energy: [],
    discharge_energy: [],
    insolation: [],
    // It began at 9:00 and was due until midnight.
    completeness: [12 / 15],
    estimated_share: [0],
    integrated_share: [0],
  });
});

test("the totals of a range say what was produced, used, saved and avoided, its peak, and how sure that is", async () => {
  const { api, token, query } = await plantOfThree();
  const { body } = await api(statisticsTotal, { token, query });
  expect(body).toEqual({
    timezone: "Asia/Ho_Chi_Minh",
    metter_production: { value: 1.5, unit: "kWh" },
    inverter_production: { value: 1.1, unit: "kWh" },
    production: { value: 1.5, unit: "kWh" },
    import_energy: { value: 0.01, unit: "kWh" },
    export_energy: { value: 0.3, unit: "kWh" },
    self_consumed: { value: 1.2, unit: "kWh" },
    insolation: { value: null, unit: "Wh/m2" },
    co2_reduction: { value: expect.closeTo(0.0015 * 0.6592, 9), unit: "t" },
    cost_saving: { value: Math.round(1.2 * 2204.0655), unit: "VND" },
    peak_power: { value: 4000, unit: "W", at: "2026-02-03T09:00:00+07:00", by: "electric_meter" },
    completeness: { value: 50, unit: "%" },
    estimated_share: { value: 20, unit: "%" },
    integrated_share: { value: 0, unit: "%" },
    co2_provisional_years: [2026],
  });
});

test("totals of a range with times are of its quarter hours, and savings are not known", async () => {
  const { api, token, query } = await plantOfThree();
  const { body } = await api(statisticsTotal, {
    token,
    query: { ...query, from_time: "09:30", to_time: "10:00" },
  });
  expect(body.production.value).toBe(0.5);
  expect(body.peak_power).toEqual({
    value: 2000,
    unit: "W",
    at: "2026-02-03T09:45:00+07:00",
    by: "electric_meter",
  });
  expect(body.estimated_share.value).toBe(50);
  expect(body.completeness.value).toBe(25);
  expect(body.cost_saving.value).toBeNull();
});

test("a range of which nothing is known has no zeros", async () => {
  const { api, token, plant } = await statisticsApi();
  const query = { project_uid: plant.project_uid, from_date: "2026-02-01", to_date: "2026-02-01" };
  const total = await api(statisticsTotal, { token, query });
  expect(total.body.production.value).toBeNull();
  expect(total.body.completeness.value).toBeNull();
  expect(total.body.peak_power).toEqual({ value: null, unit: "W", at: null, by: null });
  expect((await api(statisticsSeries, { token, query })).body.metter_production).toEqual([]);
});

test("on the day that clocks are set back the hour that occurs twice has two bins", async () => {
  const { db, api, plant, token } = await statisticsApi({ timezone: "Europe/Berlin" });
  await addQuarter(db, plant, "2025-10-26T00:30:00Z", { production_wh: 100 });
  await addQuarter(db, plant, "2025-10-26T01:30:00Z", { production_wh: 200 });
  const query = {
    project_uid: plant.project_uid,
    from_date: "2025-10-26",
    to_date: "2025-10-26",
    binsize: "1_hours",
  };
  const { body } = await api(statisticsSeries, { token, query });
  expect(body.bins.slice(2, 4)).toEqual(["2025-10-26T02:00:00+02:00", "2025-10-26T02:00:00+01:00"]);
  expect(body.inverter_production.slice(1, 5)).toEqual([null, 0.1, 0.2, null]);
});

test.each([
  ["15_minutes", "2026-01-01", 31],
  ["30_minutes", "2026-01-01", 31],
  ["1_hours", "2025-12-01", 45],
  ["1_days", "2024-12-01", 400],
  ["1_months", "2023-11-01", 800],
])("too long a range for %s is refused by its field and limit", async (binsize, from_date, days) => {
  const { api, token, plant } = await statisticsApi();
  const query = { project_uid: plant.project_uid, from_date, to_date: "2026-02-03", binsize };
  for (const e of [statisticsSeries, statisticsDevices, binsizeExport]) {
    const { status, body } = await api(e, { token, query });
    expect({ status, fields: body.fields }).toEqual({
      status: 400,
      fields: { "query.to_date": `The selected binsize allows a maximum of ${days} days` },
    });
  }
});

test("ranges that end after now, times with bins of days, and bins that do not exist are refused by their field", async () => {
  const { api, token, plant } = await statisticsApi();
  const query = { project_uid: plant.project_uid, from_date: "2026-02-04", to_date: "2026-02-04" };
  const fields = async (more: Record<string, string>) =>
    (await api(statisticsSeries, { token, query: { ...query, ...more } })).body.fields;
  expect(await fields({ to_date: "2026-02-05" })).toEqual({
    "query.to_date": "End time must be < current time",
  });
  expect(await fields({ from_time: "12:30" })).toEqual({
    "query.from_time": "Start time must be < current time",
  });
  expect(await fields({ from_time: "08:00", binsize: "1_days" })).toHaveProperty(["query.from_time"]);
  expect(await fields({ binsize: "5_minutes" })).toHaveProperty(["query.binsize"]);
  expect(await fields({ from_date: "2026-02-30" })).toHaveProperty(["query.from_date"]);
});

test("the export is an attachment named after project and range, with quality columns and inert text", async () => {
  const { api, token, query } = await plantOfThree();
  const asked = { token, query: { ...query, binsize: "1_days", view: "devices" } };
  const { status, headers, bytes } = await api(binsizeExport, asked);
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(headers["content-disposition"]).toContain(
    `filename="Roof 1 2026-02-03 2026-02-03 1_days devices.csv"`,
  );
  const [head, inverter, meter, ...rest] = new TextDecoder("utf-8", { ignoreBOM: true })
    .decode(bytes)
    .split("\r\n");
  expect(head?.startsWith("\uFEFFgateway,")).toBe(true);
  expect(head).toContain("completeness_percent,estimated_percent");
  expect(inverter).toContain(",INV-1,INV-1,solar_inverter,03-02-2026,,2026-02-03,1.1,");
  expect(meter).toContain(
    `,'=cmd(),M-1,electric_meter,03-02-2026,,2026-02-03,1.5,,,,,,${((100 * 21_600) / DUE_S).toFixed(10)},20`,
  );
  expect(rest).toHaveLength(2);
});

test("the export of a project by quarter hours has a row for each, with its range of clock times", async () => {
  const { api, token, query } = await plantOfThree();
  const { bytes } = await api(binsizeExport, { token, query });
  const lines = new TextDecoder().decode(bytes).trimEnd().split("\r\n");
  expect(lines).toHaveLength(97);
  expect(lines[37]).toBe("03-02-2026,09:00-09:15,2026-02-03T09:00:00+07:00,1,1.1,0.01,0.3,0.7,,100,0,0");
  expect(lines[96]).toBe("03-02-2026,23:45-00:00,2026-02-03T23:45:00+07:00,,,,,,,,,");
});

test("who is not signed in or a stranger gets nothing; who may only look gets it all", async () => {
  const { db, api, plant } = await statisticsApi();
  const stranger = await accountOn(db, null);
  const viewer = await accountOn(db, { project_id: plant.project_id, role: "read_only" });
  const query = { project_uid: plant.project_uid, from_date: "2026-02-03", to_date: "2026-02-03" };
  const calls: Endpoint[] = [statisticsTotal, statisticsSeries, statisticsDevices, binsizeExport];
  for (const e of calls) {
    const unknown = await api(e, { query });
    expect([unknown.status, unknown.body.code]).toEqual([403, "token.required"]);
    const refused = await api(e, { token: stranger.token, query });
    expect([refused.status, refused.body.code]).toEqual([404, "project.not_found"]);
    expect((await api(e, { token: viewer.token, query })).status).toBe(200);
  }
});

test("a year of 30 devices is answered whole: 365 days of each, none lost", async () => {
  const { db, api, plant, token } = await statisticsApi();
  for (let index = 2; index <= 30; index += 1) {
    await addDevice(db, plant, { asset_type: "solar_inverter", serial: `INV-${index}` });
  }
  await sql`
    insert into energy_day (project_id, device_id, day, production_wh, covered_s, expected_s)
    select project_id, device_id, x::date, 1000, 40000, 43200
    from device, generate_series('2025-02-04'::date, '2026-02-03'::date, '1 day') as x`.execute(db);
  await sql`analyze energy_day`.execute(db);
  const query = {
    project_uid: plant.project_uid,
    from_date: "2025-02-04",
    to_date: "2026-02-03",
    binsize: "1_days",
  };
  const { body } = await api(statisticsDevices, { token, query });
  expect(body.devices).toHaveLength(30);
  for (const device of body.devices) expect(device.production).toHaveLength(365);
});
