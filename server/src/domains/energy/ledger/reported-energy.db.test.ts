import { sql } from "kysely";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { rowsOf, send, worker } from "../../../../testing/ledger-db-kit.ts";
import { reading } from "../../../../testing/ledger-test-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { importFiles } from "../../telemetry/import/import-files.jobs.ts";
import { readMapping } from "../../telemetry/import/import-mapping.ts";
import { rebuildProject } from "./rebuild-project.jobs.ts";

async function place() {
  const pools = await freshPools();
  await sql`select ensure_reading_partitions('2024-01-01', '2024-12-31')`.execute(pools.db);
  const plant = await scene(pools.db);
  const folder = await mkdtemp(join(tmpdir(), "reported-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const report = async (
    period: "day" | "month",
    lines: readonly string[],
    existing: "keep" | "replace" = "keep",
  ) => {
    const read = readMapping(
      JSON.stringify({
        time: {
          column: "date",
          format: period === "day" ? "YYYY-MM-DD" : "YYYY-MM",
          timezone: "Asia/Ho_Chi_Minh",
          stamp: "start",
        },
        period,
        device: { serial: "INV-1" },
        columns: { kWh: { quantity: "interval_production_wh", unit: "kWh" } },
      }),
    );
    if ("faults" in read) throw new Error(read.faults.join("; "));
    const path = join(folder, "report.csv");
    await writeFile(path, `${["date,kWh", ...lines].join("\n")}\n`);
    return importFiles({ pools, projectId: plant.project_id, mapping: read.mapping, existing }, [path]);
  };
  return { pools, plant, report, working: worker(pools) };
}

async function days(db: Db) {
  const { rows } = await sql<{ day: string; wh: number | null; reported: string[] }>`
    select day, production_wh as wh, reported from energy_day order by day`.execute(db);
  return rows.map(({ day, wh, reported }) => [day, wh, reported.join()]);
}
async function months(db: Db) {
  const { rows } = await sql<{ month: string; wh: number | null; reported: string[] }>`
    select month, production_wh as wh, reported from energy_month order by month`.execute(db);
  return rows.map(({ month, wh, reported }) => [month, wh, reported.join()]);
}
/** Quarter hours with energies of the interval, from nine o'clock of the day on. */
const quarters = (day: string, count: number) =>
  Array.from({ length: count }, (_, at) =>
    reading(Date.parse(`${day}T02:15:00Z`) + at * 900_000, { interval: 900, own: { production: 500 } }),
  );

test("energies of days and months stand in those tables as reported, and no quarter hour is invented", async () => {
  const { pools, report, working } = await place();
  expect(await report("day", ["2024-03-01,120.5", "2024-03-02,98"])).toMatchObject({ read: 2, stored: 2 });
  expect(await report("month", ["2024-01,3100", "2024-03,5000"])).toMatchObject({ stored: 2 });
  await working.idle();
  expect(await days(pools.db)).toEqual([
    ["2024-03-01", 120_500, "production"],
    ["2024-03-02", 98_000, "production"],
  ]);
  expect(await months(pools.db)).toEqual([
    ["2024-01-01", 3_100_000, "production"],
    ["2024-03-01", 218_500, ""],
  ]);
  expect(await rowsOf(pools.db, "energy_quarter")).toEqual([]);
  expect(await rowsOf(pools.db, "reading")).toEqual([]);
});

test("what is finer holds: readings go before reported days, days before months, whichever came first", async () => {
  const { pools, plant, report, working } = await place();
  await report("day", ["2024-03-01,120", "2024-03-02,98"]);
  await report("month", ["2024-04,900"]);
  await working.idle();
  await send(pools, plant, [...quarters("2024-03-02", 4), ...quarters("2024-04-05", 2)], 1);
  await working.idle();
  expect(await days(pools.db)).toEqual([
    ["2024-03-01", 120_000, "production"],
    ["2024-03-02", 2000, ""],
    ["2024-04-05", 1000, ""],
  ]);
  expect(await months(pools.db)).toEqual([
    ["2024-03-01", 122_000, ""],
    ["2024-04-01", 1000, ""],
  ]);
  await report("day", ["2024-04-05,77"]);
  await working.idle();
  expect((await days(pools.db)).at(-1)).toEqual(["2024-04-05", 1000, ""]);
});

const charge = (minute: number) => reading(Date.parse("2024-03-01T03:00:00Z") + minute * 60_000, { soc: 50 });

test("a day whose readings tell no energy has the reported one, and keeps it when more of them arrive", async () => {
  const { pools, plant, report, working } = await place();
  await send(pools, plant, [charge(0)], 1);
  await report("day", ["2024-03-01,120"]);
  await working.idle();
  await send(pools, plant, [charge(5)], 1);
  await working.idle();
  const { rows } = await sql`select n, production_wh, est_production_wh, reported from energy_day`.execute(
    pools.db,
  );
  expect(rows).toEqual([{ n: 2, production_wh: 120_000, est_production_wh: 0, reported: ["production"] }]);
});

test("reported energies are kept once, other figures stay or replace as asked, and a rebuild gives them again", async () => {
  const { pools, plant, report, working } = await place();
  await report("day", ["2024-03-01,120", "2024-03-02,98"]);
  await report("month", ["2024-05,400"]);
  await working.idle();
  const before = [await rowsOf(pools.db, "energy_day"), await rowsOf(pools.db, "energy_month")];
  expect(await report("day", ["2024-03-01,120", "2024-03-02,99"])).toMatchObject({ duplicate: 1, kept: 1 });
  await rebuildProject(pools, plant.project_id, { from: null });
  await working.idle();
  expect([await rowsOf(pools.db, "energy_day"), await rowsOf(pools.db, "energy_month")]).toEqual(before);
  expect(await report("day", ["2024-03-02,99"], "replace")).toMatchObject({ replaced: 1 });
  await working.idle();
  expect(await months(pools.db)).toEqual([
    ["2024-03-01", 219_000, ""],
    ["2024-05-01", 400_000, "production"],
  ]);
});
