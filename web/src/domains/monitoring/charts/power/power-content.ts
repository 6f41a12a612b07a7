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
  peakOf,
  type PowerDay,
  powerLines,
  serialsOf,
  silentCounts,
} from "./power-chart.ts";
import type { PowerMode, PowerView } from "./power-view.ts";
import type { Words } from "../../words.ts";

/** Figures beside the chart: what, how much, and when where that is asked. */
export interface PowerFact {
  readonly name: string;
  readonly number: string;
  readonly unit: string;
  readonly at: string | null;
  /** Of which devices it is: "by the meter"; null: it needs no word. */
  readonly by: string | null;
}

interface PowerContent {
  readonly content: ChartContent;
  readonly facts: readonly PowerFact[];
  /** How many devices were silent, in words; null: none. */
  readonly silent: string | null;
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

/** What the counters prove of the stretches in which devices are silent, dashed; none: there is nothing of it. */
function estimatedLine(
  values: readonly (number | null)[],
  of: { readonly key: string; readonly name: string; readonly color: string },
): ChartSeries[] {
  const shown = drawn(inKw(values));
  if (shown.every((value) => value === null)) return [];
  return [{ ...of, key: `${of.key} estimated`, mark: "line", dash: "dashed", values: shown, ...kw }];
}

/** The plant's AC power, and its silent stretches as far as they are proven. */
function pvAreas(day: PowerDay, name: string, { text }: Words): ChartSeries[] {
  const { device_data_ac_estimated } = day.total_data;
  const estimated = { key: "ac", name: text("power.estimated"), color: "--series-pv" };
  return [pvArea(day, name), ...estimatedLine(device_data_ac_estimated, estimated)];
}

function pvSeries(day: PowerDay, words: Words, view: PowerView): ChartSeries[] {
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
    return [
      ...pvAreas(day, "AC", words),
      ...(view.quantity === "dc" ? [{ ...dcLine, dash: "dashed" as const }] : []),
    ];
  }
  const lines = distinctNames(powerLines(day, view.quantity, view.grouping), serialsOf(day));
  return lines.flatMap(({ key, name, values, estimated }, index) => {
    const of = { key, name, color: `--device-${(index % DEVICE_COLORS) + 1}` };
    const dash = DEVICE_DASHES[Math.floor(index / DEVICE_COLORS) % DEVICE_DASHES.length];
    return [
      { ...of, mark: "line", values: drawn(inKw(values)), ...kw, ...dash },
      ...estimatedLine(estimated, { ...of, name: `${name} · ${words.text("power.estimated")}` }),
    ];
  });
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

function loadSeries(day: PowerDay, words: Words): ChartSeries[] {
  const { text } = words;
  const line = {
    key: "load",
    name: text("power.load"),
    color: "--series-load",
    mark: "line",
    ...kw,
  } as const;
  return [...pvAreas(day, "PV", words), { ...line, values: drawn(inKw(day.total_data.load)) }];
}

function radiationSeries(day: PowerDay, words: Words): ChartSeries[] {
  const { text } = words;
  const line = { key: "irradiance", color: "--series-irradiance", mark: "line", dash: "dashed" } as const;
  const named = { ...line, name: text("Irradiance"), unit: "W/m²", digits: 0, axis: "right" } as const;
  return [...pvAreas(day, "PV", words), { ...named, values: drawn(day.total_data.radiation_data) }];
}

const SERIES = {
  "pv-power": pvSeries,
  nze: nzeSeries,
  load: loadSeries,
  radiation: radiationSeries,
} as const;

/** Peak and energy of the whole day, or what came in and went out: the ledger's. Empty where nothing is known. */
function factsOf(day: PowerDay, view: PowerView, { text, format }: Words): PowerFact[] {
  const { total_data: total, day_data: known } = day;
  const by = (kind: "electric_meter" | "solar_inverter" | null) =>
    kind === null ? null : text(`by.${kind}`);
  const energy = (name: string, kwh: number | null, of: string | null = null): PowerFact[] =>
    kwh === null ? [] : [{ name, number: format.energyKwh(kwh * 1000), unit: "kWh", at: null, by: of }];
  const highest = (values: readonly (number | null)[], unit: "kW" | "W/m²"): PowerFact[] => {
    const peak = peakOf(values, day.date_label);
    if (peak === null) return [];
    const number = unit === "kW" ? format.powerKw(peak.value) : format.number(peak.value);
    return [{ name: text("power.peak"), number, unit, at: peak.at, by: null }];
  };
  if (view.mode === "nze") {
    return [
      ...energy(text("power.import"), known.import_energy.value),
      ...energy(text("power.export"), known.export_energy.value),
    ];
  }
  if (view.mode === "radiation") {
    const { value } = known.insolation;
    const sum = { name: text("power.insolation"), number: format.number(value), unit: "Wh/m²" };
    return [
      ...highest(total.radiation_data, "W/m²"),
      ...(value === null ? [] : [{ ...sum, at: null, by: null }]),
    ];
  }
  if (view.mode === "load") {
    return [...highest(total.load, "kW"), ...energy(text("power.energy"), known.load_energy.value)];
  }
  const { value, at, by: of } = known.peak_power;
  const peak = { name: text("power.peak"), number: format.powerKw(value), unit: "kW" };
  return [
    ...(value === null || at === null ? [] : [{ ...peak, at: at.slice(11, 16), by: by(of) }]),
    ...energy(text("power.energy"), known.production.value, by(known.production.by)),
  ];
}

type Silence = Pick<PowerDay["total_data"], "sum_of" | "devices" | "absent" | "silent">;

/** "3 of 7 inverters silent". */
const silentWords = ({ sum_of, devices }: Silence, count: number, { text }: Words): string =>
  text(`power.silent.${sum_of}`, { n: count, m: devices });

/** What must be said of the day's silence: the most devices at once, and those that are given up; null: nothing. */
function silenceWords(total: Silence, words: Words): string | null {
  const { most } = silentCounts(total);
  const said = [
    ...(most === 0 ? [] : [silentWords(total, most, words)]),
    ...(total.absent === 0
      ? []
      : [words.text(`power.absent.${total.sum_of}`, { n: total.absent, m: total.devices })]),
  ];
  return said.length === 0 ? null : said.join(" · ");
}

/** By drawn slot what is silent in it. */
function silentNotes(total: Silence, words: Words): (string | null)[] {
  return silentCounts(total).drawn.map((count) => (count === 0 ? null : silentWords(total, count, words)));
}

/** The facts as words: "Peak 2,531.0 kW at 12:10". */
function factWords(facts: readonly PowerFact[], { text }: Words): string {
  return facts
    .map(
      ({ name, number, unit, at, by }) =>
        `${name} ${number} ${unit}${at === null ? "" : ` ${text("power.at")} ${at}`}${by === null ? "" : ` ${by}`}`,
    )
    .join(", ");
}

/** Everything the power chart shows of the day in the view. `project` is the name that files carry. */
export function powerContent(day: PowerDay, view: PowerView, project: string, words: Words): PowerContent {
  const { text, format } = words;
  const series = SERIES[view.mode](day, words, view);
  const facts = factsOf(day, view, words);
  // The grid's own meters are not those that the total is of.
  const silent = view.mode === "nze" ? null : silenceWords(day.total_data, words);
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
      ...(silent === null ? {} : { notes: silentNotes(day.total_data, words) }),
    },
    facts,
    silent,
    leftAxis: roundAxis(power?.low ?? 0, power?.high ?? 0, 5),
    rightAxis: view.mode === "radiation" ? roundAxis(0, Math.max(1000, irradiance?.high ?? 0), 5) : null,
  };
}
