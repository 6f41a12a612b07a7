// The stretches of a day in which a device said nothing, and what its counter tells of them.
import { QUARTER_HOURS, type DeviceQuarters } from "../ratios/kpi-quarters.ts";
import { gapVerdict, type GapVerdict } from "./availability.ts";

/** The device's mean power in a quarter hour that it reported, W; null: it said nothing. */
export const powerAt = (device: DeviceQuarters, at: number): number | null => {
  if (device.measured[at] !== true) return null;
  const energy = device.energy_wh[at] ?? null;
  return device.power_w[at] ?? (energy === null ? null : energy / QUARTER_HOURS);
};

/** A stretch of quarter hours in which a device said nothing, from the first one to before the last. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  /** What its counter gained over it, Wh; null: the counter is not back, or there is none. */
  readonly gained_wh: number | null;
  readonly verdict: GapVerdict;
  /** Part of the gap to count as up; null: pending. */
  readonly share: number | null;
}

/** The device's gaps in order, judged by what was expected of each quarter hour, Wh; `lookedAt` tells which of them count. */
export function gapsOf(
  device: DeviceQuarters,
  expected: readonly (number | null)[],
  lookedAt: readonly boolean[],
): Gap[] {
  const gaps: Gap[] = [];
  for (let from = 0; from < expected.length; from += 1) {
    if (powerAt(device, from) !== null) continue;
    let to = from;
    let [gained, due]: [number | null, number] = [device.has_counter ? 0 : null, 0];
    for (; to < expected.length && powerAt(device, to) === null; to += 1) {
      if (lookedAt[to] !== true) continue;
      const energy = device.energy_wh[to] ?? null;
      gained = gained === null || energy === null ? null : gained + energy;
      due += expected[to] ?? 0;
    }
    const beside = overlap(device, from - 1, -1) + overlap(device, to, 1);
    const gained_wh = gained === null ? null : gained + beside;
    gaps.push({ from, to, gained_wh, ...gapVerdict(gained_wh, due) });
    from = to;
  }
  return gaps;
}

/**
 * A gap's energy is spread over the whole time between two readings of the counter, and so over measured quarter hours
 * at its ends: what was put there beyond the power measured there, Wh, belongs to the gap. Negative: too little was.
 */
function overlap(device: DeviceQuarters, start: number, step: 1 | -1): number {
  let sum = 0;
  for (let at = start; device.estimated[at] === true && device.measured[at] === true; at += step) {
    const power = device.power_w[at] ?? null;
    if (power === null) break;
    sum += (device.energy_wh[at] ?? 0) - power * QUARTER_HOURS;
  }
  return sum;
}
