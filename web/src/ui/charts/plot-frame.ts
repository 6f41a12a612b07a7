// What every plot has, whatever stands in it: value axes with their units, the zero line, and lines.
import uPlot from "uplot";

import { type Axis, axisLabels, axisLines, extent } from "./axis-rules.ts";
import type { ChartSeries } from "./chart-content.ts";
import { faded, type Paints } from "./paint.ts";

/** A value axis with its unit, which stands above it. */
export interface ValueAxis {
  readonly unit: string;
  readonly axis: Axis;
}

/** The value axes of a plot. */
export interface ValueAxes {
  readonly left: ValueAxis;
  readonly right?: ValueAxis;
}

/** What the page gives a plot: its colours and font, and how it writes numbers. */
export interface PlotLook extends Paints {
  readonly number: (value: number | null, digits: number) => string;
}

/** What is drawn: uPlot's options but for the size, and its columns. */
export interface Drawing {
  readonly options: Omit<uPlot.Options, "width" | "height">;
  readonly columns: uPlot.AlignedData;
}

const LABEL_PX = 12;
const GAP_PX = 8;
/** Height of the axis along the rows. */
export const ROW_AXIS_PX = 30;

/** Canvas px in a CSS px. */
export const ratio = (): number => uPlot.pxRatio;

/** The font of the labels, in CSS px. */
export const labelFont = (look: PlotLook): string => `${LABEL_PX}px ${look.font}`;

/** uPlot's columns; mutable by type only, it does not write to them. */
export const columnsOf = (places: readonly number[], series: readonly ChartSeries[]): uPlot.AlignedData =>
  [places, ...series.map((one) => one.values)] as uPlot.AlignedData;

// Dashes are in CSS px here and in canvas px in uPlot.
const dashOf = (one: ChartSeries) =>
  one.dash === undefined ? [] : (one.dash === "dashed" ? [6, 4] : [0.5, 4.5]).map((part) => part * ratio());

/** A line of the series' colour and dashes, `width` CSS px wide; its ranges are the axes' and never the values'. */
export function lineOptions(one: ChartSeries, look: PlotLook, width: number): uPlot.Series {
  return {
    scale: one.axis ?? "left",
    auto: false,
    stroke: look.paint(one.color),
    width: one.dash === "dotted" ? Math.max(width, 2.4) : width,
    dash: dashOf(one),
    cap: one.dash === "dotted" ? "round" : "butt",
    spanGaps: false,
  };
}

/** The fill below a line: strong at the far end of the axis, nearly nothing at zero. */
function areaFill(color: string, downwards: boolean) {
  return (plot: uPlot, index: number) => {
    const zero = plot.valToPos(0, plot.series[index]?.scale ?? "left", true);
    const end = downwards ? plot.bbox.top + plot.bbox.height : plot.bbox.top;
    if (!Number.isFinite(zero) || Math.abs(zero - end) < 1) return faded(color, 0.2);
    const gradient = plot.ctx.createLinearGradient(0, end, 0, zero);
    gradient.addColorStop(0, faded(color, 0.42));
    gradient.addColorStop(1, faded(color, 0.05));
    return gradient;
  };
}

/** What makes a line an area: filled down, or up, to zero. */
export function areaOptions(one: ChartSeries, color: string): Partial<uPlot.Series> {
  const range = extent([one.values]);
  const downwards = range !== null && range.high <= 0 && range.low < 0;
  return { fill: areaFill(color, downwards), fillTo: 0 };
}

/** The dots of a line at the rows `at`, `size` CSS px wide with their edge. */
export function dotOptions(
  at: readonly number[],
  color: string,
  look: PlotLook,
  size: number,
): uPlot.Series.Points {
  return {
    show: false,
    filter: () => (at.length === 0 ? null : [...at]),
    size,
    width: size > 5 ? 2 : 1,
    fill: color,
    stroke: look.paint("--surface"),
  };
}

