import { lazy } from "react";

import { OnceOpened } from "../../feedback/OnceOpened.tsx";
import { useChartLanguage } from "../chart-language.ts";
import { IN_LINE, LegendEntry, type LegendProps } from "./LegendEntry.tsx";
import styles from "../charts.module.css";

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
