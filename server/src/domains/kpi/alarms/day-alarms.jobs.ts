// Alarms of plants and devices that gave too little, judged over the days as they are known: yesterday's and long ago ones alike.
import { addDays, localDay, startOfDay } from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import { KAPPA_DAYS } from "../ratios/key-figures.ts";
import { energyClassByDay, judgedDays } from "../ratios/kpi-days.sql.ts";
import type { KpiProject } from "../ratios/kpi-rows.sql.ts";
import { ratiosOfProject } from "../ratios/latest-ratio.sql.ts";
import { matched, type KeptAlarm } from "./alarm-match.ts";
import { projectRules } from "../alarm-rules/alarm-rule.sql.ts";
import { dayVerdicts, type JudgingFacts } from "./day-verdicts.ts";
import { usualRules } from "./project-rules.ts";
import { alarmsOfDays } from "./day-alarms.ts";
import { keptAlarms, leaveLateSpan, takeLateSpan, writeMatched } from "./late-alarms.sql.ts";

const KINDS = ["plant_underperforming", "device_underperforming"] as const;

/** Days of a project's calendar, both counted. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/**
 * Judges the days that were computed anew, and those that are compared with them. While others of the project wait to be
 * computed it is only noted. Call it with the summary locked. May be repeated.
 */
export async function judgeDays(
  tx: Tx,
  project: KpiProject,
  of: { days: readonly string[]; waits: boolean; nowMs: number },
): Promise<void> {
  const { project_id, timezone } = project;
  const yesterday = addDays(localDay(timezone, of.nowMs), -1);
  const ordered = of.days.toSorted();
  const [first] = ordered;
  const last = ordered.at(-1);
  if (first !== undefined && last !== undefined) {
    const until = addDays(last, KAPPA_DAYS);
    const span = {
      from_ms: startOfDay(timezone, first),
      to_ms: startOfDay(timezone, until < yesterday ? until : yesterday),
    };
    await leaveLateSpan(tx, project_id, { ...span, what: "days" });
  }
  if (of.waits) return;
  const span = await takeLateSpan(tx, project_id, "days");
  if (span === null) return;
  const days = { from: localDay(timezone, span.from_ms), to: localDay(timezone, span.to_ms) };
  await judge(tx, project, { days, yesterday, nowMs: of.nowMs });
}

async function judge(
  tx: Tx,
  project: KpiProject,
  of: { days: Days; yesterday: string; nowMs: number },
): Promise<void> {
  const { project_id, timezone } = project;
  const { yesterday, nowMs } = of;
  let { days } = of;
  const usual = usualRules(project.terms);
  const rules = (await projectRules(tx, [project_id], usual)).get(project_id) ?? usual;
  for (let more = 1; ; more *= 2) {
    const { kept, ...whole } = await widened(tx, project, days, yesterday);
    days = whole;
    const found = alarmsOfDays(dayVerdicts(await judgingFacts(tx, project, days), rules), {
      startOf: (day) => startOfDay(timezone, day),
      after: (day) => addDays(day, 1),
    });
    if (days.to < yesterday && found.some(({ ended_ms }) => ended_ms === null)) {
      const further = addDays(days.to, more);
      days = { ...days, to: further < yesterday ? further : yesterday };
      continue;
    }
    const past = startOfDay(timezone, yesterday);
    await writeMatched(tx, project_id, settled(kept, found, nowMs), (started_ms) => started_ms < past);
    return;
  }
}

/** As the alarms of the past are matched; one that was seen as it happened is not taken away, but over. */
function settled(kept: readonly KeptAlarm[], found: Parameters<typeof matched>[1], nowMs: number) {
  const { add, change, remove } = matched(
    kept.map((alarm) => ({ ...alarm, from_history: true })),
    found,
  );
  const live = kept.filter(({ alarm_id, from_history }) => !from_history && remove.includes(alarm_id));
  const over = live.flatMap((alarm) =>
    alarm.ended_ms === null ? [{ ...alarm, ended_ms: Math.max(nowMs, alarm.started_ms) }] : [],
  );
  const gone = remove.filter((alarm_id) => live.every((alarm) => alarm.alarm_id !== alarm_id));
  return { add, change: [...change, ...over], remove: gone };
}

/** The days with all of each alarm that they meet, and those alarms. */
async function widened(tx: Tx, { project_id, timezone }: KpiProject, days: Days, yesterday: string) {
  let { from, to } = days;
  for (;;) {
    const span = { from_ms: startOfDay(timezone, from), to_ms: startOfDay(timezone, addDays(to, 1)) };
    const kept = await keptAlarms(tx, project_id, { ...span, kinds: KINDS });
    const begins = kept.map(({ started_ms }) => localDay(timezone, started_ms));
    const ends = kept.map(({ ended_ms }) =>
      ended_ms === null ? yesterday : localDay(timezone, ended_ms - 1),
    );
    const least = [from, ...begins].reduce((a, b) => (a < b ? a : b));
    const most = [to, ...ends.filter((day) => day <= yesterday)].reduce((a, b) => (a > b ? a : b));
    if (least === from && most === to) return { from, to, kept };
    [from, to] = [least, most];
  }
}

/** What the days of the span are judged by: those that are known, and those before that they are compared with. */
export async function judgingFacts(db: Db, project: KpiProject, { from, to }: Days): Promise<JudgingFacts> {
  const { project_id, terms } = project;
  const known = await judgedDays(db, project_id, addDays(from, -KAPPA_DAYS), to);
  const dates = known.flatMap(({ day }) => (day >= from ? [day] : []));
  const ratios = await ratiosOfProject(db, project_id, dates);
  return { from, terms, known, ratios, classes: await energyClassByDay(db, project_id, dates) };
}
