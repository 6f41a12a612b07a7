// A drill of the fail-safe as a simulated gateway runs it: the meter is left out, the inverters go to the fail-safe limit, and come back.
import type { NzeDrillDetail } from "@heliograph/contract";
import { chance } from "../physics/random.ts";

/** A drill that is under way. */
export interface Drill {
  readonly command_uid: string;
  readonly started_ms: number;
  readonly meter_out_s: number;
}

/** From the last answer of the meter until the gateway believes that it is gone, s. */
const [NOTICED_FROM_S, NOTICED_TO_S] = [1, 2];
/** From there to the limit, s; inverters that are slow take the second. */
const [RAMP_FROM_S, RAMP_TO_S] = [1.4, 2.8];
const [SLOW_RAMP_FROM_S, SLOW_RAMP_TO_S] = [4.5, 7.5];
/** From the meter's return to nearly the production of before, s. */
const [BACK_FROM_S, BACK_TO_S] = [9, 16];

interface Times {
  readonly noticedS: number;
  readonly toLimitS: number;
  readonly backS: number;
}

function timesOf({ command_uid }: Drill, slow: boolean): Times {
  const between = (what: string, from: number, to: number) =>
    from + (to - from) * chance(`${command_uid}|${what}`);
  const noticedS = between("noticed", NOTICED_FROM_S, NOTICED_TO_S);
  const ramp = slow
    ? between("ramp", SLOW_RAMP_FROM_S, SLOW_RAMP_TO_S)
    : between("ramp", RAMP_FROM_S, RAMP_TO_S);
  return { noticedS, toLimitS: noticedS + ramp, backS: between("back", BACK_FROM_S, BACK_TO_S) };
}

/** When the drill is over, ms since 1970. */
export const drillEndMs = (drill: Drill, slow: boolean): number =>
  drill.started_ms + Math.ceil(drill.meter_out_s + timesOf(drill, slow).backS) * 1000;

const tenth = (value: number): number => Math.round(value * 10) / 10;

/** The report of a drill that is over: what the production (W) did that stood at `beforeW` when it began. */
export function drillReport(
  drill: Drill,
  { beforeW, failsafeW, slow }: { beforeW: number; failsafeW: number; slow: boolean },
): NzeDrillDetail {
  const { command_uid, started_ms, meter_out_s } = drill;
  if (beforeW <= failsafeW) {
    return {
      command_uid,
      started_at: null,
      to_limit_s: null,
      back_s: null,
      skipped: "There is no production above the fail-safe limit",
      trace: [],
    };
  }
  const { noticedS, toLimitS, backS } = timesOf(drill, slow);
  const reached = toLimitS <= meter_out_s;
  const lowest = reached ? failsafeW : beforeW;
  const at = (s: number): number => {
    if (s <= noticedS) return beforeW;
    if (s <= meter_out_s) {
      return Math.max(lowest, beforeW - ((beforeW - failsafeW) * (s - noticedS)) / (toLimitS - noticedS));
    }
    return Math.min(beforeW, failsafeW + ((beforeW - failsafeW) * (s - meter_out_s)) / backS);
  };
  const trace = [];
  for (let s = -2; s <= meter_out_s + backS + 2; s += 0.5) {
    trace.push({ s, w: Math.round(Math.max(0, at(s))) });
  }
  return {
    command_uid,
    started_at: started_ms,
    to_limit_s: reached ? tenth(toLimitS) : null,
    back_s: tenth(backS * 0.9),
    trace,
  };
}
