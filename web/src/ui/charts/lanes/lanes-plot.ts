import type uPlot from "uplot";

import { axisLabels, axisLines, type Axis } from "../axis-rules.ts";
import type { ChartSeries } from "../chart-content.ts";
import { columnsOf, type Drawing, labelPen, type PlotLook, ratio } from "../plot-frame.ts";
import { laneRange } from "./lane-range.ts";
import styles from "../charts.module.css";

/** A lane: its axis from 0 on, its name, and a line across it. */
export interface ChartLane {
  /** Of its series. */
  readonly key: string;
  readonly name: string;
  readonly axis: Axis;
  /** A value that is marked by a dashed line with its name at the end; null: none. */
  readonly limit: { readonly value: number; readonly label: string } | null;
}

/** What lanes are made from, beside their series: one for each lane, in the same order, as bars by row. */
export interface LanesPlotContent {
  readonly lanes: readonly ChartLane[];
  /** How many rows there are. */
  readonly rows: number;
  /** The row that is chosen; null: none. */
  readonly chosen: number | null;
  /** Hears the row that was pressed. */
  readonly onOpen: (row: number) => void;
}

/** CSS px left of the first row and right of the last, so that what stands above can be put on the same axis. */
const LANES_SIDES = { left: 52, right: 8 } as const;
/** Of a row's width that of its bar, and the widest, CSS px. */
const [BAR, WIDEST_PX] = [0.44, 26];

const scaleOf = (lane: number) => `lane${lane}`;

function drawLane(chart: uPlot, at: number, lane: ChartLane, look: PlotLook) {
  const { ctx, bbox } = chart;
  const px = ratio();
  const y = (value: number) => Math.round(chart.valToPos(value, scaleOf(at), true)) + 0.5;
  const labels = axisLabels(lane.axis, (line, digits) => look.number(line, digits));
  ctx.save();
  labelPen(ctx, look);
  ctx.lineWidth = px;
  for (const [index, line] of axisLines(lane.axis).entries()) {
    ctx.strokeStyle = look.paint(line === 0 ? "--border-strong" : "--border");
    ctx.beginPath();
    ctx.moveTo(bbox.left, y(line));
    ctx.lineTo(bbox.left + bbox.width, y(line));
    ctx.stroke();
    ctx.textAlign = "right";
    ctx.textBaseline = "middle";
    ctx.fillText(labels[index] ?? "", bbox.left - 10 * px, y(line));
  }
  ctx.textAlign = "left";
  ctx.textBaseline = "bottom";
  ctx.fillStyle = look.paint("--text-secondary");
  ctx.fillText(lane.name, 0, y(lane.axis.max) - 9 * px);
  ctx.restore();
}

function drawBars(chart: uPlot, at: number, one: ChartSeries, look: PlotLook) {
  const { ctx } = chart;
  const px = ratio();
  const zero = chart.valToPos(0, scaleOf(at), true);
  const row = chart.valToPos(1, "x", true) - chart.valToPos(0, "x", true);
  const width = Math.min(row * BAR, WIDEST_PX * px);
  ctx.save();
  labelPen(ctx, look);
  ctx.textAlign = "center";
  for (const [index, value] of one.values.entries()) {
    if (value === null) continue;
    const left = chart.valToPos(index, "x", true) - width / 2;
    // What was measured and is nothing is a hairline, unlike what was not.
    const height = Math.max(px, zero - chart.valToPos(value, scaleOf(at), true));
    ctx.fillStyle = look.paint(one.colors?.[index] ?? one.color);
    ctx.beginPath();
    ctx.roundRect(left, zero - height, width, height, [
      Math.min(3 * px, height),
      Math.min(3 * px, height),
      0,
      0,
    ]);
    ctx.fill();
    const top = one.tops?.[index];
    if (top !== null && top !== undefined) {
      ctx.fillStyle = look.paint("--text");
      ctx.fillText(top, left + width / 2, zero - height - 3 * px);
    }
  }
  ctx.restore();
}

