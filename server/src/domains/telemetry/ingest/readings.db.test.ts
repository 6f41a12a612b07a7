import fc from "fast-check";
import { expect, test } from "vitest";
import { quantityNames } from "@heliograph/contract";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import { partitionKeeper } from "./partitions.sql.ts";
import { storeReadings } from "./readings.sql.ts";
import type { Outcome, ReadingRow } from "./reading-rows.ts";
import { REFUSED_KEPT } from "./refusals.sql.ts";

const NOON = Date.UTC(2026, 6, 1, 5);

async function place() {
  const pools = await freshPools();
  const at = await scene(pools.db);
  await partitionKeeper(pools.pool)([NOON]);
  const row = (minute: number, m: ReadingRow["m"], rest: Partial<ReadingRow> = {}): ReadingRow => ({
    project_id: at.project_id,
    device_id: at.device_id,
    ts: NOON + minute * 60_000,
    interval_s: 300,
    source: 0,
    m,
    ext: null,
    ...rest,
  });
  const live = (rows: ReadingRow[]) => storeReadings(pools.pool, { lane: 0, rows });
  const readings = () => pools.db.selectFrom("reading").selectAll().orderBy("ts").execute();
  const changes = () => pools.db.selectFrom("changed_readings").selectAll().orderBy("change_id").execute();
  const corrections = () =>
    pools.db.selectFrom("reading_correction").selectAll().orderBy("replaced_at").execute();
  return { ...pools, ...at, row, live, readings, changes, corrections };
}

test("the columns of reading are the quantities of the contract, and nothing is left without a column", async () => {
  const { db } = await place();
  const tables = await db.introspection.getTables();
  const columns = tables.find((table) => table.name === "reading")?.columns.map((column) => column.name);
  const others = ["ts", "project_id", "device_id", "interval_s", "source", "ext"];
  expect(columns?.toSorted()).toEqual([...others, ...quantityNames].toSorted());
});

test("a new reading is stored as it was sent, and one row of the changes names its device and span", async () => {
  const { row, live, readings, changes, corrections, project_id, device_id } = await place();
  const m = {
    ac_power_w: 1234.5,
    energy_total_wh: 5_292_514_425.125,
    state: 4,
    event_bits: 2 ** 31 - 1,
    dc_power_w: null,
  };
  expect(await live([row(5, m, { ext: '{"mppt":[]}' }), row(0, { ac_power_w: 0 })])).toEqual([
    "stored",
    "stored",
  ]);

  const stored = await readings();
  expect(stored.map((one) => one.ts.getTime())).toEqual([NOON, NOON + 300_000]);
  expect(stored[0]).toMatchObject({ ac_power_w: 0, energy_total_wh: null, ext: null });
  expect(stored[1]).toMatchObject({
    ...m,
    ext: { mppt: [] },
    interval_s: 300,
    source: 0,
    project_id,
    device_id,
  });
  expect(await changes()).toEqual([
    {
      change_id: 1,
      lane: 0,
      project_id: [project_id],
      device_id: [device_id],
      since: [new Date(NOON)],
      until: [new Date(NOON + 300_000)],
    },
  ]);
  expect(await corrections()).toEqual([]);
});

test("a repeat changes nothing: no row, no changed day, no correction, wherever it comes from", async () => {
  const { row, live, readings, changes, corrections, pool } = await place();
  const sent = [
    row(0, { ac_power_w: 0.1, energy_total_wh: 10.1 }, { ext: '{"errors":["E1"],"phases":[]}' }),
    row(5, { ac_power_w: 2 }),
  ];
  await live(sent);
  const before = await readings();
  expect(await live(sent)).toEqual(["duplicate", "duplicate"]);
  const resent = sent.map((one) => ({
    ...one,
    source: 1 as const,
    ext: one.ext && '{"phases":[],"errors":["E1"]}',
  }));
  expect(await storeReadings(pool, { lane: 1, rows: resent })).toEqual(["duplicate", "duplicate"]);
  expect(await readings()).toEqual(before);
  expect(await changes()).toHaveLength(1);
  expect(await corrections()).toEqual([]);
});

test("a correction replaces the whole reading, is logged with what it replaced, and notes its day as changed", async () => {
  const { row, live, readings, changes, corrections } = await place();
  await live([row(0, { ac_power_w: 1, dc_power_w: 9 }), row(5, { ac_power_w: 2 })]);
  expect(
    await live([row(5, { ac_power_w: 2 }), row(0, { ac_power_w: 7 }), row(10, { ac_power_w: 3 })]),
  ).toEqual(["duplicate", "corrected", "stored"]);
  expect((await readings()).map((one) => [one.ac_power_w, one.dc_power_w])).toEqual([
    [7, null],
    [2, null],
    [3, null],
  ]);
  const log = await corrections();
  expect(log).toHaveLength(1);
  expect(log[0]?.was).toMatchObject({ ac_power_w: 1, dc_power_w: 9 });
  expect(log[0]?.became).toMatchObject({ ac_power_w: 7 });
  expect(log[0]?.became).not.toHaveProperty("dc_power_w");
  // The first batch, then what was new and what was corrected in the second: the duplicate at 5 min is in neither.
  expect((await changes()).map(({ since, until }) => [since[0]?.getTime(), until[0]?.getTime()])).toEqual([
    [NOON, NOON + 300_000],
    [NOON + 600_000, NOON + 600_000],
    [NOON, NOON],
  ]);
});

