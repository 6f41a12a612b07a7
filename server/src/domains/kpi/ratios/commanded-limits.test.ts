// When a commanded limit held a device back: from the highest and the mean power of a quarter hour, its energy and what was expected.
import { expect, test } from "vitest";
import { heldByCommand, isSwitchedOff, reachesLimit } from "./commanded-limits.ts";

/** One quarter hour of an inverter of 50 kW. */
const quarter = (given: {
  limit: number | null;
  mean: number | null;
  most?: number | null;
  /** The limit began or ended within it. */
  partly?: boolean;
}) => ({
  ac_nominal_w: 50_000,
  limit_w: [given.limit],
  limit_throughout: [given.limit !== null && given.partly !== true],
  power_w: [given.mean],
  power_max_w: [given.most ?? given.mean],
  energy_wh: [given.mean === null ? null : given.mean / 4],
});
const held = (given: Parameters<typeof quarter>[0], expected_w: number) =>
  heldByCommand(quarter(given), 0, expected_w / 4);

test("an inverter that stands at its limit is held back by it, within 2 percent", () => {
  expect(held({ limit: 25_000, mean: 25_000 }, 40_000)).toBe(true);
  expect(held({ limit: 25_000, mean: 24_510 }, 40_000)).toBe(true);
  expect(held({ limit: 25_000, mean: 24_490 }, 40_000)).toBe(false);
});

test("a limit above what the sun gives, above the rating, or none at all holds nothing back", () => {
  expect(held({ limit: 25_000, mean: 20_000 }, 20_500)).toBe(false);
  expect(held({ limit: 50_000, mean: 50_000 }, 60_000)).toBe(false);
  expect(held({ limit: null, mean: 25_000 }, 40_000)).toBe(false);
});

test("a quarter hour in which clouds pass is held back where the power came up to the limit and the energy fell short", () => {
  expect(held({ limit: 25_000, mean: 20_000, most: 25_000 }, 26_000)).toBe(true);
  expect(held({ limit: 25_000, mean: 20_000, most: 25_000 }, 20_500)).toBe(false);
});

test("an inverter that gives less than its limit for another reason is not held back, and silence proves nothing", () => {
  expect(held({ limit: 25_000, mean: 10_000, most: 12_000 }, 40_000)).toBe(false);
  expect(held({ limit: 25_000, mean: null }, 40_000)).toBe(false);
  expect(reachesLimit(quarter({ limit: 0, mean: null }), 0)).toBe(false);
});

test("a limit that the device does not keep to holds nothing back, unless it held for a part of the quarter hour only", () => {
  expect(held({ limit: 25_000, mean: 35_000 }, 40_000)).toBe(false);
  expect(held({ limit: 25_000, mean: 35_000, partly: true }, 40_000)).toBe(true);
  expect(held({ limit: 25_000, mean: 26_000 }, 40_000)).toBe(true);
  expect(isSwitchedOff(quarter({ limit: 0, mean: 30_000 }), 0)).toBe(false);
  expect(isSwitchedOff(quarter({ limit: 0, mean: 100 }), 0)).toBe(true);
});

test("one that was told to give nothing is switched off, one that may give a little is not", () => {
  expect(isSwitchedOff(quarter({ limit: 0, mean: 0 }), 0)).toBe(true);
  expect(isSwitchedOff(quarter({ limit: 240, mean: 0 }), 0)).toBe(true);
  expect(isSwitchedOff(quarter({ limit: 5000, mean: 0 }), 0)).toBe(false);
  expect(isSwitchedOff(quarter({ limit: null, mean: 0 }), 0)).toBe(false);
  expect(held({ limit: 0, mean: 0 }, 40_000)).toBe(true);
});
