// Alarms of plants and devices that gave too little, judged over the days as they are known: yesterday's and long ago ones alike.
import { addDays, localDay, startOfDay, type EnergyClass } from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import { KAPPA_DAYS } from "../ratios/key-figures.ts";
import { energyClassOfDay, judgedDays, type JudgedDay } from "../ratios/kpi-days.sql.ts";
import type { KpiProject } from "../ratios/kpi-rows.sql.ts";
import { ratiosOfProject, type RatioOfDay } from "../ratios/latest-ratio.sql.ts";
import { matched, type KeptAlarm } from "./alarm-match.ts";
import { yieldShares } from "./alarm-rules.ts";
import { alarmsOfDays, type DayVerdict } from "./day-alarms.ts";
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
  for (let more = 1; ; more *= 2) {
    const { kept, ...whole } = await widened(tx, project, days, yesterday);
    days = whole;
    const found = alarmsOfDays(await verdictsOf(tx, project, days), {
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

/** What can be said of each day: of the plant by its ratio, of its devices by each other. */
async function verdictsOf(tx: Tx, project: KpiProject, { from, to }: Days): Promise<DayVerdict[]> {
  const { project_id } = project;
  const known = await judgedDays(tx, project_id, addDays(from, -KAPPA_DAYS), to);
  const days = known.filter(({ day }) => day >= from);
  const dates = days.map(({ day }) => day);
  const ratios = await ratiosOfProject(tx, project_id, dates);
  const verdicts: DayVerdict[] = [];
  for (const day of days) {
    const plant = await plantVerdict(tx, project_id, day.day, ratios.get(day.day));
    if (plant !== null) verdicts.push(plant);
    const earliest = addDays(day.day, -KAPPA_DAYS);
    const before = known.filter((one) => one.day < day.day && one.day >= earliest);
    verdicts.push(...deviceVerdicts(project, day, before));
  }
  return verdicts;
}

async function plantVerdict(
  tx: Tx,
  project_id: number,
  day: string,
  ratio: RatioOfDay | undefined,
): Promise<DayVerdict | null> {
  const { ratio_status: status, judged_ratio: judged, guaranteed_ratio: guaranteed } = ratio ?? {};
  if (status === null || status === undefined) return null;
  const of = { day, kind: "plant_underperforming", gateway_id: null, device_id: null } as const;
  if (status !== "major" && status !== "critical") return { ...of, short: null };
  const percent = rounded((100 * (judged ?? 0)) / (guaranteed ?? 1));
  const cause = { percent, day, ...saidOf(await energyClassOfDay(tx, project_id, day)) };
  return { ...of, short: { severity: status === "critical" ? "critical" : "warning", cause } };
}

function deviceVerdicts({ terms }: KpiProject, day: JudgedDay, before: readonly JudgedDay[]): DayVerdict[] {
  const sunny = (day.insolation_wh_m2 ?? 0) >= terms.min_insolation_wh_m2;
  const heldBack = (day.curtailed_wh ?? 0) > 0.01 * (day.energy_wh ?? 0);
  if (!sunny || heldBack) return [];
  const shares = yieldShares(
    day.devices,
    before.map(({ devices }) => devices),
  );
  return day.devices.flatMap(({ gateway_id, device_id, energy_class = null }): DayVerdict[] => {
    const share = shares.get(device_id);
    if (share === undefined) return [];
    const of = { day: day.day, kind: "device_underperforming", gateway_id, device_id } as const;
    const cause = { percent: rounded(share.percent), day: day.day, ...saidOf(energy_class) };
    return [{ ...of, short: share.falls_short ? { severity: "minor", cause } : null }];
  });
}

/** What an alarm says of energy that no counter tells; nothing of any other. */
const saidOf = (energy_class: EnergyClass | null) => (energy_class === "integrated" ? { energy_class } : {});

const rounded = (percent: number) => Math.round(percent * 10) / 10;
