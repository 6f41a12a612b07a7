import { expect, test } from "vitest";
import { fittingStep } from "./chart-tool-step.ts";

const power = (every_s: number) => ({ quantity: "ac_power_w" as const, every_s });

test.each([
  [10, 60],
  [60, 60],
  [61, 60],
  [75, 120],
  [300, 300],
  [301, 300],
  [3600, 3600],
  [86_400, 86_400],
  [200_000, 86_400],
])("what comes every %d s is drawn by %d s", (every_s, step_s) => {
  expect(fittingStep("detail", [power(every_s), power(10)])).toEqual({ bin: "detail", step_s });
});

test("an energy has no shorter row than the quarter hour of the ledger", () => {
  expect(fittingStep("detail", [power(10), { quantity: "production_wh", every_s: 10 }]).step_s).toBe(900);
  expect(fittingStep("15_minutes", [{ quantity: "production_wh", every_s: 3600 }]).bin).toBe("15_minutes");
});

test("a bin that is shorter than the readings are apart gives way to one that is not", () => {
  const bins = (["15_minutes", "30_minutes", "1_hours", "1_days", "1_months"] as const).map(
    (bin) => fittingStep(bin, [power(3600)]).bin,
  );
  expect(bins).toEqual(["1_hours", "1_hours", "1_hours", "1_days", "1_months"]);
  expect(fittingStep("15_minutes", [power(86_400)]).bin).toBe("1_days");
});
