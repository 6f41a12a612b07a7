import { type ReactNode, useMemo } from "react";
import { BarChart } from "../../../ui/charts/BarChart.tsx";
import { markedByBins } from "../../../ui/charts/bin-marks.ts";
import type { ChartContent } from "../../../ui/charts/chart-content.ts";
import { ChartTools } from "../../../ui/charts/ChartTools.tsx";
import { useChartView } from "../../../ui/charts/chart-view.ts";
import type { ValueAxis } from "../../../ui/charts/plot-frame.ts";
import { usePhone } from "../../../ui/layout/media.ts";
import { ChartPanel } from "./ChartPanel.tsx";
import type { ChartQuery } from "./chart-query.ts";
import { chartState } from "./chart-state.ts";
import styles from "./BarPanel.module.css";

interface Props {
  readonly title: string;
  readonly query: ChartQuery;
  /** What is drawn; blank: it holds no value. */
  readonly bars: {
    readonly content: ChartContent;
    readonly blank: boolean;
    readonly labels: readonly string[];
  };
  /** The same objects as long as they say the same. */
  readonly left: ValueAxis;
  readonly right?: ValueAxis | undefined;
  /** Of the drawn part, px. */
  readonly height: { readonly desktop: number; readonly phone: number };
  /** Beside the heading, before the tools that every chart has. */
  readonly switches: ReactNode;
  /** What the bars come to, above them. */
  readonly total?: ReactNode;
  /** Below the bars. */
  readonly children?: ReactNode;
}

/**
 * A panel of days, months or years as bars, or as areas where they are many: its heading with switches and tools, what they
 * come to, the bars, and what is said of them.
 */
export function BarPanel({ title, query, bars, switches, total, height, children, ...axes }: Props) {
  const phone = usePhone();
  const chart = useChartView();
  const state = chartState(query, bars.blank);
  const content = useMemo(
    () => ({ ...bars.content, series: markedByBins(bars.content.series, { withinDay: false }) }),
    [bars.content],
  );
  return (
    <ChartPanel
      title={title}
      query={query}
      tools={
        <>
          {switches}
          <ChartTools content={content} view={chart} disabled={state !== "ready"} />
        </>
      }
    >
      {total !== undefined && <p className={styles.total}>{total}</p>}
      <BarChart
        content={content}
        view={chart}
        state={state}
        height={phone ? height.phone : height.desktop}
        onRetry={() => void query.refetch()}
        labels={bars.labels}
        {...axes}
      />
      {children}
    </ChartPanel>
  );
}
