// Five-minute slots of a local day, by the wall clock, whether the day has 23, 24 or 25 hours.
import { DAY_SLOTS, addDays, localMinutes, startOfDay } from "@heliograph/contract";

const SLOT_S = 300;
const SLOT_MS = SLOT_S * 1000;

/** Mean of what was reported in each slot, null where nothing was; DAY_SLOTS entries. */
export type Slots = (number | null)[];

export interface SlottedDay {
  /** Instants (ms since 1970) between which the day lies. */
  readonly from_ms: number;
  readonly to_ms: number;
  /**
   * For each span of five minutes since the start of the day, the slot that the wall clock shows then. Two spans share a
   * slot in the hour that is repeated; slots of a skipped hour occur nowhere.
   */
  readonly slot_of_span: readonly number[];
}

/** The labels "HH:mm" at which the slots begin. */
export const SLOT_LABELS: readonly string[] = Array.from({ length: DAY_SLOTS }, (_, slot) => {
  const minutes = slot * 5;
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
});

/** How the local day of a time zone divides into spans and slots. */
export function slottedDay(timezone: string, day: string): SlottedDay {
  const from = startOfDay(timezone, day);
  const to = startOfDay(timezone, addDays(day, 1));
  const spans = Math.ceil((to - from) / SLOT_MS);
  const slotOfSpan = Array.from({ length: spans }, (_, span) =>
    Math.floor(localMinutes(timezone, from + span * SLOT_MS) / 5),
  );
  return { from_ms: from, to_ms: to, slot_of_span: slotOfSpan };
}

/** Stretches of time that values describe, in seconds since the start of the day; both lists have one entry a value. */
export interface Intervals {
  readonly ends: ArrayLike<number>;
  readonly lengths: ArrayLike<number>;
}

/** An interval that reaches into a slot by less than this share of itself, or of the slot, says nothing about the slot. */
const SLIVER = 0.2;

/**
 * Means by slot: each value counts in the slots its interval overlaps, in proportion to the overlap, so that a reading of
 * fifteen minutes fills three slots and clocks that are off by seconds leave no false gaps. Null and NaN: not measured.
 * Rounded to `step`, so that charts carry no digits that no meter has.
 */
export function slotted(
  day: SlottedDay,
  intervals: Intervals,
  values: ArrayLike<number | null>,
  step: number,
): Slots {
  const sums = new Float64Array(DAY_SLOTS);
  const weights = new Float64Array(DAY_SLOTS);
  const slots = day.slot_of_span;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const end = intervals.ends[index] ?? 0;
    const length = intervals.lengths[index] ?? 0;
    const least = SLIVER * Math.min(length, SLOT_S);
    const last = Math.min(slots.length, Math.ceil(end / SLOT_S)) - 1;
    for (let span = Math.max(0, Math.floor((end - length) / SLOT_S)); span <= last; span += 1) {
      const overlap = Math.min(end, (span + 1) * SLOT_S) - Math.max(end - length, span * SLOT_S);
      const slot = slots[span];
      if (overlap < least || slot === undefined) continue;
      sums[slot] = (sums[slot] ?? 0) + value * overlap;
      weights[slot] = (weights[slot] ?? 0) + overlap;
    }
  }
  return means(sums, weights, step);
}

function means(sums: Float64Array, weights: Float64Array, step: number): Slots {
  const values: Slots = [];
  for (let slot = 0; slot < DAY_SLOTS; slot += 1) {
    const weight = weights[slot] ?? 0;
    values.push(weight === 0 ? null : rounded((sums[slot] ?? 0) / weight, step));
  }
  return values;
}

function rounded(value: number, step: number): number {
  // Dividing by a whole number gives the double nearest to the decimal; multiplying by 0.1 would not. `+ 0` turns -0 into 0.
  const perUnit = Math.round(1 / step);
  return Math.round(value * perUnit) / perUnit + 0;
}

/** Slot by slot the sum of the series that have a value there; null where none has. Empty when there are no series. */
export function summed(series: readonly (readonly (number | null)[])[]): Slots {
  return combined(series, (sum) => sum);
}

/** Slot by slot the mean of the series that have a value there; null where none has. Empty when there are no series. */
export function averaged(series: readonly (readonly (number | null)[])[]): Slots {
  return combined(series, (sum, count) => rounded(sum / count, 0.1));
}

function combined(
  series: readonly (readonly (number | null)[])[],
  combine: (sum: number, count: number) => number,
): Slots {
  const filled = series.filter((values) => values.length > 0);
  if (filled.length === 0) return [];
  return Array.from({ length: DAY_SLOTS }, (_, slot) => {
    let sum = 0;
    let count = 0;
    for (const values of filled) {
      const value = values[slot];
      if (value === null || value === undefined) continue;
      sum += value;
      count += 1;
    }
    return count === 0 ? null : combine(sum, count);
  });
}

interface SitePower {
  /** Production, W. */
  readonly pv: Slots;
  /** Discharging positive, charging negative; empty: no battery. */
  readonly battery: Slots;
  /** Import positive, export negative; empty: no meter at the grid connection. */
  readonly grid: Slots;
}

/**
 * What the site uses, slot by slot: pv + battery + grid, never below 0. Null where a part of it is not known; in the dark
 * an inverter that says nothing produces nothing. Empty without a meter at the grid connection.
 */
export function loadOf(power: SitePower, isDark: (slot: number) => boolean): Slots {
  if (power.grid.length === 0) return [];
  return Array.from({ length: DAY_SLOTS }, (_, slot) => {
    const grid = power.grid[slot] ?? null;
    const pv = power.pv[slot] ?? (isDark(slot) ? 0 : null);
    const battery = power.battery.length === 0 ? 0 : (power.battery[slot] ?? null);
    if (grid === null || pv === null || battery === null) return null;
    return Math.max(0, pv + battery + grid);
  });
}
