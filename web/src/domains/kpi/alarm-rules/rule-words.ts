// Rules in words and in the units of the screen.
import { ruleSubject, type AlarmRule } from "@heliograph/contract/kpi/alarm-rules";
import { type MeasuredQuantity, unitOf } from "@heliograph/contract/telemetry/quantities";
import { inShownUnit, shownUnit } from "../../../platform/format.ts";
import type { Words } from "../../../platform/words.ts";

/** How the address names a rule: its kind, and of a measured quantity its subject. */
export const ruleKey = (rule: AlarmRule): string => `${rule.kind} ${ruleSubject(rule)}`.trim();

/** The unit in which a quantity's threshold is typed. */
export const thresholdUnit = (quantity: MeasuredQuantity): string => shownUnit(unitOf(quantity));

/** A threshold as it is typed, and what is typed as the contract has it. */
export const typedThreshold = (quantity: MeasuredQuantity, threshold: number): number =>
  inShownUnit(threshold, unitOf(quantity)) ?? threshold;
export const meantThreshold = (quantity: MeasuredQuantity, typed: number): number =>
  typed / (inShownUnit(1, unitOf(quantity)) ?? 1);

/** Whole numbers without decimals. */
const digitsOf = (value: number) => (Number.isInteger(value) ? 0 : 1);

/** The threshold of a rule alone: "75 %", "30 min", "60 °C". */
export function thresholdWords(rule: AlarmRule, { text, format }: Words): string {
  switch (rule.kind) {
    case "gateway_silent":
    case "device_silent":
      return `${format.number(rule.minutes)} ${text("alarmRules.min")}`;
    case "inverter_event":
      return text(`alarmRules.severity.${rule.min_severity}`);
    case "string_deviation":
    case "device_underperforming":
    case "plant_underperforming":
      return `${format.number(rule.percent, digitsOf(rule.percent))} %`;
    case "measured":
    default: {
      const { quantity, threshold } = rule;
      const typed = typedThreshold(quantity, threshold);
      return `${format.number(typed, digitsOf(typed))} ${thresholdUnit(quantity)}`.trim();
    }
  }
}

/** The rule as a sentence. */
export function ruleSentence(rule: AlarmRule, words: Words): string {
  const { text, format } = words;
  const v = thresholdWords(rule, words);
  switch (rule.kind) {
    case "string_deviation":
      return text("alarmRules.says.string_deviation", { v, n: format.number(rule.minutes) });
    case "measured":
      return text(rule.direction === "over" ? "alarmRules.says.over" : "alarmRules.says.under", {
        q: text(`quantity.${rule.quantity}`),
        v,
        n: format.number(rule.minutes),
      });
    case "gateway_silent":
    case "device_silent":
    case "inverter_event":
    case "device_underperforming":
    case "plant_underperforming":
    default:
      return text(`alarmRules.says.${rule.kind}`, { v });
  }
}

/** Whether both are the same rule in all their parts, in whatever order those stand. */
export const isSameRule = (a: AlarmRule, b: AlarmRule): boolean => partsOf(a) === partsOf(b);
const partsOf = (rule: AlarmRule) =>
  JSON.stringify(Object.entries(rule).toSorted(([a], [b]) => (a < b ? -1 : 1)));
