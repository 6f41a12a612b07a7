// What a portfolio report says of a project: by the functions that answer its statistics and its production chart.
import { addDays, localDay, reportFaults, reportSpan, type Day, type ReportBin } from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import { Problem } from "../../../platform/problem.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import { productionOf, projectSeries } from "../../monitoring/index.ts";
import { dividesDay, reportRows, type ReportRow } from "./report-rows.ts";

/** What is asked of each project. */
export interface ReportRange {
  readonly from_date: Day;
  readonly to_date: Day;
  readonly binsize: ReportBin;
}

const NO_DAYS = { bins: [], inverter_production: [], metter_production: [] };

/**
 * The range as it is answered for a plant: whole months for bins of a month, and no further than its today. Refuses by the field what
 * has not begun anywhere among `timezones`, and what its whole months make too long.
 */
function plantRange(range: ReportRange, timezone: string, now_ms: number): ReportRange {
  const span = reportSpan(range);
  const today = localDay(timezone, now_ms);
  return { ...range, ...span, to_date: span.to_date > today ? today : span.to_date };
}

const fault = (path: "from_date" | "to_date", message: string) =>
  new Problem(400, "request.invalid", message, { [`body.${path}`]: message });

/** Refuses by its field a range that has not begun in any of the zones, or that is too long with its whole months. */
export function refuseReportRange(range: ReportRange, timezones: readonly string[], now_ms: number): void {
  const latest = timezones.map((zone) => localDay(zone, now_ms)).reduce((a, b) => (a > b ? a : b), "");
  if (range.from_date > latest) throw fault("from_date", "Start time must be < current time");
  if (range.to_date > latest) throw fault("to_date", "End time must be < current time");
  for (const zone of timezones) {
    const [found] = reportFaults(plantRange(range, zone, now_ms));
    if (found !== undefined && found.path === "to_date") throw fault("to_date", found.message);
  }
}

/** The rows of the project; bins that have not begun are not among them. */
export async function projectRows(
  tx: Tx,
  access: ProjectAccess,
  wanted: ReportRange,
  now_ms: number,
): Promise<ReportRow[]> {
  const range = plantRange(wanted, access.timezone, now_ms);
  // Where it is the day before there is nothing yet.
  if (range.from_date > range.to_date) return [];
  const { binsize } = range;
  const whole = await projectSeries(tx, access, range, now_ms);
  const begun = whole.bins.filter((bin) => !dividesDay(binsize) || Date.parse(bin) <= now_ms).length;
  const cut = <V>(column: readonly V[]) => column.slice(0, begun);
  const rows = reportRows({
    binsize,
    series: {
      bins: cut(whole.bins),
      inverter_production: cut(whole.inverter_production),
      metter_production: cut(whole.metter_production),
    },
    days: await daysBefore(tx, access, range, now_ms),
    ratios: await ratiosOf(tx, access, range, now_ms),
  });
  return rows;
}

/** The days that accumulations go on from: from the first of the month. */
async function daysBefore(tx: Tx, access: ProjectAccess, range: ReportRange, now_ms: number) {
  const { from_date, to_date, binsize } = range;
  if (binsize === "1_months") return NO_DAYS;
  const first = `${from_date.slice(0, 7)}-01`;
  const last = dividesDay(binsize) ? to_date : addDays(from_date, -1);
  if (last < first) return NO_DAYS;
  return projectSeries(tx, access, { from_date: first, to_date: last, binsize: "1_days" }, now_ms);
}

/** The performance ratios of days and months, in percent; of shorter bins there are none (M90). */
async function ratiosOf(tx: Tx, access: ProjectAccess, range: ReportRange, now_ms: number) {
  if (dividesDay(range.binsize)) return new Map<string, number | null>();
  const get_type = range.binsize === "1_days" ? "day" : "month";
  const { from_date, to_date } = range;
  const chart = await productionOf(tx, access, { from_date, to_date, get_type }, now_ms);
  return new Map(
    chart.chart_date_label.map((label, at) => [label, chart.pr_alert[at]?.pr_data.value ?? null]),
  );
}
