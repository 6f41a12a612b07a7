import fc from "fast-check";
import { expect, test } from "vitest";
import { type Box, type Label, labelMoves } from "./label-room.ts";

const marker = (x: number, y: number): Box => ({ x, y, halfWidth: 10, halfHeight: 10 });
const label = (x: number, y: number, always = false): Label => ({
  x,
  y,
  halfWidth: 30,
  halfHeight: 7.5,
  always,
});
const apart = (one: Box, other: Box) =>
  Math.abs(one.x - other.x) >= one.halfWidth + other.halfWidth ||
  Math.abs(one.y - other.y) >= one.halfHeight + other.halfHeight;

test("a name that nothing is in the way of stands at its place", () => {
  expect(labelMoves([label(0, 0), label(100, 0)], [marker(50, 50)])).toEqual([0, 0]);
});

test("the name of a place with a marker on it stands below the marker, and above where there is no room below", () => {
  expect(labelMoves([label(0, 0)], [marker(0, 0)])).toEqual([18]);
  expect(labelMoves([label(0, 0)], [marker(0, 0), marker(0, 20)])).toEqual([-18]);
});

test("a name without room is left out, and one that stands always stands", () => {
  const wall = [-40, -20, 0, 20, 40].map((y) => marker(0, y));
  expect(labelMoves([label(0, 0), label(0, 0, true)], wall)).toEqual([null, 0]);
});

test("no name lies over a marker or another name, wherever they are and however many", () => {
  const at = fc.integer({ min: -300, max: 300 });
  const labels = fc.array(fc.tuple(at, at), { maxLength: 40 });
  fc.assert(
    fc.property(labels, fc.array(fc.tuple(at, at), { maxLength: 60 }), (places, spots) => {
      const names = places.map(([x, y]) => label(x, y));
      const markers = spots.map(([x, y]) => marker(x, y));
      const moves = labelMoves(names, markers);
      const shown = names.flatMap((one, nth) => {
        const by = moves[nth] ?? null;
        return by === null ? [] : [{ ...one, y: one.y + by }];
      });
      for (const [nth, one] of shown.entries()) {
        expect([...markers, ...shown.slice(nth + 1)].every((other) => apart(one, other))).toBe(true);
      }
    }),
  );
});
