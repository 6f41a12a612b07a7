// Judges what readings that came late tell of the past, at their own time: back-fill, imports, what a gateway had kept.
import type { Db, Tx } from "../../../platform/db.ts";
import { sunElevationDeg } from "../../energy/index.ts";
import { lockSummary } from "../ratios/kpi-days.sql.ts";
import { refreshSummaries } from "../summaries/project-summary.sql.ts";
import { projectRules } from "../alarm-rules/alarm-rule.sql.ts";
import { LIVE_KINDS } from "./alarm-rules.ts";
import { matched } from "./alarm-match.ts";
import { replay } from "./alarm-replay.ts";
import {
  pastMeasured,
  pastStrings,
  sharedStrings,
  STRING_ELEVATION_DEG,
  type SharedStrings,
} from "./held-alarms.ts";
import { USUAL_RULES } from "./project-rules.ts";
import {
  deviceRuns,
  keptAlarms,
  leaveLateSpan,
  measuredBetween,
  projectsWithLateReadings,
  stringsAfter,
  takeLateSpan,
  writeMatched,
  type TimeSpan,
} from "./late-alarms.sql.ts";

const DAY_MS = 86_400_000;
/** A transaction judges so much at most; what came late of a longer time is left for the next. */
const SPAN_MS = 31 * DAY_MS;
const PROJECTS_A_ROUND = 100;
/** A round ends after about so long, ms, so that statuses do not wait for a long backlog. */
const ROUND_MS = 5000;
/** Strings of the past are looked at this far apart. */
const STRINGS_PACE_MS = 15 * 60_000;
const KINDS = [...LIVE_KINDS, "string_deviation", "measured_limit"] as const;

/**
 * Judges the spans that wait, a project and a bounded span in each transaction, until there are none or the round has lasted
 * long enough, or `ended` says so; returns of how many. May be repeated, and changes nothing then.
 */
export async function judgeLateReadings(
  db: Db,
  nowMs: number = Date.now(),
  ended: () => boolean = () => false,
): Promise<number> {
  const begun = performance.now();
  let judged = 0;
  for (;;) {
    const ids = await projectsWithLateReadings(db, PROJECTS_A_ROUND);
    if (ids.length === 0) return judged;
    for (const project_id of ids) {
      await db.transaction().execute((tx) => judgeProject(tx, project_id, nowMs));
      judged += 1;
      if (ended() || performance.now() - begun > ROUND_MS) return judged;
    }
  }
}

async function judgeProject(tx: Tx, project_id: number, nowMs: number): Promise<void> {
  const late = await takeLateSpan(tx, project_id, "readings");
  if (late === null) return;
  const from_ms = Math.max(late.from_ms, late.to_ms - SPAN_MS);
  if (late.from_ms < from_ms) {
    await leaveLateSpan(tx, project_id, { what: "readings", from_ms: late.from_ms, to_ms: from_ms });
  }
  const rules = (await projectRules(tx, [project_id])).get(project_id) ?? USUAL_RULES;
  let span: TimeSpan = { from_ms, to_ms: late.to_ms };
  for (let more = DAY_MS; ; more *= 2) {
    span = await widened(tx, project_id, span, nowMs);
    const found = [
      ...replay(await deviceRuns(tx, project_id, span), late, rules),
      ...pastStrings(await sunnyStrings(tx, { ...late, project_id, ...span }), rules.string_deviation),
    ];
    for (const rule of rules.measured) {
      found.push(
        ...pastMeasured(
          await measuredBetween(tx, project_id, { ...span, quantity: rule.quantity }),
          rule,
          late,
        ),
      );
    }
    // What holds where the span ends is looked at until it ends: other days tell of it.
    if (span.to_ms < nowMs && found.some(({ ended_ms }) => ended_ms === null)) {
      span = { ...span, to_ms: Math.min(nowMs, span.to_ms + more) };
      continue;
    }
    // Only now: what is live waits for the lock.
    await lockSummary(tx, project_id);
    const kept = await keptAlarms(tx, project_id, { ...span, kinds: KINDS });
    await writeMatched(tx, project_id, matched(kept, found));
    break;
  }
  await refreshSummaries(tx, [project_id], nowMs);
}

/** The span with all of each alarm of the past that it meets: an alarm is found whole, or not at all. */
async function widened(tx: Tx, project_id: number, span: TimeSpan, nowMs: number): Promise<TimeSpan> {
  let { from_ms, to_ms } = span;
  for (;;) {
    const past = (await keptAlarms(tx, project_id, { from_ms, to_ms, kinds: KINDS })).filter(
      ({ from_history }) => from_history,
    );
    const least = Math.min(from_ms, ...past.map(({ started_ms }) => started_ms));
    const most = Math.max(to_ms, ...past.map(({ ended_ms }) => ended_ms ?? nowMs));
    if (least === from_ms && most === to_ms) return { from_ms, to_ms };
    [from_ms, to_ms] = [least, most];
  }
}

/** The strings of the project's inverters (or of the one given) in the span, while the sun is high enough to compare them. */
export async function sunnyStrings(
  tx: Db,
  of: TimeSpan & { project_id: number; latitude: number; longitude: number; device_id?: number },
): Promise<SharedStrings[]> {
  const instants: number[] = [];
  const first = Math.floor(of.from_ms / STRINGS_PACE_MS) * STRINGS_PACE_MS;
  for (let at = first; at <= of.to_ms; at += STRINGS_PACE_MS) {
    if (sunElevationDeg(of, at) > STRING_ELEVATION_DEG) instants.push(at);
  }
  const only = of.device_id === undefined ? {} : { device_id: of.device_id };
  const reports = await stringsAfter(tx, of.project_id, { instants, paceMs: STRINGS_PACE_MS, ...only });
  return reports.map(sharedStrings);
}
