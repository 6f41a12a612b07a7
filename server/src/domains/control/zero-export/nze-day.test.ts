import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  contradicts,
  coverageOf,
  figuresOf,
  quantile,
  verdictOf,
  violationsIn,
  type GridSample,
} from "./nze-day.ts";

const NOON = Date.parse("2026-11-12T04:42:00Z");

/** Samples of equal length in a row, with these exports in W. */
const row = (exports: readonly number[], seconds = 10, over: Partial<GridSample> = {}): GridSample[] =>
  exports.map((export_w, at) => ({
    from_ms: NOON + at * seconds * 1000,
    to_ms: NOON + (at + 1) * seconds * 1000,
    export_w,
    is_on: true,
    limit_w: 0,
    ...over,
  }));

describe("violations", () => {
  test("are continuous exports above the limit, with their length, their largest and what went out above the limit", () => {
    const found = violationsIn(row([0, 14_200, 7200, 0, 3600, 0]));
    expect(found).toEqual([
      { at_ms: NOON + 10_000, s: 20, largest_w: 14_200, over_wh: expect.closeTo((21_400 * 10) / 3600, 9) },
      { at_ms: NOON + 40_000, s: 10, largest_w: 3600, over_wh: expect.closeTo(10, 9) },
    ]);
  });

  test("are none at the limit itself, and none while zero export is off", () => {
    expect(violationsIn(row([5000, 5000], 10, { limit_w: 5000 }))).toEqual([]);
    expect(violationsIn(row([5000, 5000], 10, { is_on: false }))).toEqual([]);
  });

  test("end where the meter is silent: what is not measured is not claimed", () => {
    const [first, second] = row([100, 100]);
    const later = { ...second, from_ms: NOON + 60_000, to_ms: NOON + 70_000 } as GridSample;
    expect(violationsIn([first as GridSample, later]).map(({ s }) => s)).toEqual([10, 10]);
  });
});

const samples = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 0, max: 3 }),
      seconds: fc.integer({ min: 1, max: 900 }),
      export_w: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000 })),
      is_on: fc.boolean(),
      limit_w: fc.constantFrom(0, 5000),
    }),
    { maxLength: 60 },
  )
  .map((parts) => {
    let at = NOON;
    return parts.map(({ gap, seconds, ...one }): GridSample => {
      const from_ms = at + gap * 1000;
      at = from_ms + seconds * 1000;
      return { ...one, from_ms, to_ms: at };
    });
  });

describe("the figures of any day", () => {
  test("agree: what was exported above the limit is the sum over all samples, the longest is one of them, and no figure is beyond it", () => {
    fc.assert(
      fc.property(samples, (day) => {
        const figures = figuresOf(day);
        const above = day.filter(({ is_on, export_w, limit_w }) => is_on && export_w > limit_w);
        const sum = above.reduce(
          (wh, { export_w, limit_w, from_ms, to_ms }) =>
            wh + ((export_w - limit_w) * (to_ms - from_ms)) / 3_600_000,
          0,
        );
        expect(figures.over_limit_wh).toBeCloseTo(sum, 3);
        expect(figures.violations).toBe(violationsIn(day).length);
        expect(figures.violations === 0).toBe(above.length === 0);
        expect(figures.response_median_s === null).toBe(figures.violations === 0);
        const { response_median_s: median, response_p95_s: p95, longest_violation_s: longest } = figures;
        if (median !== null && p95 !== null) {
          expect(median).toBeLessThanOrEqual(p95);
          expect(p95).toBeLessThanOrEqual(longest);
        }
        for (const { largest_w } of figures.worst) {
          expect(largest_w).toBeLessThanOrEqual(figures.largest_export_w);
        }
      }),
    );
  });

  test("do not depend on how finely the same power was sampled", () => {
    fc.assert(
      fc.property(samples, (day) => {
        const halves = day.flatMap((one) => {
          const middle = (one.from_ms + one.to_ms) / 2;
          return [
            { ...one, to_ms: middle },
            { ...one, from_ms: middle },
          ];
        });
        const [whole, cut] = [figuresOf(day), figuresOf(halves)];
        expect(cut.over_limit_wh).toBeCloseTo(whole.over_limit_wh, 3);
        expect({ ...cut, over_limit_wh: 0 }).toEqual({ ...whole, over_limit_wh: 0 });
      }),
    );
  });
});

