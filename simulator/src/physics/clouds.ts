// Clouds of a day: an hourly chain of four skies, and quick change inside an hour. The answer is kc, the share of
// the clear-sky irradiance that arrives. Chain and means are fitted to NSRDB 2019 at 12.52 N 109.03 E, the quick part
// to one-minute ground data near Bangkok.
import type { Random } from "./random.ts";

export const STEPS_PER_DAY = 288;
const STEPS_PER_HOUR = 12;

const CHAIN = [
  [0.5795, 0.2968, 0.0671, 0.0565],
  [0.1519, 0.5053, 0.2015, 0.1414],
  [0.0418, 0.2358, 0.505, 0.2174],
  [0.0088, 0.0672, 0.0943, 0.8297],
] as const;

interface Sky {
  readonly meanKc: number;
  /** Deviation of the slow part (correlation 0.95 over 5 min). */
  readonly slow: number;
  /** Deviation of the quick part (correlation 0.55 over 5 min): edges of clouds. */
  readonly quick: number;
}
const OVERCAST: Sky = { meanKc: 0.201, slow: 0.07, quick: 0 };
const BROKEN: Sky = { meanKc: 0.583, slow: 0.12, quick: 0.17 };
const SCATTERED: Sky = { meanKc: 0.841, slow: 0.07, quick: 0.13 };
const CLEAR: Sky = { meanKc: 1, slow: 0.012, quick: 0 };
const SKIES = [OVERCAST, BROKEN, SCATTERED, CLEAR] as const;

const SLOW_RHO = 0.95;
const QUICK_RHO = 0.55;
const KC_MIN = 0.05;
const KC_MAX = 1.2;

/** Weight by which the chain leans to clouds at wetness 0 (mean kc .899) and 1 (mean kc .706), on a logarithmic scale. */
const LEAN_DRY = -0.424;
const LEAN_WET = 0.246;

/** Rows of the hourly chain in a season from dry (0) to wet (1), each with sum 1. */
export function skyChain(wetness: number): number[][] {
  const lean = Math.exp(LEAN_DRY + (LEAN_WET - LEAN_DRY) * wetness);
  const weights = [lean, Math.sqrt(lean), 1, 1 / lean];
  return CHAIN.map((row) => {
    const weighted = row.map((share, to) => share * (weights[to] ?? 1));
    const sum = weighted.reduce((total, share) => total + share, 0);
    return weighted.map((share) => share / sum);
  });
}

/** Shares of the four skies in the long run of a chain. */
export function stationary(chain: readonly (readonly number[])[]): number[] {
  let shares = chain.map(() => 1 / chain.length);
  for (let round = 0; round < 200; round += 1) {
    shares = shares.map((_, to) =>
      shares.reduce((sum, share, from) => sum + share * (chain[from]?.[to] ?? 0), 0),
    );
  }
  return shares;
}

const chains = new Map<number, { chain: number[][]; shares: number[] }>();

function chainOf(wetness: number): { chain: number[][]; shares: number[] } {
  const key = Math.round(wetness * 1000) / 1000;
  let made = chains.get(key);
  if (made === undefined) {
    const chain = skyChain(key);
    made = { chain, shares: stationary(chain) };
    chains.set(key, made);
  }
  return made;
}

function pick(shares: readonly number[], at: number): number {
  let left = at;
  for (let i = 0; i < shares.length - 1; i += 1) {
    left -= shares[i] ?? 0;
    if (left < 0) return i;
  }
  return shares.length - 1;
}

/** kc of each of the 288 steps of a day, between 0.05 and 1.2. `wetness` runs from 0 (dry season) to 1 (wet). */
export function clearness(wetness: number, chance: Random): Float64Array {
  const { chain, shares } = chainOf(wetness);
  const kc = new Float64Array(STEPS_PER_DAY);
  let sky = pick(shares, chance.uniform());
  let before = SKIES[sky] ?? CLEAR;
  let slow = chance.normal();
  let quick = chance.normal();
  for (let hour = 0; hour < 24; hour += 1) {
    if (hour > 0) sky = pick(chain[sky] ?? shares, chance.uniform());
    const now = SKIES[sky] ?? CLEAR;
    for (let step = 0; step < STEPS_PER_HOUR; step += 1) {
      slow = SLOW_RHO * slow + Math.sqrt(1 - SLOW_RHO ** 2) * chance.normal();
      quick = QUICK_RHO * quick + Math.sqrt(1 - QUICK_RHO ** 2) * chance.normal();
      // One sky gives way to the next over a quarter of an hour.
      const blend = Math.min((step + 1) / 3, 1);
      const mean = before.meanKc + (now.meanKc - before.meanKc) * blend;
      const value = mean + now.slow * slow + now.quick * quick;
      kc[hour * STEPS_PER_HOUR + step] = Math.min(Math.max(value, KC_MIN), KC_MAX);
    }
    before = now;
  }
  return kc;
}
