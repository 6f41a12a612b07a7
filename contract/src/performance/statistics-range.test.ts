import { expect, test } from "vitest";
import { BIN_DAYS, canPick, rangeFault, type StatisticsBin } from "./statistics-range.ts";
import { addDays } from "../kernel/time.ts";

const now = { today: "2026-02-04", minutes: 12 * 60 };
const day = { from_date: "2026-02-04", to_date: "2026-02-04" };

test("today may be asked for whole, and up to the present minute", () => {
  expect(rangeFault(day, "15_minutes", now)).toBeNull();
  expect(rangeFault({ ...day, from_time: "08:00", to_time: "12:00" }, "15_minutes", now)).toBeNull();
});

test.each([
  [{ ...day, from_time: "12:15" }, "from_time", "Start time must be < current time"],
  [{ ...day, from_time: "08:00", to_time: "12:15" }, "to_time", "End time must be < current time"],
  [{ from_date: "2026-02-05", to_date: "2026-02-05" }, "from_date", "Start time must be < current time"],
  [{ from_date: "2026-02-01", to_date: "2026-02-05" }, "to_date", "End time must be < current time"],
  [{ from_date: "2026-02-03", to_date: "2026-02-02" }, "to_date", "Start time must be < end time"],
  [{ ...day, from_time: "09:00", to_time: "09:00" }, "to_time", "Start time must be < end time"],
  [{ ...day, from_time: "11:00", to_time: "09:00" }, "to_time", "Start time must be < end time"],
] as const)("a range that is not possible is refused by its field: %j", (asked, field, message) => {
  expect(rangeFault(asked, "15_minutes", now)).toEqual({ field, message });
});

test("times may cross in their order where the days differ", () => {
  const nights = { from_date: "2026-02-01", to_date: "2026-02-02", from_time: "18:00", to_time: "06:00" };
  expect(rangeFault(nights, "15_minutes", now)).toBeNull();
});

const range = (count: number) => ({ from_date: addDays("2026-02-01", 1 - count), to_date: "2026-02-01" });

test.each(Object.entries(BIN_DAYS))("a range of %s bins may have %i days and not one more", (bin, days) => {
  // The keys of BIN_DAYS are bins.
  const of = bin as StatisticsBin;
  expect(rangeFault(range(days), of, now)).toBeNull();
  expect(rangeFault(range(days + 1), of, now)).toEqual({
    field: "to_date",
    message: `The selected binsize allows a maximum of ${days} days`,
  });
});

test("no day after today can be picked; months and years compare by month and year", () => {
  expect(canPick("2026-02-04", "1_days", "2026-02-04")).toBe(true);
  expect(canPick("2026-02-05", "15_minutes", "2026-02-04")).toBe(false);
  expect(canPick("2026-02-28", "1_months", "2026-02-04")).toBe(true);
  expect(canPick("2026-03-01", "1_months", "2026-02-04")).toBe(false);
  expect(canPick("2026-12-31", "year", "2026-02-04")).toBe(true);
  expect(canPick("2027-01-01", "year", "2026-02-04")).toBe(false);
});
