import fc from "fast-check";
import { expect, test } from "vitest";
import { laneRange } from "./lane-range.ts";

test("each value of a lane lies in its own part of the height, zero below and the greatest above, and lanes never overlap", () => {
  const lanes = fc.integer({ min: 1, max: 6 }).chain((count) =>
    fc.record({
      count: fc.constant(count),
      lane: fc.nat(count - 1),
      max: fc.double({ min: 1e-3, max: 1e9, noNaN: true }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  );
  fc.assert(
    fc.property(lanes, ({ count, lane, max, share }) => {
      const [low, high] = laneRange(lane, count, max);
      /** Share of the height from above at which uPlot draws a value. */
      const place = (value: number) => (high - value) / (high - low);
      expect(place(share * max)).toBeGreaterThan(lane / count);
      expect(place(share * max)).toBeLessThan((lane + 1) / count);
      expect(place(max)).toBeLessThan(place(0));
    }),
  );
});
