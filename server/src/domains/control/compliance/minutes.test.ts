import fc from "fast-check";
import { expect, test } from "vitest";
import type { GridFlow } from "../zero-export/nze-days.sql.ts";
import { gridMinutes } from "./minutes.ts";

const START = Date.UTC(2026, 10, 11, 17);
const HOUR = { from_ms: START, to_ms: START + 3_600_000 };

const sample = (from_s: number, s: number, grid_w: number, over: Partial<GridFlow> = {}): GridFlow => ({
  from_ms: START + from_s * 1000,
  to_ms: START + (from_s + s) * 1000,
  grid_w,
  export_w: Math.max(0, -grid_w),
  is_on: true,
  limit_w: 0,
  ...over,
});

/** Samples of whatever lengths, with gaps, in order, within the hour. */
const samples = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 0, max: 400 }),
      s: fc.integer({ min: 1, max: 900 }),
      grid_w: fc.integer({ min: -50_000, max: 50_000 }),
      is_on: fc.boolean(),
      limit_w: fc.integer({ min: 0, max: 5000 }),
    }),
    { maxLength: 30 },
  )
  .map((parts) => {
    let at = 0;
    return parts.flatMap(({ gap, s, grid_w, is_on, limit_w }) => {
      const from = at + gap;
      at = from + s;
      return at > 3600 ? [] : [sample(from, s, grid_w, { is_on, limit_w })];
    });
  });

const seconds = (one: GridFlow) => (one.to_ms - one.from_ms) / 1000;
const sum = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((all, one) => all + of(one), 0);

test("minutes neither lose nor invent energy, time, or what went out above the limit", () => {
  fc.assert(
    fc.property(samples, (day) => {
      const minutes = gridMinutes(day, HOUR);
      expect(minutes).toHaveLength(60);
      expect(sum(minutes, (one) => one.measured_s)).toBeCloseTo(sum(day, seconds), 6);
      expect(sum(minutes, (one) => (one.grid_w ?? 0) * one.measured_s)).toBeCloseTo(
        sum(day, (one) => one.grid_w * seconds(one)),
        3,
      );
      const over = (one: GridFlow) =>
        one.is_on ? (Math.max(0, one.export_w - one.limit_w) * seconds(one)) / 3600 : 0;
      expect(sum(minutes, (one) => one.over_limit_wh ?? 0)).toBeCloseTo(sum(day, over), 6);
      expect(Math.max(0, ...minutes.map((one) => one.largest_export_w ?? 0))).toBe(
        Math.max(0, ...day.map((one) => one.export_w)),
      );
    }),
  );
});

test("a minute that no reading covers is empty and not zero, one that is covered in part says for how long", () => {
  const [empty, part, whole] = gridMinutes([sample(90, 90, -600)], { ...HOUR, to_ms: START + 180_000 });
  expect(empty).toMatchObject({ measured_s: 0, grid_w: null, largest_export_w: null, is_on: null });
  expect(part).toMatchObject({ measured_s: 30, grid_w: -600, over_limit_wh: 5 });
  expect(whole).toMatchObject({ measured_s: 60, grid_w: -600, over_limit_wh: 10, is_on: true });
});
