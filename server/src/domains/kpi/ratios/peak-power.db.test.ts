import { addDays, startOfDay } from "@heliograph/contract";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { ledgerByHand, peeked } from "../../../../testing/chart-slots-kit.ts";
import { addDevice } from "../../../../testing/performance-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import type { Pools } from "../../../platform/db.ts";
import type { ReadingRow } from "../../telemetry/ingest/reading-rows.ts";
import { storeReadings } from "../../telemetry/ingest/readings.sql.ts";
import { refreshKeyFigures, refreshSummaries } from "../index.ts";
import { peakPower } from "./peak-power.sql.ts";

/** Zones whose days begin with an hour of UTC and within one, and days of 23 and 25 hours. */
const PLACES = [
  ["Asia/Ho_Chi_Minh", "2025-03-11"],
  ["Asia/Kathmandu", "2025-03-11"],
  ["Europe/Berlin", "2025-10-25"],
] as const;
const DAYS = 3;
const HOUR_S = 3600;

interface Plant {
  readonly project_id: number;
  readonly timezone: string;
}
interface Device {
  readonly project_id: number;
  readonly device_id: number;
}

/** A stretch of readings of one cadence within a day. */
interface Stretch {
  readonly day: number;
  readonly device: number;
  readonly at_s: number;
  readonly interval_s: number;
  readonly count: number;
  /** W of the first; null: not measured. */
  readonly power: number | null;
}
const stretch: fc.Arbitrary<Stretch> = fc.record({
  day: fc.integer({ min: 0, max: DAYS - 1 }),
  device: fc.integer({ min: 0, max: 2 }),
  at_s: fc.integer({ min: 0, max: 20 * HOUR_S }),
  interval_s: fc.constantFrom(10, 60, 300, 900),
  count: fc.integer({ min: 1, max: 12 }),
  // Few powers, so that peaks are equal now and then.
  power: fc.option(fc.constantFrom(0, 999.6, 1000, 4321, 70_000)),
});
const steps = fc.array(
  fc.record({
    stretch,
    /** What happens after the readings came; the first of them may be corrected meanwhile. */
    todo: fc.constantFrom("none", "pass", "pack", "settle"),
    swapped: fc.boolean(),
  }),
  { minLength: 6, maxLength: 16 },
);

function rowsOf(device: Device, from_ms: number, of: Stretch, swapped = false): ReadingRow[] {
  return Array.from({ length: of.count }, (_, index) => ({
    project_id: device.project_id,
    device_id: device.device_id,
    ts: from_ms + (of.at_s + (index + 1) * of.interval_s) * 1000,
    interval_s: of.interval_s,
    source: 0,
    // Swapped: the same powers in another order, so that sums and highest values stay.
    m: {
      ac_power_w: of.power === null ? null : of.power + 7 * (swapped ? of.count - 1 - index : index),
    },
    ext: null,
  }));
}

/** Kept or searched, of the whole time, of each day, and of a time that cuts days. */
async function peaksOf(pools: Pools, plant: Plant, first: string, how: "as kept" | "searched") {
  return peeked(pools.db, plant.project_id, async (tx) => {
    if (how === "searched") await sql`update project_kpi_day set outdated = true`.execute(tx);
    const last = addDays(first, DAYS - 1);
    const ranges = [
      [first, last],
      ...Array.from({ length: DAYS }, (_, at) => [addDays(first, at), addDays(first, at)]),
    ] as const;
    const found = [];
    for (const [from_date = first, to_date = last] of ranges) {
      found.push(await peakPower(tx, plant, { from_date, to_date }));
    }
    const span = {
      from_ms: startOfDay(plant.timezone, first) + 9 * 3_600_000,
      to_ms: startOfDay(plant.timezone, last) + 12 * 3_600_000,
    };
    return [...found, await peakPower(tx, plant, { from_date: first, to_date: last }, span)];
  });
}

/** What the worker does in the transaction of a pass. */
const followed = ({ db }: Pools, { project_id }: Plant, nowMs: number) =>
  db.transaction().execute((tx) => refreshSummaries(tx, [project_id], nowMs));

/** Computes the days that are over and out of date. */
async function settle({ db }: Pools, nowMs: number): Promise<void> {
  while ((await refreshKeyFigures(db, nowMs)) > 0);
}

const keptDays = async ({ db }: Pools, { project_id }: Plant) =>
  (
    await db
      .selectFrom("project_kpi_day")
      .select(["day", "peak_w"])
      .where("project_id", "=", project_id)
      .where("outdated", "=", false)
      .orderBy("day")
      .execute()
  ).filter(({ peak_w }) => peak_w !== null);

