// Keeps the desk true: which alarms there are, what they cost, and what silences were (docs/what-runs-when.md).
import type { Db } from "../../../platform/db.ts";
import { does, nothing, task, type Work } from "../../../platform/jobs/jobs.ts";
import {
  alarmCost,
  costPlants,
  courseOf,
  courseRows,
  devicesOfAlarm,
  isSilence,
  lostIn,
  pricesAt,
  pricesNow,
  QUARTER_MS,
  silenceVerdict,
  type TimedPlant,
} from "../../kpi/index.ts";
import { announceAlarms } from "../../telemetry/index.ts";
import { foldAlarms, followAlarms, wakeAlarms } from "./alarm-cases.sql.ts";
import { casesToCost, writeCosts, type CaseToCost, type CostOfCase } from "./alarm-costs.sql.ts";

const desk = task({
  name: "notices.alarm-desk",
  payload: nothing,
  queue: "alarm-desk",
  starts: { everySeconds: 10 },
});

/** The background work of the desk. */
export const alarmDeskWork: readonly Work[] = [
  does(desk, (_, { db, signal }) => refreshDesk(db, Date.now(), () => signal.aborted)),
];

/** A round ends after about so long, ms: what is left is first in the next one. */
const ROUND_MS = 4000;
/** Projects whose costs are computed at once. */
const PROJECTS_AT_ONCE = 200;
/** Energy is settled so long after a quarter hour is over, ms. */
const SETTLES_MS = 3 * 60_000;
/** Energy that was lost longer ago is not counted any more, ms. */
const COUNTED_MS = 31 * 86_400_000;
/** Of the quarter hours around a silence so much is looked at, to tell how clear the sky was, ms. */
const AROUND_MS = 2 * 3_600_000;
/** A silence whose counters are not back after so long has no verdict any more, ms. */
const JUDGED_MS = 3 * 86_400_000;

/**
 * Brings the desk up to date: cases for new alarms, folded under their causes, woken and closed; costs of those whose costs are a minute
 * old, those never costed first, until `ended` says so or the round has lasted long enough. May be repeated.
 */
export async function refreshDesk(
  db: Db,
  nowMs: number = Date.now(),
  ended: () => boolean = () => false,
): Promise<void> {
  const now = new Date(nowMs);
  const touched = [
    ...(await followAlarms(db, now)),
    ...(await wakeAlarms(db, now)),
    ...(await foldAlarms(db)),
  ];
  await announceAlarms(db, touched);
  await announceAlarms(db, await refreshCosts(db, nowMs, ended));
}

/** Computes the costs that are due, in one round; returns the projects whose costs are others than before. */
async function refreshCosts(db: Db, nowMs: number, ended: () => boolean): Promise<number[]> {
  const now = new Date(nowMs);
  const touched: number[] = [];
  const begun = performance.now();
  const seen = new Set<number>();
  while (!ended() && performance.now() - begun < ROUND_MS) {
    const cases = await casesToCost(db, now, PROJECTS_AT_ONCE, JUDGED_MS);
    const fresh = cases.filter(({ project_id }) => !seen.has(project_id));
    if (fresh.length === 0) return touched;
    const ids = [...new Set(fresh.map(({ project_id }) => project_id))];
    for (const id of ids) seen.add(id);
    const plants = new Map((await costPlants(db, ids, now)).map((plant) => [plant.project_id, plant]));
    const prices = await pricesNow(db, [...plants.values()], nowMs);
    const costs: CostOfCase[] = [];
    for (const [project_id, own] of Map.groupBy(fresh, (one) => one.project_id)) {
      const plant = plants.get(project_id);
      const price = prices.get(project_id) ?? 0;
      if (plant !== undefined) costs.push(...(await costsOf(db, { plant, price }, own, nowMs)));
    }
    touched.push(...(await writeCosts(db, costs, now)));
  }
  return touched;
}

