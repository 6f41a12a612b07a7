import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import {
  chartTool,
  createApiKey,
  EXPORT_SERIES,
  makeExport,
  runDetails,
  runFileOf,
  statisticsDevices,
} from "@heliograph/contract";
import { parseCsv } from "hucre/csv";
import { readXlsx } from "hucre/xlsx";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { portfolio } from "../../../../testing/reports/report-kit.ts";
import { addDevice, addReading } from "../../../../testing/performance-kit.ts";
import { scene } from "../../../../testing/test-kit.ts";
import { fleetRoutes } from "../../fleet/index.ts";

const at = (clock: string) => `2026-02-03T${clock}:00+07:00`;

/** A plant of which an inverter has power, a state and energy, and a sensor temperature; both are named as nobody should. */
async function measuring() {
  const made = await portfolio();
  const { db, one, api, token } = made;
  await db.updateTable("device").set({ alias: "=cmd()" }).where("device_id", "=", one.device_id).execute();
  const sensor = await addDevice(db, one, { asset_type: "sensor_radiation", serial: "S-1", alias: "=cmd()" });
  for (const [clock, watts] of [
    ["09:05", 1000],
    ["09:10", 2000],
    ["09:25", 4000],
  ] as const) {
    await addReading(db, one, at(clock), { ac_power_w: watts, ac_voltage_v: 400.25, state: 3 });
    await addReading(db, sensor, at(clock), { module_temperature_c: watts / 100 });
  }
  const series = [
    `${one.device_uid}:ac_power_w`,
    `${one.device_uid}:production_wh`,
    `${one.device_uid}:state`,
    `${sensor.device_uid}:module_temperature_c`,
  ];
  const range = { project_uid: one.project_uid, from_date: "2026-02-03", to_date: "2026-02-03" };
  const body = { ...range, binsize: "15_minutes", series };
  const drawn = async (bin: string) =>
    (await api(chartTool, { token, query: { ...range, bin, series: series.join(",") } })).body.shown;
  const exported = async (more: object) => {
    const told = await api(makeExport, { token, body: { ...body, ...more } });
    expect([told.status, told.body.message]).toEqual([200, "The export is being made"]);
    return made.finished(told.body.run.run_uid);
  };
  return { ...made, sensor, body, drawn, exported };
}

type Table = Record<string, unknown>[];

const plain = (value: unknown) =>
  typeof value === "number" ? Number(value.toPrecision(12)) : (value ?? null);

/** Rows by column, numbers as their twelve digits. */
function tableOf(head: readonly unknown[], rows: readonly (readonly unknown[])[]): Table {
  return rows.map((row) => Object.fromEntries(head.map((name, n) => [String(name), plain(row[n])])));
}

const TEXTS = ["date", "time", "begins_at"];

function csvTable(csv: string): Table {
  const [head = [], ...rows] = parseCsv(csv.replace("\uFEFF", "")).map((row) => row.map(String));
  return tableOf(
    head,
    rows.map((row) =>
      row.map((cell, n) => (cell === "" ? null : TEXTS.includes(head[n] ?? "") ? cell : Number(cell))),
    ),
  );
}

const POWER = "=cmd() (INV-1) ac_power_w [W]";
const HEAD = [
  "date",
  "time",
  "begins_at",
  POWER,
  "=cmd() (INV-1) ac_power_w coverage [%]",
  "=cmd() (INV-1) production_wh [Wh]",
  "=cmd() (INV-1) production_wh completeness [%]",
  "=cmd() (INV-1) production_wh estimated [%]",
  "=cmd() (INV-1) production_wh integrated [%]",
  "=cmd() (INV-1) state",
  "=cmd() (INV-1) state coverage [%]",
  "=cmd() (S-1) module_temperature_c [°C]",
  "=cmd() (S-1) module_temperature_c coverage [%]",
];

