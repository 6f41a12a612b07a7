import { quantityNames, type Quantity, unitConversion, unitsOf } from "@heliograph/contract";
import { sql } from "kysely";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { dumpOf, rowsOf, worker } from "../../../../testing/ledger-db-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import type { Pools } from "../../../platform/db.ts";
import { importFiles } from "./import-files.jobs.ts";
import { readMapping, type ImportMapping } from "./import-mapping.ts";
import { refusedRows, summaryLines } from "./import-summary.ts";

const HEADER = "time,inverter,power,yield";
const row = (index: number, serial = "INV-1", change: { power?: number; yield?: number } = {}) => {
  const at = new Date(Date.parse("2024-03-02T02:00:00Z") + index * 300_000).toISOString();
  return `${at},${serial},${change.power ?? 12.5},${change.yield ?? 1000 + index}`;
};
const rows = (count: number, serial?: string) =>
  Array.from({ length: count }, (_, index) => row(index, serial));

function mapping(change: object = {}): ImportMapping {
  const read = readMapping(
    JSON.stringify({
      time: { column: "time", format: "ISO", timezone: "UTC", stamp: "end" },
      interval_s: 300,
      device: { column: "inverter" },
      columns: {
        power: { quantity: "ac_power_w", unit: "kW" },
        yield: { quantity: "energy_total_wh", unit: "kWh" },
      },
      ...change,
    }),
  );
  if ("faults" in read) throw new Error(read.faults.join("; "));
  return read.mapping;
}

