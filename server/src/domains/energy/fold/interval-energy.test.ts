import fc from "fast-check";
import { expect, test } from "vitest";
import { inverter, ledgerOf, memoryLedger, reading, sum } from "../../../../testing/ledger-test-kit.ts";
import type { DeviceFacts } from "./energy-sheet.ts";

const meter: DeviceFacts = { ...inverter, asset_type: "grid_meter" };
const quarter = (at: string, wh: number, power?: number) =>
  reading(at, { interval: 900, own: { production: wh }, ...(power === undefined ? {} : { power }) });

test("energies of intervals are those of their quarter hours and days, measured and not estimated", () => {
  const { bins, days } = ledgerOf(inverter, [
    quarter("2026-03-01T03:00:00Z", 2500.5),
    quarter("2026-03-01T03:15:00Z", 3000),
    quarter("2026-03-01T03:30:00Z", 0),
  ]);
  expect(bins.map(({ production_wh, est_production_wh }) => [production_wh, est_production_wh])).toEqual([
    [2500.5, 0],
    [3000, 0],
    [0, 0],
  ]);
  expect(days).toMatchObject([{ production_wh: 5500.5, est_production_wh: 0 }]);
});

test("an interval after a gap is not spread over the gap; a lump that catches up on it is, and sums exactly", () => {
  const plain = ledgerOf(inverter, [
    quarter("2026-03-01T03:00:00Z", 2500),
    quarter("2026-03-01T07:00:00Z", 3000),
  ]);
  expect(plain.bins.map(({ production_wh }) => production_wh)).toEqual([2500, 3000]);
  expect(plain.events).toEqual([]);
  const lump = ledgerOf(inverter, [
    quarter("2026-03-01T03:00:00Z", 2500),
    quarter("2026-03-01T07:00:00Z", 100_000),
  ]);
  expect(lump.bins).toHaveLength(17);
  expect(sum(lump.bins, "production_wh")).toBe(102_500);
  expect(sum(lump.bins, "est_production_wh")).toBe(100_000);
  expect(lump.days).toMatchObject([{ production_wh: 102_500, est_production_wh: 0 }]);
  expect(lump.events).toMatchObject([{ kind: "gap", counted: "production", detail: { wh: 100_000 } }]);
});

test("more than the silence before it allows is no energy, and is noted", () => {
  const { days, events } = ledgerOf(inverter, [
    quarter("2026-03-01T03:00:00Z", 2500),
    quarter("2026-03-01T03:15:00Z", 65_535_000),
    quarter("2026-03-01T03:30:00Z", 2500),
  ]);
  expect(days).toMatchObject([{ production_wh: 5000 }]);
  expect(events).toMatchObject([{ kind: "spike", detail: { wh: 65_535_000 } }]);
});

test("a counter goes before energies of intervals, and those before power; none counts twice", () => {
  const withPower = ledgerOf(inverter, [
    quarter("2026-03-01T03:00:00Z", 2500, 10_000),
    quarter("2026-03-01T03:15:00Z", 3000, 12_000),
  ]);
  expect(withPower.days).toMatchObject([{ production_wh: 5500, est_production_wh: 0, power_wh: 5500 }]);
  const counted = ledgerOf(inverter, [
    reading("2026-03-01T03:00:00Z", { interval: 900, production: 1000, own: { production: 2500 } }),
    reading("2026-03-01T03:15:00Z", { interval: 900, production: 4000, own: { production: 2500 } }),
  ]);
  expect(counted.days).toMatchObject([{ production_wh: 3000 }]);
});

test("intervals of an hour lie in their quarter hours as estimated and are exact for the day; each direction is its own", () => {
  const { bins, days } = ledgerOf(meter, [
    reading("2026-03-01T04:00:00Z", { interval: 3600, own: { import: 400, export: 1000 } }),
  ]);
  expect(bins.map(({ import_wh, est_import_wh }) => [import_wh, est_import_wh])).toEqual([
    [100, 100],
    [100, 100],
    [100, 100],
    [100, 100],
  ]);
  expect(days).toMatchObject([{ import_wh: 400, est_import_wh: 0, export_wh: 1000, production_wh: null }]);
});

const intervals = fc.array(
  fc.record({
    gap: fc.constantFrom(1, 1, 1, 2, 9, 40),
    wh: fc.constantFrom(0, 2500.5, 11_000, 60_000, 400_000, 9e9),
    power: fc.constantFrom(null, 8000),
  }),
  { minLength: 1, maxLength: 30 },
);

test("in whatever order energies of intervals arrive, the ledger is that of all of them at once", () => {
  fc.assert(
    fc.property(intervals, fc.array(fc.nat(1000), { minLength: 30, maxLength: 30 }), (given, keys) => {
      let at = Date.parse("2026-03-01T03:00:00Z");
      const all = given.map(({ gap, wh, power }) => {
        at += gap * 900_000;
        return reading(at, { interval: 900, own: { production: wh, export: wh / 2 }, power });
      });
      const ledger = memoryLedger(inverter, 7);
      const order = all
        .map((one, index) => ({ one, key: keys[index] ?? 0 }))
        .toSorted((a, b) => a.key - b.key);
      for (const { one } of order) ledger.store([one]);
      expect(ledger.dump()).toEqual(ledgerOf(inverter, all));
    }),
    { numRuns: 60 },
  );
});
