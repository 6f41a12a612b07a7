import fc from "fast-check";
import { addDays, startOfDay } from "@heliograph/contract";
import { expect, test } from "vitest";
import { BIN_MS } from "../../energy/index.ts";
import {
  daysDue,
  dueSeconds,
  quartersDue,
  spannedDevices,
  type ProductionDay,
  type ProductionFacts,
} from "./production-due.ts";
import { deviceDayKey, dueBins, quarterDays } from "./quality-due.ts";

const place = {
  latitude: 10.8,
  longitude: 106.6,
  timezone: "Europe/Berlin",
  night_from: null,
  night_to: null,
  commissioned_on: null,
};
// The clocks go forward on 29 March and back on 25 October.
const STARTS = ["2026-03-27", "2026-07-01", "2026-10-23"];

const plants = fc
  .record({
    start: fc.constantFrom(...STARTS),
    days: fc.integer({ min: 1, max: 5 }),
    devices: fc.array(
      fc.record({
        asset_type: fc.constantFrom("electric_meter", "solar_inverter", "battery"),
        // Some joined together, some later, and some were taken out.
        first_h: fc.constantFrom(null, -2000, -2000, 10, 61),
        removed_h: fc.constantFrom(null, null, 30, 75.1),
        reported: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 2 }),
      }),
      { maxLength: 6 },
    ),
    told: fc.array(fc.constantFrom("meter", "inverter", "none", null), { minLength: 5, maxLength: 5 }),
  })
  .map(({ start, days, devices, told }) => {
    const from = startOfDay(place.timezone, start);
    const at = (hours: number | null) => (hours === null ? null : new Date(from + hours * 3_600_000));
    const facts = {
      place,
      devices: devices.map(({ asset_type, first_h, removed_h }, index) => ({
        device_id: index + 1,
        gateway_id: 1,
        asset_type,
        interval_s: 300,
        first_at: at(first_h),
        removed_at: at(removed_h),
      })),
      reported: new Set(
        devices.flatMap(({ reported }, index) =>
          reported.map((day) => deviceDayKey(index + 1, addDays(start, day))),
        ),
      ),
      nowMs: from + 100 * 3_600_000,
    } as ProductionFacts;
    const rows = told.flatMap((kind, index): ProductionDay[] => {
      const wh = { meter_wh: kind === "meter" ? 5 : null, inverter_wh: kind === "inverter" ? 5 : null };
      const day = addDays(start, index);
      return kind === null ? [] : [{ day, ...wh, covered_s: 30_000, expected_s: 40_000 + index }];
    });
    return { facts, rows, range: { from_date: start, to_date: addDays(start, days - 1) } };
  });

/** Which of the devices count on a day, by the words of the rule. */
function counting(facts: ProductionFacts, row: ProductionDay | undefined) {
  const known = spannedDevices(facts).filter(({ due }) => due !== null);
  const meters = known.filter(({ asset_type }) => asset_type === "electric_meter");
  const inverters = known.filter(({ asset_type }) => asset_type === "solar_inverter");
  if (row !== undefined && row.meter_wh !== null) return meters;
  if (row !== undefined && row.inverter_wh !== null) return inverters;
  return meters.length > 0 ? meters : inverters;
}

test("of every quarter hour as much is due as of each device that counts by itself, and no more came than was due", () => {
  fc.assert(
    fc.property(plants, ({ facts, rows, range }) => {
      const alone = new Map<number, number>();
      for (const day of quarterDays(place, range.from_date, range.to_date)) {
        const row = rows.find((one) => one.day === day.day);
        for (const { device_id, asset_type, due } of counting(facts, row)) {
          if (facts.reported.has(deviceDayKey(device_id, day.day))) continue;
          for (const at of dueBins(asset_type, day, due)) {
            alone.set(at, (alone.get(at) ?? 0) + BIN_MS / 1000);
          }
        }
      }
      const covered = new Map([...alone.keys()].map((at) => [at, { meter_s: 1000, inverter_s: 500 }]));
      const due = quartersDue(facts, rows, range, covered);
      expect(new Map(due.map(({ at_ms, expected_s }) => [at_ms, expected_s]))).toEqual(alone);
      expect(due.every(({ expected_s, covered_s }) => covered_s <= expected_s)).toBe(true);
    }),
  );
});

test("a day of which all was due of all that count is as the ledger has it, another as its devices are", () => {
  fc.assert(
    fc.property(plants, ({ facts, rows, range }) => {
      const seconds = dueSeconds(facts);
      const due = new Map([...daysDue(facts, rows, range)].map((one) => [one.day, one.expected_s]));
      for (const { day, from_ms, to_ms } of quarterDays(place, range.from_date, range.to_date)) {
        const row = rows.find((one) => one.day === day);
        const devices = counting(facts, row);
        const isWhole = devices.every(
          (one) =>
            one.due === null ||
            one.due.from_ms >= to_ms ||
            one.due.to_ms <= from_ms ||
            (one.due.from_ms <= from_ms && one.due.to_ms >= to_ms),
        );
        const alone = devices.reduce((sum, device) => sum + seconds(device, day), 0);
        expect(due.get(day) ?? 0).toBe(row !== undefined && isWhole ? row.expected_s : alone);
      }
    }),
  );
});
