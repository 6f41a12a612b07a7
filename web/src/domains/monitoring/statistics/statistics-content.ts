// What the statistics screen shows, in words, figures and series.
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type {
  statisticsDevices,
  statisticsSeries,
  statisticsTotal,
} from "@heliograph/contract/monitoring/statistics/statistics";
import { isWithinDay } from "@heliograph/contract/monitoring/statistics/statistics-range";
import { extent, roundAxis, type Axis } from "../../../ui/charts/axis-rules.ts";
import { markedByBins } from "../../../ui/charts/bin-marks.ts";
import type { ChartContent, ChartSeries } from "../../../ui/charts/chart-content.ts";
import type { Stat } from "../../../ui/layout/StatStrip.tsx";
import type { KpiStat } from "../explain/explain-target.ts";
import type { Words } from "../words.ts";

type Total = Answer<typeof statisticsTotal>;
type Series = Answer<typeof statisticsSeries>;
type Devices = Answer<typeof statisticsDevices>;
type Bins = Pick<Series, "bins" | "binsize" | "timezone">;

/** What can be compared between devices. */
const DEVICE_COLUMNS = [
  "production",
  "import_energy",
  "export_energy",
  "charge_energy",
  "discharge_energy",
  "insolation",
] as const;
export type DeviceColumn = (typeof DEVICE_COLUMNS)[number];

export interface StatisticsContent {
  readonly content: ChartContent;
  readonly labels: readonly string[];
  readonly leftAxis: Axis;
  readonly leftUnit: string;
  /** Wh/m²; null where no insolation is drawn. */
  readonly rightAxis: Axis | null;
}

/** A figure written in full. */
function plain(label: string, value: number | null, [number, unit]: readonly [string, string]): Stat {
  return { label, number, unit, known: value !== null };
}

/** The figures of the range. */
export function totalStats(total: Total, { text, format }: Words): KpiStat[] {
  const short = (label: string, value: number | null, unit: string): Stat => {
    const { number, suffix } = format.abbreviated(value);
    return {
      label,
      number,
      suffix,
      unit,
      exact: `${format.number(value, 2)} ${unit}`,
      known: value !== null,
    };
  };
  const share = (label: string, value: number | null) => plain(label, value, [format.number(value, 1), "%"]);
  const co2 = total.co2_reduction.value;
  const peak = total.peak_power;
  const at = peak.at === null ? {} : { exact: format.dateTime(Date.parse(peak.at), total.timezone) };
  // A project counts by its meters, else by its inverters: only what counts can be told of.
  const byMeter = total.metter_production.value !== null;
  const meter = short(text("production.meter"), total.metter_production.value, "kWh");
  const inverter = short(text("production.inverter"), total.inverter_production.value, "kWh");
  return [
    byMeter ? { ...meter, kpi: "energy" } : meter,
    byMeter ? inverter : { ...inverter, kpi: "energy" },
    { ...short(text("power.import"), total.import_energy.value, "kWh"), kpi: "grid_import" },
    { ...short(text("power.export"), total.export_energy.value, "kWh"), kpi: "grid_export" },
    { ...short(text("statistics.selfConsumed"), total.self_consumed.value, "kWh"), kpi: "self_consumption" },
    { ...short(text("production.insolation"), total.insolation.value, "Wh/m²"), kpi: "insolation" },
    {
      ...short(text("list.co2Short"), co2, text("list.tons")),
      ...format.tons(co2),
      exact: `${format.allTons(co2)} ${text("list.tons")}`,
      kpi: "co2",
    },
    { ...short(text("list.saved"), total.cost_saving.value, "VND"), kpi: "saving" },
    {
      ...plain(text("statistics.peak"), peak.value, [format.powerKw(peak.value), "kW"]),
      ...at,
      ...(peak.by === null ? {} : { foot: text(`by.${peak.by}`) }),
      kpi: "peak_power",
    },
    { ...share(text("statistics.completeness"), total.completeness.value), kpi: "completeness" },
    { ...share(text("statistics.estimated"), total.estimated_share.value), kpi: "estimated_share" },
    // Where a counter tells all of it there is nothing to say.
    ...((total.integrated_share.value ?? 0) > 0
      ? [
          {
            ...share(text("statistics.integrated"), total.integrated_share.value),
            kpi: "integrated_share" as const,
          },
        ]
      : []),
  ];
}

/** The name of a bin in the language; an hour that occurs twice says its offset. */
export function binNames({ bins, binsize }: Bins, { format }: Words): string[] {
  if (!isWithinDay(binsize)) return bins.map((bin) => format.day(bin));
  const names = bins.map((bin) => `${format.day(bin.slice(0, 10))} ${bin.slice(11, 16)}`);
  const twice = new Set(names.filter((name, at) => names.indexOf(name) !== at));
  return names.map((name, at) => (twice.has(name) ? `${name} (${bins[at]?.slice(19) ?? ""})` : name));
}

/** Short names for the axis: the clock within one day, else the day. */
function axisNames({ bins, binsize }: Bins, { format }: Words): string[] {
  if (binsize === "1_months" || binsize === "year") return bins.map((bin) => format.month(bin));
  if (binsize === "1_days") return bins.map((bin) => bin.slice(8));
  const oneDay = bins[0]?.slice(0, 10) === bins.at(-1)?.slice(0, 10);
  return bins.map((bin) => (oneDay ? bin.slice(11, 16) : `${bin.slice(8, 10)} ${bin.slice(11, 16)}`));
}

