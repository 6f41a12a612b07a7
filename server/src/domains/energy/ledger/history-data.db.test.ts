// Real plants, and what independent programs found in their data. The files lie beside the repository, not in it.
import { sql } from "kysely";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { rowsOf, worker } from "../../../../testing/ledger-db-kit.ts";
import {
  example,
  expectPlant,
  importPlant,
  isThere,
  mappingOf,
  PLANT,
  project,
  shared,
  SHARED,
  truth,
  type PlantTruth,
} from "../../../../testing/real-plants-kit.ts";
import { freshPools } from "../../../../testing/test-kit.ts";
import type { Db, Pools } from "../../../platform/db.ts";
import { createDevices } from "../../telemetry/import/import-devices.sql.ts";
import { importFiles } from "../../telemetry/import/import-files.jobs.ts";
import { columnsByDevice } from "../../telemetry/import/import-columns.ts";
import { rowReader } from "../../telemetry/import/import-row.ts";
import type { ReadingRow } from "../../telemetry/ingest/reading-rows.ts";
import { storeReadings } from "../../telemetry/ingest/readings.sql.ts";
import { rebuildProject } from "./rebuild-project.jobs.ts";

test.skipIf(!isThere(...PLANT, "truth/plant_1.json"))(
  "the plant of 22 inverters gives the known energy in total, by month and by inverter and day (needs ../shared)",
  async () => {
    const pools = await freshPools();
    const project_id = await project(pools.db, "Asia/Kolkata");
    const working = worker(pools);
    const begun = performance.now();
    const both = await importPlant(pools, project_id);
    await working.idle();
    process.stdout.write(
      `plant_1: imported and rolled up in ${((performance.now() - begun) / 1000).toFixed(1)} s\n`,
    );
    expect(both).toMatchObject([
      { read: 68_778, stored: 68_778, created: 22 },
      { read: 3182, stored: 3182, created: 1 },
    ]);
    const known = truth("plant_1") as PlantTruth; // the reference file's own shape
    await expectPlant(pools.db, known);
    const before = await derived(pools.db);
    expect(await importPlant(pools, project_id)).toMatchObject([
      { stored: 0, duplicate: 68_778, kept: 0 },
      { stored: 0, duplicate: 3182, kept: 0 },
    ]);
    await working.idle();
    expect(await derived(pools.db)).toEqual(before);
    await rebuildProject(pools, project_id, { from: null });
    expect(await derived(pools.db)).toEqual(before);
  },
  180_000,
);

test.skipIf(!isThere(...PLANT, "truth/plant_1.json"))(
  "the same rows in any order, as gateways would send them, give the same figures (needs ../shared)",
  async () => {
    const pools = await freshPools();
    const project_id = await project(pools.db, "Asia/Kolkata");
    await sql`select ensure_reading_partitions('2020-05-01', '2020-06-30')`.execute(pools.db);
    const working = worker(pools);
    const rows = [
      ...(await plantRows(pools, project_id, "import-inverters.json", PLANT[0])),
      ...(await plantRows(pools, project_id, "import-weather.json", PLANT[1])),
    ];
    // A fixed order that mixes days and devices: by the remainder of a product with a large prime.
    const shuffled = rows.map((row, index) => ({ row, key: (index * 1_000_003) % rows.length }));
    const sent = shuffled.toSorted((a, b) => a.key - b.key).map(({ row }) => row);
    for (let at = 0; at < sent.length; at += 2000) {
      const lane = (at / 2000) % 2 === 0 ? 0 : 1;
      await storeReadings(pools.pool, { lane, rows: sent.slice(at, at + 2000) });
    }
    await working.idle();
    await expectPlant(pools.db, truth("plant_1") as PlantTruth); // the reference file's own shape
  },
  180_000,
);

/** The rows of a file as readings of devices that are made for them. */
async function plantRows(
  pools: Pools,
  projectId: number,
  mappingFile: string,
  path: string,
): Promise<ReadingRow[]> {
  const mapping = example(mappingFile);
  const bytes = readFileSync(shared(path));
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
  const [header = [], ...lines] = text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(","));
  const serials = [...new Set(lines.map((cells) => cells[header.indexOf("SOURCE_KEY")] ?? ""))];
  if (mapping.create === undefined) throw new Error("The example makes its devices");
  const devices = await createDevices(pools.db, projectId, mapping.create, serials);
  const columns = columnsByDevice(mapping, header);
  if ("fault" in columns) throw new Error(columns.fault);
  const file = { header, name: "", devices: columns.devices };
  const read = rowReader(mapping, file, (serial) => devices.get(serial) ?? null, Date.now());
  return lines.flatMap((cells) => read(cells).flatMap((one) => ("row" in one ? [one.row] : [])));
}

async function derived(db: Db): Promise<string[][]> {
  return [
    await rowsOf(db, "energy_quarter"),
    await rowsOf(db, "energy_day"),
    await rowsOf(db, "energy_month"),
    await rowsOf(db, "ledger_event"),
  ];
}

const HEATER = "data/solar_thermal/deltasol_mx_2014-02-14_16.csv";

