import { startImport, stopImport, undoImport } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { importsApi, workOn } from "../../../../../testing/import-kit.ts";
import { runner } from "../../../../../testing/jobs-kit.ts";
import { rowsOf } from "../../../../../testing/ledger-db-kit.ts";
import type { Db } from "../../../../platform/db.ts";

const ROWS = 12_000;
const csv = () => {
  const lines = ["time,INV-1 Active power(kW),INV-1 Total yield(kWh),INV-2 Active power(kW)"];
  for (let index = 0; index < ROWS; index += 1) {
    const at = new Date(Date.parse("2024-01-01T00:05:00Z") + index * 300_000).toISOString();
    lines.push(
      `${at.slice(0, 10)} ${at.slice(11, 16)},${index % 50},${(1000 + index * 0.5).toFixed(1)},${index % 40}`,
    );
  }
  return `${lines.join("\n")}\n`;
};

const batches = async (db: Db) => {
  const { rows } = await sql<{
    n: number;
  }>`select coalesce(max(batches), 0)::int4 as n from history_import`.execute(db);
  return rows[0]?.n ?? 0;
};
const counts = async (db: Db) => {
  const { rows } = await sql<{ readings: number; marked: number }>`
    select (select count(*) from reading)::int4 as readings,
      (select coalesce(sum(count), 0) from history_import_mark)::int4 as marked`.execute(db);
  return rows[0];
};

async function begin() {
  const api = await importsApi({}, false);
  const first = runner(api.pools, workOn(api.store));
  const uid = await api.upload([{ name: "a.csv", content: csv() }]);
  const { trial } = await api.tried(uid);
  expect(trial).toMatchObject({ rows: ROWS, fresh: 2 * ROWS });
  await api.ok(startImport, { query: { import_uid: uid } });
  await expect.poll(() => batches(api.db), { interval: 2, timeout: 20_000 }).toBeGreaterThanOrEqual(2);
  return { ...api, first, uid };
}

const itemOf = async ({ items, uid }: Awaited<ReturnType<typeof begin>>) =>
  (await items()).find(({ import_uid }) => import_uid === uid);

test("a server that ends in the middle of an import and starts again loses nothing and stores nothing twice, nor does an undo that it ends in", async () => {
  const place = await begin();
  const { db, pools, store, first, settled, ok, uid } = place;
  await first.stop();
  const halfway = await counts(db);
  expect(halfway?.readings).toBeGreaterThan(0);
  expect(halfway?.readings).toBeLessThan(2 * ROWS);
  expect(halfway?.marked).toBe(halfway?.readings);
  // The process died after a batch was stored and before it was counted.
  await sql`update history_import set batches = batches - 1`.execute(db);
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db);
  const second = runner(pools, workOn(store));
  await settled();
  expect(await itemOf(place)).toMatchObject({
    state: "done",
    stored: 2 * ROWS,
    there: 0,
    refused: 0,
    fault: null,
  });
  expect(await counts(db)).toEqual({ readings: 2 * ROWS, marked: 2 * ROWS });
  await ok(undoImport, { query: { import_uid: uid } });
  await expect
    .poll(async () => (await counts(db))?.readings, { interval: 2, timeout: 20_000 })
    .toBeLessThan(2 * ROWS);
  await second.stop();
  const taken = await counts(db);
  expect(taken?.marked).toBe(taken?.readings);
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db);
  runner(pools, workOn(store));
  await settled();
  expect(await itemOf(place)).toMatchObject({ state: "undone" });
  expect(await counts(db)).toEqual({ readings: 0, marked: 0 });
  expect(await rowsOf(db, "energy_day")).toEqual([]);
}, 60_000);

test("an import that somebody stops keeps what it has stored, says how much, and can be undone", async () => {
  const place = await begin();
  const { db, ok, settled, undone, uid } = place;
  await ok(stopImport, { query: { import_uid: uid } });
  await settled();
  const item = await itemOf(place);
  const stored = await counts(db);
  expect(item).toMatchObject({ state: "stopped", stored: stored?.readings, fault: null });
  expect(stored?.readings).toBeGreaterThan(0);
  expect(stored?.readings).toBeLessThan(2 * ROWS);
  expect(await undone(uid)).toMatchObject({ state: "undone" });
  expect(await counts(db)).toEqual({ readings: 0, marked: 0 });
}, 60_000);