const ESTIMATED_FROM = 0.005;
const INCOMPLETE_BELOW = 0.985;

/** What must be said of each bin beside its values. */
function notesOf(series: Series, { text, format }: Words): (string | null)[] {
  return series.bins.map((_bin, at) => {
    const complete = series.completeness[at] ?? null;
    const estimated = series.estimated_share[at] ?? 0;
    const integrated = series.integrated_share[at] ?? 0;
    const notes = [
      ...(complete !== null && complete < INCOMPLETE_BELOW
        ? [text("production.complete", { p: format.number(complete * 100) })]
        : []),
      ...(estimated >= ESTIMATED_FROM
        ? [text("production.estimated", { p: format.number(estimated * 100) })]
        : []),
      ...(integrated >= ESTIMATED_FROM
        ? [text("production.integrated", { p: format.number(integrated * 100) })]
        : []),
    ];
    return notes.length === 0 ? null : notes.join(", ");
  });
}

function frame(of: Bins, project: string, words: Words, series: ChartSeries[]): StatisticsContent {
  const names = binNames(of, words);
  const from = names[0] ?? "";
  const to = names.at(-1) ?? "";
  const title = words.text("Statistic");
  const on = (side: "left" | "right") => series.filter((one) => (one.axis ?? "left") === side);
  const axis = (side: "left" | "right", room: number) => {
    const ends = extent(on(side).map((one) => one.values));
    return roundAxis(ends?.low ?? 0, (ends?.high ?? 0) * room, 4);
  };
  return {
    content: {
      title: `${project} · ${title} · ${from} – ${to}`,
      summary: words.text("statistics.summary", { title, from, to }),
      rowTitle: words.text("statistics.time"),
      rowNames: names,
      series,
    },
    labels: axisNames(of, words),
    leftAxis: axis("left", 1),
    leftUnit: on("left")[0]?.unit ?? "kWh",
    rightAxis: on("right").length === 0 ? null : axis("right", 1.5),
  };
}

/** The whole project: energies as bars, or as an area where bins divide a day, and insolation as a line. */
export function totalContent(series: Series, project: string, words: Words): StatisticsContent {
  const { text } = words;
  const hatched = series.estimated_share.map((share) => (share ?? 0) >= ESTIMATED_FROM);
  const bar = (key: string, name: string, color: string, values: ChartSeries["values"]): ChartSeries => ({
    key,
    name,
    color,
    mark: "bar",
    values,
    unit: "kWh",
    digits: 2,
    hatched,
  });
  const all: ChartSeries[] = [
    bar("meter", text("production.meter"), "--series-meter", series.metter_production),
    {
      ...bar("inverter", text("production.inverter"), "--series-inverter", series.inverter_production),
      mark: "outlined-bar",
      edge: "--series-meter",
    },
    bar("self", text("statistics.selfConsumed"), "--series-load", series.self_consumed),
    bar("import", text("power.import"), "--series-import", series.import_energy),
    bar("export", text("power.export"), "--series-export", series.export_energy),
    insolationLine(text("production.insolation"), series.insolation),
  ];
  const statistics = frame(
    series,
    project,
    words,
    markedByBins(
      all.filter((one) => one.values.length > 0),
      { withinDay: isWithinDay(series.binsize) },
    ),
  );
  return { ...statistics, content: { ...statistics.content, notes: notesOf(series, words) } };
}

function insolationLine(name: string, values: ChartSeries["values"]): ChartSeries {
  const look = { color: "--series-irradiance", mark: "line", dash: "dashed", axis: "right" } as const;
  return { key: "insolation", name, values, unit: "Wh/m²", digits: 0, ...look };
}

/** The columns that any of the devices has. */
export const deviceColumnsOf = (devices: Devices): DeviceColumn[] =>
  DEVICE_COLUMNS.filter((column) => devices.devices.some((device) => device[column].length > 0));

const DEVICE_COLORS = 8;

/** One column of every device that has it. */
export function devicesContent(
  devices: Devices,
  column: DeviceColumn,
  project: string,
  words: Words,
): StatisticsContent {
  const devicesWithColumn = devices.devices.filter((device) => device[column].length > 0);
  const names = devicesWithColumn.map((device) => device.alias);
  const bars = devicesWithColumn.map((device, index): ChartSeries => ({
    key: device.device_uid,
    name:
      names.filter((name) => name === device.alias).length > 1
        ? `${device.alias} (${device.device_serial})`
        : device.alias,
    color: `--device-${(index % DEVICE_COLORS) + 1}`,
    mark: "bar",
    values: device[column],
    unit: column === "insolation" ? "Wh/m²" : "kWh",
    digits: column === "insolation" ? 0 : 2,
    hatched: device.estimated_share.map((share) => (share ?? 0) >= ESTIMATED_FROM),
  }));
  const bins = { withinDay: isWithinDay(devices.binsize), alike: true };
  return frame(devices, project, words, markedByBins(bars, bins));
}
