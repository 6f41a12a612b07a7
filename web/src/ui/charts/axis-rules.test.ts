import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  axisLabels,
  axisLines,
  batteryAxisMax,
  extent,
  fixedAxis,
  productionAxisMax,
  ratioAxisMax,
  roundAxis,
  savingAxisMax,
} from "./axis-rules.ts";

describe("fixed maxima", () => {
  test("the production axis ends at the next 10 under 100 and at the next 100 above", () => {
    expect([0, 3, 10, 41, 99.5, 100, 100.1, 12_842].map(productionAxisMax)).toEqual([
      10, 10, 10, 50, 100, 100, 200, 12_900,
    ]);
  });

  test("the performance ratio axis ends at 120 only where a value is above 100", () => {
    expect([0, 82, 100, 100.1, 118].map(ratioAxisMax)).toEqual([100, 100, 100, 120, 120]);
  });

  test("the cost and CO2 axes end at a multiple of 100, 1000 or 10000 by size", () => {
    expect([0, 10, 99, 100, 640, 999, 1000, 10_000, 25_300].map(savingAxisMax)).toEqual([
      100, 100, 100, 1000, 1000, 1000, 10_000, 10_000, 30_000,
    ]);
  });

  test("where a multiple of 100 would leave every bar under a tenth of the height the axis ends ten times lower", () => {
    expect([9.9, 5, 1, 0.5, 0.04].map(savingAxisMax)).toEqual([10, 10, 10, 1, 0.1]);
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 1e9, noNaN: true }), (peak) => {
        const max = savingAxisMax(peak);
        expect(max).toBeGreaterThanOrEqual(peak);
        expect(peak / max).toBeGreaterThanOrEqual(0.0999);
      }),
    );
  });

  test("the battery axis leaves a tenth above the highest value", () => {
    expect(batteryAxisMax(320)).toBeCloseTo(352, 9);
    expect(batteryAxisMax(0)).toBe(1);
  });
});

describe("round axes", () => {
  test("holds the values between two lines and has zero as a line", () => {
    expect(roundAxis(0, 2531, 5)).toEqual({ min: 0, max: 3000, step: 500 });
    expect(roundAxis(-1430, 1301, 5)).toEqual({ min: -1500, max: 1500, step: 500 });
    expect(roundAxis(-3, 8.2, 5)).toEqual({ min: -5, max: 10, step: 2.5 });
  });

  test("has few lines where a sliver of the values lies below zero and another above a line", () => {
    expect(roundAxis(-0.001, 3_000_000.001, 5)).toEqual({ min: -1_000_000, max: 4_000_000, step: 1_000_000 });
  });

  test("is 0 to the number of parts where there is nothing to show", () => {
    expect(roundAxis(0, 0, 4)).toEqual({ min: 0, max: 4, step: 1 });
  });

  test("has every value inside, both ends on a line, and a readable number of lines, whatever the values", () => {
    const value = fc
      .double({ min: -1e7, max: 1e7, noNaN: true })
      .filter((v) => v === 0 || Math.abs(v) > 1e-3);
    fc.assert(
      fc.property(value, value, (a, b) => {
        const axis = roundAxis(Math.min(a, b), Math.max(a, b), 5);
        const lines = axisLines(axis);
        expect(axis.min).toBeLessThanOrEqual(Math.min(a, b, 0));
        expect(axis.max).toBeGreaterThanOrEqual(Math.max(a, b, 0));
        expect(lines[0]).toBeCloseTo(axis.min, 6);
        expect(lines.at(-1)).toBeCloseTo(axis.max, 6);
        expect(lines.length).toBeGreaterThanOrEqual(2);
        expect(lines.length).toBeLessThanOrEqual(8);
      }),
    );
  });

  test("a fixed maximum between two lines gets no label of its own", () => {
    expect(axisLines(fixedAxis(12_900, 4))).toEqual([0, 3000, 6000, 9000, 12_000]);
    expect(axisLines(fixedAxis(100, 4))).toEqual([0, 25, 50, 75, 100]);
  });
});

test("the extent skips unknown values and is unknown itself where nothing is known", () => {
  expect(extent([[null, 3, -2], [7]])).toEqual({ low: -2, high: 7 });
  expect(extent([[null], []])).toBeNull();
});

const plain = (value: number, digits: number) => value.toFixed(digits);

test("labels have the decimals of the step, and thousands are shortened where the axis is long", () => {
  expect(axisLabels({ min: 0, max: 1, step: 0.25 }, plain)).toEqual(["0.00", "0.25", "0.50", "0.75", "1.00"]);
  expect(axisLabels({ min: 0, max: 9000, step: 3000 }, plain)).toEqual(["0", "3000", "6000", "9000"]);
  expect(axisLabels(fixedAxis(12_900, 4), plain)).toEqual(["0", "3K", "6K", "9K", "12K"]);
  expect(axisLabels({ min: 0, max: 12_500, step: 2500 }, plain)).toEqual([
    "0",
    "2.5K",
    "5.0K",
    "7.5K",
    "10.0K",
    "12.5K",
  ]);
  expect(axisLabels({ min: -20_000, max: 20_000, step: 20_000 }, plain)).toEqual(["-20K", "0", "20K"]);
  expect(axisLabels({ min: 0, max: 3_000_000, step: 1_000_000 }, plain)).toEqual(["0", "1M", "2M", "3M"]);
  expect(axisLabels({ min: 0, max: 1_000_000, step: 250_000 }, plain)).toEqual([
    "0",
    "0.25M",
    "0.50M",
    "0.75M",
    "1.00M",
  ]);
  expect(axisLabels({ min: 0, max: 2e9, step: 1e9 }, plain)).toEqual(["0", "1B", "2B"]);
});