async function plantIn(pools: Pools, timezone: string) {
  await sql`select ensure_reading_partitions('2025-02-01', '2025-12-01')`.execute(pools.db);
  const place = await scene(pools.db, "owner", { timezone });
  const second = await addDevice(pools.db, place, {
    asset_type: "solar_inverter",
    serial: "INV-2",
    ac_nominal_w: 10_000,
  });
  const meter = await addDevice(pools.db, place, { asset_type: "electric_meter", serial: "MET-1" });
  return { plant: { project_id: place.project_id, timezone }, devices: [place, second, meter] };
}

test.each(PLACES)(
  "the peak that is kept of a day is the one that is found in its slots, with late and corrected readings, packed and not (%s %s)",
  async (timezone, first) => {
    const pools = await freshPools();
    const nowMs = startOfDay(timezone, addDays(first, DAYS + 2));
    let kept = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (todo) => {
        const { plant, devices } = await plantIn(pools, timezone);
        const working = ledgerByHand(pools);
        for (const { stretch: of, todo: next, swapped } of todo) {
          const from_ms = startOfDay(timezone, addDays(first, of.day));
          const device = devices[of.device] ?? devices[0];
          if (device === undefined) throw new RangeError("the plant has devices");
          await storeReadings(pools.pool, { lane: 0, rows: rowsOf(device, from_ms, of) });
          if (next !== "none") {
            await working.pass();
            await followed(pools, plant, nowMs);
          }
          if (next === "pack") await working.pack();
          if (next === "settle") await settle(pools, nowMs);
          if (swapped) await storeReadings(pools.pool, { lane: 1, rows: rowsOf(device, from_ms, of, true) });
          expect(await peaksOf(pools, plant, first, "as kept")).toEqual(
            await peaksOf(pools, plant, first, "searched"),
          );
        }
        await working.pass();
        await followed(pools, plant, nowMs);
        await settle(pools, nowMs);
        kept += (await keptDays(pools, plant)).length;
        const asKept = await peaksOf(pools, plant, first, "as kept");
        expect(asKept).toEqual(await peaksOf(pools, plant, first, "searched"));
        await working.pack();
        expect(await peaksOf(pools, plant, first, "searched")).toEqual(asKept);
      }),
      { numRuns: 6 },
    );
    expect(kept).toBeGreaterThan(0);
  },
  120_000,
);

test("powers that change without any row of the ledger make their day's peak be found anew, and so does another rating", async () => {
  const pools = await freshPools();
  const { plant, devices } = await plantIn(pools, "Asia/Ho_Chi_Minh");
  const [first, second] = devices;
  if (first === undefined || second === undefined) throw new RangeError("the plant has devices");
  const day = "2025-03-11";
  const nowMs = startOfDay(plant.timezone, addDays(day, 1));
  const working = ledgerByHand(pools);
  const told = async (device: Device, powers: readonly number[]) => {
    const rows = powers.map((power, at) => {
      const of = { day: 0, device: 0, at_s: 9 * HOUR_S + 300 * at, interval_s: 300, count: 1, power };
      return rowsOf(device, startOfDay(plant.timezone, day), of);
    });
    await storeReadings(pools.pool, { lane: 0, rows: rows.flat() });
  };
  const counted = async () => {
    await working.pass();
    await followed(pools, plant, nowMs);
    await settle(pools, nowMs);
    return (await keptDays(pools, plant)).map(({ peak_w }) => peak_w);
  };
  const ledger = () => pools.db.selectFrom("energy_day").selectAll().orderBy("device_id").execute();
  await told(first, [0, 0, 1000, 1007, 0]);
  await told(second, [5000, 4500, 100, 200, 0]);
  expect(await counted()).toEqual([5000]);
  await working.pack();
  const before = await ledger();
  // The 4,500 W come while the other inverter gives something: sums and highest readings of the day stay as they are.
  await told(second, [5000, 100, 4500, 200, 0]);
  expect(await counted()).toEqual([5500]);
  expect(await ledger()).toEqual(before);
  await working.pack();
  const { device_id } = second;
  await pools.db
    .updateTable("device")
    .set({ ac_nominal_w: 2000 })
    .where("device_id", "=", device_id)
    .execute();
  await settle(pools, nowMs);
  expect((await keptDays(pools, plant)).map(({ peak_w }) => peak_w)).toEqual([1207]);
  expect(await counted()).toEqual([1207]);
});
