// What a chart shows, in the words of charts alone: named rows, and series with a value or a gap for each row.

/** How a series is drawn. "outlined-bar": a pale bar with an edge in `edge`. */
type SeriesMark = "line" | "area" | "bar" | "outlined-bar";

export interface ChartSeries {
  /** Unique in the chart; what the legend hides and shows by. */
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  /** A custom property of the style sheet, such as "--series-pv": the chart follows the light and dark mode. */
  readonly color: string;
  /** The custom property of the edge of an outlined bar. */
  readonly edge?: string;
  readonly mark: SeriesMark;
  /** One value for each row; null is a gap and stays one. */
  readonly values: readonly (number | null)[];
  readonly dash?: "dashed" | "dotted";
  /** True for a value that holds until the next one: drawn as stairs. */
  readonly step?: boolean;
  readonly axis?: "left" | "right";
  /** Decimals in the cursor's tip, in the table and in files. */
  readonly digits: number;
  /** Row by row, true where the value is not fully measured: bars are hatched there. */
  readonly hatched?: readonly boolean[];
  /** Row by row the custom property that paints the bar instead of `color`; null: `color`. */
  readonly colors?: readonly (string | null)[];
  /** Bars of series with the same name here stand on each other. */
  readonly stack?: string;
  /** Row by row what is written above the bar; null: nothing. */
  readonly tops?: readonly (string | null)[];
  /** Row by row, true where something must be said about the value: bars have an asterisk above them there. */
  readonly starred?: readonly boolean[];
}

export interface ChartContent {
  /** Names files and the picture. */
  readonly title: string;
  /** One sentence that says what the chart shows, for those who do not see it. */
  readonly summary: string;
  /** What the rows are, such as "Time": the head of the table's first column. */
  readonly rowTitle: string;
  readonly rowNames: readonly string[];
  /** What must be said about a row beside its values ("12 % estimated"); null where there is nothing to say. */
  readonly notes?: readonly (string | null)[];
  readonly series: readonly ChartSeries[];
}

/** Where a chart's content stands. "failed": it could not be loaded, and there is nothing older to show. */
export type ChartState = "loading" | "ready" | "empty" | "failed";

/** True when no series has a single known value. */
export function isBlank(series: readonly ChartSeries[]): boolean {
  return series.every((one) => one.values.every((value) => value === null));
}

/** The series that are not hidden, in their order. */
export function visibleSeries(series: readonly ChartSeries[], hidden: ReadonlySet<string>): ChartSeries[] {
  return series.filter((one) => !hidden.has(one.key));
}

/** The index of the last row in which any of the series has a value; null when none has. */
export function lastKnownRow(series: readonly ChartSeries[]): number | null {
  const last = Math.max(-1, ...series.map((one) => one.values.findLastIndex((value) => value !== null)));
  return last === -1 ? null : last;
}

/**
 * The rows at which a line must show a dot because no neighbour connects to it, and the last known row if
 * `withLast`: a value between two gaps would be invisible as a line.
 */
export function dots(values: readonly (number | null)[], withLast: boolean): number[] {
  const found: number[] = [];
  let last = -1;
  // A plain loop: a chart has hundreds of lines, and this runs for each whenever it is drawn.
  for (let index = 0; index < values.length; index += 1) {
    if ((values[index] ?? null) === null) continue;
    last = index;
    if ((values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null) found.push(index);
  }
  if (withLast && last !== -1 && found.at(-1) !== last) found.push(last);
  return found;
}

/** One line of the tip at the cursor. */
interface TipLine {
  readonly series: ChartSeries;
  readonly value: number | null;
}

/**
 * The lines of the tip at a row: the series with a value there, in their order. Where they are more than
 * `limit`, the `limit` largest, largest first, and how many were left out.
 */
export function tipLines(
  series: readonly ChartSeries[],
  row: number,
  limit: number,
): { lines: TipLine[]; left: number } {
  const lines = series
    .map((one) => ({ series: one, value: one.values[row] ?? null }))
    .filter((line) => line.value !== null);
  if (lines.length <= limit) return { lines, left: 0 };
  const largest = lines.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0)).slice(0, limit);
  return { lines: largest, left: lines.length - limit };
}

/** The row the arrow, page, Home and End keys lead to from `row`; null for any other key. Rows run 0 to `count` - 1. */
export function rowAfterKey(key: string, row: number, count: number): number | null {
  const within = (next: number) => Math.min(count - 1, Math.max(0, next));
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return within(row - 1);
    case "ArrowRight":
    case "ArrowUp":
      return within(row + 1);
    case "PageDown":
      return within(row - 12);
    case "PageUp":
      return within(row + 12);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
