import { expect, test } from "vitest";
import { arcPath, gaugeMax, markAt } from "./gauge-scale.ts";

test.each([
  [0, 100],
  [12, 100],
  [99.9, 100],
  [100, 1000],
  [365.4, 1000],
  [999, 1000],
  [1000, 10_000],
  [34_870, 40_000],
])("a capacity of %d kWp has a gauge up to %d", (capacity, max) => {
  expect(gaugeMax(capacity)).toBe(max);
});

test("an arc of more than half a turn takes the long way", () => {
  const circle = { cx: 0, cy: 0, r: 10 };
  expect(arcPath(circle, 0, 90)).toBe("M10.00 0.00A10 10 0 0 1 0.00 10.00");
  expect(arcPath(circle, 0, 270)).toBe("M10.00 0.00A10 10 0 1 1 -0.00 -10.00");
});

test("the mark of the capacity is a triangle outside of the ring, wherever it stands: no needle", () => {
  const ring = { cx: 0, cy: 0, r: 92 };
  for (const degrees of [150, 178, 270, 390]) {
    const corners = markAt(ring, degrees)
      .split(" ")
      .map((corner) => corner.split(",").map(Number));
    expect(corners).toHaveLength(3);
    // Half of the ring's line is 7 wide.
    for (const [x = 0, y = 0] of corners) expect(Math.hypot(x, y)).toBeGreaterThan(92 + 7);
  }
});
