// The same rule with other thresholds, and which of them is the better one.
import { QUANTITIES, type AlarmRule, type AlarmRuleOf } from "@heliograph/contract";
import { SEVERITIES } from "../alarms/project-rules.ts";

const SILENT_MINUTES = [5, 10, 15, 30, 60, 120, 240, 480];
const STRING_PERCENT = [20, 30, 40, 50, 60, 70, 80, 90];
const DEVICE_PERCENT = [60, 65, 70, 75, 80, 85, 90, 95];
const PLANT_PERCENT = [60, 70, 75, 80, 85, 90, 95, 98];
/** So many thresholds of a measured quantity to each side. */
const STEPS = 4;

/** The rule with other thresholds and with its own, from the one that raises least to the one that raises most. */
export function otherThresholds(rule: AlarmRule): AlarmRule[] {
  switch (rule.kind) {
    case "gateway_silent":
    case "device_silent":
      return withOwn(SILENT_MINUTES, rule.minutes)
        .toReversed()
        .map((minutes) => ({ ...rule, minutes }));
    case "inverter_event":
      return SEVERITIES.map((min_severity) => ({ ...rule, min_severity }));
    case "string_deviation":
      return withOwn(STRING_PERCENT, rule.percent).map((percent) => ({ ...rule, percent }));
    case "device_underperforming":
      return withOwn(DEVICE_PERCENT, rule.percent).map((percent) => ({ ...rule, percent }));
    case "plant_underperforming":
      return withOwn(PLANT_PERCENT, rule.percent).map((percent) => ({ ...rule, percent }));
    case "measured":
    default:
      return measuredThresholds(rule).map((threshold) => ({ ...rule, threshold }));
  }
}

const withOwn = (values: readonly number[], own: number): number[] =>
  [...new Set([...values, own])].toSorted((a, b) => a - b);

function measuredThresholds({ quantity, threshold, direction }: AlarmRuleOf<"measured">): number[] {
  const { min, max } = QUANTITIES[quantity];
  const step = stepOf(threshold);
  const values = Array.from({ length: 2 * STEPS + 1 }, (_, index) => {
    // Sums of steps such as 0.05 are no short decimals.
    return index === STEPS ? threshold : Number((threshold + (index - STEPS) * step).toPrecision(12));
  });
  const possible = values.filter((value) => value >= min && value <= max);
  return direction === "over" ? possible.toReversed() : possible;
}

/** About a twentieth of the threshold, as 1, 2 or 5 times a power of ten. */
function stepOf(threshold: number): number {
  const about = Math.abs(threshold) / 20 || 1;
  const power = 10 ** Math.floor(Math.log10(about));
  const times = [1, 2, 5].findLast((one) => one * power <= about * 1.0001) ?? 1;
  return times * power;
}

/** What a rule would have raised. */
export interface Counts {
  readonly alarms: number;
  readonly right: number;
  readonly not_right: number;
}

/**
 * Which of `others` catches as many right alarms as `own` with fewer that are not: of those the one with the fewest, then with the
 * most right ones. Null: none does.
 */
export function betterOf(others: readonly Counts[], own: Counts): number | null {
  const better = others
    .map((counts, index) => ({ ...counts, index }))
    .filter(({ right, not_right }) => right >= own.right && not_right < own.not_right)
    .toSorted((a, b) => a.not_right - b.not_right || b.right - a.right);
  return better[0]?.index ?? null;
}
