import { expect, test } from "vitest";
import { packRuns, unpackRuns } from "./runs.ts";

const START = Date.parse("2025-01-01T00:05:00Z");

test("a year of five minutes is one run of sixteen bytes, and comes back instant by instant", () => {
  const year = Array.from({ length: 105_120 }, (_, at) => START + at * 300_000);
  const bytes = packRuns(year);
  expect(bytes).toHaveLength(16);
  expect(unpackRuns(bytes)).toEqual(year);
});

test("gaps, single instants, years between two and steps of another length come back as they were", () => {
  const instants = [0, 1, 2, 900, 1800, 2700, 2701, 5000, 5000 + 40 * 86_400_000, 9e12, 9e12 + 1];
  expect(unpackRuns(packRuns(instants))).toEqual(instants);
  expect(unpackRuns(packRuns([]))).toEqual([]);
  expect(unpackRuns(packRuns([-62_000_000_000_000]))).toEqual([-62_000_000_000_000]);
  for (let seed = 1; seed < 40; seed += 1) {
    const some = Array.from({ length: 200 }, (_, at) => START + ((at * 7919 * seed) % 100_003) * 1000);
    const ordered = [...new Set(some)].toSorted((a, b) => a - b);
    expect(unpackRuns(packRuns(ordered))).toEqual(ordered);
  }
});
