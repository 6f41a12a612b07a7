// Where the bars of a chart stand. Pure rules.
import { MAX_BAR_THICKNESS } from "./axis-rules.ts";
import type { ChartSeries } from "./chart-content.ts";

/** The share of a row that stays free between its bars and the next row's. */
const FREE_SHARE = 0.34;
/** The gap between two bars of a row, as a share of a bar. */
const GAP_SHARE = 0.08;

/** One bar: its row, the place among the bars of the row, and the values between which it stands. */
export interface Bar {
  readonly row: number;
  readonly column: number;
  readonly from: number;
  readonly to: number;
}

/** True for a series that is drawn as bars. */
export const isBars = (one: ChartSeries): boolean => one.mark === "bar" || one.mark === "outlined-bar";

/**
 * The bars of every series of bars, in the order of the series, and in how many columns they stand. Series of one
 * stack share a column, in which what is above zero stands on what is above zero, and what is below hangs from what is
 * below. A gap has no bar.
 */
export function barsOf(series: readonly ChartSeries[]): { bars: Bar[][]; columns: number } {
  const columns = new Map<string, number>();
  const reached = new Map<string, { above: number; below: number }>();
  const bars = series.filter(isBars).map((one) => {
    const name = one.stack === undefined ? `series ${one.key}` : `stack ${one.stack}`;
    const column = columns.get(name) ?? columns.size;
    columns.set(name, column);
    return one.values.flatMap((value, row): Bar[] => {
      if (value === null) return [];
      const place = `${name} ${row}`;
      const { above, below } = reached.get(place) ?? { above: 0, below: 0 };
      const from = value < 0 ? below : above;
      reached.set(place, value < 0 ? { above, below: below + value } : { above: above + value, below });
      return [{ row, column, from, to: from + value }];
    });
  });
  return { bars, columns: columns.size };
}

/** The left edges of the columns of a row from the row's middle, and how wide each is: all in the unit of `rowWidth`. */
export function columnPlaces(
  columns: number,
  rowWidth: number,
  unit: number,
): { lefts: number[]; width: number } {
  const parts = columns + GAP_SHARE * (columns - 1);
  const width = Math.min((rowWidth * (1 - FREE_SHARE)) / Math.max(1, parts), MAX_BAR_THICKNESS * unit);
  const step = width * (1 + GAP_SHARE);
  const left = -(width + step * (columns - 1)) / 2;
  return { lefts: Array.from({ length: columns }, (_, column) => left + column * step), width };
}

/** Every how many rows a label fits, when each takes `labelWidth` of a plot that is `width` wide. */
export function labelEvery(rows: number, labelWidth: number, width: number): number {
  return Math.max(1, Math.ceil((rows * labelWidth) / Math.max(1, width)));
}
