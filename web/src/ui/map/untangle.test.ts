import fc from "fast-check";
import { expect, test } from "vitest";
import { untangle, type MapMark } from "./untangle.ts";

const width = (count: number) => (count === 1 ? 26 : 38);
const marker = (name: string, x: number, y: number, count = 1): MapMark<string> => ({
  x,
  y,
  count,
  parts: [name],
});
const placesOf = (marks: readonly MapMark<string>[]) => marks.reduce((sum, { count }) => sum + count, 0);

test("markers that do not touch stay what they are", () => {
  const marks = [marker("a", 0, 0), marker("b", 26, 0), marker("c", 0, 26)];
  expect(untangle(marks, width, 38)).toEqual(expect.arrayContaining(marks));
});

test("one that lies over another joins it, where their places are in the mean", () => {
  const [one, ...others] = untangle([marker("a", 0, 0, 3), marker("b", 20, 8)], width, 38);
  expect(others).toEqual([]);
  expect(one).toEqual({ x: 5, y: 2, count: 4, parts: ["a", "b"] });
});

test("a joined one, wider than its parts, takes in what it then reaches", () => {
  const marks = [marker("a", 0, 0), marker("b", 29, 0), marker("c", 4, 0)];
  expect(untangle(marks, width, 38).map(({ parts }) => parts.toSorted())).toEqual([["a", "b", "c"]]);
});

test("nothing is lost and no two overlap, wherever they lie", () => {
  const at = fc.integer({ min: -300, max: 300 });
  const some = fc.array(fc.tuple(at, at, fc.integer({ min: 1, max: 50 })), { maxLength: 80 });
  fc.assert(
    fc.property(some, (places) => {
      const marks = places.map(([x, y, count], nth) => marker(String(nth), x, y, count));
      const left = untangle(marks, width, 38);
      expect(placesOf(left)).toBe(placesOf(marks));
      expect(left.flatMap(({ parts }) => parts).toSorted()).toEqual(
        marks.flatMap(({ parts }) => parts).toSorted(),
      );
      for (const [nth, one] of left.entries()) {
        for (const other of left.slice(nth + 1)) {
          const room = (width(one.count) + width(other.count)) / 2;
          const between = Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));
          expect(between).toBeGreaterThanOrEqual(room);
        }
      }
    }),
  );
});
