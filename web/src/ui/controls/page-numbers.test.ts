import fc from "fast-check";
import { expect, test } from "vitest";
import { pageNumbers } from "./page-numbers.ts";

test("few pages are all shown; many have gaps where pages are left out", () => {
  expect(pageNumbers(1, 3)).toEqual([1, 2, 3]);
  expect(pageNumbers(1, 0)).toEqual([]);
  expect(pageNumbers(1, 20)).toEqual([1, 2, 3, 4, 5, 6, 7, "gap-after", 20]);
  expect(pageNumbers(10, 20)).toEqual([1, "gap-before", 8, 9, 10, 11, 12, "gap-after", 20]);
  expect(pageNumbers(20, 20)).toEqual([1, "gap-before", 14, 15, 16, 17, 18, 19, 20]);
});

test("first, last, current and its neighbours are always there, in order, in as many entries", () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 1000 }), fc.integer({ min: 1, max: 1000 }), (pages, page) => {
      const current = Math.min(page, pages);
      const entries = pageNumbers(current, pages);
      const numbers = entries.filter((entry) => typeof entry === "number");
      expect(entries).toHaveLength(9);
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
      for (const wanted of [1, pages, current, Math.max(1, current - 1), Math.min(pages, current + 1)]) {
        expect(numbers).toContain(wanted);
      }
    }),
  );
});
