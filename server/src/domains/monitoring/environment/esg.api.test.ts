import { esg, esgFactors } from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Api } from "../../../../testing/api-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { accountOn } from "../../../../testing/fleet-kit.ts";
import { NOON, addDay, addDevice, performanceApi } from "../../../../testing/performance-kit.ts";
import { refreshOutdated, refreshSummaries } from "../../kpi/index.ts";

// kWh of 2023, t of CO2 at the official factor of that year (0.6592 t/MWh), and what they equal: computed outside the product.
const VECTORS = [
  [
    1,
    0.0006592,
    {
      forest_ha: 0.0003175823656995628,
      land_waste_t: 0.00020692601405121106,
      coal_burned_t: 0.00033489001193248876,
      trees: 0.010986666666666667,
      car_diesel_km: 3.8095238095238098,
      car_gas_km: 4.051130776794493,
      bike_km: 7.924029330448371,
      gas_cars: 0.00015365967365967365,
      diesel_cars: 0.00021682956410921676,
      motorbikes: 0.0010159011962113296,
      coal_plants: 1.7393122938470184e-10,
      gas_plants: 1.7247287752486796e-9,
      phones: 53.16129032258064,
      wind_turbines: 1.7918270150721272e-7,
      diesel_l: 0.2451221461702161,
    },
  ],
  [
    1000,
    0.6592,
    {
      forest_ha: 0.31758236569956283,
      land_waste_t: 0.20692601405121108,
      coal_burned_t: 0.3348900119324888,
      trees: 10.986666666666666,
      car_diesel_km: 3809.5238095238096,
      car_gas_km: 4051.1307767944936,
      bike_km: 7924.029330448372,
      gas_cars: 0.15365967365967367,
      diesel_cars: 0.21682956410921678,
      motorbikes: 1.0159011962113298,
      coal_plants: 1.7393122938470186e-7,
      gas_plants: 1.7247287752486796e-6,
      phones: 53161.290322580644,
      wind_turbines: 0.00017918270150721273,
      diesel_l: 245.12214617021613,
    },
  ],
  [
    1e6,
    659.2,
    {
      forest_ha: 317.58236569956284,
      land_waste_t: 206.92601405121107,
      coal_burned_t: 334.8900119324888,
      trees: 10986.666666666668,
      car_diesel_km: 3809523.8095238097,
      car_gas_km: 4051130.7767944937,
      bike_km: 7924029.330448371,
      gas_cars: 153.65967365967367,
      diesel_cars: 216.8295641092168,
      motorbikes: 1015.9011962113298,
      coal_plants: 0.00017393122938470188,
      gas_plants: 0.0017247287752486797,
      phones: 53161290.32258065,
      wind_turbines: 0.17918270150721274,
      diesel_l: 245122.14617021612,
    },
  ],
  [
    5380798.9,
    3547.02263488,
    {
      forest_ha: 1708.8468440156055,
      land_waste_t: 1113.4272687881412,
      coal_burned_t: 1801.9758078273226,
      trees: 59117.04391466667,
      car_diesel_km: 20498281.523809526,
      car_gas_km: 21798320.02753196,
      bike_km: 42637608.304844335,
      gas_cars: 826.8118030023311,
      diesel_cars: 1166.7162800463532,
      motorbikes: 5466.360039082608,
      coal_plants: 0.0009358889677488515,
      gas_plants: 0.009280418696656443,
      phones: 286050212.4903226,
      wind_turbines: 0.9641460831690386,
      diesel_l: 1318952.9744783381,
    },
  ],
] as const;

const refresh = (db: Db, ...ids: number[]) =>
  db.transaction().execute((tx) => refreshSummaries(tx, ids, NOON));

/** Every tile of an answer by name, with what a screen shows of it. */
async function shown(api: Api, token: string, query: Record<string, string>) {
  const { body } = await api(esg, { token, query });
  const tiles: [string, { value: number | null; counted?: { value: number | null } }][] = [
    ...Object.entries<never>(body.nature),
    ...Object.entries<never>(body.urban),
    ...Object.entries<never>(body.modal),
  ];
  return new Map(
    tiles.map(([name, tile]) => [name, tile.counted === undefined ? tile.value : tile.counted.value]),
  );
}

/** Another pv project of the same account, with an inverter. */
async function anotherPlant(db: Db, account_id: number, project_type: "pv" | "swh" = "pv") {
  const { project_id, project_uid } = await db
    .insertInto("project")
    .values({
      name: "Roof 2",
      latitude: 10,
      longitude: 106,
      project_type,
      timezone: "Asia/Ho_Chi_Minh",
      capacity_wp: 1000,
    })
    .returning(["project_id", "project_uid"])
    .executeTakeFirstOrThrow();
  await db.insertInto("project_member").values({ project_id, account_id, role: "owner" }).execute();
  await db.insertInto("project_summary").values({ project_id }).execute();
  const { gateway_id } = await db
    .insertInto("gateway")
    .values({
      project_id,
      serial: `GW-${randomUUID().slice(0, 8)}`,
      credential_hash: "none",
      interval_s: 300,
    })
    .returning("gateway_id")
    .executeTakeFirstOrThrow();
  return addDevice(
    db,
    { project_id, project_uid, gateway_id },
    { asset_type: "solar_inverter", serial: "INV-9" },
  );
}

