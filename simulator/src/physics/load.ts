// What a site consumes: the shape of a working day, the weekend, and a little unrest.
import { STEPS_PER_DAY } from "./clouds.ts";
import type { Random } from "./random.ts";

/** Share of the peak at each full hour, 0 to 23. Shapes after Vietnamese feeders of each kind of customer. */
const HOURLY = {
  /** A plant that never stops: load factor 0.7 of its nominal peak. */
  flat: [
    0.66, 0.65, 0.65, 0.64, 0.65, 0.67, 0.7, 0.72, 0.74, 0.75, 0.75, 0.74, 0.71, 0.73, 0.74, 0.75, 0.74, 0.73,
    0.72, 0.71, 0.7, 0.69, 0.68, 0.67,
  ],
  /** Two shifts with a pause at noon. */
  two_shift: [
    0.12, 0.11, 0.11, 0.11, 0.12, 0.18, 0.45, 0.86, 1, 1, 1, 0.98, 0.09, 0.97, 0.99, 0.99, 0.98, 0.75, 0.67,
    0.67, 0.66, 0.5, 0.25, 0.14,
  ],
  /** Shops and offices: fuller by day. */
  daytime: [
    0.32, 0.31, 0.3, 0.3, 0.31, 0.34, 0.42, 0.58, 0.78, 0.92, 0.97, 1, 0.96, 0.96, 0.98, 1, 0.97, 0.9, 0.82,
    0.76, 0.66, 0.52, 0.4, 0.35,
  ],
  /** Cold stores: compressors follow the heat of the day. */
  cooling: [
    0.62, 0.6, 0.59, 0.58, 0.58, 0.6, 0.66, 0.73, 0.8, 0.87, 0.92, 0.96, 0.99, 1, 1, 0.98, 0.94, 0.88, 0.81,
    0.77, 0.74, 0.7, 0.67, 0.64,
  ],
  /** Homes: noon and evening. */
  household: [
    0.25, 0.22, 0.2, 0.2, 0.21, 0.28, 0.4, 0.42, 0.4, 0.42, 0.52, 0.68, 0.7, 0.58, 0.46, 0.45, 0.5, 0.66, 0.9,
    1, 0.98, 0.85, 0.6, 0.38,
  ],
} as const;
export type LoadShape = keyof typeof HOURLY;

export interface LoadProfile {
  readonly shape: LoadShape;
  readonly peakW: number;
  /** Share of a working day's load on Saturdays and Sundays. */
  readonly weekend: number;
}

const UNREST = 0.035;
const UNREST_RHO = 0.8;

/** Load in W of each of the 288 steps of a day; always above 0. `weekday` is 0 on Sunday to 6 on Saturday. */
export function dayLoad(profile: LoadProfile, weekday: number, chance: Random): Float64Array {
  const load = new Float64Array(STEPS_PER_DAY);
  const shape = HOURLY[profile.shape];
  const level =
    profile.peakW * (weekday === 0 ? profile.weekend : weekday === 6 ? (1 + profile.weekend) / 2 : 1);
  let unrest = chance.normal();
  for (let step = 0; step < STEPS_PER_DAY; step += 1) {
    const hour = (step + 0.5) / 12;
    const from = shape[Math.floor(hour)] ?? 0;
    const to = shape[(Math.floor(hour) + 1) % 24] ?? from;
    unrest = UNREST_RHO * unrest + Math.sqrt(1 - UNREST_RHO ** 2) * chance.normal();
    const share = from + (to - from) * (hour % 1);
    load[step] = level * share * Math.max(1 + UNREST * unrest, 0.8);
  }
  return load;
}
