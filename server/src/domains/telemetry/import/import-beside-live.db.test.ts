import { sql } from "kysely";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { worker } from "../../../../testing/ledger-db-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import type { Pools } from "../../../platform/db.ts";
import { storeReadings } from "../ingest/readings.sql.ts";
import { importFiles } from "./import-files.jobs.ts";
import { readMapping } from "./import-mapping.ts";

const YEARS = 10;
const EVERY_MS = 6 * 3_600_000;
/** Live readings of a gateway come so often. */
const LIVE_MS = 20;
/** Longer than the database lets anybody wait for a lock. */
const READS_FOR_S = 6;

/** Ten years of one inverter, four readings a day. */
function tenYears(): string[] {
  const from = Date.parse("2013-01-01T00:00:00Z");
  const count = (Date.parse(`${2013 + YEARS}-01-01T00:00:00Z`) - from) / EVERY_MS;
  const rows = Array.from(
    { length: count },
    (_, at) => `${new Date(from + at * EVERY_MS).toISOString()},${(at % 4) * 5},${at * 7}`,
  );
  return ["time,P,E", ...rows];
}

/** Writes live readings one after the other until told to end; returns how long each took, ms. */
function liveReadings({ pool }: Pools, of: { project_id: number; device_id: number }) {
  const took: number[] = [];
  const over = new AbortController();
  const writing = (async () => {
    for (let at = 0; !over.signal.aborted; at += 1) {
      const ts = Math.floor(Date.now() / 1000) * 1000 - 3_600_000 + at * 1000;
      const begun = performance.now();
      const row = { ...of, ts, interval_s: 1, source: 0 as const, m: { ac_power_w: at }, ext: null };
      await storeReadings(pool, { lane: 0, rows: [row] });
      took.push(performance.now() - begun);
      await delay(LIVE_MS);
    }
  })();
  return {
    end: async () => {
      over.abort();
      await writing;
      return took;
    },
  };
}

test("ten years are imported while somebody reads for longer than locks wait, and live readings are acknowledged within 1 s", async () => {
  const pools = await freshPools();
  const plant = await scene(pools.db);
  const now = new Date().toISOString().slice(0, 10);
  await sql`select ensure_reading_partitions(${now}::date - 1, ${now}::date + 1)`.execute(pools.db);
  const live = await pools.db
    .insertInto("device")
    .values({
      project_id: plant.project_id,
      gateway_id: plant.gateway_id,
      asset_type: "solar_inverter",
      serial: "LIVE-1",
    })
    .returning(["project_id", "device_id"])
    .executeTakeFirstOrThrow();
  const folder = await mkdtemp(join(tmpdir(), "beside-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "ten-years.csv");
  const lines = tenYears();
  await writeFile(path, `${lines.join("\n")}\n`);
  const read = readMapping(
    JSON.stringify({
      time: { column: "time", format: "ISO", timezone: "UTC", stamp: "end" },
      interval_s: 900,
      device: { serial: "INV-1" },
      columns: { P: { quantity: "ac_power_w", unit: "kW" }, E: { quantity: "energy_total_wh", unit: "kWh" } },
    }),
  );
  if ("faults" in read) throw new Error(read.faults.join("; "));
  const failures: string[] = [];
  worker(pools, { failed: (what) => failures.push(what) });
  const writing = liveReadings(pools, live);
  const reading = pools.db.transaction().execute(async (tx) => {
    await sql`select count(*) from reading`.execute(tx);
    await sql`select pg_sleep(${READS_FOR_S})`.execute(tx);
  });
  const run = { pools, projectId: plant.project_id, mapping: read.mapping };
  const [imported] = await Promise.all([importFiles(run, [path]), reading]);
  const took = await writing.end();
  expect(imported).toMatchObject({ stored: lines.length - 1, files: [{ fault: null }] });
  const { rows } = await sql<{ parts: number; other: number }>`
    select count(distinct tableoid)::int4 as parts,
      count(*) filter (where tableoid = 'reading_other'::regclass)::int4 as other
    from reading where device_id = ${plant.device_id}`.execute(pools.db);
  expect(rows).toEqual([{ parts: YEARS * 12, other: 0 }]);
  expect(took.length).toBeGreaterThan(50);
  const p95 = took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? Infinity;
  expect(p95).toBeLessThan(1000);
  expect(failures).toEqual([]);
}, 120_000);
