// The rows of a portfolio report from the statistics' series, with what has accumulated in the month.
import type { Day, ProjectReportData, ReportBin } from "@heliograph/contract";

/** One bin. Energies in kWh, the ratio in percent; null: nothing is known. */
export interface ReportRow {
  /** Of bins under a day its day; YYYY-MM-DD, or YYYY-MM of months. */
  readonly day: string;
  /** HH:mm-HH:mm by the plant's clock; null: the bin is a day or a month. */
  readonly time: string | null;
  readonly inverter_kwh: number | null;
  /** From the first of the month to the end of the bin. */
  readonly inverter_month_kwh: number | null;
  readonly meter_kwh: number | null;
  readonly meter_month_kwh: number | null;
  readonly ratio_percent: number | null;
  readonly status: "Active" | "Inactive";
}

/** A column of the statistics; empty: the plant has no such devices. */
type Column = readonly (number | null)[];

interface Energies {
  /** As the statistics name bins. */
  readonly bins: readonly string[];
  readonly inverter_production: Column;
  readonly metter_production: Column;
}

interface ReportFacts {
  readonly binsize: ReportBin;
  readonly series: Energies;
  /** Days from the first of the month on, as far as they are needed; those of the series itself for bins of a day are not. */
  readonly days: Energies;
  /** Ratios by day or month, percent. */
  readonly ratios: ReadonlyMap<string, number | null>;
}

const MINUTES: Readonly<Partial<Record<ReportBin, number>>> = {
  "15_minutes": 15,
  "30_minutes": 30,
  "1_hours": 60,
};

/** True for bins that divide a day. */
export const dividesDay = (bin: ReportBin): boolean => MINUTES[bin] !== undefined;

/** Sums in whole Wh: kWh are binary fractions, and a month of quarter hours would gather what they leave behind. */
const plusKwh = (sum: number | null, more: number | null | undefined): number | null =>
  more === null || more === undefined
    ? sum
    : (Math.round((sum ?? 0) * 1000) + Math.round(more * 1000)) / 1000;

/** The rows in order, one for each bin of the series. */
export function reportRows({ binsize, series, days, ratios }: ReportFacts): ReportRow[] {
  const inverter = accumulation(binsize, { series, days }, "inverter_production");
  const meter = accumulation(binsize, { series, days }, "metter_production");
  return series.bins.map((bin, at) => {
    const inverter_kwh = series.inverter_production[at] ?? null;
    const meter_kwh = series.metter_production[at] ?? null;
    const day = dividesDay(binsize) ? bin.slice(0, 10) : bin;
    return {
      day,
      time: timeOf(binsize, bin, series.bins[at + 1]),
      inverter_kwh,
      inverter_month_kwh: inverter[at] ?? null,
      meter_kwh,
      meter_month_kwh: meter[at] ?? null,
      ratio_percent: dividesDay(binsize) ? null : (ratios.get(bin) ?? null),
      status: inverter_kwh === null && meter_kwh === null ? "Inactive" : "Active",
    };
  });
}

/**
 * What each bin of the series has accumulated since the first of its month. Bins under a day go on from the days before
 * theirs, so that the last of a day says what the day says.
 */
function accumulation(
  binsize: ReportBin,
  { series, days }: Pick<ReportFacts, "series" | "days">,
  of: "inverter_production" | "metter_production",
): (number | null)[] {
  const column = series[of];
  if (binsize === "1_months") return series.bins.map((_, at) => column[at] ?? null);
  const before = monthBefore(days, of);
  let sum: number | null = null;
  let day = "";
  return series.bins.map((bin, at) => {
    const own = bin.slice(0, 10);
    if (dividesDay(binsize) ? own !== day : own.slice(0, 7) !== day.slice(0, 7)) {
      sum = before(own);
    }
    day = own;
    sum = plusKwh(sum, column[at]);
    return sum;
  });
}

/** Answers what the days of a day's month before it come to. */
function monthBefore(days: Energies, of: "inverter_production" | "metter_production") {
  const sums = new Map<Day, number | null>();
  let sum: number | null = null;
  let month = "";
  days.bins.forEach((day, at) => {
    if (day.slice(0, 7) !== month) sum = null;
    month = day.slice(0, 7);
    sums.set(day, sum);
    sum = plusKwh(sum, days[of][at]);
  });
  // The day after the last one that is known.
  const [last, whole] = [days.bins.at(-1), sum];
  return (day: Day): number | null => {
    const known = sums.get(day);
    if (known !== undefined) return known;
    return last !== undefined && last < day && last.slice(0, 7) === day.slice(0, 7) ? whole : null;
  };
}

const two = (value: number) => String(value).padStart(2, "0");

/** The clock from the beginning of the bin to its end, as the next one shows it when it begins (M271). */
function timeOf(binsize: ReportBin, bin: string, next: string | undefined): string | null {
  const length = MINUTES[binsize];
  if (length === undefined) return null;
  const begins = bin.slice(11, 16);
  const minutes = Number(begins.slice(0, 2)) * 60 + Number(begins.slice(3)) + length;
  const ends = next?.slice(11, 16) ?? `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
  return `${begins}-${ends}`;
}

/** True where anything of the plant's production is known. */
export const hasAnything = (rows: readonly ReportRow[]): boolean =>
  rows.some(({ status }) => status === "Active");

/** The rows by the tabs of M73: a day each for bins under a day, a month each for days, one for months. */
export function reportTabs(
  rows: readonly ReportRow[],
  binsize: ReportBin,
): ProjectReportData["project_data"] {
  const tabs = new Map<string, ProjectReportData["project_data"][number]["binsize_data"]>();
  const whole = `${rows[0]?.day ?? ""}/${rows.at(-1)?.day ?? ""}`;
  for (const row of rows) {
    const tab = binsize === "1_months" ? whole : binsize === "1_days" ? row.day.slice(0, 7) : row.day;
    const record = {
      inverter_production: row.inverter_kwh,
      inverter_accumulation: row.inverter_month_kwh,
      metter_production: row.meter_kwh,
      metter_accumulation: row.meter_month_kwh,
      pr_data: row.ratio_percent,
      gateway_status: row.status,
    };
    const own = tabs.get(tab) ?? [];
    own.push({ binsize: row.time ?? row.day, record });
    tabs.set(tab, own);
  }
  return [...tabs].map(([calculate_day, binsize_data]) => ({ calculate_day, binsize_data }));
}
