import { describe, expect, test } from "vitest";
import { productionBar } from "@heliograph/contract/monitoring/charts/production-chart";
import {
  axisNames,
  energyAxis,
  hasAny,
  insolationAxis,
  isEstimated,
  isIncomplete,
  isRunning,
} from "./production-chart.ts";

const bar = (completeness: number | null, estimated: number | null, integrated: number | null = 0) =>
  productionBar.parse({
    metter_production_data: { value: 1, unit: "kWh" },
    inverter_production_data: { value: 1, unit: "kWh" },
    should_display: true,
    completeness,
    estimated_share: estimated,
    integrated_share: integrated,
  });

test("the energy axis ends by the production rule, whichever series is the highest", () => {
  const values = { meter: [12_010, null], inverter: [12_400], expected: [12_842], insolation: [] };
  expect(energyAxis(values).max).toBe(12_900);
  expect(energyAxis({ meter: [41], inverter: [], expected: [], insolation: [] }).max).toBe(50);
});

test("the insolation axis leaves room above the line", () => {
  const axis = insolationAxis({ meter: [], inverter: [], expected: [], insolation: [6000, null] });
  expect(axis.max).toBeGreaterThanOrEqual(9000);
});

test("a series of gaps is no series; zero is a value", () => {
  expect(hasAny([null, null])).toBe(false);
  expect(hasAny([null, 0])).toBe(true);
});

describe("marks of a bar", () => {
  test("a notable estimated share is marked, rounding noise and the unknown are not", () => {
    expect([0.12, 0.005, 0.004, 0, null].map((share) => isEstimated(bar(1, share)))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test("missing readings are marked once the period is over", () => {
    expect(isIncomplete(bar(0.6, 0), false)).toBe(true);
    expect(isIncomplete(bar(0.6, 0), true)).toBe(false);
    expect(isIncomplete(bar(1, 0), false)).toBe(false);
    expect(isIncomplete(bar(null, null), false)).toBe(false);
  });

  test("a day or month runs while today is in it", () => {
    expect(isRunning("2026-11-21", "2026-11-21")).toBe(true);
    expect(isRunning("2026-11-20", "2026-11-21")).toBe(false);
    expect(isRunning("2026-11", "2026-11-21")).toBe(true);
    expect(isRunning("2026-10", "2026-11-21")).toBe(false);
  });
});

const vietnamese = (label: string) => label.split("-").toReversed().join("-");

describe("labels under the axis", () => {
  test("are days alone within one month", () => {
    expect(axisNames(["2026-11-01", "2026-11-02"], "day", vietnamese)).toEqual(["01", "02"]);
  });
  test("have the month where there is more than one, in the language's order", () => {
    expect(axisNames(["2026-10-31", "2026-11-01"], "day", vietnamese)).toEqual(["31-10", "01-11"]);
    expect(axisNames(["2026-10-31", "2026-11-01"], "day", (label) => label)).toEqual(["10-31", "11-01"]);
  });
  test("are whole months in the month view", () => {
    expect(axisNames(["2026-10"], "month", vietnamese)).toEqual(["10-2026"]);
  });
});
