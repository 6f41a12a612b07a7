import type { CSSProperties } from "react";

import { classNames } from "../../controls/class-names.ts";
import type { ChartSeries } from "../chart-content.ts";
import type { ChartView } from "../chart-view.ts";
import styles from "../charts.module.css";

/** As many series as one or two lines of a legend hold; the rest are in the legend's window. */
export const IN_LINE = 12;

// CSSProperties has no place for custom properties, which the DOM takes like any other.
const painted = (one: ChartSeries) =>
  ({ "--c": `var(${one.color})`, "--e": `var(${one.edge ?? one.color})` }) as CSSProperties;

/** A sample of how the series is drawn: a box for bars, a line with its dashes for the rest. */
export function Swatch({ series }: { series: ChartSeries }) {
  const bar = { bar: "box", "outlined-bar": "outlined box" };
  const { mark, dash = "solid" } = series;
  const look = mark === "bar" || mark === "outlined-bar" ? bar[mark] : dash;
  return (
    <i
      aria-hidden
      className={classNames(styles.swatch, ...look.split(" ").map((name) => styles[name]))}
      style={painted(series)}
    />
  );
}

/** One series of a legend: a button that hides and shows it. */
export function LegendEntry({ series, view }: { series: ChartSeries; view: ChartView }) {
  return (
    <button type="button" aria-pressed={!view.hidden.has(series.key)} onClick={() => view.toggle(series.key)}>
      <Swatch series={series} />
      <span>{series.name}</span>
    </button>
  );
}

export interface LegendProps {
  readonly series: readonly ChartSeries[];
  readonly view: ChartView;
}
