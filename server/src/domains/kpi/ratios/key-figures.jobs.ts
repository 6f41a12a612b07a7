// Computes days that are over, and looks for what only comparison shows: weak strings, devices and plants.
import { addDays, localDay, startOfDay, type EnergyClass } from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import { deviatingStrings, yieldShares, type Alarm } from "../alarms/alarm-rules.ts";
import { pvPlaces, settleAlarms, stringReports, type AlarmOf } from "../alarms/alarms.sql.ts";
import { KAPPA_DAYS, type KpiDay } from "./key-figures.ts";
import {
  energyClassOfDay,
  kpiDaysWithDevices,
  lockSummary,
  projectsWithStaleDays,
  refreshKpiDays,
} from "./kpi-days.sql.ts";
import { kpiProjects, type KpiProject } from "./kpi-rows.sql.ts";
import { ratiosOfDays } from "./latest-ratio.sql.ts";
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
    for (const project of projects.values()) {
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
  if (latest !== undefined) {
    await checkYields(tx, project, latest, nowMs);
    // The summary shows the ratio of that day, and must be made anew with it.
    await forgetSums(tx, project_id);
    await refreshSummaries(tx, [project_id], nowMs);
  }
  return days.length;
}

/** Alarms of devices and plants that gave too little on the day. What cannot be judged stays as it was. */
async function checkYields(tx: Tx, project: KpiProject, day: KpiDay, nowMs: number): Promise<void> {
  const { project_id, timezone, terms } = project;
  const of = { project_id, started_ms: startOfDay(timezone, day.day) };
  const ratio = (await ratiosOfDays(tx, [{ project_id, day: day.day }])).get(project_id);
  const { ratio_status: status, judged_ratio: judged, guaranteed_ratio: guaranteed } = ratio ?? {};
  if (status !== null && status !== undefined) {
    const short = status === "major" || status === "critical";
    const percent = (100 * (judged ?? 0)) / (guaranteed ?? 1);
    const alarm: AlarmOf = {
      ...of,
      kind: "plant_underperforming",
      severity: status === "critical" ? "critical" : "warning",
      gateway_id: null,
      device_id: null,
      cause: {
        percent: rounded(percent),
        day: day.day,
        ...saidOf(await energyClassOfDay(tx, project_id, day.day)),
      },
    };
    await settleAlarms(tx, short ? [alarm] : [], { kinds: [alarm.kind], project_ids: [project_id] }, nowMs);
  }
  const sunny = (day.insolation_wh_m2 ?? 0) >= terms.min_insolation_wh_m2;
  const heldBack = (day.curtailed_wh ?? 0) > 0.01 * (day.energy_wh ?? 0);
  if (!sunny || heldBack) return;
  const before = Array.from({ length: KAPPA_DAYS }, (_, back) => addDays(day.day, -1 - back));
  const history = await kpiDaysWithDevices(tx, project, before, nowMs);
  const shares = yieldShares(
    day.devices,
    history.map(({ devices }) => devices),
  );
  const should = day.devices.flatMap(
    ({ gateway_id, device_id, energy_class = null }): (Alarm & { project_id: number })[] => {
      const share = shares.get(device_id);
      if (share === undefined || !share.falls_short) return [];
      const cause = { percent: rounded(share.percent), day: day.day, ...saidOf(energy_class) };
      return [{ ...of, kind: "device_underperforming", severity: "minor", gateway_id, device_id, cause }];
    },
  );
  const checked = {
    kinds: ["device_underperforming"] as const,
    project_ids: [project_id],
    device_ids: [...shares.keys()],
  };
  await settleAlarms(tx, should, checked, nowMs);
}

/** What an alarm says of energy that no counter tells; nothing of any other. */
const saidOf = (energy_class: EnergyClass | null) => (energy_class === "integrated" ? { energy_class } : {});

const rounded = (percent: number) => Math.round(percent * 10) / 10;

/** Strings are compared while the sun is this high: shadows of the horizon are no fault. */
const STRING_ELEVATION_DEG = 20;
/** A string must deviate for half an hour: a cloud's edge does not last so long. */
const STRING_HOLD_MS = 30 * 60_000;
const REPORTED_WITHIN_MS = 20 * 60_000;
const PROJECTS_PER_TRANSACTION = 200;

/** Opens and ends alarms of strings that carry much less than their siblings. May be repeated. */
export async function checkStrings(db: Db, nowMs: number = Date.now()): Promise<void> {
  const sunny = (await pvPlaces(db)).filter((place) => sunElevationDeg(place, nowMs) > STRING_ELEVATION_DEG);
  for (let at = 0; at < sunny.length; at += PROJECTS_PER_TRANSACTION) {
    const project_ids = sunny.slice(at, at + PROJECTS_PER_TRANSACTION).map(({ project_id }) => project_id);
    const reports = await stringReports(db, project_ids, nowMs - REPORTED_WITHIN_MS);
    const looked = reports.flatMap(({ mppt, ...report }) => {
      const strings = deviatingStrings(mppt);
      return strings === null ? [] : [{ ...report, strings }];
    });
    const should = looked
      .filter(({ strings }) => strings.length > 0)
      .map(({ project_id, gateway_id, device_id, said_ms, strings }): AlarmOf => ({
        project_id,
        kind: "string_deviation",
        severity: "warning",
        gateway_id,
        device_id,
        started_ms: said_ms,
        cause: { strings },
      }));
    const device_ids = looked.map(({ device_id }) => device_id);
    const checked = {
      kinds: ["string_deviation"] as const,
      project_ids,
      device_ids,
      hold_ms: STRING_HOLD_MS,
    };
    await db.transaction().execute((tx) => settleAlarms(tx, should, checked, nowMs));
  }
}
