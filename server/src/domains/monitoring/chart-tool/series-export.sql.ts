// Series of the chart tool as a table: a row for each bin, and for each series its values with how far they can be trusted.
import {
  assetType,
  isDerivedEnergy,
  statisticsBin,
  unitOf,
  type ChartToolQuantity,
  type CsvCell,
  type StatisticsBin,
  type TimeRange,
} from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import { turns } from "../../../platform/turns.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import { chartDevices, type ChartDevice } from "../charts/day-chart.sql.ts";
import { exportName, percent, TIME_HEAD, timeCells } from "../statistics/binsize-export.ts";
import type { ExportTable, ProjectReader } from "../statistics/statistics.routes.ts";
import { refuseRange, type Grid } from "../statistics/statistics-bins.ts";
import { devicesDue } from "../statistics/statistics-due.sql.ts";
import { deviceBins } from "../statistics/statistics.sql.ts";
import { deviceSeriesOf } from "../statistics/statistics.ts";
import { zonedTime } from "../zoned-time.ts";
import { chartPlan } from "./chart-plan.sql.ts";
import { toolSeries } from "./chart-tool.sql.ts";
import { laid, type ChartRows } from "./chart-tool.ts";
import { columnName, deviceTitles } from "./series-head.ts";

/** What is exported: as the chart tool is asked, by bins of the statistics that it has, which are all but the year. */
type SeriesQuery = TimeRange & {
  readonly binsize: Exclude<StatisticsBin, "year">;
  readonly series: readonly { readonly device_uid: string; readonly quantity: ChartToolQuantity }[];
};

interface Plan {
  readonly query: SeriesQuery;
  readonly now_ms: number;
  readonly bin: StatisticsBin;
  readonly rows: ChartRows;
  readonly grid: Grid;
  readonly wanted: readonly (SeriesQuery["series"][number] & { readonly device_id: number })[];
  readonly devices: readonly ChartDevice[];
  /** Seconds in which data of a device were due in each bin. */
  readonly due: ReadonlyMap<number, readonly number[]>;
}

/** Rows that are handed on at once. */
const BATCH = 500;

/**
 * The table of the series, in the chart tool's units and by its rows. Energies have the statistics' completeness, estimated and
 * integrated shares of their device beside them, other quantities the share of each bin's time up to now that their readings cover; all
 * in percent. Refuses a range that cannot be by its field, and a device that is not the project's.
 */
export async function seriesExportOf(
  read: ProjectReader,
  query: SeriesQuery,
  now_ms: number,
): Promise<ExportTable> {
  const { project, ...plan } = await read(async (tx, access) => {
    refuseRange(query, query.binsize, { timezone: access.timezone, now_ms });
    const { wanted, bin, rowsOf } = await chartPlan(
      tx,
      access,
      { ...query, bin: query.binsize },
      "body.series",
    );
    const rows = rowsOf(query);
    const grid = gridOfRows(access.timezone, rows);
    const hasEnergy = wanted.some(({ quantity }) => isDerivedEnergy(quantity));
    return {
      project: access.name,
      wanted,
      rows,
      grid,
      bin: statisticsBin.parse(bin),
      devices: await chartDevices(tx, access, assetType.options),
      due: hasEnergy
        ? await devicesDue(tx, access, { range: query, grid }, now_ms)
        : new Map<number, number[]>(),
    };
  });
  const titles = deviceTitles(plan.devices);
  return {
    name: exportName({ ...query, binsize: plan.bin, project, view: "series" }),
    head: [
      ...TIME_HEAD,
      ...plan.wanted.flatMap(({ device_id, quantity }) => {
        const title = titles.get(device_id) ?? "";
        return [
          columnName(title, quantity, unitOf(quantity)),
          ...flagsOf(quantity).map((flag) => columnName(title, `${quantity} ${flag}`, "%")),
        ];
      }),
    ],
    rows: seriesRows(read, { ...plan, query, now_ms }),
  };
}

const flagsOf = (quantity: ChartToolQuantity): readonly string[] =>
  isDerivedEnergy(quantity) ? ["completeness", "estimated", "integrated"] : ["coverage"];

/** The rows as the statistics name their bins. */
function gridOfRows(timezone: string, { labels, starts_ms, from_ms, to_ms }: ChartRows): Grid {
  const span = { from_ms, to_ms };
  return labels.length > 0
    ? { bins: labels, starts_ms: [], span }
    : { bins: starts_ms.map((at) => zonedTime(timezone, at)), starts_ms, span };
}

/** The rows, when every series has been read, each in a transaction of its own; after each some rows come, which may be none. */
async function* seriesRows(read: ProjectReader, plan: Plan): AsyncGenerator<CsvCell[][]> {
  const { grid, bin, wanted } = plan;
  const columns: (readonly CsvCell[])[] = [];
  for (const one of wanted) {
    columns.push(...(await read((tx, access) => columnsOf(tx, access, one, plan))));
    yield [];
  }
  const turn = turns();
  for (let from = 0; from < grid.bins.length; from += BATCH) {
    await turn();
    yield grid.bins.slice(from, from + BATCH).map((label, n) => {
      const at = from + n;
      const cells = timeCells(bin, label, grid.bins[at + 1]);
      return [...cells, ...columns.map((column) => column[at] ?? null)];
    });
  }
}

/** The values of one series, and beside them its flags: a column each. */
async function columnsOf(
  tx: Tx,
  access: ProjectAccess,
  one: Plan["wanted"][number],
  plan: Plan,
): Promise<(readonly CsvCell[])[]> {
  const { rows, bin } = plan;
  if (bin === "year") throw new RangeError("Series have no years");
  const [found] = await toolSeries(tx, access, [one], { rows, bin, weighted: true });
  const { at = [], values = [], weights = [] } = found ?? {};
  const drawn = laid(at, values, rows);
  return isDerivedEnergy(one.quantity)
    ? [drawn, ...(await energyFlags(tx, access, one.device_id, plan))]
    : [drawn, coverage(laid(at, weights, rows), plan)];
}

/** The statistics' completeness, estimated and integrated shares of the device, in percent. */
async function energyFlags(
  tx: Tx,
  access: ProjectAccess,
  device_id: number,
  { query, bin, grid, devices, due }: Plan,
): Promise<(number | null)[][]> {
  const device = devices.find((other) => other.device_id === device_id);
  if (device === undefined) return [[], [], []];
  const bins = await deviceBins(tx, access, { device_ids: [device_id], range: query, bin, grid });
  const series = deviceSeriesOf(device, bins.get(device_id), { grid, due: due.get(device_id) ?? [] });
  const { completeness, estimated_share, integrated_share } = series;
  return [completeness, estimated_share, integrated_share].map((column) => column.map(percent));
}

/** The share of each bin's time up to now that the seconds are, in percent; null where the bin has not begun. */
function coverage(
  seconds: readonly (number | null)[],
  { rows: { starts_ms, to_ms }, now_ms }: Plan,
): (number | null)[] {
  return starts_ms.map((from, at) => {
    const length_s = (Math.min(starts_ms[at + 1] ?? to_ms, now_ms) - from) / 1000;
    return length_s <= 0 ? null : Math.min(100, (100 * (seconds[at] ?? 0)) / length_s);
  });
}
