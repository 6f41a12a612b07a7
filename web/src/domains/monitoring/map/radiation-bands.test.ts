import fc from "fast-check";
import { expect, test } from "vitest";
import {
  bandCounts,
  bandOf,
  BANDS,
  bandsIn,
  bandsText,
  bandText,
  isShown,
  switched,
} from "./radiation-bands.ts";
import { chosenIn } from "../showcase/showcase-view.ts";

const value = fc.option(fc.double({ min: -50, max: 1600, noNaN: true }));
const off = fc.uniqueArray(fc.integer({ min: 0, max: BANDS - 1 })).map((bands) => new Set(bands));

test("the bands are those of the specification", () => {
  expect(Array.from({ length: BANDS }, (_, band) => bandText(band))).toEqual([
    "0–99",
    "100–199",
    "200–299",
    "300–399",
    "400+",
  ]);
});

test("a radiation lies in the band of the number that is shown for it; a silent sensor in none", () => {
  const at = [-3, 0, 99.4, 99.5, 199.4, 200, 399.9, 1400, null].map(bandOf);
  expect(at).toEqual([0, 0, 0, 1, 1, 2, 4, 4, null]);
});

test("more sun is never a lower band, and every project is counted once", () => {
  fc.assert(
    fc.property(fc.array(value), (values) => {
      const known = values.filter((one) => one !== null).toSorted((a, b) => a - b);
      const bands = known.map((one) => bandOf(one) ?? -1);
      expect(bands).toEqual(bands.toSorted((a, b) => a - b));
      const counts = bandCounts(values);
      expect(counts.bands.reduce((sum, count) => sum + count, counts.unknown)).toBe(values.length);
    }),
  );
});

test("with every band on all is shown; a band that is off hides its projects and those without a value", () => {
  fc.assert(
    fc.property(value, off, (one, bands) => {
      const band = bandOf(one);
      expect(isShown(one, new Set())).toBe(true);
      expect(isShown(one, bands)).toBe(band === null ? bands.size === 0 : !bands.has(band));
    }),
  );
});

test("an address carries the bands that are off, and switching one twice changes nothing", () => {
  fc.assert(
    fc.property(off, fc.integer({ min: 0, max: BANDS - 1 }), (bands, band) => {
      expect(bandsIn(bandsText(bands))).toEqual(bands);
      expect(switched(switched(bands, band), band)).toEqual(bands);
    }),
  );
  expect(bandsIn("7,x,2,-1,22")).toEqual(new Set([2]));
});

test("an address names each project of a showcase once, and nothing that is no project", () => {
  const uid = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
  expect(chosenIn(`${uid},roof,${uid},<script>`)).toEqual([uid]);
  expect(chosenIn(null)).toEqual([]);
});
