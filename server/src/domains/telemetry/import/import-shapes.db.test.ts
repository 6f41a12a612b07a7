import { sql } from "kysely";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { worker } from "../../../../testing/ledger-db-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import { importFiles } from "./import-files.jobs.ts";
import { readMapping } from "./import-mapping.ts";
import { refusedRows } from "./import-summary.ts";

const CREATE = { gateway: "HISTORY-1", asset_type: "solar_inverter", ac_nominal_w: 50_000 };

/** A project, and a function that imports lines by a mapping (what is left out: quarter hours in UTC, devices made). */
async function place() {
  const pools = await freshPools();
  const plant = await scene(pools.db);
  const folder = await mkdtemp(join(tmpdir(), "shapes-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const run = async (change: object, lines: readonly string[]) => {
    const read = readMapping(
      JSON.stringify({
        time: { column: "time", format: "YYYY-MM-DD HH:mm", timezone: "Asia/Ho_Chi_Minh", stamp: "end" },
        ...("period" in change ? {} : { interval_s: 900 }),
        create: CREATE,
        ...change,
      }),
    );
    if ("faults" in read) throw new Error(read.faults.join("; "));
    const path = join(folder, "export.csv");
    await writeFile(path, `${lines.join("\n")}\n`);
    return importFiles({ pools, projectId: plant.project_id, mapping: read.mapping }, [path]);
  };
  const readings = async (columns: string) => {
    const { rows } = await sql<Record<string, unknown>>`
      select d.serial, ${sql.raw(columns)} from reading r join device d using (device_id)
      order by r.ts, d.serial`.execute(pools.db);
    return rows;
  };
  return { pools, plant, run, readings };
}

test("a wide file, devices in columns, is read by one mapping; each cell is its device's, an empty one is nobody's", async () => {
  const { run, readings } = await place();
  const summary = await run(
    {
      device: { header: true, serials: { "3": "SN-THREE" } },
      patterns: [
        { header: "^WR (\\d+) P \\[kW\\]$", quantity: "ac_power_w", unit: "kW" },
        { header: "^WR (\\d+) E \\[kWh\\]$", quantity: "energy_total_wh", unit: "kWh" },
      ],
      columns: { "G [W/m²]": { quantity: "irradiance_w_m2", unit: "W/m2", device: "SENSOR" } },
      create: { ...CREATE, devices: { SENSOR: { asset_type: "sensor_radiation" } } },
    },
    [
      "time,WR 1 P [kW],WR 1 E [kWh],WR 3 P [kW],WR 3 E [kWh],G [W/m²],remark",
      "2024-03-02 09:00,1.5,100,2.5,200,600,",
      "2024-03-02 09:15,1.6,100.5,,,610,WR 3 silent",
      "2024-03-02 09:30,x,101,2.6,201,,",
    ],
  );
  expect(summary).toMatchObject({ read: 3, stored: 6, created: 3 });
  expect(refusedRows(summary)).toBe(1);
  expect(await readings("ac_power_w as p, energy_total_wh as e, irradiance_w_m2 as g")).toEqual([
    { serial: "1", p: 1500, e: 100_000, g: null },
    { serial: "SENSOR", p: null, e: null, g: 600 },
    { serial: "SN-THREE", p: 2500, e: 200_000, g: null },
    { serial: "1", p: 1600, e: 100_500, g: null },
    { serial: "SENSOR", p: null, e: null, g: 610 },
    { serial: "SN-THREE", p: 2600, e: 201_000, g: null },
  ]);
});

test("several columns are summed into one quantity, and a sum of which a part is missing is not measured", async () => {
  const { run, readings } = await place();
  const phase = { quantity: "ac_power_w", unit: "kW", sum: true };
  await run(
    {
      device: { serial: "M-1" },
      columns: {
        L1: phase,
        L2: phase,
        L3: { ...phase, scale: -1 },
        U: { quantity: "ac_voltage_v", unit: "V" },
      },
    },
    ["time,L1,L2,L3,U", "2024-03-02 09:00,1,2,0.5,231", "2024-03-02 09:15,1,,0.5,232"],
  );
  expect(await readings("ac_power_w as p, ac_voltage_v as u")).toEqual([
    { serial: "M-1", p: 2500, u: 231 },
    { serial: "M-1", p: null, u: 232 },
  ]);
});

test("trackers and strings become the lists that a gateway would send, and constants stand in every reading", async () => {
  const { run, readings } = await place();
  const summary = await run(
    {
      device: { serial: "INV-9" },
      columns: {
        P: { quantity: "ac_power_w", unit: "W" },
        U1: { quantity: "dc_voltage_v", unit: "V", mppt: 1 },
        I1: { quantity: "dc_current_a", unit: "A", mppt: 1 },
        U2: { quantity: "dc_voltage_v", unit: "V", mppt: 2 },
        S21: { quantity: "dc_current_a", unit: "mA", mppt: 2, string: 1 },
      },
      constants: { ac_frequency_hz: 50 },
    },
    ["time,P,U1,I1,U2,S21", "2024-03-02 09:00,900,610,1.5,590,750", "2024-03-02 09:15,910,,,,"],
  );
  expect(summary).toMatchObject({ stored: 2 });
  expect(await readings("ac_power_w as p, ac_frequency_hz as f, ext")).toEqual([
    {
      serial: "INV-9",
      p: 900,
      f: 50,
      ext: {
        mppt: [
          { mppt_id: 1, dc_voltage_v: 610, dc_current_a: 1.5 },
          { mppt_id: 2, dc_voltage_v: 590, strings: [{ string_id: 1, dc_current_a: 0.75 }] },
        ],
      },
    },
    { serial: "INV-9", p: 910, f: 50, ext: null },
  ]);
});

test("energies of intervals become energy without a counter, whatever order the files come in", async () => {
  const { pools, run } = await place();
  const working = worker(pools);
  const own = {
    device: { serial: "INV-9" },
    columns: { E: { quantity: "interval_production_wh", unit: "kWh" } },
  };
  const head = "time,E";
  await run(own, [head, "2024-03-02 10:00,2.5", "2024-03-02 10:15,3"]);
  await working.idle();
  await run(own, [head, "2024-03-02 09:00,1", "2024-03-02 09:15,1.25", "2024-03-02 10:00,2.5"]);
  await working.idle();
  const { rows } = await sql`
    select production_wh, est_production_wh from energy_quarter order by bin_utc`.execute(pools.db);
  expect(rows).toEqual([1000, 1250, 2500, 3000].map((wh) => ({ production_wh: wh, est_production_wh: 0 })));
  const days = await sql`select production_wh from energy_day`.execute(pools.db);
  expect(days.rows).toEqual([{ production_wh: 7750 }]);
});

test("what a declared register shows when it holds nothing is left out; a counter that passes through it keeps it", async () => {
  const { run, readings } = await place();
  const summary = await run(
    {
      device: { serial: "INV-9" },
      columns: {
        P: { quantity: "ac_power_w", unit: "W", register: "u16" },
        E: { quantity: "energy_total_wh", unit: "kWh", register: "u16" },
        T: { quantity: "cabinet_temperature_c", unit: "°C" },
      },
    },
    [
      "time,P,E,T",
      "2024-03-02 09:00,900,65500,40",
      "2024-03-02 09:15,65535,65535,41",
      "2024-03-02 09:30,910,65560,42",
      "2024-03-02 09:45,920,65535,43",
      "2024-03-02 10:00,930,70000,44",
      "2024-03-02 10:15,940,65535,45",
      "2024-03-02 10:30,65535,65535,",
      "2024-03-02 10:45,940,70010,47",
    ],
  );
  expect(summary).toMatchObject({ stored: 7, sentinels: 3 });
  expect(await readings("ac_power_w as p, energy_total_wh as e, cabinet_temperature_c as t")).toEqual(
    [
      [900, 65_500_000, 40],
      [null, 65_535_000, 41],
      [910, 65_560_000, 42],
      [920, null, 43],
      [930, 70_000_000, 44],
      [940, null, 45],
      [940, 70_010_000, 47],
    ].map(([p, e, t]) => ({ serial: "INV-9", p, e, t })),
  );
});
