// Power over a day, and the energy under it, exact at every instant. A day is cut into segments (5 minutes, and a cut
// wherever an order changed something); inside a segment the power is a mean plus a sway that sums to nothing over
// 5 minutes. So a reading of 10 seconds and one of 5 minutes come from the same curve, and so do all counters.

export const DAY_S = 86_400;
export const STEP_S = 300;

export interface Track {
  /** Mean power of each segment, W. */
  readonly power: Float64Array;
  /** Depth of the sway that follows the sky, W; written only where the track was made to sway. */
  readonly skySway: Float64Array;
  /** Depth of the sway that follows the load, W; likewise. */
  readonly loadSway: Float64Array;
  /** Energy from midnight to the start of each segment, Wh, and to midnight at the end. */
  readonly energy: Float64Array;
}

const STILL = new Float64Array(DAY_S);

/** A track of `segments` segments, all zero, that sways with what is named; `sumUp` is called once its powers are in. */
export function newTrack(segments: number, sways: "sky" | "load" | "both" | "never"): Track {
  const sky = sways === "sky" || sways === "both";
  const load = sways === "load" || sways === "both";
  return {
    power: new Float64Array(segments),
    skySway: sky ? new Float64Array(segments) : STILL,
    loadSway: load ? new Float64Array(segments) : STILL,
    energy: new Float64Array(segments + 1),
  };
}

interface Tone {
  readonly share: number;
  /** Turns in 5 minutes, whole, so that nothing is left at the end. */
  readonly turns: number;
  readonly start: number;
}
const SKY_TONES: readonly Tone[] = [
  { share: 0.6, turns: 4, start: 0 },
  { share: 0.4, turns: 9, start: 1.3 },
];
const LOAD_TONES: readonly Tone[] = [
  { share: 0.7, turns: 3, start: 0.7 },
  { share: 0.3, turns: 7, start: 2.1 },
];

/** Integral over time of a sway of depth 1 (never beyond -1 and 1), in seconds, up to a second of the day. */
function swaySum(tones: readonly Tone[], second: number): number {
  let sum = 0;
  for (const { share, turns, start } of tones) {
    const speed = (2 * Math.PI * turns) / STEP_S;
    sum -= (share / speed) * Math.cos(speed * second + start);
  }
  return sum;
}

// A sway repeats every 5 minutes: at whole seconds its sums are looked up.
const table = (tones: readonly Tone[]): Float64Array =>
  Float64Array.from({ length: STEP_S }, (_, second) => swaySum(tones, second));
const SKY_TABLE = table(SKY_TONES);
const LOAD_TABLE = table(LOAD_TONES);
const skySum = (second: number): number => SKY_TABLE[second % STEP_S] ?? swaySum(SKY_TONES, second);
const loadSum = (second: number): number => LOAD_TABLE[second % STEP_S] ?? swaySum(LOAD_TONES, second);

/** The segment that holds the second of the day; the last one for midnight at the end. */
export function segmentAt(starts: Float64Array, second: number): number {
  let low = 0;
  let high = starts.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= second) low = middle;
    else high = middle - 1;
  }
  return low;
}

function energyWithin(track: Track, k: number, from: number, to: number): number {
  const joules =
    (track.power[k] ?? 0) * (to - from) +
    (track.skySway[k] ?? 0) * (skySum(to) - skySum(from)) +
    (track.loadSway[k] ?? 0) * (loadSum(to) - loadSum(from));
  return joules / 3600;
}

/** Fills in the energies of a track whose powers and sways are final. */
export function sumUp(track: Track, starts: Float64Array): void {
  for (let k = 0; k < track.power.length; k += 1) {
    const within = energyWithin(track, k, starts[k] ?? 0, starts[k + 1] ?? DAY_S);
    track.energy[k + 1] = (track.energy[k] ?? 0) + Math.max(within, 0);
  }
}

/** Energy from midnight to the second of the day, Wh. Never falls as long as no sway is deeper than its power. */
export function energyAt(track: Track, starts: Float64Array, second: number): number {
  const k = segmentAt(starts, second);
  const start = starts[k] ?? 0;
  return (track.energy[k] ?? 0) + (second > start ? energyWithin(track, k, start, second) : 0);
}

/** Mean power over the seconds of the day (from, to], W. */
export function meanPower(track: Track, starts: Float64Array, from: number, to: number): number {
  return ((energyAt(track, starts, to) - energyAt(track, starts, from)) * 3600) / (to - from);
}
