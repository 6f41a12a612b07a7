import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  type ChartSeries,
  dots,
  isBlank,
  lastKnownRow,
  rowAfterKey,
  visibleSeries,
  tipLines,
} from "./chart-content.ts";
import { fileName } from "../../platform/save-file.ts";
import { csvOf } from "./chart-files.ts";

const line = (key: string, values: (number | null)[], over: Partial<ChartSeries> = {}): ChartSeries => ({
  key,
  name: key,
  unit: "kW",
  color: "--series-pv",
  mark: "line",
  values,
  digits: 1,
  ...over,
});

test("a chart is blank only when no series has a single known value; zero is a value", () => {
  expect(isBlank([line("a", [null, null]), line("b", [])])).toBe(true);
  expect(isBlank([line("a", [null, 0])])).toBe(false);
});

test("hidden series are left out and the others keep their order", () => {
  const series = [line("a", []), line("b", []), line("c", [])];
  expect(visibleSeries(series, new Set(["b"])).map((one) => one.key)).toEqual(["a", "c"]);
});

test("the last known row is the latest of all series", () => {
  expect(lastKnownRow([line("a", [1, null, null]), line("b", [1, 2, null])])).toBe(1);
  expect(lastKnownRow([line("a", [null])])).toBeNull();
});

test("a value between two gaps gets a dot, because a line would not show it", () => {
  expect(dots([null, 4, null, 1, 2, null, 7], false)).toEqual([1, 6]);
  expect(dots([1, 2, 3, null], false)).toEqual([]);
  expect(dots([1, 2, 3, null], true)).toEqual([2]);
});

describe("the tip at the cursor", () => {
  test("shows what is known there, in the order of the series", () => {
    const { lines, left } = tipLines([line("a", [3]), line("b", [null]), line("c", [9])], 0, 12);
    expect(lines.map((one) => [one.series.key, one.value])).toEqual([
      ["a", 3],
      ["c", 9],
    ]);
    expect(left).toBe(0);
  });

  test("shows the largest first where there are too many, and says how many it leaves out", () => {
    const many = Array.from({ length: 30 }, (_, index) => line(`s${index}`, [index]));
    const { lines, left } = tipLines(many, 0, 12);
    expect(lines.map((one) => one.value)).toEqual([29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18]);
    expect(left).toBe(18);
  });
});

test("keys lead to a row of the chart whatever the row, and other keys lead nowhere", () => {
  const key = fc.constantFrom(
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "ArrowDown",
    "PageUp",
    "PageDown",
    "Home",
    "End",
  );
  fc.assert(
    fc.property(key, fc.integer({ min: 1, max: 300 }), fc.nat(), (pressed, count, from) => {
      const row = rowAfterKey(pressed, from % count, count);
      expect(row).toBeGreaterThanOrEqual(0);
      expect(row).toBeLessThan(count);
    }),
  );
  expect(rowAfterKey("ArrowRight", 4, 10)).toBe(5);
  expect(rowAfterKey("ArrowLeft", 0, 10)).toBe(0);
  expect(rowAfterKey("a", 4, 10)).toBeNull();
});

describe("files", () => {
  test("CSV has a head with units, empty fields for gaps and quotes what needs it", () => {
    const content = {
      title: "t",
      summary: "s",
      rowTitle: "Time",
      rowNames: ["05:00", "05:05"],
      series: [line('Roof "A", east', [1.25, null], { digits: 2 }), line("b", [0, -3])],
    };
    expect(csvOf(content, "Note")).toBe(
      '\uFEFFTime,"Roof ""A"", east (kW)",b (kW)\r\n05:00,1.25,0\r\n05:05,,-3\r\n',
    );
  });

  test("a name that a spreadsheet would run as a formula is made harmless", () => {
    const content = {
      title: "t",
      summary: "s",
      rowTitle: "Time",
      rowNames: ["=1+1"],
      series: [line("=HYPERLINK()", [1])],
    };
    expect(csvOf(content, "Note")).toBe("\uFEFFTime,'=HYPERLINK() (kW)\r\n'=1+1,1\r\n");
  });

  test("notes make a last column where there are any", () => {
    const content = {
      title: "t",
      summary: "s",
      rowTitle: "Day",
      rowNames: ["1", "2"],
      notes: [null, "half"],
      series: [],
    };
    expect(csvOf(content, "Note")).toBe("\uFEFFDay,Note\r\n1,\r\n2,half\r\n");
    expect(csvOf({ ...content, notes: [null, null] }, "Note")).toBe("\uFEFFDay\r\n1\r\n2\r\n");
  });

  test("a file name keeps letters of every script and nothing that a file system minds", () => {
    expect(fileName("Biểu đồ công suất: A/B 21-11", "csv")).toBe("Biểu-đồ-công-suất-A-B-21-11.csv");
    expect(fileName("功率图 · 2026", "png")).toBe("功率图-2026.png");
    expect(fileName("/..", "png")).toBe("chart.png");
  });
});
