// Alarms of what must hold for a while: strings that carry too little, and measured quantities beyond a threshold.
import { ruleSubject, type AlarmRuleOf } from "@heliograph/contract";
import { sunElevationDeg, WAKING_ELEVATION_DEG } from "../../energy/index.ts";
import { by, type Alarm } from "./alarm-rules.ts";
import type { PastAlarm } from "./alarm-replay.ts";
import { USUAL_RULES } from "./project-rules.ts";
import { belowShare, stringShares, type Mppt, type StringShare } from "./siblings.ts";

const MINUTE_MS = 60_000;
/** Strings are compared while the sun is this high: shadows of the horizon are no fault. */
export const STRING_ELEVATION_DEG = 20;

/** What a device said at an instant, ms since 1970. */
interface Report {
  readonly gateway_id: number;
  readonly device_id: number;
  readonly said_ms: number;
}

/** The strings of an inverter as reported at an instant of sun. */
export interface PastStrings extends Report {
  readonly mppt: readonly Mppt[];
}

/** The same beside each other; null: the light was too weak to tell. */
export interface SharedStrings extends Report {
  readonly shares: readonly StringShare[] | null;
}

/** The report with its strings beside each other: that is computed once, whatever the thresholds. */
export const sharedStrings = <R extends PastStrings>({ mppt, ...report }: R) => ({
  ...report,
  shares: stringShares(mppt),
});

/** A measured quantity of a device. */
export interface MeasuredReport extends Report {
  readonly value: number;
}

type Place = Parameters<typeof sunElevationDeg>[0];

/** The alarm of an inverter whose strings deviate now; null: none does. Undefined: the light is too weak to tell. */
export function stringAlarm(
  { gateway_id, device_id, said_ms, shares }: SharedStrings,
  rule: AlarmRuleOf<"string_deviation">,
): Alarm | null | undefined {
  if (shares === null) return undefined;
  const strings = belowShare(shares, rule.percent);
  if (strings.length === 0) return null;
  const what = { kind: "string_deviation", severity: "warning", cause: { strings } } as const;
  return by(rule, [{ ...what, gateway_id, device_id, started_ms: said_ms }])[0] ?? null;
}

/** The alarm of a device whose quantity is beyond the threshold now; null: it is not. Undefined: the rule looks by day alone. */
export function measuredAlarm(
  { gateway_id, device_id, said_ms, value }: MeasuredReport,
  rule: AlarmRuleOf<"measured">,
  place: Place,
): Alarm | null | undefined {
  if (rule.when === "day" && sunElevationDeg(place, said_ms) <= WAKING_ELEVATION_DEG) return undefined;
  const { quantity, direction, threshold } = rule;
  if (direction === "over" ? value <= threshold : value >= threshold) return null;
  const what = { kind: "measured_limit", severity: "warning", subject: ruleSubject(rule) } as const;
  const cause = { quantity, direction, threshold };
  return by(rule, [{ ...what, gateway_id, device_id, started_ms: said_ms, cause }])[0] ?? null;
}

/**
 * The alarms that held for so long, ms, with begin and end, as `judge` sees each report: undefined changes nothing. Reports of a device
 * are in order of time.
 */
function heldAlarms<R extends Report>(
  reports: readonly R[],
  judge: (report: R) => Alarm | null | undefined,
  holdMs: number,
): PastAlarm[] {
  return [...Map.groupBy(reports, ({ device_id }) => device_id).values()].flatMap((own) => {
    const past: PastAlarm[] = [];
    let open: Alarm | null = null;
    let held = false;
    for (const report of own) {
      const found = judge(report);
      if (found === undefined) continue;
      if (found === null) {
        if (open !== null && held) past.push({ ...open, ended_ms: report.said_ms });
        [open, held] = [null, false];
        continue;
      }
      const started_ms: number = open?.started_ms ?? report.said_ms;
      held ||= report.said_ms - started_ms >= holdMs;
      open = { ...found, started_ms };
    }
    return open !== null && held ? [...past, { ...open, ended_ms: null }] : past;
  });
}

/** Alarms of strings by the rule, with begin and end. Reports of a device are in order of time. */
export const pastStrings = (
  reports: readonly SharedStrings[],
  rule: AlarmRuleOf<"string_deviation"> = USUAL_RULES.string_deviation,
): PastAlarm[] => heldAlarms(reports, (report) => stringAlarm(report, rule), holdOf(rule));

/** Alarms of a measured quantity by the rule, with begin and end. Reports of a device are in order of time. */
export const pastMeasured = (
  reports: readonly MeasuredReport[],
  rule: AlarmRuleOf<"measured">,
  place: Place,
): PastAlarm[] => heldAlarms(reports, (report) => measuredAlarm(report, rule, place), holdOf(rule));

/** So long it must hold, ms. */
export const holdOf = ({ minutes }: { readonly minutes: number }): number => minutes * MINUTE_MS;
