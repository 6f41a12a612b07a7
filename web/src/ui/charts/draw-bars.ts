import type uPlot from "uplot";

import { type Bar, barsOf, columnPlaces, isBars } from "./bar-layout.ts";
import type { ChartSeries } from "./chart-content.ts";
import { faded } from "./paint.ts";
import { type PlotLook, ratio } from "./plot-frame.ts";

const CORNER_PX = 3;

/** A bar on the canvas, in canvas px. */
interface Box {
  readonly bar: Bar;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Stripes over a bar whose value is not fully measured. */
function stripes(ctx: CanvasRenderingContext2D, color: string): CanvasPattern | null {
  const px = ratio();
  const tile = document.createElement("canvas");
  const size = Math.round(6 * px);
  tile.width = size;
  tile.height = size;
  const pen = tile.getContext("2d");
  if (pen === null) return null;
  pen.fillStyle = color;
  pen.fillRect(0, 0, size, Math.round(2 * px));
  const pattern = ctx.createPattern(tile, "repeat");
  pattern?.setTransform(new DOMMatrix().rotate(-45));
  return pattern;
}

/** Where the bars of one series stand: whole px where they are wide enough for it to be seen. */
function boxesOf(chart: uPlot, one: ChartSeries, bars: readonly Bar[], columns: number): Box[] {
  const rowWidth = chart.valToPos(1, "x", true) - chart.valToPos(0, "x", true);
  const places = columnPlaces(columns, rowWidth, ratio());
  const snap = places.width < 4 ? (px: number) => px : Math.round;
  const width = Math.max(1, snap(places.width));
  const scale = one.axis ?? "left";
  return bars.map((bar) => {
    const middle = chart.valToPos(bar.row, "x", true);
    const from = Math.round(chart.valToPos(bar.from, scale, true));
    const to = Math.round(chart.valToPos(bar.to, scale, true));
    const left = snap(middle + (places.lefts[bar.column] ?? 0));
    return { bar, left, top: Math.min(from, to), width, height: Math.abs(from - to) };
  });
}

/** The shape of a bar, round at its far end unless another may stand on it; `inset` leaves room for half an edge. */
function shapeOf(box: Box, stacked: boolean, inset: number): Path2D {
  const path = new Path2D();
  const height = Math.max(0, box.height - inset);
  const corner = stacked ? 0 : Math.min(CORNER_PX * ratio(), box.width / 2, height);
  const down = box.bar.to < box.bar.from;
  const corners = down ? [0, 0, corner, corner] : [corner, corner, 0, 0];
  path.roundRect(box.left + inset, box.top + inset, Math.max(0, box.width - 2 * inset), height, corners);
  return path;
}

function drawSeries(ctx: CanvasRenderingContext2D, one: ChartSeries, boxes: readonly Box[], look: PlotLook) {
  const outlined = one.mark === "outlined-bar";
  const edge = look.paint(one.edge ?? one.color);
  const over = faded(outlined && one.edge !== undefined ? edge : look.paint("--surface"), 0.75);
  const hatch = one.hatched?.includes(true) === true ? stripes(ctx, over) : null;
  ctx.strokeStyle = edge;
  ctx.lineWidth = ratio();
  for (const box of boxes) {
    const { row } = box.bar;
    const shape = shapeOf(box, one.stack !== undefined, outlined ? ratio() / 2 : 0);
    ctx.fillStyle = look.paint(one.colors?.[row] ?? one.color);
    ctx.fill(shape);
    if (hatch !== null && one.hatched?.[row] === true) {
      ctx.fillStyle = hatch;
      ctx.fill(shape);
    }
    if (outlined && box.height > 0) ctx.stroke(shape);
  }
}

/** What stands above the bars: an asterisk where something must be said, and what is written there. */
function drawTops(ctx: CanvasRenderingContext2D, one: ChartSeries, boxes: readonly Box[], look: PlotLook) {
  const px = ratio();
  ctx.textAlign = "center";
  ctx.textBaseline = "bottom";
  ctx.fillStyle = look.paint("--text-secondary");
  for (const { bar, left, top, width } of boxes) {
    const middle = left + width / 2;
    const text = one.tops?.[bar.row] ?? null;
    if (text !== null) {
      ctx.font = `${11 * px}px ${look.font}`;
      ctx.fillText(text, middle, top - 3 * px);
    } else if (one.starred?.[bar.row] === true) {
      ctx.font = `${15 * px}px ${look.font}`;
      ctx.fillText("*", middle, top + 2 * px);
    }
  }
}

/** Stripes over the parts of an area whose values are not fully measured; nothing where the series is none. */
export function drawHatching(chart: uPlot, one: ChartSeries | undefined, look: PlotLook): void {
  if (one === undefined || one.mark !== "area" || one.hatched?.includes(true) !== true) return;
  const { ctx } = chart;
  const hatch = stripes(ctx, faded(look.paint("--surface"), 0.75));
  if (hatch === null) return;
  const scale = one.axis ?? "left";
  const zero = chart.valToPos(0, scale, true);
  ctx.save();
  ctx.fillStyle = hatch;
  for (const [row, value] of one.values.entries()) {
    if (value === null || one.hatched[row] !== true) continue;
    const left = chart.valToPos(row - 0.5, "x", true);
    const width = chart.valToPos(row + 0.5, "x", true) - left;
    ctx.fillRect(left, zero, width, chart.valToPos(value, scale, true) - zero);
  }
  ctx.restore();
}

/** Draws the bars of the series into the chart's plot, and what stands above them. */
export function drawBars(chart: uPlot, series: readonly ChartSeries[], look: PlotLook): void {
  const { ctx, bbox } = chart;
  const shown = series.filter(isBars);
  const { bars, columns } = barsOf(shown);
  const boxes = shown.map((one, index) => boxesOf(chart, one, bars[index] ?? [], columns));
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.save();
  ctx.clip();
  for (const [index, one] of shown.entries()) drawSeries(ctx, one, boxes[index] ?? [], look);
  ctx.restore();
  for (const [index, one] of shown.entries()) drawTops(ctx, one, boxes[index] ?? [], look);
  ctx.restore();
}
