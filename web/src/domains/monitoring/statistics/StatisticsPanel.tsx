import { type ReactNode, useMemo, useState } from "react";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { pageTexts } from "../../../platform/words.ts";
import { BarChart } from "../../../ui/charts/BarChart.tsx";
import { type ChartContent, isBlank } from "../../../ui/charts/chart-content.ts";
import { ChartTable } from "../../../ui/charts/ChartTable.tsx";
import { ChartTools } from "../../../ui/charts/ChartTools.tsx";
import { useChartView } from "../../../ui/charts/chart-view.ts";
import { usePhone } from "../../../ui/layout/media.ts";
import { Pagination } from "../../../ui/controls/Pagination.tsx";
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
  const phone = usePhone();
  const serverText = useServerText();
  const chart = useChartView();
  const height = phone ? HEIGHT.phone : HEIGHT.desktop;
  const state = chartState(query, isBlank(statistics.content.series));
  const { leftAxis, leftUnit, rightAxis } = statistics;
  const left = useMemo(() => ({ unit: leftUnit, axis: leftAxis }), [leftUnit, leftAxis]);
  const right = useMemo(
    () => (rightAxis === null ? undefined : { unit: "Wh/m²", axis: rightAxis }),
    [rightAxis],
  );
  return (
    <ChartPanel
      title={title}
      renewing={query.isPlaceholderData}
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
        {state === "ready" && !chart.asTable && <PagedTable content={statistics.content} height={height} />}
      </div>
    </ChartPanel>
  );
}

/** The rows by pages: a month of quarter hours is more than a page should hold. */
function PagedTable({ content, height }: { content: ChartContent; height: number }) {
  const t = useText();
  const [page, setPage] = useState(1);
  const count = content.rowNames.length;
  const last = Math.max(1, Math.ceil(count / TABLE_ROWS));
  const from = (Math.min(page, last) - 1) * TABLE_ROWS;
  const rows = <T,>(list: readonly T[]) => list.slice(from, from + TABLE_ROWS);
  const { notes, ...rest } = content;
  const shown: ChartContent = {
    ...rest,
    rowNames: rows(content.rowNames),
    series: content.series.map((one) => ({ ...one, values: rows(one.values) })),
    ...(notes === undefined ? {} : { notes: rows(notes) }),
  };
  return (
    <div>
      <ChartTable content={shown} series={shown.series} height={height} />
      {last > 1 && (
        <Pagination
          className={styles.pages ?? ""}
          current={Math.min(page, last)}
          pageSize={TABLE_ROWS}
          total={count}
          texts={pageTexts(t)}
          onChange={setPage}
        />
      )}
    </div>
  );
}
