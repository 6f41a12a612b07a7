// Which bins are columns and which an area: the one rule of all charts of what was counted in bins of time.
import { isBars } from "./bar-layout.ts";
import type { ChartSeries } from "./chart-content.ts";

/** So many columns, those of all rows together, are still wider than a hair: 31 days of four. */
const MOST_COLUMNS = 124;

/** Bins of a chart. `withinDay`: they divide a day. `alike`: no series comes before the others, as with devices. */
interface Bins {
  readonly withinDay: boolean;
  readonly alike?: boolean;
}

const columnsIn = (bars: readonly ChartSeries[]): number =>
  new Set(bars.map(({ key, stack }) => (stack === undefined ? `series ${key}` : `stack ${stack}`))).size;

/**
 * True where bins are columns: each is a day or longer, and they are few enough to be told apart. Stacks, and bars that are
 * judged by their colours, always are.
 */
export function areColumns(series: readonly ChartSeries[], { withinDay }: Bins): boolean {
  const bars = series.filter(isBars);
  if (bars.some(({ stack, colors }) => stack !== undefined || colors !== undefined)) return true;
  const rows = Math.max(0, ...bars.map(({ values }) => values.length));
  return !withinDay && rows * columnsIn(bars) <= MOST_COLUMNS;
}

/** An outlined bar becomes a dashed line of its edge's colour, its own being too pale for a line. */
function asStairs({ edge, ...one }: ChartSeries, mark: "area" | "line"): ChartSeries {
  if (one.mark !== "outlined-bar") return { ...one, mark, step: true };
  return { ...one, color: edge ?? one.color, mark: "line", dash: "dashed", step: true };
}

/**
 * The series as the length of their bins has them drawn: bars where bins are columns; else the first, or a single one
 * among series that are alike, as an area with a stair a bin, and the others as lines over it. Lines stay what they are.
 */
export function markedByBins(series: readonly ChartSeries[], bins: Bins): ChartSeries[] {
  if (areColumns(series, bins)) return [...series];
  const bars = series.filter(isBars);
  const first = bins.alike === true && bars.length > 1 ? undefined : bars[0];
  return series.map((one) => (isBars(one) ? asStairs(one, one === first ? "area" : "line") : one));
}
