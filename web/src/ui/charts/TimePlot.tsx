import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

import { ChartKeys, ChartTip, type CursorPlace } from "./ChartCursor.tsx";
import { type ChartContent, lastKnownRow, shown } from "./chart-content.ts";
import { useChartLanguage } from "./chart-language.ts";
import type { ChartView } from "./chart-view.ts";
import { paintOf, usePageLook } from "./paint.ts";
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

/** Draws the plot into `host` anew whenever what it shows changes, and keeps the cursor where it was. */
function useTimePlot({ content, view, height, plot }: Props, onCursor: (place: CursorPlace | null) => void) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const look = usePageLook();
  const { number } = useChartLanguage();
  const series = useMemo(() => shown(content.series, view.hidden), [content.series, view.hidden]);
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const page = {
      paint: (property: string) => paintOf(element, property),
      font: paintOf(element, "--font"),
      number,
    };
    const size = { width: Math.max(120, element.clientWidth), height };
    const options = timePlotOptions({ ...plot, series }, page, size, (drawn) => onCursor(placeOf(drawn)));
    // uPlot's columns are mutable by type only; it does not write to them.
    const columns = [plot.rows.places, ...series.map((one) => one.values)] as uPlot.AlignedData;
    const before = chart.current?.cursor;
    const drawn = new uPlot(options, columns, element);
    if (before?.left !== undefined && before.left >= 0)
      drawn.setCursor({ left: before.left, top: before.top ?? 0 });
    chart.current = drawn;
    view.plot.current = drawn.ctx.canvas;
    return () => {
      view.plot.current = null;
      drawn.destroy();
    };
    // `look` is not read: it stands for the paints and the font, which are read from the style sheet.
  }, [plot, series, height, number, look, view.plot, onCursor]);
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      chart.current?.setSize({ width: Math.max(120, element.clientWidth), height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [height]);
  return { host, chart, series };
}

/** The drawn part of a time chart, with its tip and its keyboard cursor. */
export function TimePlot(props: Props) {
  const [place, setPlace] = useState<CursorPlace | null>(null);
  const { host, chart, series } = useTimePlot(props, setPlace);
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
        <ChartTip
          content={content}
          series={series}
          place={place}
          width={host.current?.clientWidth ?? 0}
          height={height}
        />
      )}
    </>
  );
}
