// The rules by which a project's alarms are judged: its own, and the usual ones of the kinds for which it has none.
import {
  ruleSubject,
  USUAL_TERMS,
  type AlarmKind,
  type AlarmRule,
  type AlarmRuleKind,
  type AlarmRuleOf,
  type AlarmSeverity,
  type PerformanceTerms,
} from "@heliograph/contract";

/** The worst first. */
export const SEVERITIES: readonly AlarmSeverity[] = ["critical", "warning", "minor"];

type SingleKind = Exclude<AlarmRuleKind, "measured">;

/** One rule of each kind, and those of measured quantities. */
export type ProjectRules = { readonly [K in SingleKind]: AlarmRuleOf<K> } & {
  readonly measured: readonly AlarmRuleOf<"measured">[];
};

const as = { severity: "usual", enabled: true } as const;

/**
 * The rules of a project without any of its own. A minute of silence is less than any gateway's patience: alone that counts. A string
 * must deviate for half an hour: a cloud's edge does not last so long. A plant falls short below the limits of its contract.
 */
export const usualRules = ({
  status_from_percent,
}: Pick<PerformanceTerms, "status_from_percent">): ProjectRules => ({
  gateway_silent: { kind: "gateway_silent", minutes: 1, ...as },
  device_silent: { kind: "device_silent", minutes: 1, ...as },
  inverter_event: { kind: "inverter_event", min_severity: "minor", ...as },
  string_deviation: { kind: "string_deviation", percent: 50, minutes: 30, ...as },
  device_underperforming: { kind: "device_underperforming", percent: 85, ...as },
  plant_underperforming: { kind: "plant_underperforming", percent: status_from_percent.minor, ...as },
  measured: [],
});

export const USUAL_RULES: ProjectRules = usualRules(USUAL_TERMS);

/** The usual rules with those in place of them that the project has of its own. */
export function withOwn(usual: ProjectRules, own: readonly AlarmRule[]): ProjectRules {
  const single = own.filter((rule) => rule.kind !== "measured");
  const others = own.flatMap((rule) => (rule.kind === "measured" ? [rule] : []));
  const named = Object.fromEntries(single.map((rule) => [rule.kind, rule]));
  const subjects = new Set(others.map(ruleSubject));
  const kept = usual.measured.filter((rule) => !subjects.has(ruleSubject(rule)));
  return { ...usual, ...named, measured: [...kept, ...others] };
}

/** The kinds of alarms that a rule of the kind raises. */
export const RAISES: Readonly<Record<AlarmRuleKind, readonly AlarmKind[]>> = {
  gateway_silent: ["gateway_silent", "bus_silent"],
  device_silent: ["device_silent"],
  inverter_event: ["inverter_fault", "inverter_event"],
  string_deviation: ["string_deviation"],
  device_underperforming: ["device_underperforming"],
  plant_underperforming: ["plant_underperforming"],
  measured: ["measured_limit"],
};
