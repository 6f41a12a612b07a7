// Whether an alarm of a replay would have been right: energy was lost while it was open, by the counters.
import { localDay, type ReplayVerdict } from "@heliograph/contract";
import type { PastAlarm } from "../alarms/alarm-replay.ts";
import type { LossQuarter } from "../losses/loss-day.ts";
import { QUARTER_MS } from "../ratios/kpi-quarters.ts";

/** An alarm costs at least so much, Wh, and this share of what was expected; less is within what can be measured. */
const LEAST_WH = 100;
const LEAST_SHARE = 0.01;

/** What the verdict on alarms is made of. */
export interface LossFacts {
  /** Quarter hours by device, in order of time. */
  readonly quarters: ReadonlyMap<number, readonly LossQuarter[]>;
  /** Devices by gateway. */
  readonly gateways: ReadonlyMap<number, readonly number[]>;
  /** Guaranteed performance ratio by local day, 0 to 1; days without one are missing. */
  readonly guaranteed: ReadonlyMap<string, number>;
  readonly timezone: string;
  readonly now_ms: number;
}

/** Energy to a tenth of a kWh, so that rows add up to their total; the price that it was worth on average. */
interface Verdict {
  readonly lost_wh: number;
  readonly lost_vnd: number;
  readonly verdict: ReplayVerdict;
}

/**
 * What was lost while the alarm was open. A silence lost what the counters prove not to have been produced over it; a plant what was
 * missing to its guarantee beyond what was held back on purpose; all else the outages of its devices and what nothing else explains.
 * "unknown" where no light was measured.
 */
export function replayVerdict(alarm: PastAlarm, facts: LossFacts): Verdict {
  const known = quartersOf(alarm, facts).filter(({ is_known }) => is_known);
  if (known.length === 0) return { lost_wh: 0, lost_vnd: 0, verdict: "unknown" };
  const lossOf = lossBy(alarm, facts);
  let [lost, worth, expected] = [0, 0, 0];
  for (const quarter of known) {
    const wh = lossOf(quarter);
    lost += wh;
    worth += Math.max(0, wh) * Number(quarter.vnd_per_kwh);
    expected += quarter.expected;
  }
  const weight = known.reduce((sum, quarter) => sum + Math.max(0, lossOf(quarter)), 0);
  const price = weight > 0 ? worth / weight : 0;
  if (lost < LEAST_WH || lost < LEAST_SHARE * expected) {
    return { lost_wh: 0, lost_vnd: 0, verdict: "not_right" };
  }
  const lost_wh = Math.round(lost / 100) * 100;
  return { lost_wh, lost_vnd: Math.round((lost_wh / 1000) * price), verdict: "right" };
}

const SILENCES: ReadonlySet<string> = new Set(["gateway_silent", "bus_silent", "device_silent"]);

function lossBy({ kind }: PastAlarm, { guaranteed, timezone }: LossFacts): (quarter: LossQuarter) => number {
  if (SILENCES.has(kind)) return ({ taken }) => taken.outage;
  if (kind !== "plant_underperforming") return ({ taken }) => taken.outage + taken.unexplained;
  return ({ from_ms, base, measured, taken }) => {
    const due = (guaranteed.get(localDay(timezone, from_ms)) ?? 0) * base;
    return due - measured - taken.zero_export - taken.clipping - taken.communication;
  };
}

function quartersOf(alarm: PastAlarm, { quarters, gateways, now_ms }: LossFacts): LossQuarter[] {
  const until = alarm.ended_ms ?? now_ms;
  const devices = devicesOf(alarm, { quarters, gateways });
  return devices.flatMap((device_id) => {
    const own = quarters.get(device_id) ?? [];
    const found: LossQuarter[] = [];
    for (let at = firstFrom(own, alarm.started_ms - QUARTER_MS / 2); at < own.length; at += 1) {
      const quarter = own[at];
      if (quarter === undefined || quarter.from_ms + QUARTER_MS / 2 > until) break;
      found.push(quarter);
    }
    return found;
  });
}

/**
 * The devices whose energy an alarm is about. What is measured by a device that has no energy of its own, such as a sensor, is about
 * those of its gateway.
 */
function devicesOf(
  { gateway_id, device_id }: PastAlarm,
  { quarters, gateways }: Pick<LossFacts, "quarters" | "gateways">,
): readonly number[] {
  if (device_id !== null && quarters.has(device_id)) return [device_id];
  return gateway_id === null ? [...quarters.keys()] : (gateways.get(gateway_id) ?? []);
}

/** The first quarter hour that begins at the instant or later. */
function firstFrom(own: readonly LossQuarter[], fromMs: number): number {
  let [low, high] = [0, own.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((own[middle]?.from_ms ?? Infinity) < fromMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