test.skipIf(!isThere(HEATER, "truth/solar_thermal.json"))(
  "a heat counter and its part that is cleared every day give the same heat (needs ../shared)",
  async () => {
    const pools = await freshPools();
    const project_id = await project(pools.db, "UTC", "swh");
    const working = worker(pools);
    const counters = { total: "000_4_0 Heat quantity [Wh]", today: "008_4_0 Heat quantity today [Wh]" };
    for (const meter of ["7E31", "7E32", "7E33"]) {
      for (const [name, column] of Object.entries(counters)) {
        const mapping = mappingOf(
          JSON.stringify({
            time: { column: "timestamp_utc", format: "ISO", timezone: "UTC", stamp: "end" },
            interval_s: 300,
            device: { serial: `${meter} ${name}` },
            columns: {
              [`01_0010_${meter}_${column}`]: { quantity: "energy_total_wh", unit: "Wh" },
              "00_0010_0053_040_2_0 Irradiation Sensor 4 [W/m²]": {
                quantity: "irradiance_w_m2",
                unit: "W/m²",
              },
            },
            create: { gateway: "HISTORY-1", asset_type: "swh_controller" },
          }),
        );
        expect(await importFiles({ pools, projectId: project_id, mapping }, [shared(HEATER)])).toMatchObject({
          stored: 864,
        });
      }
    }
    await working.idle();
    const known = truth("solar_thermal") as {
      heat_quantity: Record<string, { delta_wh: number }>;
      days: Record<string, { irradiation_wh_m2: number }>;
    }; // the reference file's own shape
    const { rows } = await sql<{ serial: string; wh: number }>`
      select d.serial, sum(r.production_wh) as wh from energy_day r join device d using (device_id) group by 1`.execute(
      pools.db,
    );
    const heat = Object.fromEntries(rows.map(({ serial, wh }) => [serial, wh]));
    for (const [meter, { delta_wh }] of Object.entries(known.heat_quantity).slice(0, 3)) {
      expect(heat[`${meter} total`]).toBe(delta_wh);
      expect(heat[`${meter} today`]).toBe(delta_wh);
    }
    const sun = await sql<{ day: string; wh: number }>`
      select r.day, r.insolation_wh_m2 as wh from energy_day r join device d using (device_id) where d.serial = '7E31 total' order by r.day`.execute(
      pools.db,
    );
    // The first interval begins before midnight of the first day, in the dark.
    expect(sun.rows.map(({ day }) => day)).toEqual(["2014-02-13", ...Object.keys(known.days)]);
    for (const { day, wh } of sun.rows) {
      expect(Math.abs(wh - (known.days[day]?.irradiation_wh_m2 ?? 0))).toBeLessThan(5);
    }
    const resets = await sql<{ n: number }>`
      select count(*) as n from ledger_event e join device d using (device_id)
      where e.kind = 'reset' and d.serial = '7E31 today'`.execute(pools.db);
    expect(resets.rows).toEqual([{ n: 2 }]);
  },
  120_000,
);

const HOME = "data/home_load_pv/customer12_data_2011-2012.csv";

test.skipIf(!isThere(HOME, "truth/home_load_pv.json"))(
  "a year of half-hour means of a home gives the known energy of each month, all of it integrated (needs ../shared)",
  async () => {
    const pools = await freshPools();
    const project_id = await project(pools.db, "Etc/GMT-10");
    const working = worker(pools);
    for (const [column, asset_type] of [
      ["GG", "solar_inverter"],
      ["GC", "grid_meter"],
    ] as const) {
      const mapping = mappingOf(
        JSON.stringify({
          time: { column: "", format: "YYYY-MM-DD HH:mm:ss", timezone: "Etc/GMT-10", stamp: "start" },
          interval_s: 1800,
          device: { serial: column },
          columns: { [column]: { quantity: "ac_power_w", unit: "kW" } },
          create: { gateway: "HISTORY-1", asset_type },
        }),
      );
      expect(await importFiles({ pools, projectId: project_id, mapping }, [shared(HOME)])).toMatchObject({
        stored: 17_568,
      });
    }
    await working.idle();
    const known = truth("home_load_pv") as { months: Record<string, { pv: number; load: number }> }; // its own shape
    const { rows } = await sql<{
      month: string;
      serial: string;
      power: number;
      wh: number | null;
      integrated: number | null;
      est: number | null;
    }>`
      select left(month::text, 7) as month, d.serial, power_wh as power, coalesce(production_wh, import_wh) as wh,
        coalesce(int_production_wh, int_import_wh) as integrated, coalesce(est_production_wh, est_import_wh) as est
      from energy_month join device d using (device_id)`.execute(pools.db);
    expect(rows).toHaveLength(24);
    for (const { month, serial, power, wh, integrated, est } of rows) {
      const expected = known.months[month];
      expect(power / 1000).toBeCloseTo((serial === "GG" ? expected?.pv : expected?.load) ?? NaN, 3);
      expect([wh, integrated, est]).toEqual([power, power, 0]);
    }
  },
  120_000,
);

test.runIf(!isThere(PLANT[0], HEATER, HOME))(
  "real data is not beside this repository: its tests were left out",
  () => {
    process.stdout.write(
      `Not found under ${fileURLToPath(SHARED)}: the tests with real data were left out\n`,
    );
    expect(isThere(PLANT[0], HEATER, HOME)).toBe(false);
  },
);