test("a share of values is told by nearest rank", () => {
  expect([quantile([], 0.5), quantile([7], 0.95), quantile([1, 2, 3, 4], 0.5)]).toEqual([null, 7, 2]);
  expect(quantile([6, 6, 6, 19, 6, 6, 6, 6, 6, 74], 0.95)).toBe(74);
});

describe("a day is", () => {
  const day = { on_s: 40_000, due_s: 40_000, seen_s: 40_000, longest_violation_s: 22, back_within_s: 60 };
  test.each([
    ["kept when each export was over in time and the meter saw all of it", {}, "kept"],
    ["not kept when one lasted longer than agreed", { longest_violation_s: 74 }, "not_kept"],
    [
      "not kept whatever else is missing: what was seen was seen",
      { longest_violation_s: 74, seen_s: 100 },
      "not_kept",
    ],
    ["no proof when the meter has gaps", { seen_s: 39_000 }, "no_proof"],
    ["off when zero export did not hold", { on_s: 0, due_s: 0, seen_s: 0 }, "off"],
    ["kept at exactly the time that was agreed", { longest_violation_s: 60 }, "kept"],
  ] as const)("%s", (_, over, verdict) => {
    expect(verdictOf({ ...day, ...over })).toBe(verdict);
  });
});

describe("how much of a day was seen", () => {
  const span = { from_ms: NOON, to_ms: NOON + 4 * 900_000, on_at_first: true };
  const by_day = { ...span, is_daylight: () => true };

  test("counts the seconds that samples cover, and is due by quarter hours of daylight with zero export on", () => {
    expect(coverageOf(row([0, 0, 0, 0], 900), by_day)).toEqual({ on_s: 3600, due_s: 3600, seen_s: 3600 });
    expect(coverageOf(row([0, 0], 900), by_day)).toEqual({ on_s: 1800, due_s: 3600, seen_s: 1800 });
    expect(coverageOf(row([0], 3600), by_day)).toEqual({ on_s: 3600, due_s: 3600, seen_s: 3600 });
  });

  test("is due by nothing at night, and not while zero export is off", () => {
    expect(coverageOf([], { ...span, is_daylight: () => false })).toEqual({ on_s: 0, due_s: 0, seen_s: 0 });
    expect(coverageOf(row([0, 0, 0, 0], 900, { is_on: false }), by_day)).toEqual({
      on_s: 0,
      due_s: 0,
      seen_s: 0,
    });
  });

  test("is due even where nothing was heard all day, if zero export holds there", () => {
    expect(coverageOf([], by_day)).toEqual({ on_s: 0, due_s: 3600, seen_s: 0 });
    expect(coverageOf([], { ...by_day, on_at_first: false })).toEqual({ on_s: 0, due_s: 0, seen_s: 0 });
  });

  test("is never more than was due", () => {
    fc.assert(
      fc.property(samples, (day) => {
        const end = day.at(-1)?.to_ms ?? NOON;
        const quarters = Math.ceil((end - NOON) / 900_000);
        const covered = coverageOf(day, {
          from_ms: NOON,
          to_ms: NOON + quarters * 900_000,
          on_at_first: false,
          is_daylight: () => true,
        });
        expect(covered.seen_s).toBeLessThanOrEqual(covered.due_s);
      }),
    );
  });
});

test("a gateway is not believed when its meter's readings show more export than it says", () => {
  const figures = figuresOf([]);
  expect(contradicts(figures, { ...figures, over_limit_wh: 40 })).toBe(false);
  expect(contradicts({ ...figures, over_limit_wh: 200 }, { ...figures, over_limit_wh: 340 })).toBe(false);
  expect(contradicts({ ...figures, over_limit_wh: 200 }, { ...figures, over_limit_wh: 360 })).toBe(true);
});
