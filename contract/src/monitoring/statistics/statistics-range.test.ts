import { expect, test } from "vitest";
import { BIN_DAYS, canPick, rangeFault, type StatisticsBin } from "./statistics-range.ts";
import { addDays } from "../../kernel/time.ts";

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

const picking = { side: "to", range: { from_date: "2026-01-01", to_date: "2026-01-31" } } as const;
const mayEnd = (date: string, bin: StatisticsBin) => canPick(date, { ...picking, bin, today: "2026-02-04" });

test("no day after today can be picked; months and years compare by month and year", () => {
  expect(mayEnd("2026-02-04", "15_minutes")).toBe(true);
  expect(mayEnd("2026-02-05", "15_minutes")).toBe(false);
  expect(mayEnd("2026-02-28", "1_months")).toBe(true);
  expect(mayEnd("2026-03-01", "1_months")).toBe(false);
  expect(mayEnd("2026-12-31", "year")).toBe(true);
  expect(mayEnd("2027-01-01", "year")).toBe(false);
});

test("by days today cannot be picked, since it is not over", () => {
  const by = { ...picking, bin: "1_days", today: "2026-02-04" } as const;
  expect(canPick("2026-02-04", by)).toBe(false);
  expect(canPick("2026-02-03", by)).toBe(true);
});

const january = { from_date: "2026-01-10", to_date: "2026-01-20" };
const mayInJanuary = (date: string, side: "from" | "to", bin: StatisticsBin) =>
  canPick(date, { side, range: january, bin, today: "2026-02-04" });

test("From cannot be picked after To, nor To before From, by the length of the bin", () => {
  expect(mayInJanuary("2026-01-20", "from", "15_minutes")).toBe(true);
  expect(mayInJanuary("2026-01-21", "from", "15_minutes")).toBe(false);
  expect(mayInJanuary("2026-01-09", "to", "15_minutes")).toBe(false);
  expect(mayInJanuary("2026-01-31", "from", "1_months")).toBe(true);
  expect(mayInJanuary("2026-02-01", "from", "1_months")).toBe(false);
});

test("while From has a later time than To, the two cannot be on one day", () => {
  const crossed = { from_date: "2026-01-10", to_date: "2026-01-20", from_time: "18:00", to_time: "06:00" };
  const at = { range: crossed, today: "2026-02-04" } as const;
  expect(canPick("2026-01-20", { ...at, side: "from", bin: "1_hours" })).toBe(false);
  expect(canPick("2026-01-10", { ...at, side: "to", bin: "detail" })).toBe(false);
  expect(canPick("2026-01-19", { ...at, side: "from", bin: "1_hours" })).toBe(true);
  const early = { ...crossed, from_time: "06:00", to_time: "18:00" };
  expect(canPick("2026-01-20", { ...at, range: early, side: "from", bin: "1_hours" })).toBe(true);
});
