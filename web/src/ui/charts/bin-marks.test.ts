import fc from "fast-check";
import { expect, test } from "vitest";
import { areColumns, markedByBins } from "./bin-marks.ts";
import type { ChartSeries } from "./chart-content.ts";

const bars = (key: string, rows: number, change: Partial<ChartSeries> = {}): ChartSeries => ({
  key,
  name: key,
  unit: "kWh",
  color: `--series-${key}`,
  mark: "bar",
  values: Array.from({ length: rows }, (_, row) => row),
  digits: 1,
  ...change,
});
const marksAlike = (series: ChartSeries[]) =>
  markedByBins(series, { withinDay: true, alike: true }).map(({ mark }) => mark);
const line = bars("insolation", 24, { mark: "line" });

test("quarter hours of a day are an area, however few of them there are, and what stands beside it lines", () => {
  const day = [bars("meter", 24), bars("import", 24), line];
  expect(areColumns(day, { withinDay: true })).toBe(false);
  const drawn = markedByBins(day, { withinDay: true });
  expect(drawn.map(({ mark }) => mark)).toEqual(["area", "line", "line"]);
  expect(drawn.map(({ step }) => step)).toEqual([true, true, undefined]);
});

test("days, months and years are columns, a month of four beside each other too", () => {
  const month = ["a", "b", "c", "d"].map((key) => bars(key, 31));
  expect(markedByBins(month, { withinDay: false })).toEqual(month);
});

test("more columns than a screen can tell apart are an area", () => {
  expect(markedByBins([bars("meter", 366)], { withinDay: false })[0]?.mark).toBe("area");
});

test("of devices none is filled over the others, and one alone is", () => {
  const two = [bars("one", 96), bars("other", 96)];
  expect(marksAlike(two)).toEqual(["line", "line"]);
  expect(marksAlike([bars("one", 96)])).toEqual(["area"]);
});

test("an outlined bar becomes a dashed line of its edge, which is no paler than a line must be", () => {
  const outlined = bars("inverter", 96, { mark: "outlined-bar", edge: "--series-meter" });
  const [, drawn] = markedByBins([bars("meter", 96), outlined], { withinDay: true });
  expect(drawn).toMatchObject({ mark: "line", dash: "dashed", color: "--series-meter" });
});

test("stacks stay columns, and no value changes whatever is drawn", () => {
  const some = fc.array(
    fc.record({
      mark: fc.constantFrom<ChartSeries["mark"]>("bar", "outlined-bar", "line", "area"),
      rows: fc.integer({ min: 0, max: 400 }),
      stack: fc.option(fc.constantFrom("a", "b"), { nil: undefined }),
    }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(some, fc.boolean(), fc.boolean(), (given, withinDay, alike) => {
      const series = given.map(({ mark, rows, stack }, n) =>
        bars(`s${n}`, rows, { mark, ...(stack === undefined ? {} : { stack }) }),
      );
      const drawn = markedByBins(series, { withinDay, alike });
      expect(drawn.map(({ key, values }) => ({ key, values }))).toEqual(
        series.map(({ key, values }) => ({ key, values })),
      );
      const stacked = series.some(({ mark, stack }) => mark.includes("bar") && stack !== undefined);
      if (stacked) expect(drawn).toEqual(series);
    }),
  );
});
