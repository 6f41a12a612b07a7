import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

import { drawInTurn } from "../feedback/draw-in-turn.ts";
import { barDrawing, type BarPlotContent } from "./bar-plot.ts";
import { ChartKeys, ChartTip, type CursorPlace } from "./ChartCursor.tsx";
import { type ChartContent, type ChartSeries, lastKnownRow, visibleSeries } from "./chart-content.ts";
import { useChartLanguage } from "./chart-language.ts";
import type { ChartView } from "./chart-view.ts";
import { usePaints } from "./paint.ts";
import { lanesDrawing, type LanesPlotContent } from "./lanes/lanes-plot.ts";
import type { Drawing, PlotLook } from "./plot-frame.ts";
import { timeDrawing, type TimePlotContent } from "./time-plot.ts";
import styles from "./charts.module.css";

interface Shown {
  readonly content: ChartContent;
  readonly view: ChartView;
  readonly height: number;
  /** Opens the row at the keyboard's cursor. */
  readonly onOpen?: ((row: number) => void) | undefined;
}

interface Props extends Shown {
  /** The same function as long as it draws the same. */
  readonly draw: (series: readonly ChartSeries[], look: PlotLook) => Drawing;
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
function usePlot({ content, view, height, draw }: Props, onCursor: (place: CursorPlace | null) => void) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const paints = usePaints();
  const [width, setWidth] = useState(0);
  const { setCanvas } = view;
  const { number } = useChartLanguage();
  const series = useMemo(() => visibleSeries(content.series, view.hidden), [content.series, view.hidden]);
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const make = () => {
      const { options, columns } = draw(series, { ...paints, number });
      const setCursor = [...(options.hooks?.setCursor ?? []), (moved: uPlot) => onCursor(placeOf(moved))];
      const before = chart.current?.cursor.left ?? -1;
      const drawn = new uPlot(
        { ...options, ...sizeOf(element, height), hooks: { ...options.hooks, setCursor } },
        columns,
        element,
      );
      drawn.over.dataset["chartOver"] = "";
      if (before >= 0) drawn.setCursor({ left: before, top: drawn.over.clientHeight / 3 });
      chart.current = drawn;
      setCanvas(drawn.ctx.canvas);
    };
    // The first waits its turn: a page of ten plots is not one long task. What follows it replaces a picture at once.
    const giveUp = chart.current === null ? drawInTurn(make) : undefined;
    if (giveUp === undefined) make();
    return () => {
      giveUp?.();
      setCanvas(null);
      chart.current?.destroy();
    };
  }, [draw, series, height, number, paints, setCanvas, onCursor]);
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      setWidth(element.clientWidth);
      const size = sizeOf(element, height);
      // An observer speaks once when it starts; uPlot draws anew even for the size that it has.
      if (chart.current?.width !== size.width) chart.current?.setSize(size);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [height]);
  return { host, chart, series, width };
}

/** The drawn part of a chart, with its tip and its keyboard cursor. */
function Plot(props: Props) {
  const [place, setPlace] = useState<CursorPlace | null>(null);
  const { host, chart, series, width } = usePlot(props, setPlace);
  const { content, height } = props;
  return (
    <>
      <div ref={host} role="img" aria-label={content.summary} className={styles.plot} data-chart-plot="" />
      <ChartKeys
        content={content}
        series={series}
        row={place?.row ?? null}
        start={lastKnownRow(series) ?? 0}
        onOpen={props.onOpen}
        onMove={(row) => chart.current !== null && moveCursor(chart.current, row)}
      />
      {place !== null && (
        <ChartTip content={content} series={series} place={place} width={width} height={height} />
      )}
    </>
  );
}

/** The drawn part of a time chart. */
export function TimePlot({ plot, ...shownIn }: Shown & { readonly plot: TimePlotContent }) {
  const draw = useCallback<Props["draw"]>((series, look) => timeDrawing(plot, series, look), [plot]);
  return <Plot {...shownIn} draw={draw} />;
}

/** The drawn part of a bar chart. */
export function BarPlot({ plot, ...shownIn }: Shown & { readonly plot: BarPlotContent }) {
  const draw = useCallback<Props["draw"]>((series, look) => barDrawing(plot, series, look), [plot]);
  return <Plot {...shownIn} draw={draw} />;
}

/** The drawn part of a chart of lanes. */
export function LanesPlot({ plot, ...shownIn }: Shown & { readonly plot: LanesPlotContent }) {
  const draw = useCallback<Props["draw"]>((series, look) => lanesDrawing(plot, series, look), [plot]);
  return <Plot {...shownIn} draw={draw} />;
}
