import { expect, test } from "vitest";
import { gridBinOf, gridOf, instantOf, spanOf, yearStarts } from "./statistics-bins.ts";

const days = (from_date: string, to_date = from_date) => ({ from_date, to_date });

/** How long each bin is, seconds. */
const secondsOf = ({ starts_ms, span }: ReturnType<typeof gridOf>) =>
  starts_ms.map((at, index) => ((starts_ms[index + 1] ?? span.to_ms) - at) / 1000);

const bins = (day: string) => gridOf("Europe/Berlin", days(day), "15_minutes").bins;

test("a day of quarter hours has 96 bins, the day that clocks are set back 100 and the one they are set ahead 92", () => {
  expect(bins("2026-06-01")).toHaveLength(96);
  expect(bins("2026-10-25")).toHaveLength(100);
  expect(bins("2026-03-29")).toHaveLength(92);
  expect(new Set(bins("2026-10-25")).size).toBe(100);
  expect(bins("2026-10-25").filter((bin) => bin.includes("T02:30"))).toEqual([
    "2026-10-25T02:30:00+02:00",
    "2026-10-25T02:30:00+01:00",
  ]);
});

test("hours are those of the wall clock, in zones that are off by three quarters of an hour too", () => {
  const grid = gridOf("Asia/Kathmandu", days("2026-06-01"), "1_hours");
  expect(grid.bins).toHaveLength(24);
  expect(grid.bins.every((bin) => bin.slice(14, 16) === "00")).toBe(true);
  expect(new Set(secondsOf(grid))).toEqual(new Set([3600]));
  expect(gridOf("Europe/Berlin", days("2026-10-25"), "1_hours").bins).toHaveLength(25);
});

test("a first bin that begins within an hour is as short as what is left of it", () => {
  const grid = gridOf("UTC", { ...days("2026-06-01"), from_time: "08:30", to_time: "10:00" }, "1_hours");
  expect(grid.bins).toEqual(["2026-06-01T08:30:00+00:00", "2026-06-01T09:00:00+00:00"]);
  expect(secondsOf(grid)).toEqual([1800, 3600]);
});

test("days, months and years are labels of the calendar", () => {
  expect(gridOf("UTC", days("2024-02-28", "2024-03-01"), "1_days").bins).toEqual([
    "2024-02-28",
    "2024-02-29",
    "2024-03-01",
  ]);
  expect(gridOf("UTC", days("2023-12-31", "2024-02-01"), "1_months").bins).toEqual([
    "2023-12",
    "2024-01",
    "2024-02",
  ]);
  expect(gridOf("UTC", days("2023-12-31", "2025-01-01"), "year").bins).toEqual(["2023", "2024", "2025"]);
});

test("times are rounded outwards to quarter hours, and stand for what the clock shows after a change", () => {
  const span = spanOf("UTC", { ...days("2026-06-01"), from_time: "08:10", to_time: "08:20" });
  expect(span).toEqual({ from_ms: Date.parse("2026-06-01T08:00Z"), to_ms: Date.parse("2026-06-01T08:30Z") });
  expect(instantOf("Europe/Berlin", "2026-03-29", "12:00")).toBe(Date.parse("2026-03-29T10:00Z"));
});

test("a span over the turn of the year is cut there by the zone's clock", () => {
  const span = spanOf("Asia/Ho_Chi_Minh", days("2025-12-31", "2026-01-01"));
  expect(yearStarts("Asia/Ho_Chi_Minh", span)).toEqual({
    years: [2025, 2026],
    starts_ms: [Date.parse("2025-12-31T00:00+07:00"), Date.parse("2026-01-01T00:00+07:00")],
  });
});

test("an instant lies in the bin that began last before it, a day in its day, month or year, and what is outside in none", () => {
  const hours = gridOf("UTC", { ...days("2026-06-01"), from_time: "08:30", to_time: "10:00" }, "1_hours");
  const at = (clock: string) => gridBinOf(hours, Date.parse(`2026-06-01T${clock}:00Z`));
  expect([at("08:15"), at("08:45"), at("09:00"), at("09:59"), at("10:00")]).toEqual([-1, 0, 1, 1, -1]);
  const months = gridOf("UTC", days("2026-05-20", "2026-06-10"), "1_months");
  expect([gridBinOf(months, "2026-06-30"), gridBinOf(months, "2026-07-01")]).toEqual([1, -1]);
});