test.each(VECTORS)(
  "%d kWh of 2023 avoid %d t of CO2, and each tile says what that equals",
  async (kwh, tons, known) => {
    const { db, api, plant, token } = await performanceApi();
    await addDay(db, plant, "2023-07-01", { production_wh: kwh * 1000 });
    await refresh(db, plant.project_id);
    const query = { project_uid: plant.project_uid, period: "year", at: "2023" };
    const { body } = await api(esg, { token, query });
    expect(Math.abs(body.co2_reduction.co2_reduction.value / tons - 1)).toBeLessThan(1e-12);
    const tiles = await shown(api, token, query);
    expect(new Set(tiles.keys())).toEqual(new Set(Object.keys(known)));
    for (const [name, value] of Object.entries(known)) {
      expect([name, Math.abs((tiles.get(name) ?? Number.NaN) / value - 1) < 1e-12]).toEqual([name, true]);
    }
  },
);

test("a lifetime is the sum of each year's energy times its factor, today with it, and is what lists show", async () => {
  const { db, api, plant, token } = await performanceApi();
  await addDay(db, plant, "2020-07-01", { production_wh: 100_000 });
  await addDay(db, plant, "2023-07-01", { production_wh: 200_000 });
  await addDay(db, plant, "2026-02-04", { production_wh: 50_000 });
  await refresh(db, plant.project_id);
  const { body } = await api(esg, { token, query: { project_uid: plant.project_uid } });
  expect(body).toMatchObject({
    project_info: { project_uid: plant.project_uid, project_ssoc_name: "Roof 1" },
    period: "lifetime",
    at: null,
    today: "2026-02-04",
    known_from: "2020-07",
    projects: { metter: 0, inverter: 1, heater: 0, unknown: 0 },
    production: { metter: { value: null }, inverter: { value: 350 }, counted: { value: 350, unit: "kWh" } },
  });
  const rows = body.years.map(({ year, production, factor }: Record<string, Record<string, unknown>>) => [
    year,
    production?.["value"],
    factor,
  ]);
  expect(rows).toEqual([
    [2020, 100, { value: 0.8041, unit: "t/MWh", of_year: 2020, provisional: false }],
    [2023, 200, { value: 0.6592, unit: "t/MWh", of_year: 2023, provisional: false }],
    [2026, 50, { value: 0.6592, unit: "t/MWh", of_year: 2023, provisional: true }],
  ]);
  const summary = await db
    .selectFrom("project_summary")
    .select("inverter_co2_kg")
    .where("project_id", "=", plant.project_id)
    .executeTakeFirstOrThrow();
  expect(body.co2_reduction.co2_reduction.value).toBeCloseTo((summary.inverter_co2_kg ?? 0) / 1000, 12);
});

test("a tile shows the meter's value, else the inverter's; coal burned is a plain value of the same", async () => {
  const { db, api, plant, token } = await performanceApi();
  const meter = await addDevice(db, plant, { asset_type: "electric_meter", serial: "M-1" });
  await addDay(db, plant, "2023-07-01", { production_wh: 110_000 });
  await addDay(db, meter, "2023-07-01", { production_wh: 100_000 });
  await refresh(db, plant.project_id);
  const { body } = await api(esg, { token, query: { project_uid: plant.project_uid } });
  expect(body.projects).toEqual({ metter: 1, inverter: 0, heater: 0, unknown: 0 });
  expect(body.nature.trees.metter.value).toBeCloseTo(65.92 / 60, 9);
  expect(body.nature.trees.inverter.value).toBeCloseTo(72.512 / 60, 9);
  expect(body.nature.trees.counted).toEqual(body.nature.trees.metter);
  expect(body.nature.coal_burned_t).toEqual({
    value: expect.closeTo(0.06592 / 1.9684074666666667, 12),
    unit: "t",
  });
});

test("what is not known is null in every tile and never zero; a day without sun is zero", async () => {
  const { db, api, plant, token } = await performanceApi();
  const query = { project_uid: plant.project_uid };
  const nothing = await api(esg, { token, query });
  expect(nothing.body).toMatchObject({ known_from: null, years: [], projects: { unknown: 1 } });
  expect(new Set((await shown(api, token, query)).values())).toEqual(new Set([null]));
  await addDay(db, plant, "2026-02-03", { production_wh: 0 });
  await refresh(db, plant.project_id);
  expect(new Set((await shown(api, token, query)).values())).toEqual(new Set([0]));
  expect(new Set((await shown(api, token, { ...query, period: "year", at: "2025" })).values())).toEqual(
    new Set([null]),
  );
});

