// What a replay has found, as it is shown.
import { localDay, type AlarmRule, type ReplayResult } from "@heliograph/contract";
import { WAKING_ELEVATION_DEG, sunElevationDeg } from "../../energy/index.ts";
import type { PastAlarm } from "../alarms/alarm-replay.ts";
import { betterOf, type Counts } from "./other-thresholds.ts";
import { replayVerdict, type LossFacts } from "./replay-verdicts.ts";

/** An alarm with what it cost. */
export type JudgedAlarm = PastAlarm & ReturnType<typeof replayVerdict>;

/** The alarms that the rule would have raised with each threshold; `own` is the place of the rule as it stands. */
interface Replayed {
  readonly rules: readonly AlarmRule[];
  readonly own: number;
  readonly alarms: readonly (readonly PastAlarm[])[];
}

type Figures = Omit<ReplayResult, "items" | "from_day" | "to_day" | "history_days" | "readings" | "took_ms">;

/** The figures of a replay, and its alarms with what each cost, the newest first. */
export function replayFigures(
  { rules, own, alarms }: Replayed,
  facts: LossFacts & { readonly latitude: number; readonly longitude: number },
): Figures & { judged: JudgedAlarm[] } {
  const judged = alarms.map((list) =>
    list.map((alarm): JudgedAlarm => ({ ...alarm, ...replayVerdict(alarm, facts) })),
  );
  const mine = (judged[own] ?? []).toSorted((a, b) => b.started_ms - a.started_ms);
  const others = rules.map((rule, index) => ({ rule, ...countsOf(judged[index] ?? []) }));
  const counts = countsOf(mine);
  const days = [...Map.groupBy(mine, ({ started_ms }) => localDay(facts.timezone, started_ms))]
    .map(([day, of]) => ({ day, ...countsOf(of), lost_wh: sumOf(of, ({ lost_wh }) => lost_wh) }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const [busiest] = days.toSorted((a, b) => b.alarms - a.alarms);
  return {
    ...counts,
    lost_wh: sumOf(mine, ({ lost_wh }) => lost_wh),
    lost_vnd: String(sumOf(mine, ({ lost_vnd }) => lost_vnd)),
    at_night: mine.filter(({ started_ms }) => sunElevationDeg(facts, started_ms) <= WAKING_ELEVATION_DEG)
      .length,
    busiest: busiest === undefined ? null : { day: busiest.day, alarms: busiest.alarms },
    days,
    others,
    better: betterOf(others, counts),
    judged: mine,
  };
}

function countsOf(alarms: readonly JudgedAlarm[]): Counts {
  const of = (wanted: JudgedAlarm["verdict"]) => alarms.filter(({ verdict }) => verdict === wanted).length;
  return { alarms: alarms.length, right: of("right"), not_right: of("not_right") };
}

const sumOf = (alarms: readonly JudgedAlarm[], value: (alarm: JudgedAlarm) => number) =>
  alarms.reduce((sum, alarm) => sum + value(alarm), 0);
