import { type ReactNode, Suspense, useMemo } from "react";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { pageTexts } from "../../../platform/words.ts";
import { BarChart } from "../../../ui/charts/BarChart.tsx";
import { isBlank } from "../../../ui/charts/chart-content.ts";
import { ChartTools } from "../../../ui/charts/ChartTools.tsx";
import { useChartView } from "../../../ui/charts/chart-view.ts";
import { LateChartTable } from "../../../ui/charts/late-chart-table.ts";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { usePhone } from "../../../ui/layout/media.ts";
import { ChartPanel } from "../charts/ChartPanel.tsx";
import { chartState } from "../charts/chart-state.ts";
import type { StatisticsContent } from "./statistics-content.ts";
import styles from "./StatisticsPanel.module.css";

const HEIGHT = { desktop: 420, phone: 280 };
const TABLE_ROWS = 100;

interface PanelProps {
  readonly statistics: StatisticsContent;
  readonly query: {
    readonly isPending: boolean;
    readonly isPlaceholderData: boolean;
    readonly data: unknown;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  readonly title: string;
  readonly extra?: ReactNode;
}

/** The chart and its table, side by side where there is room. */
export function StatisticsPanel({ statistics, query, title, extra }: PanelProps) {
  const t = useText();
  const phone = usePhone();
  const serverText = useServerText();
  const chart = useChartView();
  const height = phone ? HEIGHT.phone : HEIGHT.desktop;
  const state = chartState(query, isBlank(statistics.content.series));
  // A month of quarter hours is more than a page should hold.
  const pages = { size: TABLE_ROWS, texts: pageTexts(t) };
  const { leftAxis, leftUnit, rightAxis } = statistics;
  const left = useMemo(() => ({ unit: leftUnit, axis: leftAxis }), [leftUnit, leftAxis]);
  const right = useMemo(
    () => (rightAxis === null ? undefined : { unit: "Wh/m²", axis: rightAxis }),
    [rightAxis],
  );
  return (
    <ChartPanel
      title={title}
      query={query}
      tools={
        <>
          {extra}
          <ChartTools content={statistics.content} view={chart} disabled={state !== "ready"} />
        </>
      }
    >
      {state === "failed" && query.error !== null && (
        <p className={styles.fault}>{serverText(query.error.message)}</p>
      )}
      <div className={state === "ready" && !chart.asTable ? styles.two : ""}>
        <BarChart
          content={statistics.content}
          view={chart}
          state={state}
          height={height}
          onRetry={() => void query.refetch()}
          labels={statistics.labels}
          left={left}
          right={right}
        />
        {state === "ready" && !chart.asTable && (
          <Suspense fallback={<Skeleton width="100%" height={height} />}>
            <LateChartTable content={statistics.content} height={height} pages={pages} />
          </Suspense>
        )}
      </div>
    </ChartPanel>
  );
}
