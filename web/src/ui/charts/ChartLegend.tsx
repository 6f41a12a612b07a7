import { lazy, type CSSProperties } from "react";

import { OnceOpened } from "../feedback/OnceOpened.tsx";
import type { ChartSeries } from "./chart-content.ts";
import { useChartLanguage } from "./chart-language.ts";
import type { ChartView } from "./chart-view.ts";
import styles from "./charts.module.css";
import { classNames } from "../controls/class-names.ts";

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

/** The legend above a chart: one button for each series that hides and shows it. */
export function ChartLegend({ series, view }: LegendProps) {
  const { texts } = useChartLanguage();
  return (
    <ul className={styles.legend} aria-label={texts.legend}>
      {series.slice(0, IN_LINE).map((one) => (
        <li key={one.key}>
          <LegendEntry series={one} view={view} />
        </li>
      ))}
      {series.length > IN_LINE && (
        <li>
          <button type="button" className={styles.more} onClick={() => view.setLegendOpen(true)}>
            {texts.more(series.length - IN_LINE)}
          </button>
        </li>
      )}
    </ul>
  );
}

const LegendWindow = lazy(async () => ({ default: (await import("./LegendWindow.tsx")).LegendWindow }));

/** The legend in a window of its own: colour and name of every series. */
export function LegendModal(given: LegendProps & { readonly title: string }) {
  return (
    <OnceOpened open={given.view.legendOpen}>
      <LegendWindow {...given} />
    </OnceOpened>
  );
}
