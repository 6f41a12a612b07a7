// Where the axes of charts end. Pure rules; those with a fixed maximum are the specification's (M273 to M275).

/** A value axis: its ends and the distance of its lines, in the axis' own unit. */
export interface Axis {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Bars are never thicker than this, in px (M274). */
export const MAX_BAR_THICKNESS = 35;

/** State of charge, in percent (M275). */
export const SOC_AXIS: Axis = { min: 0, max: 100, step: 25 };

const upTo = (value: number, multiple: number) => Math.ceil(value / multiple) * multiple;

/** The end of the production axis (kWh): the next 10 under 100, else the next 100 (M275); 10 where nothing was produced. */
export function productionAxisMax(peak: number): number {
  return Math.max(10, upTo(peak, peak < 100 ? 10 : 100));
}

/** The end of the performance ratio axis (%): 100, or 120 where a value is above 100 (M273). */
export function ratioAxisMax(peak: number): number {
  return peak <= 100 ? 100 : 120;
}

/** Below this nothing is drawn on a finer axis. */
const LEAST_SAVING = 0.001;

/**
 * The end of the cost (VND) and CO2 (t) axes: the next 100 under 100, 1000 under 1000, else the next 10000 (M274). Where
 * that leaves every bar under a tenth of the height it ends ten times lower, as often as it takes (decision 0069).
 */
export function savingAxisMax(peak: number): number {
  const multiple = peak < 100 ? 100 : peak < 1000 ? 1000 : 10_000;
  const max = Math.max(multiple, upTo(peak, multiple));
  if (peak < LEAST_SAVING || peak * 10 >= max) return max;
  return max / 10 ** Math.ceil(Math.log10(max / peak) - 1 - 1e-12);
}

/** The end of the battery's charge axis (kW): 110 % of the highest value (M275); 1 where nothing flowed. */
export function batteryAxisMax(peak: number): number {
  return peak > 0 ? peak * 1.1 : 1;
}

/** The round steps (1, 2, 2.5, 3, 4, 5 or 10 times a power of ten) around a part of `span`, which is above zero. */
function roundSteps(span: number, intervals: number): number[] {
  const power = 10 ** Math.floor(Math.log10(span / intervals));
  return [1, 2, 2.5, 3, 4, 5, 10].map((factor) => factor * power);
}

/** The item, of at least one, whose number of parts is the closest to `intervals`; of two as close the first. */
function closest<Item>(items: readonly Item[], parts: (item: Item) => number, intervals: number): Item {
  const off = (item: Item) => Math.abs(parts(item) - intervals);
  return items.reduce((best, item) => (off(item) < off(best) ? item : best));
}

/** The round step that cuts `span` into the number of parts closest to `intervals`; 1 where the span is not above zero. */
function roundStep(span: number, intervals: number): number {
  if (!(span > 0)) return 1;
  return closest(roundSteps(span, intervals), (step) => span / step, intervals);
}

/**
 * An axis with round lines that holds `low` to `high` and zero, in about `intervals` parts: a part of the axis that only
 * a sliver of the values reaches into counts like any other. Both ends lie on lines. Where everything is zero the axis
 * is 0 to `intervals`.
 */
export function roundAxis(low: number, high: number, intervals: number): Axis {
  const bottom = Math.min(0, low);
  const top = Math.max(0, high);
  if (top === bottom) return { min: 0, max: intervals, step: 1 };
  // Adding 0 turns the negative zero of an empty lower half into zero.
  const axes = roundSteps(top - bottom, intervals).map((step) => ({
    min: Math.floor(bottom / step) * step + 0,
    max: upTo(top, step) + 0,
    step,
  }));
  return closest(axes, ({ min, max, step }) => Math.round((max - min) / step), intervals);
}

/** An axis from zero to the fixed maximum with about `intervals` round parts; the maximum need not lie on a line. */
export function fixedAxis(max: number, intervals: number): Axis {
  return { min: 0, max, step: roundStep(max, intervals) };
}

/** Where the axis has lines and labels, upwards from its lower end; a maximum between two lines has none. */
export function axisLines({ min, max, step }: Axis): number[] {
  const count = Math.floor((max - min) / step + 1e-9);
  // Rounded to the step's own decimals, so that 3 x 0.1 reads 0.3.
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(step)));
  return Array.from({ length: count + 1 }, (_, index) => Number((min + index * step).toFixed(decimals)));
}

/** The smallest and largest known value of all the rows; null when none is known. */
export function extent(rows: readonly (readonly (number | null)[])[]): { low: number; high: number } | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    for (const value of row) {
      if (value === null) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low > high ? null : { low, high };
}

const shown = (digits: number, part: number) => Number((part * 10 ** digits).toFixed(6)) % 1 === 0;

const SUFFIXES = [
  [1e9, "B", [0, 1, 2]],
  [1e6, "M", [0, 1, 2]],
  [1e3, "K", [0, 1]],
] as const;

/**
 * The labels of an axis' lines: of long axes with a B, an M or a K (M41), the largest that loses nothing; below with the
 * decimals that the step has.
 */
export function axisLabels(axis: Axis, number: (value: number, digits: number) => string): string[] {
  const lines = axisLines(axis);
  const digits = [0, 1, 2].find((count) => lines.every((line) => shown(count, line))) ?? 3;
  const largest = Math.max(...lines.map(Math.abs));
  for (const [unit, suffix, counts] of largest < 10_000 ? [] : SUFFIXES) {
    const decimals = counts.find((count) => lines.every((line) => shown(count, line / unit)));
    if (largest < unit || decimals === undefined) continue;
    return lines.map((line) => (line === 0 ? number(0, 0) : `${number(line / unit, decimals)}${suffix}`));
  }
  return lines.map((line) => number(line, digits));
}