/** A project, and a function that imports lines as a file of the given name. */
async function place(change: object = {}) {
  const pools = await freshPools();
  const plant = await scene(pools.db);
  const folder = await mkdtemp(join(tmpdir(), "import-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = async (lines: readonly string[], name = "export.csv") => {
    const text = `${lines.join("\n")}\n`;
    await writeFile(join(folder, name), name.endsWith(".gz") ? gzipSync(text) : text);
    return join(folder, name);
  };
  const run = (paths: readonly string[]) =>
    importFiles({ pools, projectId: plant.project_id, mapping: mapping(change) }, paths);
  return { pools, plant, folder, file, run };
}

type Place = Awaited<ReturnType<typeof scene>>;
const importInto = (plant: Place, pools: Pools, change: object) => (paths: readonly string[]) =>
  importFiles({ pools, projectId: plant.project_id, mapping: mapping(change) }, paths);

test("history is stored once, however often it is imported, and its energy follows", async () => {
  const { pools, plant, file, run } = await place();
  const working = worker(pools);
  const path = await file([HEADER, ...rows(300)]);
  expect(await run([path])).toMatchObject({ read: 300, stored: 300, duplicate: 0, kept: 0 });
  await working.idle();
  const before = await dumpOf(pools.db, plant);
  expect(before.days.reduce((sum, day) => sum + (day.production_wh ?? 0), 0)).toBe(299_000);
  const readings = await rowsOf(pools.db, "reading");
  expect(await run([path])).toMatchObject({ read: 300, stored: 0, duplicate: 300, kept: 0 });
  await working.idle();
  expect(await rowsOf(pools.db, "reading")).toEqual(readings);
  expect(await dumpOf(pools.db, plant)).toEqual(before);
  expect(await rowsOf(pools.db, "reading_correction")).toEqual([]);
});

const base = (quantity: Quantity) =>
  unitsOf(quantity).find((unit) => unitConversion(quantity, unit, 300)?.factor === 1);
/** Quantities that 25 is out of range for. */
const OTHERS: Partial<Record<Quantity, number>> = { ac_power_factor: 0.5, power_limit_source: 2, nze_on: 1 };
const value = (name: Quantity) => OTHERS[name] ?? 25;

test("every quantity of the protocol can be imported, new and over what is there", async () => {
  const columns = Object.fromEntries(
    quantityNames.map((quantity) => [quantity, { quantity, unit: base(quantity) }]),
  );
  const { pools, file, run } = await place({ columns });
  const lines = [
    ["time", "inverter", ...quantityNames].join(","),
    ["2024-03-02T02:00:00Z", "INV-1", ...quantityNames.map(value)].join(","),
  ];
  expect(await run([await file(lines)])).toMatchObject({ stored: 1 });
  expect(await run([await file(lines)])).toMatchObject({ duplicate: 1, kept: 0 });
  const { rows: found } = await sql<Record<string, unknown>>`select * from reading`.execute(pools.db);
  expect(found[0]).toMatchObject(Object.fromEntries(quantityNames.map((name) => [name, value(name)])));
});

test("imported readings are marked as such and never become the latest value", async () => {
  const { pools, file, run } = await place();
  await run([await file([HEADER, ...rows(3)])]);
  await worker(pools).idle();
  const { rows: found } = await sql`select distinct source, interval_s from reading`.execute(pools.db);
  expect(found).toEqual([{ source: 2, interval_s: 300 }]);
  expect(await pools.db.selectFrom("latest").select(["ts", "m"]).execute()).toEqual([{ ts: null, m: null }]);
});

test("columns imported into existing readings complete them and say so, and nothing that is there is removed", async () => {
  const { pools, plant, file, run } = await place();
  const working = worker(pools);
  await run([await file([HEADER, ...rows(10)])]);
  await working.idle();
  const lines = [
    "time,inverter,power,celsius",
    `${row(3).split(",")[0]},INV-1,12.5,41`,
    `${row(4).split(",")[0]},INV-1,,42`,
  ];
  const more = importInto(plant, pools, {
    columns: {
      power: { quantity: "ac_power_w", unit: "kW" },
      celsius: { quantity: "cabinet_temperature_c", unit: "°C" },
    },
  });
  const summary = await more([await file(lines, "second.csv")]);
  expect(summary).toMatchObject({ stored: 0, completed: 2, duplicate: 0, kept: 0 });
  expect(summaryLines(summary).join("\n")).toContain("2 readings that were there got values they lacked");
  const { rows: found } = await sql`
    select ac_power_w, energy_total_wh, cabinet_temperature_c from reading order by ts offset 3 limit 3`.execute(
    pools.db,
  );
  expect(found).toEqual([
    { ac_power_w: 12_500, energy_total_wh: 1_003_000, cabinet_temperature_c: 41 },
    { ac_power_w: 12_500, energy_total_wh: 1_004_000, cabinet_temperature_c: 42 },
    { ac_power_w: 12_500, energy_total_wh: 1_005_000, cabinet_temperature_c: null },
  ]);
  expect(await rowsOf(pools.db, "reading_correction")).toHaveLength(2);
  await working.idle();
  expect((await dumpOf(pools.db, plant)).days).toMatchObject([{ n: 10, production_wh: 9000 }]);
});

test("values that differ stay as they are, are counted, and are replaced only when that is asked for", async () => {
  const { pools, plant, file, run } = await place();
  const working = worker(pools);
  await run([await file([HEADER, ...rows(10)])]);
  const second = await file([HEADER, row(3, "INV-1", { power: 1 }), row(4), row(10)], "second.csv");
  const before = await rowsOf(pools.db, "reading");
  const kept = await run([second]);
  expect(kept).toMatchObject({ stored: 1, duplicate: 1, kept: 1, replaced: 0 });
  expect([...kept.differing]).toEqual([["ac_power_w", 1]]);
  expect(summaryLines(kept).join("\n")).toContain("ac_power_w 1");
  expect(await rowsOf(pools.db, "reading")).toEqual(expect.arrayContaining(before));
  expect(await rowsOf(pools.db, "reading_correction")).toEqual([]);
  const replaced = await importFiles(
    { pools, projectId: plant.project_id, mapping: mapping(), existing: "replace" },
    [second],
  );
  expect(replaced).toMatchObject({ stored: 0, duplicate: 2, kept: 0, replaced: 1 });
  expect(await rowsOf(pools.db, "reading_correction")).toHaveLength(1);
  await working.idle();
  expect((await dumpOf(pools.db, plant)).days).toMatchObject([{ n: 11, production_wh: 10_000 }]);
});

test("a row that comes twice in one file is stored once; of two that differ the first one counts", async () => {
  const { pools, file, run } = await place();
  const lines = [HEADER, row(0), row(0), row(1), row(1, "INV-1", { power: 7 })];
  expect(await run([await file(lines)])).toMatchObject({ read: 4, stored: 2, duplicate: 1, kept: 1 });
  const { rows: found } = await sql`select ac_power_w from reading order by ts`.execute(pools.db);
  expect(found).toEqual([{ ac_power_w: 12_500 }, { ac_power_w: 12_500 }]);
});

test("refused rows are told with their reasons and lines, and stop no other row or file", async () => {
  const { pools, folder, file, run } = await place();
  const bad = await file([
    HEADER,
    row(0),
    "yesterday,INV-1,1,1",
    row(1, "UNKNOWN"),
    `${row(2)},surplus`,
    "2024-03-02T03:00:00Z,INV-1",
    "2024-03-02T03:05:00Z,INV-1,twelve,1",
    "2024-03-02T03:10:00Z,INV-1,1,-4",
    "",
    '2024-03-02T03:15:00Z,"INV"-1,1,1',
    row(20),
  ]);
  const lacking = await file(["time,inverter,power", "2024-03-02T03:15:00Z,INV-1,1"], "lacking.csv");
  const good = await file([HEADER, row(30)], "good.csv");
  const summary = await run([bad, lacking, join(folder, "missing.csv"), await file([], "empty.csv"), good]);
  expect(summary).toMatchObject({ stored: 3, duplicate: 0 });
  expect(refusedRows(summary)).toBe(7);
  const linesOf = (reason: Parameters<typeof summary.refused.get>[0]) =>
    summary.refused.get(reason)?.first.map(({ line }) => line);
  expect(linesOf("time.unreadable")).toEqual([3]);
  expect(linesOf("device.unknown")).toEqual([4]);
  expect(linesOf("row.broken")?.toSorted((a, b) => a - b)).toEqual([5, 6, 10]);
  expect(linesOf("number.unreadable")).toEqual([7]);
  expect(linesOf("reading.out_of_range")).toEqual([8]);
  expect(summary.files.map(({ fault }) => fault !== null)).toEqual([false, true, true, true, false]);
  const text = summaryLines(summary).join("\n");
  expect(text).toContain('It has no column "yield"');
  expect(text).toContain("export.csv:3");
  expect(await rowsOf(pools.db, "reading")).toHaveLength(3);
});

test("devices that are not there are made when the mapping says so, with their gateway, and only once", async () => {
  const create = { gateway: "HISTORY-1", asset_type: "solar_inverter", ac_nominal_w: 20_000 };
  const { pools, plant, file, run } = await place({ create });
  const path = await file([HEADER, ...rows(3), ...rows(3, "NEW-1"), ...rows(2, "NEW-2")]);
  expect(await run([path])).toMatchObject({ stored: 8, created: 2 });
  expect(await run([path])).toMatchObject({ stored: 0, duplicate: 8, created: 0 });
  const devices = await pools.db
    .selectFrom("device as d")
    .innerJoin("gateway as g", "g.gateway_id", "d.gateway_id")
    .select(["d.serial", "g.serial as gateway", "d.ac_nominal_w", "d.project_id"])
    .orderBy("d.serial")
    .execute();
  const made = { gateway: "HISTORY-1", ac_nominal_w: 20_000, project_id: plant.project_id };
  expect(devices).toMatchObject([
    { serial: "INV-1" },
    { serial: "NEW-1", ...made },
    { serial: "NEW-2", ...made },
  ]);
});

test("a gateway of another project is not taken", async () => {
  const { pools, file, run } = await place({ create: { gateway: "THEIRS-1", asset_type: "solar_inverter" } });
  const other = await scene(pools.db);
  await pools.db
    .updateTable("gateway")
    .set({ serial: "THEIRS-1" })
    .where("gateway_id", "=", other.gateway_id)
    .execute();
  await expect(run([await file([HEADER, row(0, "NEW-1")])])).rejects.toThrow("another project");
  expect(await rowsOf(pools.db, "reading")).toEqual([]);
});

test("two devices of one serial need their gateway named", async () => {
  const { pools, plant, file, run } = await place();
  const { gateway_id } = await pools.db
    .insertInto("gateway")
    .values({ project_id: plant.project_id, serial: "GW-TWO", credential_hash: "none" })
    .returning("gateway_id")
    .executeTakeFirstOrThrow();
  await pools.db
    .insertInto("device")
    .values({ project_id: plant.project_id, gateway_id, asset_type: "solar_inverter", serial: "INV-1" })
    .execute();
  const path = await file([HEADER, row(0)]);
  await expect(run([path])).rejects.toThrow("INV-1");
  const named = { pools, projectId: plant.project_id, mapping: mapping({ gateway: "GW-TWO" }) };
  expect(await importFiles(named, [path])).toMatchObject({ stored: 1 });
  const { rows: found } = await sql`select device_id = ${plant.device_id} as first from reading`.execute(
    pools.db,
  );
  expect(found).toEqual([{ first: false }]);
});

test("packed files, files without a header, byte order marks and quotes are read", async () => {
  const { run, file } = await place();
  expect(await run([await file([HEADER, ...rows(5)], "packed.csv.gz")])).toMatchObject({ stored: 5 });
  const quoted = row(7)
    .split(",")
    .map((cell) => `"${cell}"`);
  expect(await run([await file([`\uFEFF${HEADER}`, quoted.join(",")], "marked.csv")])).toMatchObject({
    stored: 1,
  });
  const bare = await place({
    csv: { header: false, skip_lines: 1 },
    time: { column: "1", format: "ISO", timezone: "UTC", stamp: "end" },
    device: { column: "2" },
    columns: { "3": { quantity: "ac_power_w", unit: "kW" } },
  });
  expect(await bare.run([await bare.file(["made by nobody", row(0), row(1)])])).toMatchObject({
    read: 2,
    stored: 2,
  });
});

test("a damaged packed file is told and does not stop the next one", async () => {
  const { folder, file, run } = await place();
  await writeFile(
    join(folder, "broken.csv.gz"),
    gzipSync(`${HEADER}\n${rows(2000).join("\n")}`).subarray(0, 900),
  );
  const summary = await run([join(folder, "broken.csv.gz"), await file([HEADER, row(0)])]);
  expect(summary.files[0]?.fault).not.toBeNull();
  expect(summary.files[1]?.fault).toBeNull();
  expect(await run([await file([HEADER, row(0)])])).toMatchObject({ stored: 0, duplicate: 1 });
});

test("readings that a gateway sends meanwhile are kept, never stored twice", async () => {
  const { pools, plant, file, run } = await place();
  await sql`select ensure_reading_partitions('2024-03-01', '2024-03-31')`.execute(pools.db);
  const at = new Date(Date.parse("2024-03-02T02:00:00Z") + 7 * 300_000);
  await pools.db
    .insertInto("reading")
    .values({ ...plantIds(plant), ts: at, interval_s: 300, ac_power_w: 12_500, energy_total_wh: 1_007_000 })
    .execute();
  expect(await run([await file([HEADER, ...rows(10)])])).toMatchObject({ stored: 9, duplicate: 1 });
  const { rows: found } =
    await sql`select count(*) as n, count(*) filter (where source = 0) as live from reading`.execute(
      pools.db,
    );
  expect(found).toEqual([{ n: 10, live: 1 }]);
});

const plantIds = ({ project_id, device_id }: { project_id: number; device_id: number }) => ({
  project_id,
  device_id,
});