test("a year and a month hold their own days alone; without `at` they are today's", async () => {
  const { db, api, plant, token } = await performanceApi();
  await addDay(db, plant, "2025-12-31", { production_wh: 1000 });
  await addDay(db, plant, "2026-01-01", { production_wh: 20_000 });
  await addDay(db, plant, "2026-02-03", { production_wh: 300_000 });
  await addDay(db, plant, "2026-02-04", { production_wh: 4_000_000 });
  await refresh(db, plant.project_id);
  const kwh = async (query: Record<string, string>) => {
    const { body } = await api(esg, { token, query: { project_uid: plant.project_uid, ...query } });
    return [body.at, body.production.counted.value];
  };
  expect(await kwh({ period: "year" })).toEqual(["2026", 4320]);
  expect(await kwh({ period: "year", at: "2025" })).toEqual(["2025", 1]);
  expect(await kwh({ period: "month" })).toEqual(["2026-02", 4300]);
  expect(await kwh({ period: "month", at: "2026-01" })).toEqual(["2026-01", 20]);
  expect(await kwh({ period: "month", at: "2027-01" })).toEqual(["2027-01", null]);
});

test("all projects count each by its meter, else by its inverters, else by what its heater saved; other people's do not count", async () => {
  const { db, api, plant, token } = await performanceApi();
  const meter = await addDevice(db, plant, { asset_type: "electric_meter", serial: "M-1" });
  const second = await anotherPlant(db, plant.account_id);
  const swh = await anotherPlant(db, plant.account_id, "swh");
  const foreign = await anotherPlant(db, (await accountOn(db, null)).account_id);
  await addDay(db, plant, "2023-07-01", { production_wh: 110_000 });
  await addDay(db, meter, "2023-07-01", { production_wh: 100_000 });
  for (const device of [second, foreign]) {
    await addDay(db, device, "2023-07-01", { production_wh: 10_000 });
  }
  await refresh(db, plant.project_id, second.project_id, swh.project_id, foreign.project_id);
  await db
    .insertInto("project_month")
    .values({ project_id: swh.project_id, month: "2023-07-01", saved_wh: 50_000 })
    .execute();
  const { body } = await api(esg, { token, timezone: "Asia/Ho_Chi_Minh" });
  expect(body).toMatchObject({
    project_info: null,
    today: "2026-02-04",
    projects: { metter: 1, inverter: 1, heater: 1, unknown: 0 },
    production: { metter: { value: 100 }, inverter: { value: 120 }, counted: { value: 110 } },
    energy_saving: { value: 50, unit: "kWh" },
  });
  expect(body.co2_reduction.co2_reduction.value).toBeCloseTo(0.16 * 0.6592, 12);
  expect(body.co2_reduction.heater_co2_reduction.value).toBeCloseTo(0.05 * 0.6592, 12);
  expect(body.nature.trees.counted.value).toBeCloseTo((160 * 0.6592) / 60, 9);
});

test("a factor that is published later reaches the figures of every project at the next sweep", async () => {
  const { db, api, plant, token } = await performanceApi();
  await addDay(db, plant, "2024-07-01", { production_wh: 1_000_000 });
  await refresh(db, plant.project_id);
  await db
    .insertInto("grid_emission_factor")
    .values({ year: 2024, kg_per_kwh: 0.7, source: "a ministry", edition: "2025" })
    .execute();
  expect(await refreshOutdated(db, NOON)).toBe(1);
  const { inverter_co2_kg } = await db
    .selectFrom("project_summary")
    .select("inverter_co2_kg")
    .executeTakeFirstOrThrow();
  expect(inverter_co2_kg).toBeCloseTo(700, 9);
  const { body } = await api(esg, { token, query: { project_uid: plant.project_uid } });
  expect(body.years).toMatchObject([
    { year: 2024, factor: { value: 0.7, of_year: 2024, provisional: false } },
  ]);
  const { grid } = (await api(esgFactors, { token })).body;
  expect(grid.at(-1)).toEqual({
    year: 2024,
    factor: { value: 0.7, unit: "t/MWh" },
    source: "a ministry",
    edition: "2025",
    provisional: false,
  });
});

test("every factor is told with its source and edition, the grid's by year from 2014 to 2023", async () => {
  const { api, token } = await performanceApi();
  const { body } = await api(esgFactors, { token });
  const values = body.grid.map((row: { factor: { value: number } }) => row.factor.value);
  expect(values).toEqual([0.6612, 0.8154, 0.9185, 0.8649, 0.913, 0.8458, 0.8041, 0.7221, 0.6766, 0.6592]);
  expect([body.grid[0].year, body.grid.at(-1).year]).toEqual([2014, 2023]);
  expect(body.equivalents).toHaveLength(15);
  for (const { source, edition } of [...body.grid, ...body.equivalents]) {
    expect(source.length).toBeGreaterThan(10);
    expect(edition).not.toBe("");
  }
});
