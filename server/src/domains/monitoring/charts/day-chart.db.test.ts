import { addDays } from "@heliograph/contract";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { peeked, ledgerByHand } from "../../../../testing/chart-slots-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import type { Pools } from "../../../platform/db.ts";
import { accessTo } from "../../fleet/index.ts";
import type { ReadingRow } from "../../telemetry/ingest/reading-rows.ts";
import { storeReadings } from "../../telemetry/ingest/readings.sql.ts";
import { dayOfDevices, slotted, slottedDay } from "../../energy/index.ts";
import { chartDevices } from "./day-chart.sql.ts";

const QUANTITIES = ["ac_power_w", "dc_power_w", "soc_percent"] as const;

/** Zones whose days begin with an hour of UTC and within one, and days of 23 and 25 hours. */
const PLACES = [
  ["Asia/Ho_Chi_Minh", "2025-03-11"],
  ["Asia/Kathmandu", "2025-03-11"],
  ["Europe/Berlin", "2025-03-30"],
  ["Europe/Berlin", "2025-10-26"],
  ["America/St_Johns", "2025-11-02"],
] as const;

/** Stretches of readings of one cadence each, from somewhere in the day before until the day after. */
const stretches = fc.array(
  fc.record({
    at_s: fc.integer({ min: -5000, max: 95_000 }),
    interval_s: fc.constantFrom(1, 10, 60, 61, 300, 900, 3600),
    /** Clocks are off by so much, ms. */
    off_ms: fc.constantFrom(0, 0, 400, -1500),
    count: fc.integer({ min: 1, max: 40 }),
    power: fc.option(fc.integer({ min: -20_000, max: 50_000 })),
    soc: fc.option(fc.integer({ min: 0, max: 100 })),
  }),
  { minLength: 1, maxLength: 12 },
);
const steps = fc.array(fc.constantFrom("pass", "pack", "none"), { minLength: 12, maxLength: 12 });

type Stretch = typeof stretches extends fc.Arbitrary<infer L> ? (L extends (infer S)[] ? S : never) : never;

function rowsOf(
  device: { project_id: number; device_id: number },
  from_ms: number,
  of: Stretch,
): ReadingRow[] {
  return Array.from({ length: of.count }, (_, index) => ({
    project_id: device.project_id,
    device_id: device.device_id,
    ts: from_ms + (of.at_s + (index + 1) * of.interval_s) * 1000 + of.off_ms,
    interval_s: of.interval_s,
    source: 0,
    m: {
      ac_power_w: of.power === null ? null : of.power + index * 7,
      dc_power_w: index % 3 === 0 || of.power === null ? null : of.power * 1.03,
      soc_percent: of.soc,
    },
    ext: null,
  }));
}

/** The day in slots by device and quantity, as the charts draw it; `unpacked`: made of readings alone. */
async function drawn(
  pools: Pools,
  place: Awaited<ReturnType<typeof scene>>,
  of: { day: string; unpacked: boolean },
) {
  const access = await accessTo(pools.db, place, place.project_uid, { to: "look", noun: "project" });
  const day = slottedDay(access.timezone, of.day);
  return peeked(pools.db, place.project_id, async (tx) => {
    if (of.unpacked) await sql`delete from chart_slots`.execute(tx);
    const devices = await chartDevices(tx, access, ["solar_inverter"]);
    const said = await dayOfDevices(tx, access, { devices, quantities: QUANTITIES }, day);
    return devices.map(({ device_id }) => {
      const own = said.get(device_id);
      if (own === undefined) return null;
      return QUANTITIES.map((name) => {
        const values = own[name];
        return values === undefined ? null : slotted(day, own, values, 0.1);
      });
    });
  });
}

test.each(PLACES)(
  "charts of packed hours are those of the readings, in whatever order, late and corrected (%s %s)",
  async (timezone, day) => {
    const pools = await freshPools();
    await sql`select ensure_reading_partitions('2025-02-01', '2025-12-01')`.execute(pools.db);
    let packed = 0;
    await fc.assert(
      fc.asyncProperty(stretches, stretches, steps, async (some, others, todo) => {
        const place = await scene(pools.db, "owner", { timezone });
        const second = await pools.db
          .insertInto("device")
          .values({ ...scoped(place), asset_type: "solar_inverter", serial: "INV-2" })
          .returning(["project_id", "device_id"])
          .executeTakeFirstOrThrow();
        const working = ledgerByHand(pools);
        const { from_ms } = slottedDay(timezone, day);
        const parts = [
          ...some.map((one) => rowsOf(place, from_ms, one)),
          ...others.map((one) => rowsOf(second, from_ms, one)),
          // The first again, with other values.
          ...some.slice(0, 2).map((one) => rowsOf(place, from_ms, { ...one, power: 4321, soc: 7 })),
        ];
        for (const [index, rows] of parts.entries()) {
          await storeReadings(pools.pool, { lane: index % 2 === 0 ? 0 : 1, rows });
          const todoNow = todo[index % todo.length];
          if (todoNow !== "none") await working.pass();
          if (todoNow === "pack") await working.pack();
          const before = [addDays(day, -1), day, addDays(day, 1)];
          const asked = { day: before[index % 3] ?? day };
          expect(await drawn(pools, place, { ...asked, unpacked: false })).toEqual(
            await drawn(pools, place, { ...asked, unpacked: true }),
          );
        }
        await working.pass();
        await working.pack();
        const { rows } = await sql<{ n: number; hours: number }>`
          select (select count(*) from chart_slots where project_id = ${place.project_id}) as n,
            (select count(distinct (device_id, date_bin('1 hour', ts, '1970-01-01 00:00:00.000001Z'))) from reading
              where project_id = ${place.project_id}) as hours`.execute(pools.db);
        expect(rows[0]?.n).toBe(rows[0]?.hours);
        packed += rows[0]?.n ?? 0;
        expect(await drawn(pools, place, { day, unpacked: false })).toEqual(
          await drawn(pools, place, { day, unpacked: true }),
        );
      }),
      { numRuns: 3 },
    );
    expect(packed).toBeGreaterThan(0);
  },
  60_000,
);

const scoped = ({ project_id, gateway_id }: { project_id: number; gateway_id: number }) => ({
  project_id,
  gateway_id,
});
