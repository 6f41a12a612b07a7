// Replays rules over the past: what they would have raised, and what that cost.
import { setImmediate as others } from "node:timers/promises";
import {
  addDays,
  ALARM_RULE_LIMITS,
  localDay,
  startOfDay,
  type AlarmRule,
  type ReplayResult,
  type ReplayedAlarm,
} from "@heliograph/contract";
import { z } from "zod";
import type { Db } from "../../../platform/db.ts";
import { does, task } from "../../../platform/jobs/jobs.ts";
import type { PastAlarm } from "../alarms/alarm-replay.ts";
import type { LossQuarter } from "../losses/loss-day.ts";
import { lossQuartersOf } from "../losses/loss-rows.sql.ts";
import { computedDays } from "../ratios/kpi-days.sql.ts";
import { kpiProject, type KpiProject } from "../ratios/kpi-rows.sql.ts";
import { ratiosOfProject } from "../ratios/latest-ratio.sql.ts";
import { otherThresholds } from "./other-thresholds.ts";
import { readHistory, namedDevices, pastAlarms, type Looking, type NamedDevice } from "./past-alarms.sql.ts";
import { replayFails, replayIsDone, replayReaches, takeReplay } from "./replay.sql.ts";
import { replayFigures, type JudgedAlarm } from "./replay-result.ts";
import type { LossFacts } from "./replay-verdicts.ts";

/** Days whose quarter hours are computed at once: between them others have their turn. */
const DAYS_AT_ONCE = 5;
/** Of the progress, %, the part in which alarms are found; the rest goes to what they cost. */
const FOUND_PERCENT = 60;

/** Replays one rule. It reads much and computes for seconds: one after the other. */
export const replayTask = task({
  name: "kpi.alarm-replay",
  payload: z.object({ replay_id: z.int() }),
  queue: "alarm-replays",
  attempts: 3,
});

/** Ends a replay for which nobody waits any longer. */
class Cancelled extends Error {}

/** The work on replays. */
export const replayWork = does(replayTask, async ({ replay_id }, { db }) => {
  const asked = await takeReplay(db, replay_id);
  if (asked === undefined) return;
  const reached = async (percent: number) => {
    if (!(await replayReaches(db, replay_id, percent))) throw new Cancelled("nobody waits for the replay");
    await others();
  };
  try {
    const project = await kpiProject(db, asked.project_id);
    await replayIsDone(db, replay_id, await replayRule(db, { project, rule: asked.rule, reached }));
  } catch (error) {
    if (error instanceof Cancelled) return;
    // It is tried again; whoever waits learns of it now.
    await replayFails(db, replay_id);
    throw error;
  }
});

/**
 * What the rule would have raised in the last 90 days of the project, with its own threshold and others. `reached` hears of the
 * progress, %, and may end it by an error.
 */
export async function replayRule(
  db: Db,
  of: {
    project: KpiProject;
    rule: AlarmRule;
    reached?: (percent: number) => Promise<unknown>;
    nowMs?: number;
  },
): Promise<ReplayResult> {
  const begun = performance.now();
  const { project, rule, reached = () => others(), nowMs = Date.now() } = of;
  const to_day = localDay(project.timezone, nowMs);
  const from_day = addDays(to_day, 1 - ALARM_RULE_LIMITS.days);
  const span = { from_ms: startOfDay(project.timezone, from_day), to_ms: nowMs };
  const named = await namedDevices(db, project.project_id);
  const looking: Looking = {
    project,
    span,
    from_day,
    to_day,
    devices: named.map(({ device_id }) => device_id),
    reached: async (share) => void (await reached(share * FOUND_PERCENT)),
  };
  const rules = otherThresholds(rule);
  const own = rules.findIndex((one) => JSON.stringify(one) === JSON.stringify(rule));
  const history = await readHistory(db, looking);
  const alarms = await pastAlarms(db, rules, looking);
  const facts = await lossFacts(db, looking, { named, alarms: alarms.flat(), nowMs, reached });
  const { latitude, longitude } = project.plant;
  const { judged, ...figures } = replayFigures({ rules, own, alarms }, { ...facts, latitude, longitude });
  return {
    from_day,
    to_day,
    history_days: Math.min(history.days, ALARM_RULE_LIMITS.days),
    readings: history.readings,
    ...figures,
    items: judged.slice(0, ALARM_RULE_LIMITS.items).map((alarm) => itemOf(alarm, named)),
    took_ms: Math.round(performance.now() - begun),
  };
}

/** What became of the light on the days on which any of the alarms was open. */
async function lossFacts(
  db: Db,
  { project, span, from_day, to_day }: Looking,
  of: {
    named: readonly NamedDevice[];
    alarms: readonly PastAlarm[];
    nowMs: number;
    reached: (percent: number) => Promise<unknown>;
  },
): Promise<LossFacts> {
  const { timezone, project_id } = project;
  const days = new Set<string>();
  for (const { started_ms, ended_ms } of of.alarms) {
    const last = localDay(timezone, Math.min(ended_ms ?? of.nowMs, span.to_ms));
    for (let day = localDay(timezone, started_ms); day <= last; day = addDays(day, 1)) days.add(day);
  }
  const wanted = [...days].filter((day) => day >= from_day && day <= to_day).toSorted();
  const quarters = new Map<number, LossQuarter[]>();
  for (let at = 0; at < wanted.length; at += DAYS_AT_ONCE) {
    const some = wanted.slice(at, at + DAYS_AT_ONCE);
    const found = await lossQuartersOf(db, project, await computedDays(db, project, some, of.nowMs));
    for (const quarter of found) {
      const list = quarters.get(quarter.device_id);
      if (list === undefined) quarters.set(quarter.device_id, [quarter]);
      else list.push(quarter);
    }
    await of.reached(FOUND_PERCENT + ((99 - FOUND_PERCENT) * (at + some.length)) / wanted.length);
  }
  const ratios = await ratiosOfProject(db, project_id, wanted);
  const guaranteed = new Map(
    [...ratios].flatMap(([day, { guaranteed_ratio }]) =>
      guaranteed_ratio === null ? [] : [[day, guaranteed_ratio] as const],
    ),
  );
  const gateways = new Map(
    [...Map.groupBy(of.named, ({ gateway_id }) => gateway_id)].map(([gateway_id, own]) => [
      gateway_id,
      own.map(({ device_id }) => device_id),
    ]),
  );
  return { quarters, gateways, guaranteed, timezone, now_ms: of.nowMs };
}

function itemOf(alarm: JudgedAlarm, named: readonly NamedDevice[]): ReplayedAlarm {
  const device = named.find(({ device_id }) => device_id === alarm.device_id);
  const gateway = named.find(({ gateway_id }) => gateway_id === alarm.gateway_id);
  const { kind, severity, cause, started_ms, ended_ms, lost_wh, lost_vnd, verdict } = alarm;
  return {
    kind,
    severity,
    cause,
    started_at: new Date(started_ms).toISOString(),
    ended_at: ended_ms === null ? null : new Date(ended_ms).toISOString(),
    gateway: gateway === undefined ? null : { uid: gateway.gateway_uid, name: gateway.gateway },
    device: device === undefined ? null : { uid: device.device_uid, name: device.device },
    lost_wh,
    lost_vnd: String(lost_vnd),
    verdict,
  };
}
