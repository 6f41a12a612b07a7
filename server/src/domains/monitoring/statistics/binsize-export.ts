// Statistics as a CSV file (RFC 4180): a row for each bin, of the project or of each device.
import {
  type Answer,
  type CsvCell,
  type StatisticsBin,
  type statisticsDevices,
  type statisticsSeries,
} from "@heliograph/contract";

type DeviceSeries = Answer<typeof statisticsDevices>["devices"][number];

/** Columns of the file; energies in kWh, insolation in Wh/m², completeness and the estimated and integrated shares in percent. */
export const TIME_HEAD = ["date", "time", "begins_at"];
const TOTAL = [
  "meter_production_kwh",
  "inverter_production_kwh",
  "import_kwh",
  "export_kwh",
  "self_consumed_kwh",
  "insolation_wh_m2",
  "completeness_percent",
  "estimated_percent",
  "integrated_percent",
];
const DEVICES = [
  "gateway",
  "gateway_serial",
  "device",
  "device_serial",
  "asset_type",
  "production_kwh",
  "import_kwh",
  "export_kwh",
  "charge_kwh",
  "discharge_kwh",
  "insolation_wh_m2",
  "completeness_percent",
  "estimated_percent",
  "integrated_percent",
];

/** The titles of the columns, units in them. */
export const exportHead = (view: "total" | "devices"): readonly string[] =>
  view === "total" ? [...TIME_HEAD, ...TOTAL] : [...DEVICES.slice(0, 5), ...TIME_HEAD, ...DEVICES.slice(5)];

/** A share in percent; null: none is known. */
export const percent = (share: number | null | undefined) =>
  share === null || share === undefined ? null : share * 100;

/** The rows of a whole project. */
export function totalTableRows(series: Answer<typeof statisticsSeries>): CsvCell[][] {
  const { bins, binsize } = series;
  return bins.map((bin, at) =>
    [
      ...timeCells(binsize, bin, bins[at + 1]),
      series.metter_production[at],
      series.inverter_production[at],
      series.import_energy[at],
      series.export_energy[at],
      series.self_consumed[at],
      series.insolation[at],
      percent(series.completeness[at]),
      percent(series.estimated_share[at]),
      percent(series.integrated_share[at]),
    ].map((cell) => cell ?? null),
  );
}

/** The rows of one device. */
export function deviceTableRows(
  device: DeviceSeries,
  bins: readonly string[],
  binsize: StatisticsBin,
): CsvCell[][] {
  const named = [
    device.gateway_alias,
    device.gateway_serial,
    device.alias,
    device.device_serial,
    device.asset_type,
  ];
  return bins.map((bin, at) =>
    [
      ...named,
      ...timeCells(binsize, bin, bins[at + 1]),
      device.production[at],
      device.import_energy[at],
      device.export_energy[at],
      device.charge_energy[at],
      device.discharge_energy[at],
      device.insolation[at],
      percent(device.completeness[at]),
      percent(device.estimated_share[at]),
      percent(device.integrated_share[at]),
    ].map((cell) => cell ?? null),
  );
}

const MINUTES = { "15_minutes": 15, "30_minutes": 30, "1_hours": 60 } as const;
const turned = (date: string) => date.split("-").toReversed().join("-");
const two = (value: number) => String(value).padStart(2, "0");

/** DD-MM-YYYY for days, MM-YYYY for months, HH:mm ranges for shorter bins (M271), and when the bin begins by ISO 8601. */
export function timeCells(binsize: StatisticsBin, bin: string, next: string | undefined): CsvCell[] {
  if (binsize === "1_days" || binsize === "1_months" || binsize === "year") return [turned(bin), null, bin];
  const begins = bin.slice(11, 16);
  const minutes = Number(begins.slice(0, 2)) * 60 + Number(begins.slice(3)) + MINUTES[binsize];
  // The clock at the end of the bin, as the next one shows it when it begins.
  const ends = next?.slice(11, 16) ?? `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
  return [turned(bin.slice(0, 10)), `${begins}-${ends}`, bin];
}

/** The file's name without its ending, from the project and the range. */
export function exportName(of: {
  project: string;
  from_date: string;
  to_date: string;
  binsize: string;
  view: string;
}): string {
  const project = of.project.replace(/[\p{Cc}\\/:*?"<>|]+/gu, "-").trim();
  return `${project} ${of.from_date} ${of.to_date} ${of.binsize} ${of.view}`;
}
