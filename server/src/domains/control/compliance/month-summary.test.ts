import type { NzeComplianceDay } from "@heliograph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { monthSummary, weighedQuantile, type DayWithTimes } from "./month-summary.ts";

const KEPT: NzeComplianceDay = {
  day: "2026-11-01",
  verdict: "kept",
  source: "gateway",
  resolution_s: 2,
  export_limit_w: 0,
  back_within_s: 60,
  largest_export_w: 0,
  largest_export_at: null,
  longest_violation_s: 0,
  longest_violation_at: null,
  response_median_s: null,
  response_p95_s: null,
  violations: 0,
  over_limit_wh: 0,
  given_up_wh: 1000,
  given_up_vnd: "1900",
  seen_s: 40_000,
  due_s: 40_000,
};

/** A day whose violations were so long. */
const day = (figures: Partial<NzeComplianceDay>, times: readonly number[] = []): DayWithTimes => ({
  figures: {
    ...KEPT,
    violations: times.length,
    longest_violation_s: Math.max(0, ...times),
    ...figures,
  },
  times,
  given_up_vnd: figures.given_up_vnd === null ? null : 1900.4,
});

describe("a month", () => {
  test("counts days kept and not kept; those without proof stand apart, and off is counted nowhere", () => {
    const sum = monthSummary([
      day({}),
      day({ day: "2026-11-02", verdict: "not_kept", largest_export_w: 14_200, over_limit_wh: 190 }, [74]),
      day({
        day: "2026-11-03",
        verdict: "no_proof",
        largest_export_w: null,
        given_up_wh: null,
        given_up_vnd: null,
      }),
      day({ day: "2026-11-04", verdict: "off", largest_export_w: 90_000, given_up_wh: 5000 }, [4000]),
    ]);
    expect(sum).toMatchObject({
      days_counted: 2,
      days_kept: 1,
      not_kept: ["2026-11-02"],
      days_no_proof: 1,
      days_off: 1,
      largest_export_w: 14_200,
      longest_violation_s: 74,
      violations: 1,
      over_limit_wh: 190,
      given_up_wh: 2000,
      given_up_vnd: "3801",
    });
  });

  test("names the limit of the day of its longest violation, and without one that of the newest day", () => {
    const others = [day({ back_within_s: 30 }), day({ day: "2026-11-03", back_within_s: 90 })];
    expect(monthSummary(others).back_within_s).toBe(90);
    expect(monthSummary([day({ back_within_s: 30 }, [50]), ...others.slice(1)]).back_within_s).toBe(30);
  });

  test("without any judged day knows nothing, and says so instead of zero", () => {
    expect(monthSummary([])).toMatchObject({
      days_counted: 0,
      largest_export_w: null,
      longest_violation_s: null,
      back_within_s: null,
      response_median_s: null,
      given_up_wh: null,
      given_up_vnd: null,
      resolution_s: null,
    });
  });

  test("has the response times of its violations one by one where all are kept", () => {
    const sum = monthSummary([day({}, [4, 6, 8]), day({ day: "2026-11-02" }, [5, 74])]);
    expect(sum).toMatchObject({ response_median_s: 6, response_p95_s: 74, response_is_estimated: false });
  });

  test("takes the quantiles of a day with more violations than are kept, and says that it did", () => {
    const many = day({ violations: 100, response_median_s: 5, response_p95_s: 19 }, [30, 20]);
    expect(monthSummary([many])).toMatchObject({
      response_median_s: 5,
      response_p95_s: 19,
      response_is_estimated: true,
    });
  });
});

test("a weighed quantile is one of the values, rises with the share, and is that of the repeated values", () => {
  const values = fc.array(fc.record({ value: fc.nat(1000), weight: fc.integer({ min: 1, max: 9 }) }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 100 }), (weighed, percent) => {
      const share = percent / 100;
      const all = weighed
        .flatMap(({ value, weight }) => Array.from({ length: weight }, () => value))
        .toSorted((a, b) => a - b);
      expect(weighedQuantile(weighed, share)).toBe(all[Math.ceil(share * all.length - 1e-9) - 1]);
    }),
  );
  expect(weighedQuantile([], 0.5)).toBeNull();
});
