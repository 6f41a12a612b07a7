import { sql } from "kysely";
import { expect, test } from "vitest";
import { reading } from "../../../../testing/ledger-test-kit.ts";
import { rowsOf, send, worker } from "../../../../testing/ledger-db-kit.ts";
import { peeked, ledgerByHand } from "../../../../testing/chart-slots-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import { asAccount, type Db } from "../../../platform/db.ts";
import { CHART_QUANTITIES } from "./chart-slots.sql.ts";
import { rebuildProject } from "../ledger/rebuild-project.jobs.ts";

/** Readings every five minutes from midnight UTC on. */
const readings = (count: number, power = 1000) =>
  Array.from({ length: count }, (_, index) =>
    reading(Date.parse("2025-03-02T00:05:00Z") + index * 300_000, { power, interval: 300 }),
  );

async function hours(db: Db): Promise<string[]> {
  const { rows } = await sql<{ hour: string }>`
    select to_char(hour_utc at time zone 'UTC', 'HH24') as hour from chart_slots order by hour_utc`.execute(
    db,
  );
  return rows.map(({ hour }) => hour);
}

test("the worker packs every hour that is over, each once", async () => {
  const pools = await freshPools();
  const place = await scene(pools.db);
  worker(pools);
  await send(pools, place, readings(36));
  await expect.poll(() => hours(pools.db), { timeout: 10_000 }).toEqual(["00", "01", "02"]);
  expect(await rowsOf(pools.db, "chart_slots_due")).toEqual([]);
});

test("an hour that is not over is noted and packed later", async () => {
  const pools = await freshPools();
  const place = await scene(pools.db);
  const working = ledgerByHand(pools);
  await send(pools, place, [reading(Date.now(), { power: 5, interval: 60 })]);
  await working.pass();
  await working.pack();
  expect(await hours(pools.db)).toEqual([]);
  expect(await rowsOf(pools.db, "chart_slots_due")).toHaveLength(1);
});

test("a late reading takes its hour away with its ledger and no other, and the hour is packed again", async () => {
  const pools = await freshPools();
  const place = await scene(pools.db);
  const working = ledgerByHand(pools);
  const all = readings(36);
  const late = all.splice(15, 1);
  await send(pools, place, all);
  await working.pass();
  await working.pack();
  const before = await rowsOf(pools.db, "chart_slots");
  await send(pools, place, late, 1);
  expect(await hours(pools.db)).toEqual(["00", "01", "02"]);
  await working.pass();
  expect(await hours(pools.db)).toEqual(["00", "02"]);
  await working.pack();
  expect(await hours(pools.db)).toEqual(["00", "01", "02"]);
  const after = await rowsOf(pools.db, "chart_slots");
  expect(after.filter((row) => !before.includes(row))).toHaveLength(1);
});

test("a device whose ledger cannot be made keeps no packed hour of what has changed", async () => {
  const pools = await freshPools();
  const place = await scene(pools.db);
  const working = ledgerByHand(pools);
  await send(pools, place, readings(24));
  await working.pass();
  await working.pack();
  await pools.db.updateTable("project").set({ timezone: "Mars/Olympus" }).execute();
  await send(pools, place, readings(3, 2000));
  await working.pass();
  expect(await rowsOf(pools.db, "ledger_fault")).toHaveLength(1);
  expect(await hours(pools.db)).toEqual(["01"]);
});

test("a rebuild packs again what was damaged, lost or never there", async () => {
  const pools = await freshPools();
  const place = await scene(pools.db);
  const working = ledgerByHand(pools);
  await send(pools, place, readings(60));
  await working.pass();
  await working.pack();
  const before = await rowsOf(pools.db, "chart_slots");
  for (const damage of [
    sql`update chart_slots set ac_power_w = null where hour_utc < '2025-03-02 02:00Z'`,
    sql`delete from chart_slots where hour_utc = '2025-03-02 03:00Z'`,
    sql`insert into chart_slots (project_id, device_id, hour_utc, ends, lengths)
      values (${place.project_id}, ${place.device_id}, '2024-03-02 03:00Z', '', '')`,
  ]) {
    await damage.execute(pools.db);
  }
  await rebuildProject(pools, place.project_id, { from: null });
  expect(await rowsOf(pools.db, "chart_slots")).toEqual(before);
});

test("a rebuild from a day on leaves what is packed before it", async () => {
  const pools = await freshPools();
  const place = await scene(pools.db);
  const working = ledgerByHand(pools);
  await send(pools, place, readings(4 * 288));
  await working.pass();
  await working.pack();
  await sql`update chart_slots set ac_power_w = null`.execute(pools.db);
  await rebuildProject(pools, place.project_id, { from: "2025-03-05" });
  const { rows } = await sql<{ first: string }>`
    select min(hour_utc) at time zone 'UTC' as first from chart_slots where ac_power_w is not null`.execute(
    pools.db,
  );
  expect(rows.map(({ first }) => new Date(first).toISOString().slice(0, 10))).toEqual(["2025-03-03"]);
});

test("what waits is told of the proven project only, and packed hours are hidden like readings", async () => {
  const pools = await freshPools();
  const place = await scene(pools.db);
  const other = await scene(pools.db);
  await send(pools, place, readings(12));
  await send(pools, other, readings(12));
  const waits = (of: number, proven: number) =>
    peeked(
      pools.db,
      proven,
      async (tx) => (await sql`select * from waiting_readings(${of})`.execute(tx)).rows,
    );
  expect(await waits(place.project_id, place.project_id)).toHaveLength(1);
  expect(await waits(other.project_id, place.project_id)).toEqual([]);
  const working = ledgerByHand(pools);
  await working.pass();
  await working.pack();
  const seen = await asAccount(
    pools.db,
    { account_id: place.account_id, projects: [place.project_id] },
    async (tx) =>
      (await sql<{ project_id: number }>`select distinct project_id from chart_slots`.execute(tx)).rows,
  );
  expect(seen).toEqual([{ project_id: place.project_id }]);
});

test("the table has a column for each quantity that charts of a day draw", async () => {
  const { db } = await freshPools();
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'chart_slots'
      and column_name not in ('hour_utc', 'project_id', 'device_id', 'ends', 'lengths') order by ordinal_position`.execute(
    db,
  );
  expect(rows.map(({ name }) => name)).toEqual([...CHART_QUANTITIES]);
});

test("a power far above the rating is in no packed hour, also where the rating comes after the packing", async () => {
  const pools = await freshPools();
  const place = await scene(pools.db);
  const working = ledgerByHand(pools);
  const rate = (ac_nominal_w: number | null) =>
    pools.db.updateTable("device").set({ ac_nominal_w }).where("device_id", "=", place.device_id).execute();
  const holes = async () => {
    await working.pass();
    await working.pack();
    const { rows } = await sql<{ values: string }>`
      select encode(ac_power_w, 'hex') as values from chart_slots order by hour_utc`.execute(pools.db);
    // Not a number stands where nothing is drawn.
    return rows.map(({ values }) => values.match(/.{8}/g)?.indexOf("7fc00000"));
  };
  await rate(null);
  const all = readings(36).map((one, index) => (index === 15 ? { ...one, powerW: 400_000 } : one));
  await send(pools, place, all);
  expect(await holes()).toEqual([-1, -1, -1]);
  await rate(50_000);
  expect(await holes()).toEqual([-1, 3, -1]);
  await rate(300_000);
  expect(await holes()).toEqual([-1, -1, -1]);
});