test.each(["15_minutes", "30_minutes", "1_hours", "1_days", "1_months"])(
  "an export of any quantities of devices by %s has the chart tool's figures, with units and flags in its head",
  async (binsize) => {
    const { exported, drawn } = await measuring();
    const { file, run } = await exported({ format: "csv", binsize });
    expect(run).toMatchObject({ kind: "export", state: "done" });
    expect(run.file.name).toMatch(/series\.csv$/);
    const table = csvTable(Buffer.from(file.bytes).toString());
    expect(Object.keys(table[0] ?? {}).map((name) => name.replace(/^'/, ""))).toEqual(HEAD);
    const { starts, series } = await drawn(binsize);
    expect(table).toHaveLength(starts.length);
    const values: unknown[][] = series.map((one: { values: unknown[] }) => one.values.map(plain));
    for (const [n, title] of [POWER, HEAD[5], HEAD[9], HEAD[11]].entries()) {
      expect(table.map((row) => row[`'${title}`])).toEqual(values[n]);
      expect(values[n]?.some((value) => value !== null)).toBe(true);
    }
  },
);

test("beside a measure stands how much of each bin readings cover, beside an energy what the statistics say of its device", async () => {
  const { exported, api, token, body } = await measuring();
  const { file } = await exported({ format: "csv" });
  const table = csvTable(Buffer.from(file.bytes).toString());
  const quarter = table.findIndex((row) => row["time"] === "09:00-09:15");
  const covered = table.map((row) => row[`'${HEAD[4]}`]);
  expect(covered.slice(quarter - 1, quarter + 3)).toEqual([0, plain((100 * 2) / 3), plain(100 / 3), 0]);
  const { series: _, ...query } = body;
  const { body: statistics } = await api(statisticsDevices, { token, query });
  const [inverter] = statistics.devices;
  for (const [n, column] of ["completeness", "estimated_share", "integrated_share"].entries()) {
    const shares = table.map((_row, bin) => {
      const share = inverter[column][bin] ?? null;
      return share === null ? null : plain(share * 100);
    });
    expect(table.map((row) => row[`'${HEAD[6 + n]}`])).toEqual(shares);
  }
  expect(inverter.production[quarter]).not.toBeNull();
});

test("the spreadsheet and the Parquet of an export of series, read back, equal its CSV, and no head runs", async () => {
  const { exported } = await measuring();
  const csv = csvTable(Buffer.from((await exported({ format: "csv" })).file.bytes).toString());
  const { file: sheets } = await exported({ format: "xlsx" });
  const [sheet] = (await readXlsx(new Uint8Array(sheets.bytes))).sheets;
  const [head = [], ...rows] = sheet?.rows ?? [];
  expect(tableOf(head, rows)).toEqual(csv);
  const { file } = await exported({ format: "parquet" });
  const folder = await mkdtemp(join(tmpdir(), "heliograph-parquet-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "export.parquet");
  await writeFile(path, file.bytes);
  const connection = await (await DuckDBInstance.create()).connect();
  const read = await connection.runAndReadAll(`select * from read_parquet('${path}')`);
  connection.closeSync();
  const columns = read.columnNames();
  // Text is as it is: nothing runs in a file of columns.
  expect(columns).toEqual(HEAD);
  expect(
    tableOf(
      columns.map((name) => (name.startsWith("=") ? `'${name}` : name)),
      read.getRowsJS(),
    ),
  ).toEqual(csv);
  expect(csv).toHaveLength(96);
});

test("series that come further apart than the bin are exported by the bin that the chart tool takes, and the file is named by it", async () => {
  const { exported, db, sensor, drawn } = await measuring();
  await sql`update reading set interval_s = 3600 where device_id = ${sensor.device_id}`.execute(db);
  const { file, run } = await exported({ format: "csv" });
  expect(run.file.name).toContain(" 1_hours series");
  expect(csvTable(Buffer.from(file.bytes).toString())).toHaveLength(
    (await drawn("15_minutes")).starts.length,
  );
});

test("two devices that are called alike have heads of their own", async () => {
  const { exported, db, one, sensor, body } = await measuring();
  const gateway = await db
    .insertInto("gateway")
    .values({ project_id: one.project_id, serial: "GW-OTHER", credential_hash: "none" })
    .returning("gateway_id")
    .executeTakeFirstOrThrow();
  const twin = await addDevice(
    db,
    { ...one, ...gateway },
    {
      asset_type: "sensor_radiation",
      serial: "S-1",
      alias: "=cmd()",
    },
  );
  const series = [sensor, twin].map(({ device_uid }) => `${device_uid}:module_temperature_c`);
  const { file } = await exported({ format: "csv", binsize: body.binsize, series });
  const [head = ""] = Buffer.from(file.bytes).toString().split("\r\n");
  expect(head).toContain("=cmd() (S-1) GW-OTHER module_temperature_c [°C]");
  expect(new Set(head.split(",")).size).toBe(7);
});

test("what series cannot be is refused by its field and rule, a device of another project as one that does not exist", async () => {
  const { api, token, db, body, one } = await measuring();
  const fields = async (more: object) =>
    (await api(makeExport, { token, body: { ...body, ...more } })).body.fields;
  const named = `${one.device_uid}:ac_power_w`;
  expect(await fields({ series: [] })).toEqual({ "body.series": "Must name a series" });
  expect(await fields({ series: [named, named] })).toEqual({ "body.series": "Must name each series once" });
  expect(await fields({ series: Array.from({ length: EXPORT_SERIES + 1 }, () => named) })).toMatchObject({
    "body.series": "At most 40 series can be exported at once",
  });
  expect(Object.keys(await fields({ series: [`${one.device_uid}:happiness`] }))).toEqual([
    "body.series.0.quantity",
  ]);
  expect(await fields({ binsize: "year" })).toEqual({
    "body.binsize": "Series need a bin of a month or less",
  });
  expect(await fields({ view: "total" })).toEqual({ "body.view": "Series are no view: name either" });
  const foreign = await scene(db);
  for (const device_uid of [foreign.device_uid, "00000000-0000-4000-8000-000000000000"]) {
    const told = await api(makeExport, { token, body: { ...body, series: [`${device_uid}:ac_power_w`] } });
    expect([told.status, told.body.code, told.body.fields]).toEqual([
      404,
      "chart_tool.no_device",
      { "body.series": "The device does not exist in this project" },
    ]);
  }
});

test("a key that may read has series exported and gets their file; to a key of other projects neither project nor run is there", async () => {
  const { api, token, db, body, one, other, finished } = await measuring();
  const keys = await apiOf(db, (serve) => fleetRoutes(serve, db));
  const keyOf = async (project_uid: string) => {
    const spec = { name: "Nightly export", right: "read", project_uids: [project_uid], valid_days: 30 };
    const { status, body: made } = await keys(createApiKey, { token, body: spec });
    expect(status).toBe(200);
    return made.key as string;
  };
  const [own, foreign] = [await keyOf(one.project_uid), await keyOf(other.project_uid)];
  const { status, body: added } = await api(makeExport, { token: own, body });
  expect(status).toBe(200);
  const { run_uid } = added.run;
  const { file } = await finished(run_uid);
  const query = { run_uid };
  expect(Buffer.from((await api(runFileOf, { token: own, query })).bytes)).toEqual(Buffer.from(file.bytes));
  const refused = await api(makeExport, { token: foreign, body });
  expect([refused.status, refused.body.code]).toEqual([404, "project.not_found"]);
  expect((await api(runDetails, { token: foreign, query })).status).toBe(404);
  expect((await api(runFileOf, { token: foreign, query })).status).toBe(404);
});
