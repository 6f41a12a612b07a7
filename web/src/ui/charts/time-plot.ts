import uPlot from "uplot";

import { type Axis, axisLabels, axisLines, extent } from "./axis-rules.ts";
import { type ChartSeries, dots } from "./chart-content.ts";
import { faded, type Paints } from "./paint.ts";

/** A value axis with its unit, which stands above it. */
export interface ValueAxis {
  readonly unit: string;
  readonly axis: Axis;
}

/** The axis along the rows: positions in any rising unit, and the positions that get a label. */
export interface RowAxis {
  /** Where each row stands; as many as the content has rows, rising. */
  readonly places: readonly number[];
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
  readonly label: (place: number) => string;
}

/** What a time plot is made from. */
export interface TimePlot {
  readonly series: readonly ChartSeries[];
  readonly rows: RowAxis;
  readonly left: ValueAxis;
  readonly right?: ValueAxis;
  /** Where the present stands on the row axis: a dashed line, and a dot on the last value of each series. */
  readonly now: number | null;
}

/** What the page gives a plot: its colours and font, and how it writes numbers. */
export interface PlotLook extends Paints {
  readonly number: (value: number | null, digits: number) => string;
}

const LABEL_PX = 12;
const GAP_PX = 8;
const ratio = () => uPlot.pxRatio;

// Dashes are in CSS px here and in canvas px in uPlot.
const dashOf = (one: ChartSeries) =>
  one.dash === undefined ? [] : (one.dash === "dashed" ? [6, 4] : [0.5, 4.5]).map((part) => part * ratio());

// Hairlines are drawn several times faster than thicker lines, and hundreds of thick lines are one patch of colour.
const lineWidth = (one: ChartSeries, count: number) =>
  count > 40 ? 1 / ratio() : one.dash === "dotted" ? 2.4 : count > 12 ? 1.2 : count > 3 ? 1.6 : 2;

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

function seriesOptions(one: ChartSeries, plot: TimePlot, look: PlotLook): uPlot.Series {
  const color = look.paint(one.color);
  const range = extent([one.values]);
  const downwards = range !== null && range.high <= 0 && range.low < 0;
  const dotted = dots(one.values, plot.now !== null);
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  return {
    scale: one.axis ?? "left",
    stroke: color,
    width: lineWidth(one, plot.series.length),
    dash: dashOf(one),
    cap: one.dash === "dotted" ? "round" : "butt",
    spanGaps: false,
    ...(one.mark === "area" ? { fill: areaFill(color, downwards), fillTo: 0 } : {}),
    ...(one.step === true && stepped !== undefined ? { paths: stepped } : {}),
    points: {
      show: false,
      filter: () => (dotted.length === 0 ? null : dotted),
      size: plot.series.length > 12 ? 5 : 10,
      width: plot.series.length > 12 ? 1 : 2,
      fill: color,
      stroke: look.paint("--surface"),
    },
  };
}

function axisOptions(side: "left" | "right", value: ValueAxis, look: PlotLook): uPlot.Axis {
  const lines = axisLines(value.axis);
  const labels = axisLabels(value.axis, (line, digits) => look.number(line, digits));
  const font = `${LABEL_PX}px ${look.font}`;
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

/** Units above the axes, the zero line, and the present: what uPlot has no option for. */
function drawFrame(plot: TimePlot, look: PlotLook) {
  return (chart: uPlot) => {
    const { ctx, bbox } = chart;
    const px = ratio();
    ctx.save();
    ctx.font = `${LABEL_PX * px}px ${look.font}`;
    ctx.fillStyle = look.paint("--text-tertiary");
    ctx.textBaseline = "bottom";
    ctx.textAlign = "right";
    ctx.fillText(
      plot.left.unit,
      Math.max(bbox.left - GAP_PX * px, ctx.measureText(plot.left.unit).width),
      bbox.top - 12 * px,
    );
    ctx.textAlign = "left";
    if (plot.right !== undefined) {
      const room = ctx.canvas.width - ctx.measureText(plot.right.unit).width;
      ctx.fillText(plot.right.unit, Math.min(bbox.left + bbox.width + GAP_PX * px, room), bbox.top - 12 * px);
    }
    ctx.lineWidth = px;
    const zero = Math.round(chart.valToPos(0, "left", true)) + 0.5;
    ctx.strokeStyle = look.paint("--border-strong");
    ctx.beginPath();
    ctx.moveTo(bbox.left, zero);
    ctx.lineTo(bbox.left + bbox.width, zero);
    ctx.stroke();
    if (plot.now !== null) {
      const at = Math.round(chart.valToPos(plot.now, "x", true)) + 0.5;
      const text = plot.rows.label(plot.now);
      const half = ctx.measureText(text).width / 2;
      ctx.strokeStyle = look.paint("--border-control");
      ctx.setLineDash([4 * px, 3 * px]);
      ctx.beginPath();
      ctx.moveTo(at, bbox.top - 6 * px);
      ctx.lineTo(at, bbox.top + bbox.height);
      ctx.stroke();
      ctx.textAlign = "center";
      ctx.fillText(text, Math.min(Math.max(at, half), ctx.canvas.width - half), bbox.top - 9 * px);
    }
    ctx.restore();
  };
}

const ends = ({ min, max }: Axis): [number, number] => [min, max];

/** The options of uPlot for the plot; `onCursor` hears the row under the pointer and where, or null. */
export function timePlotOptions(
  plot: TimePlot,
  look: PlotLook,
  size: { readonly width: number; readonly height: number },
  onCursor: (chart: uPlot) => void,
): uPlot.Options {
  const { rows, left, right, series } = plot;
  const font = `${LABEL_PX}px ${look.font}`;
  return {
    ...size,
    pxAlign: 1,
    padding: [28, right === undefined ? 16 : 0, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { setScale: false, x: false, y: false },
      points: { show: series.length <= 12, size: 9, width: 2, stroke: () => look.paint("--surface") },
    },
    scales: {
      x: { time: false, range: [rows.min, rows.max] },
      left: { range: ends(left.axis) },
      ...(right === undefined ? {} : { right: { range: ends(right.axis) } }),
    },
    axes: [
      {
        font,
        stroke: look.paint("--text-tertiary"),
        gap: GAP_PX,
        size: 30,
        splits: () => [...rows.ticks],
        values: (_plot, splits) => splits.map((place) => rows.label(place)),
        ticks: { show: false },
        grid: { show: false },
      },
      axisOptions("left", left, look),
      ...(right === undefined ? [] : [axisOptions("right", right, look)]),
    ],
    series: [{}, ...series.map((one) => seriesOptions(one, plot, look))],
    hooks: { draw: [drawFrame(plot, look)], setCursor: [onCursor] },
  };
}
