// What the power chart shows of a day in each of its modes, in words and series.
import { type Axis, extent, roundAxis } from "../../../../ui/charts/axis-rules.ts";
import type { ChartContent, ChartSeries } from "../../../../ui/charts/chart-content.ts";
import {
  clockOf,
  distinctNames,
  drawn,
  DRAWN_MINUTES,
  exported,
  imported,
  inKw,
  integralOf,
  peakOf,
  type PowerDay,
  powerLines,
  serialsOf,
} from "./power-chart.ts";
import type { PowerMode, PowerView } from "./power-view.ts";
import type { Words } from "../../words.ts";

/** Figures beside the chart: what, how much, and when where that is asked. */
export interface PowerFact {
  readonly name: string;
  readonly number: string;
  readonly unit: string;
  readonly at: string | null;
}

interface PowerContent {
  readonly content: ChartContent;
  readonly facts: readonly PowerFact[];
  readonly leftAxis: Axis;
  /** W/m²; null in modes without irradiance. */
  readonly rightAxis: Axis | null;
}

/** The device colours of the style sheet, and the dashes that tell the ninth and the seventeenth from the first. */
const DEVICE_COLORS = 8;
const DEVICE_DASHES = [{}, { dash: "dashed" }, { dash: "dotted" }] as const;

/** The names of the modes, in the specification's own words. */
const MODE_NAMES = {
  "pv-power": "PV Power",
  nze: "Import (+) & export (-)",
  load: "Load profile",
  radiation: "Irradiance",
} as const;

/** The name of a mode. */
export const modeName = (mode: PowerMode, { text }: Words): string => text(MODE_NAMES[mode]);

const kw = { unit: "kW", digits: 1 } as const;

/** The plant's AC power as an area, the ground that the other modes draw on. */
function pvArea(day: PowerDay, name: string): ChartSeries {
  const values = drawn(inKw(day.total_data.device_data_ac));
  return { key: "ac", name, color: "--series-pv", mark: "area", values, ...kw };
}

function pvSeries(day: PowerDay, _words: Words, view: PowerView): ChartSeries[] {
  if (view.grouping === "total") {
    const dc = drawn(inKw(day.total_data.device_data_dc));
    const dcLine = {
      key: "dc",
      name: "DC",
      color: "--series-pv-dc",
      mark: "line",
      values: dc,
      ...kw,
    } as const;
    return [pvArea(day, "AC"), ...(view.quantity === "dc" ? [{ ...dcLine, dash: "dashed" as const }] : [])];
  }
  const lines = distinctNames(powerLines(day, view.quantity, view.grouping), serialsOf(day));
  return lines.map(({ key, name, values }, index) => ({
    key,
    name,
    color: `--device-${(index % DEVICE_COLORS) + 1}`,
    mark: "line",
    values: drawn(inKw(values)),
    ...kw,
    ...DEVICE_DASHES[Math.floor(index / DEVICE_COLORS) % DEVICE_DASHES.length],
  }));
}

function nzeSeries(day: PowerDay, { text }: Words): ChartSeries[] {
  const grid = day.total_data.grid_power;
  const area = { mark: "area", ...kw } as const;
  const into = { key: "import", name: text("power.import"), color: "--series-import", ...area };
  const out = { key: "export", name: text("power.export"), color: "--series-export", ...area };
  return [
    { ...into, values: drawn(inKw(imported(grid))) },
    { ...out, values: drawn(inKw(exported(grid))) },
  ];
}

function loadSeries(day: PowerDay, { text }: Words): ChartSeries[] {
  const line = {
    key: "load",
    name: text("power.load"),
    color: "--series-load",
    mark: "line",
    ...kw,
  } as const;
  return [pvArea(day, "PV"), { ...line, values: drawn(inKw(day.total_data.load)) }];
}

function radiationSeries(day: PowerDay, { text }: Words): ChartSeries[] {
  const line = { key: "irradiance", color: "--series-irradiance", mark: "line", dash: "dashed" } as const;
  const named = { ...line, name: text("Irradiance"), unit: "W/m²", digits: 0, axis: "right" } as const;
  return [pvArea(day, "PV"), { ...named, values: drawn(day.total_data.radiation_data) }];
}

const SERIES = {
  "pv-power": pvSeries,
  nze: nzeSeries,
  load: loadSeries,
  radiation: radiationSeries,
} as const;

/** Peak and energy of the whole day, or what came in and went out. Empty where nothing is known. */
function factsOf(day: PowerDay, view: PowerView, { text, format }: Words): PowerFact[] {
  const total = day.total_data;
  const energy = (name: string, wattHours: number | null, unit = "kWh"): PowerFact[] =>
    wattHours === null ? [] : [{ name, number: format.energyKwh(Math.abs(wattHours)), unit, at: null }];
  if (view.mode === "nze") {
    return [
      ...energy(text("power.import"), integralOf(imported(total.grid_power))),
      ...energy(text("power.export"), integralOf(exported(total.grid_power))),
    ];
  }
  if (view.mode === "radiation") {
    const peak = peakOf(total.radiation_data, day.date_label);
    const sum = integralOf(total.radiation_data);
    return [
      ...(peak === null
        ? []
        : [{ name: text("power.peak"), number: format.number(peak.value), unit: "W/m²", at: peak.at }]),
      ...(sum === null
        ? []
        : [{ name: text("power.insolation"), number: format.number(sum), unit: "Wh/m²", at: null }]),
    ];
  }
  const pv = view.quantity === "dc" ? total.device_data_dc : total.device_data_ac;
  const values = view.mode === "load" ? total.load : pv;
  const peak = peakOf(values, day.date_label);
  return [
    ...(peak === null
      ? []
      : [{ name: text("power.peak"), number: format.powerKw(peak.value), unit: "kW", at: peak.at }]),
    ...energy(text("power.energy"), integralOf(values)),
  ];
}

/** The facts as words: "Peak 2,531.0 kW at 12:10". */
function factWords(facts: readonly PowerFact[], { text }: Words): string {
  return facts
    .map(
      ({ name, number, unit, at }) =>
        `${name} ${number} ${unit}${at === null ? "" : ` ${text("power.at")} ${at}`}`,
    )
    .join(", ");
}

/** Everything the power chart shows of the day in the view. `project` is the name that files carry. */
export function powerContent(day: PowerDay, view: PowerView, project: string, words: Words): PowerContent {
  const { text, format } = words;
  const series = SERIES[view.mode](day, words, view);
  const facts = factsOf(day, view, words);
  const power = extent(series.filter((one) => one.axis !== "right").map((one) => one.values));
  const irradiance = extent(series.filter((one) => one.axis === "right").map((one) => one.values));
  const title = text("power.title");
  const mode = modeName(view.mode, words);
  const date = format.day(day.view_day);
  return {
    content: {
      title: `${project} · ${title} · ${mode} · ${date}`,
      summary: text("power.summary", { title, mode, day: date, facts: factWords(facts, words) }),
      rowTitle: text("chart.time"),
      rowNames: DRAWN_MINUTES.map(clockOf),
      series,
    },
    facts,
    leftAxis: roundAxis(power?.low ?? 0, power?.high ?? 0, 5),
    rightAxis: view.mode === "radiation" ? roundAxis(0, Math.max(1000, irradiance?.high ?? 0), 5) : null,
  };
}
