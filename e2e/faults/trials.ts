// How much is tried, and what is left to chance. npm test tries a little; FAULT_TRIALS=20 npm run faults as much as a release needs,
// and FAULT_QUIET=1 judges the times as well.

const SEED = Number(process.env["FAULT_SEED"] ?? Date.now() % 1_000_000);
const TRIALS = Number(process.env["FAULT_TRIALS"] ?? 1);

export const FAULTS = {
  isLong: TRIALS > 1,
  /** Nothing else runs on the machine, so that how long things take is judged too, and not only told. */
  isQuiet: process.env["FAULT_QUIET"] === "1",
  kills: TRIALS,
  /** Cut connections of gateways: 200 where 20 kills are tried. */
  cuts: TRIALS > 1 ? TRIALS * 10 : 40,
  /** Gateways send a second's reading in each message, and none may lie in the future. */
  hoursBack: TRIALS > 1 ? 240 : 10,
} as const;

/** Tells the person who runs it what was found. */
export const say = (text: string) => process.stdout.write(`  ${text}\n`);

/** Milliseconds in words of seconds. */
export const seconds = (ms: number | undefined) => `${((ms ?? 0) / 1000).toFixed(1)} s`;

/** The longest of some times, and the median, in words. */
export function longest(samplesMs: readonly number[]): string {
  const sorted = [...samplesMs].toSorted((a, b) => a - b);
  return `at most ${seconds(sorted.at(-1))} (median ${seconds(sorted[sorted.length >> 1])})`;
}

// The same seed gives the same moments; what the machine does meanwhile is its own affair.
process.stdout.write(`fault trials with FAULT_SEED=${SEED}\n`);
let state = SEED;
/** mulberry32, by Tommy Ettinger: a number from 0 to 1. */
export function chance(): number {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
