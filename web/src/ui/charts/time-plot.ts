import uPlot from "uplot";

import { type ChartSeries, dots } from "./chart-content.ts";
import {
  areaOptions,
  columnsOf,
  dotOptions,
  drawFrame,
  type Drawing,
  frameOptions,
  labelPen,
  lineOptions,
  type PlotLook,
  ratio,
  type ValueAxes,
} from "./plot-frame.ts";

/** The axis along the rows: positions in any rising unit, and the positions that get a label. */
export interface RowAxis {
  /** Where each row stands; as many as the content has rows, rising. */
  readonly places: readonly number[];
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
  readonly label: (place: number) => string;
}

/** What a time plot is made from, beside its series. */
export interface TimePlotContent extends ValueAxes {
  readonly rows: RowAxis;
  /** Where the present stands on the row axis: a dashed line, and a dot on the last value of each series. */
  readonly now: number | null;
  /** Other instants that are named above a dashed line. */
  readonly marks?: readonly { readonly place: number; readonly label: string }[];
  /** Hears the first and last place that a pointer was drawn over; without it nothing can be drawn over. */
  readonly onRange?: (from: number, to: number) => void;
}

// Hairlines are drawn several times faster than thicker lines, and hundreds of thick lines are one patch of colour.
const lineWidth = (count: number) => (count > 40 ? 1 / ratio() : count > 12 ? 1.2 : count > 3 ? 1.6 : 2);

function seriesOptions(one: ChartSeries, plot: TimePlotContent, look: PlotLook, count: number): uPlot.Series {
  const color = look.paint(one.color);
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  return {
    ...lineOptions(one, look, lineWidth(count)),
    ...(one.mark === "area" ? areaOptions(one, color) : {}),
    ...(one.step === true && stepped !== undefined ? { paths: stepped } : {}),
    points: dotOptions(dots(one.values, plot.now !== null), color, look, count > 12 ? 5 : 10),
  };
}

/** The present, or another instant: a dashed line with its name above it. */
function drawNow(chart: uPlot, now: number, label: string, look: PlotLook) {
  const { ctx, bbox } = chart;
  const px = ratio();
  ctx.save();
  labelPen(ctx, look);
  const at = Math.round(chart.valToPos(now, "x", true)) + 0.5;
  const half = ctx.measureText(label).width / 2;
  ctx.lineWidth = px;
  ctx.strokeStyle = look.paint("--border-control");
  ctx.setLineDash([4 * px, 3 * px]);
  ctx.beginPath();
  ctx.moveTo(at, bbox.top - 6 * px);
  ctx.lineTo(at, bbox.top + bbox.height);
  ctx.stroke();
  ctx.textAlign = "center";
  ctx.fillText(label, Math.min(Math.max(at, half), ctx.canvas.width - half), bbox.top - 9 * px);
  ctx.restore();
}

/** Fewer px than this are a click with an unsteady hand. */
const LEAST_DRAG_PX = 6;

/** Tells which places were drawn over, and takes the mark away. */
function hearRange(chart: uPlot, onRange: (from: number, to: number) => void) {
  const { left, width } = chart.select;
  if (width < LEAST_DRAG_PX) return;
  onRange(chart.posToVal(left, "x"), chart.posToVal(left + width, "x"));
  chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
}

/** How the plot is drawn with these series. */
export function timeDrawing(plot: TimePlotContent, series: readonly ChartSeries[], look: PlotLook): Drawing {
  const { rows, now, marks = [], onRange } = plot;
  const scale = { min: rows.min, max: rows.max, splits: () => [...rows.ticks], label: rows.label };
  const frame = frameOptions(scale, plot, look);
  const draw = (chart: uPlot) => {
    drawFrame(chart, plot, look);
    if (now !== null) drawNow(chart, now, rows.label(now), look);
    for (const { place, label } of marks) drawNow(chart, place, label, look);
  };
  return {
    options: {
      ...frame,
      cursor: {
        ...frame.cursor,
        ...(onRange === undefined ? {} : { drag: { setScale: false, x: true, y: false } }),
        points: { ...frame.cursor.points, show: series.length <= 12 },
      },
      series: [{}, ...series.map((one) => seriesOptions(one, plot, look, series.length))],
      hooks: {
        draw: [draw],
        ...(onRange === undefined ? {} : { setSelect: [(chart: uPlot) => hearRange(chart, onRange)] }),
      },
    },
    columns: columnsOf(rows.places, series),
  };
}
