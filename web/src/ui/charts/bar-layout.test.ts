import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { barsOf, columnPlaces, labelEvery } from "./bar-layout.ts";
import type { ChartSeries } from "./chart-content.ts";

const bars = (key: string, values: ChartSeries["values"], stack?: string): ChartSeries => ({
  key,
  name: key,
  unit: "kWh",
  digits: 0,
  color: "--series-meter",
  mark: "bar",
  values,
  ...(stack === undefined ? {} : { stack }),
});

describe("the bars of a row", () => {
  test("stand side by side from zero, and a gap has no bar", () => {
    expect(barsOf([bars("meter", [3, null]), bars("inverter", [4, -5])])).toEqual({
      bars: [
        [{ row: 0, column: 0, from: 0, to: 3 }],
        [
          { row: 0, column: 1, from: 0, to: 4 },
          { row: 1, column: 1, from: 0, to: -5 },
        ],
      ],
      columns: 2,
    });
  });

  test("of one stack share a column: above zero they stand on each other, below they hang", () => {
    const { bars: made, columns } = barsOf([
      bars("a", [3, -1], "s"),
      bars("b", [null, -2], "s"),
      bars("c", [4, 5], "s"),
    ]);
    expect(columns).toBe(1);
    expect(made.flat().map(({ row, from, to }) => [row, from, to])).toEqual([
      [0, 0, 3],
      [1, 0, -1],
      [1, -1, -3],
      [0, 3, 7],
      [1, 0, 5],
    ]);
  });

  test("lines take no column", () => {
    expect(barsOf([{ ...bars("expected", [1]), mark: "line" }, bars("meter", [1])])).toEqual({
      bars: [[{ row: 0, column: 0, from: 0, to: 1 }]],
      columns: 1,
    });
  });
});

describe("columns", () => {
  test("are never thicker than 35 px and stand in the row's middle (M274)", () => {
    expect(columnPlaces(1, 400, 1)).toEqual({ lefts: [-17.5], width: 35 });
    expect(columnPlaces(1, 400, 2)).toEqual({ lefts: [-35], width: 70 });
  });

  test("stay within their row, do not overlap, and are centred in it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.double({ min: 1, max: 900, noNaN: true }),
        (count, row) => {
          const { lefts, width } = columnPlaces(count, row, 1);
          const right = (lefts.at(-1) ?? 0) + width;
          expect(lefts).toHaveLength(count);
          expect(right).toBeLessThanOrEqual((row / 2) * 0.6601);
          expect((lefts[0] ?? 0) + right).toBeCloseTo(0, 6);
          for (const [at, left] of lefts.entries()) {
            if (at > 0) expect(left).toBeGreaterThan((lefts[at - 1] ?? 0) + width);
          }
        },
      ),
    );
  });
});

test("labels under the axis are left out rather than run into each other", () => {
  expect([
    labelEvery(12, 40, 480),
    labelEvery(12, 41, 480),
    labelEvery(31, 30, 300),
    labelEvery(3, 30, 0),
  ]).toEqual([1, 2, 4, 90]);
});
