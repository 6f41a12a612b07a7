import { expect, test } from "vitest";
import { inverter, ledgerOf, memoryLedger, reading, sum } from "../../../../testing/ledger-test-kit.ts";

const MORNING = Date.parse("2026-03-02T02:00:00Z");
const at = (minutes: number) => MORNING + minutes * 60_000;
const counted = (counts: readonly number[], first = 0) =>
  counts.map((production, index) => reading(at(first + 5 * index), { production }));
const rising = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => from + 1000 * index);

test("what a counter showed first is its opening value; opening and energy together are its count", () => {
  const ledger = ledgerOf(inverter, counted(rising(7_000_000, 20)));
  expect(ledger.openings).toEqual([{ quantity: "production", at: at(0), wh: 7_000_000 }]);
  expect(sum(ledger.bins, "production_wh") + 7_000_000).toBe(7_019_000);
});

test("a device that shows zero while it starts opens with the count that it shows then", () => {
  const ledger = ledgerOf(inverter, counted([0, 0, ...rising(7_000_000, 20)]));
  expect(ledger.openings).toEqual([{ quantity: "production", at: at(10), wh: 7_000_000 }]);
  expect(sum(ledger.bins, "production_wh")).toBe(19_000);
});

test("a first reading that nothing continues is no opening", () => {
  const ledger = ledgerOf(inverter, counted([65_535_000_000, ...rising(7_000_000, 20)]));
  expect(ledger.openings).toEqual([{ quantity: "production", at: at(5), wh: 7_000_000 }]);
});

test("a counter that is reset or replaced keeps its opening, and what it counted before stays counted", () => {
  const ledger = ledgerOf(inverter, counted([...rising(7_000_000, 20), ...rising(300, 20)]));
  expect(ledger.openings).toEqual([{ quantity: "production", at: at(0), wh: 7_000_000 }]);
  expect(sum(ledger.bins, "production_wh")).toBe(38_000);
});

test("a counter that comes back after a long glitch behind its first reading takes its opening back", () => {
  const zeros = Array.from({ length: 160 }, (_, index) => reading(at(10 * (index + 1)), { production: 0 }));
  const back = [reading(at(1650), { production: 7_001_000 }), reading(at(1655), { production: 7_002_000 })];
  const whole = [reading(at(0), { production: 7_000_000 }), ...zeros, ...back];
  expect(ledgerOf(inverter, whole).openings).toEqual([{ quantity: "production", at: at(0), wh: 7_000_000 }]);
});

test("history that is imported later moves the opening to its first reading, and the count stays the same", () => {
  const ledger = memoryLedger(inverter);
  ledger.store(counted(rising(7_000_000, 20), 3 * 1440));
  ledger.store(counted(rising(6_000_000, 20)));
  expect(ledger.dump().openings).toEqual([{ quantity: "production", at: at(0), wh: 6_000_000 }]);
  expect(sum(ledger.dump().bins, "production_wh") + 6_000_000).toBe(7_019_000);
});