function drawLimit(chart: uPlot, at: number, { limit }: ChartLane, look: PlotLook) {
  if (limit === null) return;
  const { ctx, bbox } = chart;
  const px = ratio();
  const y = Math.round(chart.valToPos(limit.value, scaleOf(at), true)) + 0.5;
  ctx.save();
  labelPen(ctx, look);
  ctx.strokeStyle = look.paint("--error");
  ctx.fillStyle = look.paint("--error");
  ctx.lineWidth = px;
  ctx.setLineDash([4 * px, 3 * px]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.textAlign = "right";
  ctx.fillText(limit.label, bbox.left + bbox.width, y - 2 * px);
  ctx.restore();
}

/** A band over all lanes behind a row. */
function bandOf(chart: uPlot, className: string) {
  const band = document.createElement("div");
  band.className = className;
  chart.under.append(band);
  return (row: number | null) => {
    band.hidden = row === null;
    if (row === null) return;
    const start = chart.valToPos(row - 0.5, "x");
    band.style.left = `${start}px`;
    band.style.width = `${chart.valToPos(row + 0.5, "x") - start}px`;
  };
}

/** The bands of the chosen row and of the row under the cursor. */
function bandHooks({
  chosen,
  onOpen,
}: Pick<LanesPlotContent, "chosen" | "onOpen">): Partial<uPlot.Hooks.Arrays> {
  const bands: { chosen?: ReturnType<typeof bandOf>; cursor?: ReturnType<typeof bandOf> } = {};
  return {
    ready: [
      (chart) => {
        bands.chosen = bandOf(chart, styles.band ?? "");
        bands.cursor = bandOf(chart, styles.band ?? "");
        bands.chosen(chosen);
        bands.cursor(null);
        chart.over.addEventListener("click", () => {
          const row = cursorRow(chart);
          if (row !== null) onOpen(row);
        });
      },
    ],
    setSize: [() => bands.chosen?.(chosen)],
    setCursor: [(chart) => bands.cursor?.(cursorRow(chart))],
  };
}

const cursorRow = ({ cursor: { idx, left = -1 } }: uPlot): number | null => (left < 0 ? null : (idx ?? null));

/** How lanes over one axis of rows are drawn, with one cursor for all of them. */
export function lanesDrawing(
  plot: LanesPlotContent,
  series: readonly ChartSeries[],
  look: PlotLook,
): Drawing {
  const { rows } = plot;
  // One that is hidden leaves its room to the others.
  const lanes = series.flatMap(({ key }) => plot.lanes.find((lane) => lane.key === key) ?? []);
  const scales = Object.fromEntries(
    lanes.map(({ axis }, at) => [scaleOf(at), { range: laneRange(at, lanes.length, axis.max) }]),
  );
  const draw = (chart: uPlot) => {
    for (const [at, lane] of lanes.entries()) {
      drawLane(chart, at, lane, look);
      const one = series[at];
      if (one !== undefined) drawBars(chart, at, one, look);
      drawLimit(chart, at, lane, look);
    }
  };
  return {
    options: {
      pxAlign: 1,
      padding: [0, LANES_SIDES.right, 0, LANES_SIDES.left],
      legend: { show: false },
      cursor: {
        x: false,
        y: false,
        drag: { setScale: false, x: false, y: false },
        points: { show: false },
      },
      scales: { x: { time: false, range: [-0.5, rows - 0.5] }, ...scales },
      axes: [{ show: false }],
      series: [
        {},
        ...series.map((_, at): uPlot.Series => ({
          scale: scaleOf(at),
          auto: false,
          paths: () => null,
          points: { show: false },
        })),
      ],
      hooks: { ...bandHooks(plot), draw: [draw] },
    },
    columns: columnsOf(
      Array.from({ length: rows }, (_, row) => row),
      series,
    ),
  };
}
