import type uPlot from "uplot";

import { isBars, labelEvery } from "./bar-layout.ts";
import { type ChartSeries, dots } from "./chart-content.ts";
import { drawBars, drawHatching } from "./draw-bars.ts";
import { widest } from "./paint.ts";
import {
  areaOptions,
  columnsOf,
  dotOptions,
  drawFrame,
  type Drawing,
  frameOptions,
  labelFont,
  lineOptions,
  type PlotLook,
  ratio,
  ROW_AXIS_PX,
  type ValueAxes,
} from "./plot-frame.ts";
import styles from "./charts.module.css";

/** What a bar plot is made from, beside its series. */
export interface BarPlotContent extends ValueAxes {
  /** Short label of each row under the axis. */
  readonly labels: readonly string[];
  /** Under the labels a mark for each row, and a number where there is something to say of it. */
  readonly strip?: readonly RowMark[] | undefined;
}

/** What stands under a row: a letter, whether it is the usual one, and a number, or none. */
export interface RowMark {
  readonly mark: string;
  readonly usual: boolean;
  readonly more: string | null;
}

/** Air between two labels under the axis, in CSS px. */
const LABEL_AIR_PX = 12;

/** Height of the strip under the labels, and of a line of it. */
const STRIP_PX = 28;
const STRIP_LINE_PX = 13;
/** Rows that are narrower show the marks that are not the usual one alone, and no numbers. */
const STRIP_ROW_PX = 20;

/** Draws what stands under each row. */
function drawStrip(chart: uPlot, strip: readonly RowMark[], look: PlotLook): void {
  const { ctx, bbox } = chart;
  const px = ratio();
  const each = bbox.width / px / Math.max(1, strip.length);
  const top = bbox.top + bbox.height + (ROW_AXIS_PX - 4) * px;
  ctx.save();
  ctx.textAlign = "center";
  ctx.textBaseline = "top";
  ctx.font = `${10 * px}px ${look.font}`;
  strip.forEach(({ mark, usual, more }, row) => {
    if (usual && each < STRIP_ROW_PX) return;
    const x = chart.valToPos(row, "x", true);
    ctx.fillStyle = look.paint(usual ? "--text-tertiary" : "--text-secondary");
    ctx.fillText(mark, x, top);
    if (more !== null && each >= STRIP_ROW_PX) ctx.fillText(more, x, top + STRIP_LINE_PX * px);
  });
  ctx.restore();
}

/** Stairs: a value is as wide as its row, and neighbours are joined where they meet; filled down to zero as an area. */
const stairs: uPlot.Series.PathBuilder = (chart, index, first, last) => {
  const [stroke, fill] = [new Path2D(), new Path2D()];
  const { scale = "left" } = chart.series[index] ?? {};
  const values = chart.data[index] ?? [];
  const zero = Math.round(chart.valToPos(0, scale, true));
  let joined = false;
  for (let row = first; row <= last; row += 1) {
    const value = values[row] ?? null;
    if (value !== null) {
      const height = Math.round(chart.valToPos(value, scale, true));
      const left = chart.valToPos(row - 0.5, "x", true);
      const right = chart.valToPos(row + 0.5, "x", true);
      if (joined) stroke.lineTo(left, height);
      else stroke.moveTo(left, height);
      stroke.lineTo(right, height);
      fill.rect(left, zero, right - left, height - zero);
    }
    joined = value !== null;
  }
  return { stroke, fill };
};

function overBars(one: ChartSeries, look: PlotLook): uPlot.Series {
  const stepped = one.step === true;
  return {
    ...lineOptions(one, look, 1.8),
    ...(one.mark === "area" ? areaOptions(one, look.paint(one.color)) : {}),
    ...(stepped ? { paths: stairs } : {}),
    points: dotOptions(stepped ? [] : dots(one.values, false), look.paint(one.color), look, 7),
  };
}

/** The band behind the row under the cursor. */
function followRow() {
  const band = document.createElement("div");
  band.className = styles.band ?? "";
  band.hidden = true;
  return {
    ready: (chart: uPlot) => chart.under.append(band),
    setCursor: (chart: uPlot) => {
      const { idx, left = -1 } = chart.cursor;
      band.hidden = left < 0 || idx === null || idx === undefined;
      if (band.hidden || idx === null || idx === undefined) return;
      const start = chart.valToPos(idx - 0.5, "x");
      band.style.left = `${start}px`;
      band.style.width = `${chart.valToPos(idx + 0.5, "x") - start}px`;
    },
  };
}

/** How the plot is drawn with these series: bars in the order of the series, and lines over them. */
export function barDrawing(plot: BarPlotContent, series: readonly ChartSeries[], look: PlotLook): Drawing {
  const { labels } = plot;
  const lines = series.filter((one) => !isBars(one));
  const each = widest(labels, labelFont(look)) + LABEL_AIR_PX;
  const splits = (chart: uPlot) => {
    const every = labelEvery(labels.length, each, chart.bbox.width / ratio());
    return [...labels.keys()].filter((row) => row % every === 0);
  };
  const below = plot.strip === undefined ? 0 : STRIP_PX;
  const rows = {
    min: -0.5,
    max: labels.length - 0.5,
    splits,
    label: (row: number) => labels[row] ?? "",
    below,
  };
  const frame = frameOptions(rows, plot, look);
  const { ready, setCursor } = followRow();
  return {
    options: {
      ...frame,
      cursor: { ...frame.cursor, x: false },
      series: [{}, ...lines.map((one) => overBars(one, look))],
      hooks: {
        ready: [ready],
        setCursor: [setCursor],
        drawSeries: [(chart, index) => drawHatching(chart, lines[index - 1], look)],
        drawAxes: [
          (chart) => {
            drawBars(chart, series, look);
            drawFrame(chart, plot, look);
            drawStrip(chart, plot.strip ?? [], look);
          },
        ],
      },
    },
    columns: columnsOf([...labels.keys()], lines),
  };
}
