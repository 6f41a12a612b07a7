// Where in time the energy of a counter's step lies, when it spans more than one quarter hour.
import { BIN_MS, binAfter, binOf } from "./energy-time.ts";

/** Part of an energy in the bin that starts at `bin` (ms since 1970). */
interface Part {
  readonly bin: number;
  readonly wh: number;
}

/**
 * The energy of (from, to] by bin, in order of time: in proportion to the mean of `weight` (at an instant, never
 * negative) over the part of each bin that lies in the span, or to its length where there is no weight at all.
 * Parts are multiples of a 1024th of a Wh when `wh` is; they are never negative and sum exactly to `wh`.
 */
export function spread(
  { from, to, wh }: { from: number; to: number; wh: number },
  weight: ((atMs: number) => number) | null,
): Part[] {
  const first = binAfter(from);
  const last = binOf(to);
  const overlap = (bin: number) => Math.min(to, bin + BIN_MS) - Math.max(from, bin);
  const middle = (bin: number) => (Math.min(to, bin + BIN_MS) + Math.max(from, bin)) / 2;
  const weights: number[] = [];
  let total = 0;
  if (weight !== null && wh > 0) {
    for (let bin = first; bin <= last; bin += BIN_MS) {
      const one = weight(middle(bin)) * overlap(bin);
      weights.push(one);
      total += one;
    }
  }
  const even = total === 0;
  if (even) total = to - from;
  const parts: Part[] = [];
  let weighed = 0;
  let given = 0;
  for (let bin = first, index = 0; bin <= last; bin += BIN_MS, index += 1) {
    weighed += even ? overlap(bin) : (weights[index] ?? 0);
    // Rounding what is reached so far, not each part, keeps the sum.
    const reached = bin === last ? wh : Math.min(wh, Math.round(((wh * weighed) / total) * 1024) / 1024);
    parts.push({ bin, wh: reached - given });
    given = reached;
  }
  return parts;
}
