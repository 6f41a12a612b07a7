import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { linePoints } from "./base-data.ts";
import { coastsOf } from "./coasts.ts";
// Plain JavaScript that Node runs by itself, without types of its own.
// @ts-expect-error see above
import { worldOutlines } from "../../../../scripts/world-outlines.mjs";

const file = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

/** Degrees: what the coarse outlines far from Viet Nam run straight for at most, a third of what a cut would. */
const STRAIGHT = 4;

interface Packed {
  readonly perDegree: number;
  readonly land: number[][][];
  readonly border: number[][];
}
// The file that the script wrote.
const packed = JSON.parse(file("./world-outlines.json")) as Packed;
const { perDegree } = packed;
const rings = packed.land.flat().map((ring) => linePoints(ring, perDegree));

test("the outlines of the world are what the script makes of Natural Earth", () => {
  // Compared here: what differs in a line of two hundred kilobytes is nothing to print.
  expect(file("./world-outlines.json") === `${worldOutlines()}\n`).toBe(true);
});

test("land and borders lie within the map, and no line jumps from one of its edges to the other", () => {
  const lines = [...rings, ...packed.border.map((line) => linePoints(line, perDegree))];
  for (const line of lines) {
    for (const [nth, [lat, lng]] of line.entries()) {
      expect(Math.abs(lat)).toBeLessThanOrEqual(85);
      expect(Math.abs(lng)).toBeLessThanOrEqual(180);
      expect(Math.abs(lng - (line[nth - 1]?.[1] ?? lng)) < 180 || Math.abs(lat) === 85).toBe(true);
    }
  }
});

test("no coast is straight for longer than a shore is: the map is cut nowhere but at its own edges", () => {
  const straight = rings.flatMap(coastsOf).flatMap((coast) =>
    coast.slice(1).flatMap(([lat, lng], nth) => {
      const [fromLat, fromLng] = coast[nth] ?? [lat, lng];
      const onGrid = lat === fromLat || lng === fromLng;
      return onGrid && Math.hypot(lat - fromLat, lng - fromLng) > STRAIGHT
        ? [[fromLat, fromLng, lat, lng]]
        : [];
    }),
  );
  expect(straight).toEqual([]);
});

test("around Viet Nam the coast is within some hundred metres, and Natural Earth's detail file holds no coast of its own", () => {
  const fine = rings.flat().filter(([lat, lng]) => lat > 8 && lat < 23 && lng > 102 && lng < 110);
  expect(fine.length).toBeGreaterThan(1500);
  const kinds = new Set(file("./vn-outlines.geojson").match(/"k":"[a-z]+"/g));
  expect([...kinds].toSorted()).toEqual([
    '"k":"island"',
    '"k":"lake"',
    '"k":"place"',
    '"k":"river"',
    '"k":"urban"',
  ]);
});

test("a ring is one coast, and where it runs along an edge of the map it has none", () => {
  const island: [number, number][] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  expect(coastsOf(island)).toEqual([island]);
  const cut: [number, number][] = [
    [60, 170],
    [70, 180],
    [65, 180],
    [60, 170],
  ];
  expect(coastsOf(cut)).toEqual([
    [
      [60, 170],
      [70, 180],
    ],
    [
      [65, 180],
      [60, 170],
    ],
  ]);
});
