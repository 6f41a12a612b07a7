// What tests with real plants share: where their data lie, a project for them, and what plant 1 is known to have given.
import { sql } from "kysely";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { importFiles } from "../src/domains/telemetry/import/import-files.jobs.ts";
import { readMapping, type ImportMapping } from "../src/domains/telemetry/import/import-mapping.ts";
import type { ImportSummary } from "../src/domains/telemetry/import/import-summary.ts";
import type { Db, Pools } from "../src/platform/db.ts";

export const SHARED = new URL("../../../shared/", import.meta.url);
const EXAMPLES = new URL("../../docs/examples/", import.meta.url);
export const shared = (path: string) => fileURLToPath(new URL(path, SHARED));
export const isThere = (...paths: string[]) => paths.every((path) => existsSync(shared(path)));
export const truth = (name: string): unknown =>
  JSON.parse(readFileSync(shared(`truth/${name}.json`), "utf8"));

export function mappingOf(text: string): ImportMapping {
  const read = readMapping(text);
  if ("faults" in read) throw new Error(read.faults.join("; "));
  return read.mapping;
}
export const example = (name: string) => mappingOf(readFileSync(new URL(name, EXAMPLES), "utf8"));

export async function project(
  db: Db,
  timezone: string,
  type: "pv" | "swh" = "pv",
  capacity_wp = 30_000_000,
): Promise<number> {
  const place = { latitude: 20.5, longitude: 77.1, timezone, project_type: type, capacity_wp };
  const { project_id } = await db
    .insertInto("project")
    .values({ name: "Real", ...place })
    .returning("project_id")
    .executeTakeFirstOrThrow();
  return project_id;
}

export interface PlantTruth {
  readonly months: Record<string, { total_counter_kwh: number }>;
  readonly days: Record<string, { insolation_kwh_m2: number; ac_rect_kwh: number }>;
  readonly inverter_days: Record<
    string,
    Record<string, { total_counter_kwh: number; ac_rect_kwh: number; rows: number }>
  >;
}
export const PLANT = [
  "data/plant_1/Plant_1_Generation_Data.csv.gz",
  "data/plant_1/Plant_1_Weather_Sensor_Data.csv",
] as const;

export async function importPlant(
  pools: Pools,
  projectId: number,
  ac_nominal_w?: number,
): Promise<ImportSummary[]> {
  const [generation, weather] = PLANT;
  const inverters = example("import-inverters.json");
  const { create } = inverters;
  const mapping = create === undefined ? inverters : { ...inverters, create: { ...create, ac_nominal_w } };
  return [
    await importFiles({ pools, projectId, mapping }, [shared(generation)]),
    await importFiles({ pools, projectId, mapping: example("import-weather.json") }, [shared(weather)]),
  ];
}

export async function expectPlant(db: Db, known: PlantTruth): Promise<void> {
  for (const table of ["energy_quarter", "energy_day", "energy_month"]) {
    const { rows } = await sql<{ wh: number; power: number; sun: number }>`
      select sum(production_wh) as wh, sum(power_wh) as power, sum(insolation_wh_m2) as sun from ${sql.table(table)}`.execute(
      db,
    );
    expect(rows[0]?.wh).toBe(5_381_113_000);
    expect(Math.abs((rows[0]?.power ?? 0) / 1000 - 5_292_514.425)).toBeLessThan(0.01);
    expect((rows[0]?.sun ?? 0) / 1000).toBeCloseTo(181.62, 2);
  }
  const months = await sql<{ month: string; wh: number }>`
    select month::text, sum(production_wh) as wh from energy_month where production_wh is not null group by 1 order by 1`.execute(
    db,
  );
  expect(months.rows).toEqual([
    { month: "2020-05-01", wh: 2_757_838_000 },
    { month: "2020-06-01", wh: 2_623_275_000 },
  ]);
  const days = await sql<{ serial: string; day: string; wh: number; power: number; n: number }>`
    select d.serial, r.day, r.production_wh as wh, r.power_wh as power, r.n from energy_day r join device d using (device_id)
    where d.asset_type = 'solar_inverter'`.execute(db);
  expect(days.rows).toHaveLength(Object.values(known.inverter_days).flatMap(Object.keys).length);
  for (const { serial, day, wh, power, n } of days.rows) {
    const expected = known.inverter_days[serial]?.[day];
    expect({ serial, day, wh, n }).toEqual({
      serial,
      day,
      wh: Math.round(Number(expected?.total_counter_kwh) * 1000),
      n: expected?.rows,
    });
    expect(Math.abs(power / 1000 - Number(expected?.ac_rect_kwh))).toBeLessThan(0.001);
  }
  const sun = await sql<{ day: string; wh: number }>`
    select day, insolation_wh_m2 as wh from energy_day where insolation_wh_m2 is not null`.execute(db);
  for (const { day, wh } of sun.rows) {
    expect(wh / 1000).toBeCloseTo(known.days[day]?.insolation_kwh_m2 ?? NaN, 3);
  }
  expect(sun.rows).toHaveLength(34);
}
