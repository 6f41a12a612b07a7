import fc from "fast-check";
import { expect, test } from "vitest";
import type { QualityDay } from "./data-quality.sql.ts";
import { cellOf, joinedCell } from "./quality-cells.ts";

const day = (of: Partial<QualityDay>): QualityDay => ({
  device_id: 1,
  day: "2026-02-03",
  covered_s: 0,
  production_wh: null,
  import_wh: null,
  export_wh: null,
  charge_wh: null,
  discharge_wh: null,
  est_production_wh: 0,
  est_export_wh: 0,
  int_production_wh: 0,
  int_export_wh: 0,
  int_all_wh: 0,
  ...of,
});
/** Ten hours. */
const BINS = 40;
const HOUR = 3600;

test("a day of which all came is complete, and what was not due is no cell", () => {
  const cell = cellOf({ bins: BINS, day: day({ covered_s: 11 * HOUR }), quarters: undefined, refused_s: 0 });
  expect(cell).toEqual({
    complete_s: 10 * HOUR,
    integrated_s: 0,
    estimated_s: 0,
    missing_s: 0,
    refused_s: 0,
  });
  expect(cellOf({ bins: 0, day: day({ covered_s: 100 }), quarters: undefined, refused_s: 0 })).toBeNull();
});

test("silence is estimated where a counter spread energy over it, refused as far as readings were, and else missing", () => {
  const cell = cellOf({
    bins: BINS,
    day: day({ covered_s: 4 * HOUR, production_wh: 4000, int_all_wh: 1000 }),
    quarters: { spread_s: 3 * HOUR },
    refused_s: HOUR,
  });
  expect(cell).toEqual({
    complete_s: 3 * HOUR,
    integrated_s: HOUR,
    estimated_s: 3 * HOUR,
    refused_s: HOUR,
    missing_s: 2 * HOUR,
  });
});

test("whatever is known of a day, the parts of its cell add up to what was due and none is negative", () => {
  const seconds = fc.integer({ min: 0, max: 100_000 });
  fc.assert(
    fc.property(
      fc.record({
        bins: fc.integer({ min: 1, max: 100 }),
        covered_s: seconds,
        production_wh: fc.double({ min: 0, max: 1e6, noNaN: true }),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
        spread_s: seconds,
        refused_s: seconds,
      }),
      ({ bins, covered_s, production_wh, share, spread_s, refused_s }) => {
        const known = day({ covered_s, production_wh, int_all_wh: production_wh * share });
        const cell = cellOf({ bins, day: known, quarters: { spread_s }, refused_s });
        const parts = Object.values(cell ?? {});
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(bins * 900);
        const week = joinedCell([cell, null, cell]);
        expect(Object.values(week ?? {})).toEqual(parts.map((part) => 2 * part));
      },
    ),
  );
});
