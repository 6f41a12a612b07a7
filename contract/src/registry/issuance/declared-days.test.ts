import { expect, test } from "vitest";
import { declaredLines, faultyDay } from "./declared-days.ts";

const OCTOBER = { from_day: "2026-10-01", to_day: "2026-10-31" };
const read = (contents: string) => declaredLines(contents, OCTOBER);

test("an evidence file has a day and its kWh a line, with or without headings, and is read to the Wh", () => {
  expect(read("day,kWh\r\n2026-10-27,3118.4\r\n\r\n2026-10-28;0.001\n")).toEqual({
    days: [
      { day: "2026-10-27", wh: 3_118_400 },
      { day: "2026-10-28", wh: 1 },
    ],
  });
});

test("a line that is no day and kWh, lies outside the period or comes twice is named by its number", () => {
  expect(read("2026-10-27,3118.4\n2026-10-28,-5")).toEqual({ line: 2, reason: "shape" });
  expect(read("2026-02-30,5")).toEqual({ line: 1, reason: "shape" });
  expect(read("2026-10-27,1e9")).toEqual({ line: 1, reason: "shape" });
  expect(read("2026-11-01,5")).toEqual({ line: 1, reason: "outside" });
  expect(read("2026-10-27,5\n2026-10-27,6")).toEqual({ line: 2, reason: "twice" });
  expect(read("day,kWh")).toEqual({ line: 1, reason: "shape" });
});

const days = (...named: string[]) => named.map((day) => ({ day }));

test("ISS-018: days that are typed are days of the period, each once; the first that is not is named", () => {
  const period = { from_day: "2026-10-01", to_day: "2026-10-31" };
  expect(faultyDay(days("2026-10-01", "2026-10-31"), period)).toBeNull();
  expect(faultyDay(days("2026-10-01", "2026-11-01"), period)).toBe(2);
  expect(faultyDay(days("2026-10-01", "2026-10-02", "2026-10-01"), period)).toBe(3);
});
