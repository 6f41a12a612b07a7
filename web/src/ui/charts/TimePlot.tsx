import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

import { ChartKeys, ChartTip, type CursorPlace } from "./ChartCursor.tsx";
import { type ChartContent, lastKnownRow, shown } from "./chart-content.ts";
import { useChartLanguage } from "./chart-language.ts";
import type { ChartView } from "./chart-view.ts";
import { usePaints } from "./paint.ts";
import { type TimePlot as Plot, timePlotOptions } from "./time-plot.ts";

interface Props {
  readonly content: ChartContent;
  readonly view: ChartView;
  readonly height: number;
  readonly plot: Omit<Plot, "series">;
}

/** Where the chart's cursor stands; null while it is off the plot. */
function placeOf(chart: uPlot): CursorPlace | null {
  const { idx, left = -1, top = 0 } = chart.cursor;
  if (idx === null || idx === undefined || left < 0) return null;
  const place = chart.data[0]?.[idx];
  if (place === undefined) return null;
  return {
    row: idx,
    left: chart.valToPos(place, "x") + chart.over.offsetLeft,
    top: top + chart.over.offsetTop,
  };
}

/** Puts the chart's cursor on the row, or takes it away. */
function moveCursor(chart: uPlot, row: number | null) {
  const place = row === null ? undefined : chart.data[0]?.[row];
  const height = chart.over.clientHeight;
  chart.setCursor(
    place === undefined ? { left: -10, top: -10 } : { left: chart.valToPos(place, "x"), top: height / 3 },
  );
}

const sizeOf = (element: Element, height: number) => ({ width: Math.max(120, element.clientWidth), height });

/** Draws the plot into `host` anew whenever what it shows changes, and keeps the cursor where it was. */
function useTimePlot({ content, view, height, plot }: Props, onCursor: (place: CursorPlace | null) => void) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const paints = usePaints();
  const [width, setWidth] = useState(0);
  const { setCanvas } = view;
  const { number } = useChartLanguage();
  const series = useMemo(() => shown(content.series, view.hidden), [content.series, view.hidden]);
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const options = timePlotOptions(
      { ...plot, series },
      { ...paints, number },
      sizeOf(element, height),
      (drawn) => onCursor(placeOf(drawn)),
    );
    // uPlot's columns are mutable by type only; it does not write to them.
    const columns = [plot.rows.places, ...series.map((one) => one.values)] as uPlot.AlignedData;
    const before = chart.current?.cursor.left ?? -1;
    const drawn = new uPlot(options, columns, element);
    if (before >= 0) drawn.setCursor({ left: before, top: drawn.over.clientHeight / 3 });
    chart.current = drawn;
    setCanvas(drawn.ctx.canvas);
    return () => {
      setCanvas(null);
      drawn.destroy();
    };
  }, [plot, series, height, number, paints, setCanvas, onCursor]);
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      setWidth(element.clientWidth);
      chart.current?.setSize(sizeOf(element, height));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [height]);
  return { host, chart, series, width };
}

/** The drawn part of a time chart, with its tip and its keyboard cursor. */
export function TimePlot(props: Props) {
  const [place, setPlace] = useState<CursorPlace | null>(null);
  const { host, chart, series, width } = useTimePlot(props, setPlace);
  const { content, height } = props;
  return (
    <>
      <div ref={host} role="img" aria-label={content.summary} className="chart-plot" />
      <ChartKeys
        content={content}
        series={series}
        row={place?.row ?? null}
        start={lastKnownRow(series) ?? 0}
        onMove={(row) => chart.current !== null && moveCursor(chart.current, row)}
      />
      {place !== null && (
        <ChartTip content={content} series={series} place={place} width={width} height={height} />
      )}
    </>
  );
}
