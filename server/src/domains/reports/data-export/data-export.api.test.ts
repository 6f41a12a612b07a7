import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { binsizeExport, makeExport } from "@heliograph/contract";
import { parseCsv } from "hucre/csv";
import { readXlsx } from "hucre/xlsx";
import { expect, onTestFinished, test } from "vitest";
import { portfolio } from "../../../../testing/reports/report-kit.ts";
import { accountOn } from "../../../../testing/fleet-kit.ts";

async function exporting() {
  const at = await portfolio();
  const { project_uid } = at.one;
  // What a person wrote must not run in a spreadsheet.
  await at.db.updateTable("device").set({ alias: "=cmd()" }).where("serial", "=", "M-1").execute();
  const body = {
    project_uid,
    from_date: "2026-02-01",
    to_date: "2026-02-03",
    binsize: "1_days",
    view: "devices",
  };
  const made = async (more: object) => {
    const told = await at.api(makeExport, { token: at.token, body: { ...body, ...more } });
    expect([told.status, told.body.message]).toEqual([200, "The export is being made"]);
    return at.finished(told.body.run.run_uid);
  };
  const { bytes } = await at.api(binsizeExport, { token: at.token, query: body });
  return { ...at, body, made, csv: Buffer.from(bytes).toString() };
}

const isText = (name: string) => !/_(kwh|wh_m2|percent)$/.test(name);

/** Rows of the CSV below its head, by column; empty fields as null, numbers as numbers. */
function rowsOf(csv: string): Record<string, unknown>[] {
  const [head = [], ...rows] = parseCsv(csv.replace("\uFEFF", "")).map((row) =>
    row.map((cell) => String(cell ?? "")),
  );
  return rows.map((row) =>
    Object.fromEntries(
      head.map((name, at) => {
        const cell = row[at] ?? "";
        return [name, cell === "" ? null : isText(name) ? cell : Number(cell)];
      }),
    ),
  );
}

test("an export by a run is the same CSV as the call's, with units and how far each bin can be trusted in its head", async () => {
  const { made, csv } = await exporting();
  const { run, file } = await made({ format: "csv" });
  expect(Buffer.from(file.bytes).toString()).toBe(csv);
  expect(run).toMatchObject({ kind: "export", state: "done" });
  expect(run.file.name).toMatch(/devices\.csv$/);
  const [head = ""] = csv.split("\r\n");
  for (const name of ["production_kwh", "completeness_percent", "estimated_percent", "integrated_percent"]) {
    expect(head).toContain(name);
  }
  expect(csv).toContain("'=cmd()");
});

test("the spreadsheet of an export has the values of the CSV as numbers, and no word that runs", async () => {
  const { made, csv } = await exporting();
  const { file } = await made({ format: "xlsx" });
  const [sheet] = (await readXlsx(new Uint8Array(file.bytes))).sheets;
  const [head = [], ...rows] = sheet?.rows ?? [];
  const wanted = rowsOf(csv);
  expect(
    rows.map((row) => Object.fromEntries(head.map((name, at) => [String(name), row[at] ?? null]))),
  ).toEqual(wanted);
  expect(wanted.length).toBe(6);
});

const plain = (value: unknown) => (typeof value === "number" ? Number(value.toPrecision(12)) : value);

test.each(["total", "devices"])("Parquet of %s, read by DuckDB, equals the CSV", async (view) => {
  const { made, api, token, body } = await exporting();
  const { file } = await made({ format: "parquet", view });
  const folder = await mkdtemp(join(tmpdir(), "heliograph-parquet-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "export.parquet");
  await writeFile(path, file.bytes);
  const connection = await (await DuckDBInstance.create()).connect();
  const read = await connection.runAndReadAll(`select * from read_parquet('${path}')`);
  connection.closeSync();
  const { bytes } = await api(binsizeExport, { token, query: { ...body, view } });
  const wanted = rowsOf(Buffer.from(bytes).toString());
  const rows = read
    .getRowObjectsJS()
    .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])));
  // Text is as it is: nothing runs in a file of columns.
  const asIs = wanted.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, value === "'=cmd()" ? "=cmd()" : value]),
    ),
  );
  expect(rows).toEqual(asIs);
  expect(rows.length).toBe(view === "total" ? 3 : 6);
});

test("an export that cannot be is refused by its field, and one of a project that is not the caller's as if it were not there", async () => {
  const { api, token, db, body } = await exporting();
  const told = await api(makeExport, { token, body: { ...body, from_date: "2020-01-01" } });
  expect([told.status, told.body.fields]).toEqual([
    400,
    { "body.to_date": "The selected binsize allows a maximum of 400 days" },
  ]);
  const times = await api(makeExport, { token, body: { ...body, from_time: "08:00" } });
  expect(times.body.fields).toEqual({ "body.from_time": "Times need a bin of an hour or less" });
  const stranger = await accountOn(db, null);
  expect((await api(makeExport, { token: stranger.token, body })).status).toBe(404);
});
