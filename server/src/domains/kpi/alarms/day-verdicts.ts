// What can be said of each day by the rules: of the plant by its ratio, of its devices by each other.
import { addDays, type EnergyClass, type PerformanceTerms } from "@heliograph/contract";
import { KAPPA_DAYS } from "../ratios/key-figures.ts";
import type { JudgedDay } from "../ratios/kpi-days.sql.ts";
import type { RatioOfDay } from "../ratios/latest-ratio.sql.ts";
import type { DayVerdict } from "./day-alarms.ts";
import type { ProjectRules } from "./project-rules.ts";
import { yieldShares } from "./siblings.ts";

/** What days are judged by. */
export interface JudgingFacts {
  /** The first day to be judged; `known` also holds those that it is compared with, in order. */
  readonly from: string;
  readonly terms: Pick<PerformanceTerms, "min_insolation_wh_m2">;
  readonly known: readonly JudgedDay[];
  /** By day. */
  readonly ratios: ReadonlyMap<string, RatioOfDay>;
  /** By day how most of the plant's energy is known. */
  readonly classes: ReadonlyMap<string, EnergyClass>;
}

/** The verdicts of the days in order; plants and devices that cannot be judged on a day have none of it. */
export function dayVerdicts(facts: JudgingFacts, rules: ProjectRules): DayVerdict[] {
  return facts.known
    .filter(({ day }) => day >= facts.from)
    .flatMap((day) => [
      ...plantVerdict(facts, day.day, rules.plant_underperforming),
      ...deviceVerdicts(facts, day, rules.device_underperforming),
    ]);
}

/** A status is major or critical where the ratio is below `percent` of the guaranteed one by the usual rule. */
function plantVerdict(
  facts: JudgingFacts,
  day: string,
  rule: ProjectRules["plant_underperforming"],
): DayVerdict[] {
  const {
    ratio_status: status,
    judged_ratio: judged,
    guaranteed_ratio: guaranteed,
  } = facts.ratios.get(day) ?? {};
  if (status === null || status === undefined) return [];
  const of = { day, kind: "plant_underperforming", gateway_id: null, device_id: null } as const;
  const percent = ((judged ?? 0) / (guaranteed ?? 1)) * 100;
  if (!rule.enabled || percent >= rule.percent) return [{ ...of, short: null }];
  const cause = { percent: rounded(percent), day, ...classOf(facts.classes.get(day) ?? null) };
  const usual = status === "critical" ? "critical" : "warning";
  return [{ ...of, short: { severity: rule.severity === "usual" ? usual : rule.severity, cause } }];
}

function deviceVerdicts(
  facts: JudgingFacts,
  day: JudgedDay,
  rule: ProjectRules["device_underperforming"],
): DayVerdict[] {
  const sunny = (day.insolation_wh_m2 ?? 0) >= facts.terms.min_insolation_wh_m2;
  const heldBack = (day.curtailed_wh ?? 0) > 0.01 * (day.energy_wh ?? 0);
  if (!sunny || heldBack) return [];
  const earliest = addDays(day.day, -KAPPA_DAYS);
  const before = facts.known.filter((one) => one.day < day.day && one.day >= earliest);
  const shares = yieldShares(
    day.devices,
    before.map(({ devices }) => devices),
  );
  return day.devices.flatMap(({ gateway_id, device_id, energy_class = null }): DayVerdict[] => {
    const share = shares.get(device_id);
    if (share === undefined) return [];
    const of = { day: day.day, kind: "device_underperforming", gateway_id, device_id } as const;
    const cause = { percent: rounded(share * 100), day: day.day, ...classOf(energy_class) };
    const severity = rule.severity === "usual" ? "minor" : rule.severity;
    const isShort = rule.enabled && share < rule.percent / 100;
    return [{ ...of, short: isShort ? { severity, cause } : null }];
  });
}

/** What an alarm says of energy that no counter tells; nothing of any other. */
const classOf = (energy_class: EnergyClass | null) => (energy_class === "integrated" ? { energy_class } : {});

const rounded = (percent: number) => Math.round(percent * 10) / 10;