/** Where the counting of a case goes on and ends, ms since 1970. */
function spanOf(one: CaseToCost, nowMs: number): { from_ms: number; to_ms: number } {
  if (one.ended_ms !== null && isSilence(one.kind)) return { from_ms: one.started_ms, to_ms: one.ended_ms };
  const settled = Math.floor((nowMs - SETTLES_MS) / QUARTER_MS) * QUARTER_MS;
  const from = Math.max(one.counted_ms ?? one.started_ms, nowMs - COUNTED_MS);
  return {
    from_ms: Math.floor(from / QUARTER_MS) * QUARTER_MS,
    to_ms: Math.min(settled, one.ended_ms ?? Infinity),
  };
}

/** True where quarter hours must be read: of what loses energy for certain, and of silences that are over. */
const isCounted = (one: CaseToCost, span: { from_ms: number; to_ms: number }) =>
  span.to_ms > span.from_ms && (!isSilence(one.kind) || one.ended_ms !== null);

async function costsOf(
  db: Db,
  { plant, price }: { readonly plant: TimedPlant; readonly price: number },
  cases: readonly CaseToCost[],
  nowMs: number,
): Promise<CostOfCase[]> {
  const costs: CostOfCase[] = [];
  for (const one of cases) {
    const now = one.ended_ms === null ? alarmCost(one, plant, nowMs) : { least_w: 0, most_w: 0 };
    const vndOf = (w: number) => ((Math.round(w / 100) / 10) * price).toFixed(2);
    const told = {
      alarm_id: one.alarm_id,
      ...now,
      least_vnd: vndOf(now.least_w),
      most_vnd: vndOf(now.most_w),
    };
    const span = spanOf(one, nowMs);
    costs.push({
      ...told,
      ...(isCounted(one, span) ? await countedOf(db, { one, plant, span, now }) : NO_COUNT),
    });
  }
  return costs;
}

const NO_COUNT = {
  lost_wh: 0,
  lost_vnd: "0",
  counted_ms: null,
  verdict: null,
  produced_wh: null,
  expected_wh: null,
};

async function countedOf(
  db: Db,
  of: {
    readonly one: CaseToCost;
    readonly plant: TimedPlant;
    readonly span: { readonly from_ms: number; readonly to_ms: number };
    readonly now: { readonly least_w: number };
  },
): Promise<Omit<CostOfCase, "alarm_id" | "least_w" | "most_w" | "least_vnd" | "most_vnd">> {
  const { one, plant, span } = of;
  const own = devicesOfAlarm(one, plant.devices);
  const around = { from_ms: span.from_ms - AROUND_MS, to_ms: span.to_ms + AROUND_MS };
  const course = courseOf({ plant, own, ...(await courseRows(db, plant.project_id, around)) }, span);
  const price = await pricesAt(db, plant, span);
  if (isSilence(one.kind)) {
    const isBack = own.every(({ known_until_ms }) => (known_until_ms ?? 0) >= span.to_ms);
    const { verdict, ...energies } = silenceVerdict(course, isBack);
    const isLost = verdict === "outage" || verdict === "partial";
    const lost = course.map((quarter) => ({
      at_ms: quarter.at_ms,
      wh: isLost ? Math.max(0, (quarter.expected_wh ?? 0) - (quarter.own_wh ?? 0)) : 0,
    }));
    return { ...sumsOf(lost, price), counted_ms: span.to_ms, verdict, ...energies };
  }
  const power = own.reduce((sum, { power_w }) => sum + (power_w ?? 0), 0);
  const share = power > 0 ? of.now.least_w / power : 0;
  const lost = course.map((quarter) => ({ at_ms: quarter.at_ms, wh: lostIn(one, quarter, share) }));
  return { ...NO_COUNT, ...sumsOf(lost, price), counted_ms: span.to_ms };
}

function sumsOf(
  parts: readonly { readonly at_ms: number; readonly wh: number }[],
  price: (atMs: number) => number,
): { lost_wh: number; lost_vnd: string } {
  const lost_wh = parts.reduce((sum, { wh }) => sum + wh, 0);
  const dong = parts.reduce((sum, { at_ms, wh }) => sum + (wh / 1000) * price(at_ms), 0);
  return { lost_wh, lost_vnd: dong.toFixed(2) };
}
