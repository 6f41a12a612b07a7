import { addDays } from "@heliograph/contract/kernel/time";
import fc from "fast-check";
import { expect, test } from "vitest";
import { complianceViewIn, daysOfMonth, monthBeside, shownMonth } from "./compliance-view.ts";

const viewOf = (search: string) => complianceViewIn(new URLSearchParams(search));
const months = fc
  .record({ year: fc.integer({ min: 1971, max: 2198 }), month: fc.integer({ min: 1, max: 12 }) })
  .map(({ year, month }) => `${year}-${String(month).padStart(2, "0")}`);

test("the address names project, gateway, month and day; what is no month or day is left out", () => {
  expect(viewOf("project=p&gateway=g&month=2026-11&day=2026-11-12")).toEqual({
    project: "p",
    gateway: "g",
    month: "2026-11",
    day: "2026-11-12",
  });
  expect(viewOf("month=2026-13&day=2026-02-30")).toMatchObject({ month: null, day: null });
  expect(viewOf("month=2026-11&day=2026-10-12")).toMatchObject({ month: "2026-11", day: null });
  expect(viewOf("day=2026-10-12")).toMatchObject({ month: "2026-10", day: "2026-10-12" });
});

test("without a month that of yesterday is shown: the newest day that can be judged", () => {
  expect(shownMonth(viewOf(""), "2026-12-01")).toBe("2026-11");
  expect(shownMonth(viewOf("month=2026-02"), "2026-12-01")).toBe("2026-02");
});

test("months follow each other, and each has its days from the first to the last", () => {
  fc.assert(
    fc.property(months, (month) => {
      expect(monthBeside(monthBeside(month, 1), -1)).toBe(month);
      const days = daysOfMonth(month);
      expect(days[0]).toBe(`${month}-01`);
      expect(addDays(days.at(-1) ?? "", 1)).toBe(`${monthBeside(month, 1)}-01`);
      expect(new Set(days).size).toBe(days.length);
    }),
  );
});
