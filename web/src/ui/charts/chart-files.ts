import { csvText } from "@heliograph/contract/kernel/csv";
import { fileName, saveFile } from "../../platform/save-file.ts";
import type { ChartContent, ChartSeries } from "./chart-content.ts";

const rounded = (value: number | null | undefined, digits: number) =>
  value === null || value === undefined ? null : Number(value.toFixed(digits));

/**
 * The chart's rows as CSV with decimal points: first the row's name, then a column for each series
 * with its unit in the head, last what is noted about the row where anything is. Gaps are empty fields.
 */
export function csvOf(content: ChartContent, noteTitle: string): string {
  const { series, rowNames, notes } = content;
  const noted = notes?.some((note) => note !== null) ?? false;
  const head = [
    content.rowTitle,
    ...series.map((one) => `${one.name} (${one.unit})`),
    ...(noted ? [noteTitle] : []),
  ];
  const rows = rowNames.map((name, row) => [
    name,
    ...series.map((one) => rounded(one.values[row], one.digits)),
    ...(noted ? [notes?.[row] ?? ""] : []),
  ]);
  return csvText(head, rows);
}

/** Saves the rows as CSV. */
export function saveCsv(content: ChartContent, noteTitle: string): void {
  saveFile(fileName(content.title, "csv"), csvOf(content, noteTitle));
}

interface Picture {
  readonly plot: HTMLCanvasElement;
  readonly title: string;
  readonly series: readonly ChartSeries[];
  readonly paint: (property: string) => string;
  readonly font: string;
}

const MARGIN = 20;
const LEGEND_LINE = 22;

/** Where each legend entry stands in a picture of that width (all in CSS px), and the height of the legend. */
function legendPlaces(context: CanvasRenderingContext2D, series: readonly ChartSeries[], width: number) {
  let left = 0;
  let line = 0;
  const places = series.map((one) => {
    const room = context.measureText(one.name).width + 42;
    if (left > 0 && left + room > width) {
      left = 0;
      line += 1;
    }
    const place = { one, left, top: line * LEGEND_LINE };
    left += room;
    return place;
  });
  return { places, height: series.length === 0 ? 0 : (line + 1) * LEGEND_LINE };
}

/** Draws title, legend and plot on a new canvas and saves it as PNG. Nothing is saved where canvas is missing. */
export function savePicture({ plot, title, series, paint, font }: Picture): void {
  const scale = plot.width / Math.max(1, plot.clientWidth);
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (context === null) return;
  const legendFont = `13px ${font}`;
  context.font = legendFont;
  const legend = legendPlaces(context, series, plot.clientWidth);
  const top = MARGIN + 28 + legend.height + 8;
  canvas.width = plot.width + 2 * MARGIN * scale;
  canvas.height = plot.height + (top + MARGIN) * scale;
  context.scale(scale, scale);
  context.fillStyle = paint("--surface");
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textBaseline = "middle";
  context.fillStyle = paint("--text");
  context.font = `600 15px ${font}`;
  context.fillText(title, MARGIN, MARGIN + 10);
  context.font = legendFont;
  for (const { one, left, top: down } of legend.places) {
    const middle = MARGIN + 28 + down + LEGEND_LINE / 2;
    context.fillStyle = paint(one.color);
    context.fillRect(MARGIN + left, middle - 2, 16, 4);
    context.fillStyle = paint("--text-secondary");
    context.fillText(one.name, MARGIN + left + 22, middle);
  }
  context.drawImage(plot, MARGIN, top, plot.clientWidth, plot.clientHeight);
  canvas.toBlob((blob) => {
    if (blob !== null) saveFile(fileName(title, "png"), blob);
  }, "image/png");
}
