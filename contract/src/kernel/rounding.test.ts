import fc from "fast-check";
import { expect, test } from "vitest";
import { roundedParts } from "./rounding.ts";

const sum = (of: readonly number[]) => of.reduce((a, b) => a + b, 0);

test("rounded parts are whole, sum to the total, and lie within one of what they were where they summed to about it", () => {
  const part = fc.double({ min: -1e9, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), (parts) => {
      const total = Math.round(sum(parts));
      const rounded = roundedParts(parts, total);
      expect(sum(rounded) - total).toBe(0);
      for (const [at, value] of rounded.entries()) {
        expect(Number.isInteger(value)).toBe(true);
        expect(Math.abs(value - (parts[at] ?? 0))).toBeLessThan(1.001);
      }
    }),
  );
});

test("what is left goes to those that lost most, the first of equals", () => {
  expect(roundedParts([1.5, 2.7, 3.8], 8)).toEqual([1, 3, 4]);
  expect(roundedParts([0.5, 0.5], 1)).toEqual([1, 0]);
  expect(roundedParts([-0.4, 1.4], 1)).toEqual([0, 1]);
});

test("what does not belong to any part is spread over all of them", () => {
  expect(roundedParts([1, 2, 3], 12)).toEqual([3, 4, 5]);
  expect(roundedParts([], 0)).toEqual([]);
});
