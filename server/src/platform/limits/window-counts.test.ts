import { expect, test } from "vitest";
import { windowCounts } from "./window-counts.ts";

test("a key is counted until its window is over, and begins anew then", () => {
  let now = 0;
  const counts = windowCounts(60_000, () => now);
  counts.add("a", 1);
  now = 40_000;
  counts.add("a", 2);
  expect([counts.of("a"), counts.secondsLeft("a"), counts.of("b")]).toEqual([3, 20, 0]);
  now = 60_000;
  expect([counts.of("a"), counts.secondsLeft("a")]).toEqual([0, 60]);
  counts.add("a", 1);
  expect(counts.of("a")).toBe(1);
});

test("nothing is taken from a key that has nothing, and a key that is forgotten has nothing", () => {
  const counts = windowCounts(60_000, () => 0);
  counts.add("a", -1);
  expect(counts.of("a")).toBe(0);
  counts.add("a", 5);
  counts.add("a", -2);
  expect(counts.of("a")).toBe(3);
  counts.forget("a");
  expect(counts.of("a")).toBe(0);
});

test("however many keys come, the newest fifty thousand are remembered", () => {
  const counts = windowCounts(60_000, () => 0);
  for (let n = 0; n < 50_001; n += 1) counts.add(`key ${n}`, 1);
  expect([counts.of("key 0"), counts.of("key 1"), counts.of("key 50000")]).toEqual([0, 1, 1]);
});
