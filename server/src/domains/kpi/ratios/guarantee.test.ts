import { USUAL_TERMS } from "@heliograph/contract";
import { describe, expect, test } from "vitest";
import { contractYear, guaranteedOn, simulatedOn, statusBy, weighedBySun } from "./guarantee.ts";

const pvsyst = [84, 84, 82, 82, 80, 80, 80, 80, 82, 82, 84, 84];
const terms = { ...USUAL_TERMS, starts_on: "2024-03-15", degradation_percent_per_year: 0.5 };

test("contract years begin on the anniversary of the contract, and nothing is guaranteed before it", () => {
  expect(
    ["2024-03-14", "2024-03-15", "2025-03-14", "2025-03-15", "2034-03-15"].map((day) =>
      contractYear("2024-03-15", day),
    ),
  ).toEqual([0, 1, 1, 2, 11]);
  expect(guaranteedOn({ ...terms, guaranteed_year_percent: 80 }, null, "2024-03-14")).toBeNull();
});

describe("what is guaranteed for a day", () => {
  test("is the month of the table where there is one, and degrades", () => {
    const byMonth = { ...terms, guaranteed_year_percent: 70, guaranteed_month_percent: pvsyst };
    expect(guaranteedOn(byMonth, null, "2024-05-01")).toBeCloseTo(0.8, 12);
    expect(guaranteedOn(byMonth, null, "2026-05-01")).toBeCloseTo(0.8 * 0.995 ** 2, 12);
  });
  test("is the year's value in PVsyst's shape, whose own year is the mean of its months where none is given", () => {
    const shaped = { ...terms, guaranteed_year_percent: 80, pvsyst_month_percent: pvsyst };
    expect(guaranteedOn(shaped, null, "2024-05-01")).toBeCloseTo((0.8 * 80) / 82, 12);
    expect(guaranteedOn({ ...shaped, pvsyst_year_percent: 81 }, null, "2024-05-01")).toBeCloseTo(
      (0.8 * 80) / 81,
      12,
    );
    expect(simulatedOn(shaped, "2024-12-31")).toBeCloseTo(0.84, 12);
  });
  test("degrades from commissioning where the contract names no day, and not at all where neither is known", () => {
    const open = { ...terms, starts_on: null, guaranteed_year_percent: 80 };
    expect(guaranteedOn(open, "2023-01-01", "2025-06-01")).toBeCloseTo(0.8 * 0.995 ** 2, 12);
    expect(guaranteedOn(open, null, "2025-06-01")).toBeCloseTo(0.8, 12);
  });
  test("is nothing without a contract", () => {
    expect(guaranteedOn(USUAL_TERMS, "2023-01-01", "2025-06-01")).toBeNull();
    expect(simulatedOn(USUAL_TERMS, "2025-06-01")).toBeNull();
  });
});

const of = (day: string) => (day < "2026-02" ? 0.8 : 0.7);
const sun = (first: number | null, second: number | null) => [
  { day: "2026-01-31", insolation_wh_m2: first },
  { day: "2026-02-01", insolation_wh_m2: second },
];

test("a period's guarantee weighs days by their sun, and by the calendar where no sun is known", () => {
  expect(weighedBySun(sun(6000, 2000), of)).toBeCloseTo(0.775, 12);
  expect(weighedBySun(sun(null, 2000), of)).toBeCloseTo(0.7, 12);
  expect(weighedBySun(sun(null, null), of)).toBeCloseTo(0.75, 12);
  expect(weighedBySun(sun(6000, 2000), () => null)).toBeNull();
});

test("statuses follow the limits of the contract", () => {
  const limits = { normal: 99, warning: 97, minor: 95, major: 90 };
  expect([0.8, 0.79, 0.77, 0.75, 0.71].map((ratio) => statusBy(limits, ratio, 0.8))).toEqual([
    "normal",
    "warning",
    "minor",
    "major",
    "critical",
  ]);
  expect(statusBy(limits, null, 0.8)).toBeNull();
  expect(statusBy(limits, 0.8, null)).toBeNull();
});
