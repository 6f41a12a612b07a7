import { sql } from "kysely";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { rowsOf, worker } from "../../../../testing/ledger-db-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import { importFiles } from "../../telemetry/import/import-files.jobs.ts";
import { readMapping } from "../../telemetry/import/import-mapping.ts";
import { importTrial } from "./import-trial.ts";
import { trialFacts } from "./import-trial.sql.ts";
import { trialLines } from "./trial-lines.ts";

const MAPPING = {
  time: { column: "time", format: "YYYY-MM-DD HH:mm", timezone: "Asia/Ho_Chi_Minh", stamp: "end" },
  interval_s: 900,
  device: { column: "inverter" },
  columns: {
    P: { quantity: "ac_power_w", unit: "kW" },
    E: { quantity: "energy_total_wh", unit: "kWh" },
  },
  create: { gateway: "HISTORY-1", asset_type: "solar_inverter" },
};
const clock = (at: number) =>
  `${String(9 + Math.floor(at / 4)).padStart(2, "0")}:${String((at % 4) * 15).padStart(2, "0")}`;

/** Eight quarter hours of a known and an unknown inverter: a power far above the rating, and a counter that begins anew. */
const LINES = [
  "time,inverter,P,E",
  ...Array.from({ length: 8 }, (_, at) => [
    `2024-03-02 ${clock(at)},INV-1,${at === 3 ? 900 : 10},${1000 + at * 2.5}`,
    `2024-03-02 ${clock(at)},NEW-1,8,${at < 4 ? 5000 + at * 2 : (at - 4) * 2}`,
  ]).flat(),
];

async function place() {
  const pools = await freshPools();
  const plant = await scene(pools.db);
  const folder = await mkdtemp(join(tmpdir(), "trial-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "export.csv");
  await writeFile(path, `${LINES.join("\n")}\n`);
  const read = readMapping(JSON.stringify(MAPPING));
  if ("faults" in read) throw new Error(read.faults.join("; "));
  return { pools, plant, path, run: { pools, projectId: plant.project_id, mapping: read.mapping } };
}

const TABLES = ["reading", "device", "gateway", "changed_readings", "reported_energy", "energy_day"];

test("a trial stores nothing and shows first readings, energies by day, and what is odd", async () => {
  const { pools, plant, path, run } = await place();
  const contents = () => Promise.all(TABLES.map((table) => rowsOf(pools.db, table)));
  const before = await contents();
  const { facts, devices } = await trialFacts(pools.db, plant.project_id);
  const { sink, report } = importTrial(devices, facts);
  const summary = await importFiles({ ...run, sink }, [path]);
  expect(await contents()).toEqual(before);
  expect(summary).toMatchObject({ read: 16, stored: 16, created: 1 });
  const trial = report();
  expect([...trial.days]).toEqual([["2024-03-02", { production: 17_500 + 12_000 }]]);
  expect(trial.devices).toMatchObject([
    {
      serial: "INV-1",
      isRated: true,
      energies: { production: 17_500 },
      abovePower: { count: 1, powerW: 900_000 },
    },
    { serial: "NEW-1", isRated: false, energies: { production: 12_000 }, abovePower: null },
  ]);
  const text = trialLines(trial).join("\n");
  expect(text).toContain("First readings of export.csv:");
  expect(text).toContain("2024-03-02T02:00Z  INV-1  energy_total_wh 1000000  ac_power_w 10000");
  expect(text).toContain("  2024-03-02  production 29.500 kWh");
  expect(text).toContain("no rating is known of NEW-1");
  expect(text).toContain("INV-1: 1 readings, the first 900000 W at 2024-03-02T02:45Z");
  expect(text).toMatch(/NEW-1: reset of production at 2024-03-02T/);
});

test("the energies of a trial are those that follow when the same file is imported", async () => {
  const { pools, plant, path, run } = await place();
  const { facts, devices } = await trialFacts(pools.db, plant.project_id);
  const { sink, report } = importTrial(devices, facts);
  await importFiles({ ...run, sink }, [path]);
  const working = worker(pools);
  await importFiles(run, [path]);
  await working.idle();
  const { rows } = await sql<{ serial: string; wh: number }>`
    select d.serial, sum(r.production_wh) as wh from energy_day r join device d using (device_id) group by 1 order by 1`.execute(
    pools.db,
  );
  expect(report().devices.map(({ serial, energies }) => ({ serial, wh: energies.production }))).toEqual(rows);
});
