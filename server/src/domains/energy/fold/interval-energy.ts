// Energies that devices tell interval by interval, where they have no lifetime counter: decision 0074.
import { limit } from "./energy-counter.ts";

/** An energy of the interval that ends at `at`. Instants in ms since 1970. */
interface IntervalEnergy {
  readonly wh: number;
  readonly at: number;
  readonly intervalMs: number;
  /** The device's reading before this one; null: there is none. */
  readonly before: number | null;
}

/**
 * The span (from, at] that the energy belongs to: its interval, as far as no earlier reading has it. More than `ratedW`
 * can give in that time is a lump that catches up on a silence, and belongs to the whole of it since the reading before.
 * Null: it is more than even that allows, and is no energy at all.
 */
export function intervalSpan(energy: IntervalEnergy, ratedW: number): { from: number; to: number } | null {
  const { wh, at, intervalMs, before } = energy;
  const own = at - intervalMs;
  if (wh <= limit(intervalMs, ratedW)) return { from: before === null ? own : Math.max(before, own), to: at };
  if (before === null || before >= own) return null;
  return wh <= limit(at - before, ratedW) ? { from: before, to: at } : null;
}
