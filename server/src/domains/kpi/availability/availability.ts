// Availability of devices and, weighted by their rated power, of gateways and projects.

/** What an interval of a device was: up, down, limited by command (counts as up), excluded by agreement, without data. */
export type DeviceState = "up" | "down" | "limited" | "excluded" | "no_data";

export interface RatedInterval {
  /** False where the sun was too low for the interval to count. */
  readonly rated: boolean;
  readonly state: DeviceState;
  /** For "no_data" once the counter is back: share of the interval counted as up; null: not known yet. */
  readonly resolved?: number | null;
}

/** Sums from which availabilities of several devices and days are made; shares are ratios of sums. */
interface AvailabilitySums {
  readonly rated: number;
  readonly up: number;
  /** Intervals whose data are still out; they count neither way. */
  readonly pending: number;
  readonly excluded: number;
}

/** Below this share of its rating a device does not count as producing. */
const MIN_POWER_SHARE = 0.005;

/** True where a power, W, is enough for a device of that rating to count as producing. */
export const isUpPower = (power_w: number, rated_w: number | null): boolean =>
  power_w > 0 && power_w >= MIN_POWER_SHARE * (rated_w ?? 0);

/** State of an interval that has a reading, from its power and the limit in force. */
export function stateOf(at: { power_w: number; rated_w: number | null; limited: boolean }): DeviceState {
  if (at.limited) return "limited";
  return isUpPower(at.power_w, at.rated_w) ? "up" : "down";
}

/** Sums over the intervals of one device. `contract` leaves excluded intervals out of both sums. */
export function availabilitySums(
  intervals: readonly RatedInterval[],
  kind: "technical" | "contract",
): AvailabilitySums {
  const sums = { rated: 0, up: 0, pending: 0, excluded: 0 };
  for (const interval of intervals) {
    if (!interval.rated) continue;
    if (interval.state === "excluded") sums.excluded += 1;
    if (interval.state === "excluded" && kind === "contract") continue;
    const share = upShare(interval);
    if (share === null) {
      sums.pending += 1;
      continue;
    }
    sums.rated += 1;
    sums.up += share;
  }
  return sums;
}

function upShare({ state, resolved }: RatedInterval): number | null {
  if (state === "no_data") return resolved ?? null;
  return state === "up" || state === "limited" ? 1 : 0;
}

/**
 * Availability in [0, 1]: Σ weight · up / Σ weight · rated. Pass one entry for each device and day; the weight is the
 * device's rated power. Null when nothing was rated.
 */
export function availability(parts: readonly { weight: number; sums: AvailabilitySums }[]): number | null {
  let up = 0;
  let rated = 0;
  for (const { weight, sums } of parts) {
    up += weight * sums.up;
    rated += weight * sums.rated;
  }
  return rated === 0 ? null : up / rated;
}

export type GapVerdict = "communication" | "outage" | "partial" | "pending";

/**
 * What a gap in the data was, by the energy the counter gained over it against what was expected: nine tenths and more
 * only the communication was down, a twentieth and less the device was; between, it ran for that share. `share` is the
 * part of the gap to count as up; null while the counter is not back, or nothing was expected.
 *
 * Source: the counter test of RdTools' availability module (NREL).
 */
export function gapVerdict(
  gained_wh: number | null,
  expected_wh: number,
): { verdict: GapVerdict; share: number | null } {
  if (gained_wh === null || expected_wh <= 0) return { verdict: "pending", share: null };
  const share = Math.min(1, Math.max(0, gained_wh / expected_wh));
  if (share >= 0.9) return { verdict: "communication", share: 1 };
  if (share <= 0.05) return { verdict: "outage", share: 0 };
  return { verdict: "partial", share };
}

/** Energy availability in [0, 1]: delivered over delivered and lost; null when both are nothing. */
export function energyAvailability(delivered_wh: number, lost_wh: number): number | null {
  return delivered_wh + lost_wh === 0 ? null : delivered_wh / (delivered_wh + lost_wh);
}
