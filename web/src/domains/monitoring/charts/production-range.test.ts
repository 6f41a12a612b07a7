import { describe, expect, test } from "vitest";
import { PRODUCTION_CHART_LIMITS } from "@heliograph/contract/monitoring/charts/production-chart";
import { addDays } from "@heliograph/contract/kernel/time";
import {
  canApply,
  canChoose,
  isRange,
  lastTwelveMonths,
  productionIn,
  usualRange,
  withProduction,
} from "./production-range.ts";

const today = "2026-11-21";

test("a first visit shows the month so far, and early in a month the last week", () => {
  expect(usualRange(today)).toEqual({ from: "2026-11-01", to: today });
  expect(usualRange("2026-03-02")).toEqual({ from: "2026-02-24", to: "2026-03-02" });
});

test("months are the twelve that end with the current one, across the year", () => {
  expect(lastTwelveMonths(today)).toEqual({ from: "2025-12-01", to: today });
  expect(lastTwelveMonths("2026-12-31").from).toBe("2026-01-01");
  expect(lastTwelveMonths("2026-01-01").from).toBe("2025-02-01");
});

test("neither today nor a later day can be chosen", () => {
  expect([canChoose("2026-11-20", today), canChoose(today, today), canChoose("2026-11-22", today)]).toEqual([
    true,
    false,
    false,
  ]);
});

test("a range runs forwards, ends by today and is not longer than the server answers", () => {
  const longest = PRODUCTION_CHART_LIMITS.days;
  expect(isRange({ from: "2026-11-02", to: "2026-11-02" }, today)).toBe(true);
  expect(isRange({ from: "2026-11-03", to: "2026-11-02" }, today)).toBe(false);
  expect(isRange({ from: "2026-11-02", to: "2026-11-22" }, today)).toBe(false);
  expect(isRange({ from: addDays(today, 1 - longest), to: today }, today)).toBe(true);
  expect(isRange({ from: addDays(today, -longest), to: today }, today)).toBe(false);
});

describe("Apply", () => {
  const applied = { from: "2026-11-01", to: "2026-11-20" };
  test("has nothing to do while the range is unchanged or unfinished", () => {
    expect(canApply({ ...applied }, applied, today)).toBe(false);
    expect(canApply(null, applied, today)).toBe(false);
  });
  test("takes a changed range, but not one that cannot be drawn", () => {
    expect(canApply({ ...applied, from: "2026-10-20" }, applied, today)).toBe(true);
    expect(canApply({ ...applied, from: "2026-11-21" }, applied, today)).toBe(false);
  });
});

describe("the address", () => {
  test("says nothing on a first visit and keeps what other parts of the page wrote", () => {
    const address = new URLSearchParams("power=load");
    const usual = { view: "day", range: usualRange(today) } as const;
    expect(withProduction(address, usual, today).toString()).toBe("power=load");
    expect(productionIn(address, today)).toEqual(usual);
  });

  test("gives back what it was given", () => {
    const chosen = { view: "month", range: { from: "2026-09-01", to: "2026-09-30" } } as const;
    expect(productionIn(withProduction(new URLSearchParams(), chosen, today), today)).toEqual(chosen);
  });

  test("that asks for what cannot be drawn shows the first visit's range", () => {
    for (const wrong of [
      "from=2026-11-10&to=2026-11-01",
      "from=2026-11-01",
      "from=x&to=y",
      "from=2020-01-01&to=2026-11-01",
    ]) {
      expect(productionIn(new URLSearchParams(wrong), today).range).toEqual(usualRange(today));
    }
  });
});
