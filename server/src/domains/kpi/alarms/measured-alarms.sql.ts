// Live alarms of measured quantities, for the projects that have rules of them.
import { ruleSubject, type AlarmRuleOf } from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import { measuredReports, settleAlarms, type AlarmOf } from "./alarms.sql.ts";
import { holdOf, measuredAlarm } from "./held-alarms.ts";
import type { ProjectRules } from "./project-rules.ts";

/** What was reported longer ago tells nothing of now. */
const REPORTED_WITHIN_MS = 20 * 60_000;

interface PlaceOf {
  readonly project_id: number;
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Opens and ends the alarms of measured quantities of the projects, by the rules that projects have. Costs nothing where there are
 * none. May be repeated.
 */
export async function settleMeasured(
  tx: Tx,
  places: readonly PlaceOf[],
  rules: ReadonlyMap<number, ProjectRules>,
  nowMs: number,
): Promise<void> {
  const all = places.flatMap((place) =>
    (rules.get(place.project_id)?.measured ?? []).map((rule) => ({ place, rule, key: keyOf(rule) })),
  );
  for (const same of Map.groupBy(all, ({ key }) => key).values()) {
    const [first] = same;
    if (first === undefined) continue;
    const { quantity } = first.rule;
    const of = new Map(same.map((one) => [one.place.project_id, one]));
    const project_ids = [...of.keys()];
    const reports = await measuredReports(tx, project_ids, { quantity, sinceMs: nowMs - REPORTED_WITHIN_MS });
    const looked = reports.flatMap(({ project_id, ...report }) => {
      const one = of.get(project_id);
      const alarm = one === undefined ? undefined : measuredAlarm(report, one.rule, one.place);
      return alarm === undefined ? [] : [{ project_id, device_id: report.device_id, alarm }];
    });
    const should = looked.flatMap(({ project_id, alarm }): AlarmOf[] =>
      alarm === null ? [] : [{ ...alarm, project_id }],
    );
    const checked = {
      kinds: ["measured_limit"] as const,
      subject: ruleSubject(first.rule),
      project_ids,
      device_ids: looked.map(({ device_id }) => device_id),
      hold_ms: holdOf(first.rule),
    };
    await settleAlarms(tx, should, checked, nowMs);
  }
}

/** Rules of one quantity and direction that hold as long are settled together, whatever their thresholds. */
const keyOf = (rule: AlarmRuleOf<"measured">) => `${ruleSubject(rule)} ${rule.minutes}`;
