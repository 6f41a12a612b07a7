import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { chartTool, type ChartBin } from "@heliograph/contract/monitoring/chart-tool";
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from "react";
import { ask } from "../../../platform/api.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { isBlank } from "../../../ui/charts/chart-content.ts";
import { ChartTools } from "../../../ui/charts/ChartTools.tsx";
import { useChartView } from "../../../ui/charts/chart-view.ts";
import { TimeChart } from "../../../ui/charts/TimeChart.tsx";
import { usePhone } from "../../../ui/layout/media.ts";
import { ChartPanel } from "../charts/ChartPanel.tsx";
import { chartState } from "../charts/chart-state.ts";
import { useEventMarks } from "../charts/event-marks.ts";
import { EventMarkList } from "../charts/EventMarkList.tsx";
import { type ChartAnswer, ticksOf, toolContent, type ToolStatistic } from "./chart-tool-content.ts";
import { keyOf, type SelectedSeries, rowsWithin } from "./chart-tool-view.ts";
import type { BinRange } from "../statistics/statistics-view.ts";
import { useWords, type Words } from "../words.ts";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import styles from "./ChartToolPlot.module.css";

const ChartToolZoom = lazy(async () => ({ default: (await import("./ChartToolZoom.tsx")).ChartToolZoom }));

const StatisticsTable = lazy(async () => ({
  default: (await import("./ChartToolStatistics.tsx")).ChartToolStatistics,
}));

const HEIGHT = { desktop: 460, phone: 300 };
const ROW_PX = 40;
const TICKS = { desktop: 8, phone: 4 };

interface Props {
  readonly uid: string;
  readonly title: string;
  readonly range: BinRange<ChartBin>;
  readonly overlay: string | null;
  readonly selection: readonly SelectedSeries[];
  readonly names: ReadonlyMap<string, string>;
  /** First and last instant shown; null: all. */
  readonly zoom: readonly [number, number] | null;
  readonly onZoom: (zoom: readonly [number, number] | null) => void;
}

const nothing: ChartAnswer = {
  timezone: "UTC",
  bin: "detail",
  step_s: null,
  thinned: false,
  shown: { from: "", to: "", starts: [], series: [] },
  overlay: null,
};

/** The chart of the selected series, its zoom, and the statistics of each. */
export function ChartToolPlot({ uid, title, range, overlay, selection, names, zoom, onZoom }: Props) {
  const words = useWords();
  const serverText = useServerText();
  const phone = usePhone();
  const chart = useChartView();
  const parameters = { project_uid: uid, ...range, series: selection.map(keyOf).join(",") };
  const query = useQuery({
    ...ask(chartTool, { query: overlay === null ? parameters : { ...parameters, overlay_date: overlay } }),
    placeholderData: keepPreviousData,
  });
  const answer = query.data ?? nothing;
  const rows = answer.shown.starts.length;
  const within = useMemo(() => rowsWithin(answer.shown.starts, zoom), [answer.shown.starts, zoom]);
  const plot = useMemo(
    () => toolContent(answer, { selection, names, zoom: within, title }, words),
    [answer, selection, names, within, title, words],
  );
  const axis = useMemo(() => axisOf(plot.starts, answer, words, phone), [plot.starts, answer, words, phone]);
  const state = chartState(query, isBlank(plot.content.series));
  const days = { from: range.from_date, to: range.to_date };
  const events = useEventMarks(uid, days, useInstants(axis));
  const onRange = useZoomByRange(answer.shown.starts, onZoom);
  return (
    <ChartPanel
      title={words.text("Chart")}
      query={query}
      tools={<ChartTools content={plot.content} view={chart} disabled={state !== "ready"} />}
    >
      {state === "failed" && query.error !== null && (
        <p className={styles.fault}>{serverText(query.error.message)}</p>
      )}
      <TimeChart
        content={plot.content}
        view={chart}
        state={state}
        height={phone ? HEIGHT.phone : HEIGHT.desktop}
        onRetry={() => void query.refetch()}
        rows={axis}
        left={plot.left}
        right={plot.right}
        now={null}
        marks={events.marks}
        onRange={onRange}
      />
      <EventMarkList of={events} uid={uid} days={days} timezone={answer.timezone} />
      {rows > 2 && (
        <div className={styles.zoom}>
          <Suspense>
            <ChartToolZoom answer={answer} within={within} onZoom={onZoom} />
          </Suspense>
        </div>
      )}
      <Step answer={answer} asked={range.bin} />
      <Statistics statistics={plot.statistics} />
    </ChartPanel>
  );
}

/** The statistics of each series, whose table's code comes after the page. */
function Statistics({ statistics }: { statistics: readonly ToolStatistic[] }) {
  if (statistics.length === 0) return null;
  return (
    <Suspense fallback={<Skeleton width="100%" height={ROW_PX * (1 + statistics.length)} />}>
      <StatisticsTable statistics={statistics} />
    </Suspense>
  );
}

/** How far apart the drawn values are, where that is not what was asked for. */
function Step({ answer, asked }: { answer: ChartAnswer; asked: ChartBin }) {
  const { text } = useWords();
  const minutes = (answer.step_s ?? 0) / 60;
  if (answer.thinned) return <p className={styles.hint}>{text("chartTool.thinned", { n: minutes * 2 })}</p>;
  if (minutes > 0) return <p className={styles.hint}>{text("chartTool.step", { n: minutes })}</p>;
  if (answer.bin === asked || answer.shown.starts.length === 0) return null;
  return (
    <p className={styles.hint}>{text("chartTool.coarser", { bin: text(`statistics.bin.${answer.bin}`) })}</p>
  );
}

/** Zooms in on the rows within what a mouse was drawn over, where they are at least two. */
function useZoomByRange(starts: readonly number[], onZoom: Props["onZoom"]) {
  const zoom = useRef(onZoom);
  useEffect(() => {
    zoom.current = onZoom;
  });
  return useCallback(
    (from: number, to: number) => {
      const within = rowsWithin(starts, [from, to]);
      if (within !== null) zoom.current([starts[within[0]] ?? from, starts[within[1]] ?? to]);
    },
    [starts],
  );
}

const asItIs = (atMs: number) => atMs;

/** The chart's own axis is of instants. */
function useInstants({ min, max }: { min: number; max: number }) {
  return useMemo(() => ({ first: min, last: max, placeOf: asItIs }), [min, max]);
}

function axisOf(starts: readonly number[], answer: ChartAnswer, words: Words, phone: boolean) {
  const { format } = words;
  const oneDay = (starts.at(-1) ?? 0) - (starts[0] ?? 0) < 90_000_000;
  const calendar = answer.bin === "1_days" || answer.bin === "1_months";
  const label = (at: number) => {
    const [day = "", clock = ""] = format.dateTime(at, answer.timezone).split(" ");
    return calendar ? day : oneDay ? clock : `${day} ${clock}`;
  };
  const min = starts[0] ?? 0;
  return {
    places: starts,
    min,
    max: Math.max(min + 1, starts.at(-1) ?? 1),
    ticks: ticksOf(starts, phone ? TICKS.phone : TICKS.desktop),
    label,
  };
}