function axisOptions(side: "left" | "right", value: ValueAxis, look: PlotLook): uPlot.Axis {
  const lines = axisLines(value.axis);
  const labels = axisLabels(value.axis, (line, digits) => look.number(line, digits));
  const font = labelFont(look);
  return {
    scale: side,
    // uPlot's sides are a const enum, which has no values at run time; 1 is right. Left is the default.
    // oxlint-disable-next-line typescript/no-unsafe-enum-assignment
    ...(side === "right" ? { side: 1 } : {}),
    font,
    stroke: look.paint("--text-tertiary"),
    gap: GAP_PX,
    splits: () => lines,
    values: () => labels,
    // The plot's context has another font set when the size is asked for.
    size: (plot, values) => {
      if (values === null) return 40;
      plot.ctx.save();
      plot.ctx.font = font;
      const width = Math.max(0, ...values.map((text) => plot.ctx.measureText(text).width));
      plot.ctx.restore();
      return Math.max(32, width + GAP_PX + 4);
    },
    ticks: { show: false },
    grid: side === "left" ? { stroke: look.paint("--border"), width: 1 } : { show: false },
  };
}

const ends = ({ min, max }: Axis): [number, number] => [min, max];

/** The axis along the rows, with labels at the places that `splits` gives. */
interface RowScale {
  readonly min: number;
  readonly max: number;
  readonly splits: (plot: uPlot) => number[];
  readonly label: (place: number) => string;
  /** Room under the labels, px; 0 where nothing stands there. */
  readonly below?: number;
}

/** Options of a plot with these axes, a cursor that follows the pointer, and no series yet. */
export function frameOptions(rows: RowScale, { left, right }: ValueAxes, look: PlotLook) {
  return {
    pxAlign: 1,
    padding: [28, right === undefined ? 16 : 0, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { setScale: false, x: false, y: false },
      points: { size: 9, width: 2, stroke: () => look.paint("--surface") },
    },
    scales: {
      x: { time: false, range: [rows.min, rows.max] },
      left: { range: ends(left.axis) },
      ...(right === undefined ? {} : { right: { range: ends(right.axis) } }),
    },
    axes: [
      {
        font: labelFont(look),
        stroke: look.paint("--text-tertiary"),
        gap: GAP_PX,
        size: ROW_AXIS_PX + (rows.below ?? 0),
        splits: rows.splits,
        values: (_plot, splits) => splits.map((place) => rows.label(place)),
        ticks: { show: false },
        grid: { show: false },
      },
      axisOptions("left", left, look),
      ...(right === undefined ? [] : [axisOptions("right", right, look)]),
    ],
  } satisfies Partial<uPlot.Options>;
}

/** Draws the units above the axes and the zero line, for which uPlot has no option. */
export function drawFrame(chart: uPlot, { left, right }: ValueAxes, look: PlotLook): void {
  const { ctx, bbox } = chart;
  const px = ratio();
  ctx.save();
  labelPen(ctx, look);
  ctx.textAlign = "right";
  const room = Math.max(bbox.left - GAP_PX * px, ctx.measureText(left.unit).width);
  ctx.fillText(left.unit, room, bbox.top - 12 * px);
  if (right !== undefined) {
    ctx.textAlign = "left";
    const end = ctx.canvas.width - ctx.measureText(right.unit).width;
    ctx.fillText(right.unit, Math.min(bbox.left + bbox.width + GAP_PX * px, end), bbox.top - 12 * px);
  }
  ctx.lineWidth = px;
  const zero = Math.round(chart.valToPos(0, "left", true)) + 0.5;
  ctx.strokeStyle = look.paint("--border-strong");
  ctx.beginPath();
  ctx.moveTo(bbox.left, zero);
  ctx.lineTo(bbox.left + bbox.width, zero);
  ctx.stroke();
  ctx.restore();
}

/** Sets the canvas to write labels that stand on their place. */
export function labelPen(ctx: CanvasRenderingContext2D, look: PlotLook): void {
  ctx.font = `${LABEL_PX * ratio()}px ${look.font}`;
  ctx.fillStyle = look.paint("--text-tertiary");
  ctx.textBaseline = "bottom";
}
