// Computes days that are over, and looks for what only comparison shows: weak strings, devices and plants.
import { addDays, localDay } from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import { projectRules } from "../alarm-rules/alarm-rule.sql.ts";
import { judgeDays } from "../alarms/day-alarms.jobs.ts";
import { holdOf, sharedStrings, stringAlarm, STRING_ELEVATION_DEG } from "../alarms/held-alarms.ts";
import { USUAL_RULES } from "../alarms/project-rules.ts";
import { pvPlaces, settleAlarms, stringReports, type AlarmOf } from "../alarms/alarms.sql.ts";
import { lockSummary, projectsWithStaleDays, refreshKpiDays } from "./kpi-days.sql.ts";
import { kpiProjects, type KpiProject } from "./kpi-rows.sql.ts";
import { refreshSummaries } from "../summaries/project-summary.sql.ts";
import { forgetSums } from "../summaries/status-refresh.sql.ts";
import { sunElevationDeg } from "../../energy/index.ts";

/** Projects looked at in one round. */
const PROJECTS_A_ROUND = 100;
/** A round ends after about so long, ms, so that statuses do not wait for a long backlog. */
const ROUND_MS = 5000;

/**
 * Brings the days that are over up to date, a bounded piece of a project in each transaction, until there are none left
 * or the round has lasted long enough, or `ended` says so. Returns how many days were computed. May be repeated, by
 * several processes too.
 */
export async function refreshKeyFigures(
  db: Db,
  nowMs: number = Date.now(),
  ended: () => boolean = () => false,
): Promise<number> {
  const begun = performance.now();
  let computed = 0;
  for (;;) {
    const ids = await projectsWithStaleDays(db, nowMs, PROJECTS_A_ROUND);
    if (ids.length === 0) return computed;
    const projects = await kpiProjects(db, ids);
    for (const project of ids.flatMap((id) => projects.get(id) ?? [])) {
      computed += await db.transaction().execute((tx) => refreshProject(tx, project, nowMs));
      if (ended() || performance.now() - begun > ROUND_MS) return computed;
    }
  }
}

async function refreshProject(tx: Tx, project: KpiProject, nowMs: number): Promise<number> {
  const { project_id, timezone } = project;
  await lockSummary(tx, project_id);
  const days = await refreshKpiDays(tx, project, nowMs);
  const yesterday = addDays(localDay(timezone, nowMs), -1);
  const latest = days.find((day) => day.day === yesterday);
  const waits = (await projectsWithStaleDays(tx, nowMs, 1, project_id)).length > 0;
  await judgeDays(tx, project, { days: days.map(({ day }) => day), waits, nowMs });
  if (latest !== undefined) {
    // The summary shows the ratio of that day, and must be made anew with it.
    await forgetSums(tx, project_id);
    await refreshSummaries(tx, [project_id], nowMs);
  }
  return days.length;
}

const REPORTED_WITHIN_MS = 20 * 60_000;
const PROJECTS_PER_TRANSACTION = 200;

/** Opens and ends alarms of strings that carry much less than their siblings. May be repeated. */
export async function checkStrings(db: Db, nowMs: number = Date.now()): Promise<void> {
  const sunny = (await pvPlaces(db)).filter((place) => sunElevationDeg(place, nowMs) > STRING_ELEVATION_DEG);
  for (let at = 0; at < sunny.length; at += PROJECTS_PER_TRANSACTION) {
    const project_ids = sunny.slice(at, at + PROJECTS_PER_TRANSACTION).map(({ project_id }) => project_id);
    const own = await projectRules(db, project_ids);
    const ruleOf = (id: number) => (own.get(id) ?? USUAL_RULES).string_deviation;
    const reports = await stringReports(db, project_ids, nowMs - REPORTED_WITHIN_MS);
    const looked = reports.flatMap((report) => {
      const alarm = stringAlarm(sharedStrings(report), ruleOf(report.project_id));
      return alarm === undefined ? [] : [{ ...report, alarm }];
    });
    // Projects that wait equally long together: most of them have the usual rule.
    for (const [hold_ms, ids] of Map.groupBy(project_ids, (id) => holdOf(ruleOf(id)))) {
      const those = new Set(ids);
      const ofThose = looked.filter(({ project_id }) => those.has(project_id));
      const should = ofThose.flatMap(({ project_id, alarm }): AlarmOf[] =>
        alarm === null ? [] : [{ ...alarm, project_id }],
      );
      const device_ids = ofThose.map(({ device_id }) => device_id);
      const checked = { kinds: ["string_deviation"] as const, project_ids: ids, device_ids, hold_ms };
      await db.transaction().execute((tx) => settleAlarms(tx, should, checked, nowMs));
    }
  }
}
