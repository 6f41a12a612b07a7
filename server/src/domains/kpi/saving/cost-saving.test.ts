import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_PRICE, priceAt, savedVnd, type Price } from "./cost-saving.ts";

/** Production customers from 6 to 22 kV, hours until April 2026. */
const timeOfUse: Price = {
  vnd_per_kwh: "1899",
  export_vnd_per_kwh: "671",
  bands: [
    { from: "09:30", to: "11:30", days: [1, 2, 3, 4, 5, 6], vnd_per_kwh: "3508" },
    { from: "17:00", to: "20:00", days: [1, 2, 3, 4, 5, 6], vnd_per_kwh: "3508" },
    { from: "22:00", to: "24:00", days: [1, 2, 3, 4, 5, 6, 7], vnd_per_kwh: "1234" },
    { from: "00:00", to: "04:00", days: [1, 2, 3, 4, 5, 6, 7], vnd_per_kwh: "1234" },
  ],
};

test("a price by the hour holds from its start, and no longer at its end", () => {
  expect(priceAt(timeOfUse, { minutes: 9 * 60 + 29, weekday: 1 })).toBe(1899);
  expect(priceAt(timeOfUse, { minutes: 9 * 60 + 30, weekday: 1 })).toBe(3508);
  expect(priceAt(timeOfUse, { minutes: 11 * 60 + 29, weekday: 6 })).toBe(3508);
  expect(priceAt(timeOfUse, { minutes: 11 * 60 + 30, weekday: 6 })).toBe(1899);
  expect(priceAt(timeOfUse, { minutes: 10 * 60, weekday: 7 })).toBe(1899);
  expect(priceAt(timeOfUse, { minutes: 23 * 60 + 59, weekday: 7 })).toBe(1234);
});

test("what is used on site saves its price, what is exported earns the export price", () => {
  const parts = [
    { produced_wh: 10_000, exported_wh: 4000, minutes: 600, weekday: 1 },
    { produced_wh: 5000, exported_wh: null, minutes: 720, weekday: 1 },
  ];
  expect(savedVnd(timeOfUse, parts)).toBeCloseTo(6 * 3508 + 4 * 671 + 5 * 1899, 9);
});

test("without a tariff the average retail price counts and export earns nothing", () => {
  const parts = [{ produced_wh: 10_000, exported_wh: 4000, minutes: 0, weekday: 1 }];
  expect(savedVnd(DEFAULT_PRICE, parts)).toBeCloseTo(6 * 2204.0655, 9);
});

test("nothing produced saves nothing, and no mix of energies costs anything", () => {
  expect(savedVnd(timeOfUse, [])).toBe(0);
  const part = fc.record({
    produced_wh: fc.double({ min: 0, max: 1e9, noNaN: true }),
    exported_wh: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true })),
    minutes: fc.integer({ min: 0, max: 1439 }),
    weekday: fc.integer({ min: 1, max: 7 }),
  });
  fc.assert(fc.property(fc.array(part), (parts) => savedVnd(timeOfUse, parts) >= 0));
});