test("of repeats within one batch the last counts, and what it replaces is logged", async () => {
  const { row, live, readings, corrections } = await place();
  const outcomes = await live([
    row(0, { ac_power_w: 1 }),
    row(0, { ac_power_w: 1 }),
    row(0, { ac_power_w: 5 }),
  ]);
  expect(outcomes).toEqual(["stored", "duplicate", "corrected"]);
  expect((await readings()).map((one) => one.ac_power_w)).toEqual([5]);
  expect((await corrections()).map(({ was, became }) => [was, became])).toMatchObject([
    [{ ac_power_w: 1 }, { ac_power_w: 5 }],
  ]);
});

test("whatever batches arrive in whatever order of keys, each key ends with its last value and no key is there twice", async () => {
  const { row, pool, db, device_id, gateway_id, project_id } = await place();
  const other = await db
    .insertInto("device")
    .values({ project_id, gateway_id, asset_type: "electric_meter", serial: "M-1" })
    .returning("device_id")
    .executeTakeFirstOrThrow();
  const one = fc.record({
    device: fc.boolean(),
    minute: fc.nat(5),
    w: fc.option(fc.nat(3)),
    wh: fc.option(fc.nat(2)),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(one, { maxLength: 12 }), { maxLength: 5 }), async (batches) => {
      await pool.query("truncate reading, changed_readings, reading_correction");
      const last = new Map<string, unknown>();
      const count: Record<Outcome, number> = { stored: 0, duplicate: 0, corrected: 0 };
      let sent = 0;
      for (const [index, batch] of batches.entries()) {
        const rows = batch.map(({ device, minute, w, wh }) =>
          row(
            minute,
            { ac_power_w: w, energy_total_wh: wh },
            { device_id: device ? device_id : other.device_id },
          ),
        );
        for (const { device_id: device, ts, m } of rows) {
          last.set(`${device}/${ts}`, [m.ac_power_w, m.energy_total_wh]);
        }
        sent += rows.length;
        const outcomes = await storeReadings(pool, { lane: index % 2 === 0 ? 0 : 1, rows });
        for (const outcome of outcomes) count[outcome] += 1;
      }
      const stored = await db.selectFrom("reading").selectAll().execute();
      expect(
        Object.fromEntries(
          stored.map((r) => [`${r.device_id}/${r.ts.getTime()}`, [r.ac_power_w, r.energy_total_wh]]),
        ),
      ).toEqual(Object.fromEntries(last));
      expect(stored).toHaveLength(last.size);
      expect(count.stored).toBe(last.size);
      expect(count.stored + count.duplicate + count.corrected).toBe(sent);
    }),
    { numRuns: 40 },
  );
});

test("a batch that cannot be stored leaves nothing behind", async () => {
  const { row, live, readings, changes } = await place();
  await expect(
    live([row(0, { ac_power_w: 1 }), row(5, {}, { ext: '{"errors":["\\u0000"]}' })]),
  ).rejects.toMatchObject({ code: "22P05" });
  expect(await readings()).toEqual([]);
  expect(await changes()).toEqual([]);
});

test("only the newest refusals of a gateway are kept", async () => {
  const { pool, db, project_id, gateway_id } = await place();
  const refuse = (from: number, count: number, gateway = gateway_id) =>
    storeReadings(pool, {
      lane: 0,
      rows: [],
      refused: Array.from({ length: count }, (_, index) => ({
        project_id,
        gateway_id: gateway,
        device_uid: null,
        reason: "reading.empty" as const,
        detail: `number ${from + index}`,
      })),
    });
  await refuse(0, 3, gateway_id + 1);
  await refuse(0, REFUSED_KEPT - 10);
  await refuse(REFUSED_KEPT - 10, 30);
  const kept = await db
    .selectFrom("refused_reading")
    .select("detail")
    .where("gateway_id", "=", gateway_id)
    .orderBy("refused_id")
    .execute();
  expect(kept).toHaveLength(REFUSED_KEPT);
  expect(kept[0]?.detail).toBe("number 20");
  expect(
    await db.selectFrom("refused_reading").select("detail").where("gateway_id", "<>", gateway_id).execute(),
  ).toHaveLength(3);
});

test("each month gets its partition once, however many ask at the same time", async () => {
  const { pool, db } = await place();
  const march = Date.UTC(2025, 2, 31, 23, 59);
  const keepers = Array.from({ length: 6 }, () => partitionKeeper(pool));
  await Promise.all(keepers.map((ensure) => ensure([march, march + 120_000, NOON])));
  const { rows } = await pool.query<{ name: string }>(
    "select relid::regclass::text as name from pg_partition_tree('reading') where isleaf order by 1",
  );
  expect(rows.map((one) => one.name)).toEqual(
    expect.arrayContaining(["reading_2025_03", "reading_2025_04", "reading_2026_07"]),
  );
  expect(rows.map((one) => one.name)).not.toContain("reading_2025_02");
  expect(await db.selectFrom("reading").select("ts").execute()).toEqual([]);
});
