import { BarChart, LineChart } from "echarts/charts";
import { AriaComponent, AxisPointerComponent, GridComponent } from "echarts/components";
import { type EChartsType, init, use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import { useLayoutEffect, useMemo, useRef, useState } from "react";

import { type BarPlot as Plot, barPlotOption } from "./bar-plot.ts";
import { ChartKeys, ChartTip, type CursorPlace } from "./ChartCursor.tsx";
import { type ChartContent, lastKnownRow, shown } from "./chart-content.ts";
import { useChartLanguage } from "./chart-language.ts";
import type { ChartView } from "./chart-view.ts";
import { usePaints, usePrefersStillness } from "./paint.ts";

// AriaComponent draws the hatches; its texts stay off, the plot has a name of its own.
use([BarChart, LineChart, GridComponent, AxisPointerComponent, AriaComponent, CanvasRenderer]);

interface Props {
  readonly content: ChartContent;
  readonly view: ChartView;
  readonly height: number;
  readonly plot: Omit<Plot, "series">;
}

/** The row that ECharts' pointer is on, from its event; null while it is on none. */
function rowOf(event: unknown): number | null {
  if (typeof event !== "object" || event === null || !("axesInfo" in event)) return null;
  const [first] = Array.isArray(event.axesInfo) ? (event.axesInfo as readonly { value?: unknown }[]) : [];
  return typeof first?.value === "number" ? first.value : null;
}

/** Makes the chart once in `host`, follows its size, and tells where the pointer is. */
function useBars(setCanvas: ChartView["setCanvas"], onCursor: (place: CursorPlace | null) => void) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const made = init(element, undefined, { renderer: "canvas" });
    let top = 0;
    chart.current = made;
    setWidth(element.clientWidth);
    made.getZr().on("mousemove", (event) => {
      top = event.offsetY;
    });
    made.on("updateAxisPointer", (event) => {
      const row = rowOf(event);
      onCursor(row === null ? null : { row, left: made.convertToPixel({ xAxisIndex: 0 }, row), top });
    });
    const observer = new ResizeObserver(() => {
      made.resize({ animation: { duration: 0 } });
      setWidth(element.clientWidth);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      setCanvas(null);
      chart.current = null;
      made.dispose();
    };
  }, [setCanvas, onCursor]);
  return { host, chart, width };
}

/** The drawn part of a bar chart, with its tip and its keyboard cursor. */
export function BarPlot({ content, view, height, plot }: Props) {
  const [place, setPlace] = useState<CursorPlace | null>(null);
  const { host, chart, width } = useBars(view.setCanvas, setPlace);
  const paints = usePaints();
  const { setCanvas } = view;
  const still = usePrefersStillness();
  const { number } = useChartLanguage();
  const series = useMemo(() => shown(content.series, view.hidden), [content.series, view.hidden]);
  useLayoutEffect(() => {
    const option = barPlotOption({ ...plot, series }, { ...paints, number }, width, still);
    chart.current?.setOption(option, { notMerge: true });
    setCanvas(host.current?.querySelector("canvas") ?? null);
  }, [plot, series, number, paints, still, width, host, chart, setCanvas]);
  const move = (row: number | null) => {
    const left = row === null ? -1 : (chart.current?.convertToPixel({ xAxisIndex: 0 }, row) ?? -1);
    chart.current?.dispatchAction({
      type: "updateAxisPointer",
      currTrigger: "mousemove",
      x: left,
      y: height / 2,
    });
    setPlace(row === null ? null : { row, left, top: height / 3 });
  };
  return (
    <>
      <div ref={host} role="img" aria-label={content.summary} className="chart-plot" style={{ height }} />
      <ChartKeys
        content={content}
        series={series}
        row={place?.row ?? null}
        start={lastKnownRow(series) ?? 0}
        onMove={move}
      />
      {place !== null && (
        <ChartTip content={content} series={series} place={place} width={width} height={height} />
      )}
    </>
  );
}
