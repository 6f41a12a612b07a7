import {
  CSV_START,
  csvLine,
  STATISTICS_POINTS,
  assetType,
  binsizeExport,
  statisticsDevices,
  statisticsSeries,
  statisticsTotal,
  type Answer,
  type CsvCell,
  type StatisticsBin,
  type TimeRange,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { turns } from "../../../platform/turns.ts";
import { inProject, type ProjectAccess } from "../../fleet/index.ts";
import { gridFactors, peakPower, type Peak } from "../../kpi/index.ts";
import { deviceTableRows, exportHead, exportName, totalTableRows } from "./binsize-export.ts";
import { chartDevices, type ChartDevice } from "../charts/day-chart.sql.ts";
import { gridOf, hasTimes, refuseRange, spanOf, yearStarts, type Grid } from "./statistics-bins.ts";
import { projectQuarters } from "./project-quarters.sql.ts";
import { deviceBins, projectCalendar, type DeviceBins, type ProjectBin } from "./statistics.sql.ts";
import { devicesDue, productionDue, productionDueInAll } from "./statistics-due.sql.ts";
import type { ProductionDay } from "../data-quality/production-due.ts";
import { productionDays } from "../data-quality/production-due.sql.ts";
import { deviceSeriesOf, seriesOf, totalOf } from "./statistics.ts";

const LOOK = { to: "look", noun: "project" } as const;

type WantedBins = TimeRange & { readonly project_uid: string; readonly binsize: StatisticsBin };

/** Serves statistics of one project and their export. `now` gives ms since 1970. */
export function statisticsRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(statisticsTotal, ({ query, session }) =>
    inProject(db, session, query.project_uid, LOOK, (tx, access) => totalsOfRange(tx, access, query, now())),
  );

  serve(statisticsSeries, ({ query, session }) =>
    inProject(db, session, query.project_uid, LOOK, (tx, access) => projectSeries(tx, access, query, now())),
  );

  serve(statisticsDevices, ({ query, session }) =>
    inProject(db, session, query.project_uid, LOOK, async (tx, access) => {
      const grid = gridFor(access, query, now());
      const devices = await chartDevices(tx, access, assetType.options);
      if (devices.length * grid.bins.length > STATISTICS_POINTS) throw tooMany();
      const bins = await deviceBins(tx, access, ofDevices(devices, query, grid));
      return {
        timezone: access.timezone,
        binsize: query.binsize,
        bins: [...grid.bins],
        units: { energy: "kWh" as const, insolation: "Wh/m2" as const },
        devices: await seriesOfDevices(devices, bins, {
          grid,
          due: await devicesDue(tx, access, { range: query, grid }, now()),
        }),
      };
    }),
  );

  serve.download(binsizeExport, async ({ query, session }) => {
    const read: ProjectReader = (work) => inProject(db, session, query.project_uid, LOOK, work);
    const { name, head, rows } = await exportOf(read, query, now());
    return {
      name: `${name}.csv`,
      mime: "text/csv; charset=utf-8",
      size_bytes: null,
      content: csvOf(head, rows),
    };
  });
}

async function* csvOf(head: readonly string[], rows: ExportTable["rows"]): AsyncGenerator<string> {
  yield CSV_START + csvLine(head);
  for await (const some of rows) yield some.map((row) => csvLine(row)).join("");
}

/** Reads of a project, each in a transaction of its own that proves access anew. */
export type ProjectReader = <T>(work: (tx: Tx, access: ProjectAccess) => Promise<T>) => Promise<T>;

/** The series of a project or of its devices as a table. */
export interface ExportTable {
  /** What its file is called, without an ending. */
  readonly name: string;
  /** Titles of the columns, units in them. */
  readonly head: readonly string[];
  /** Some rows at a time, read when they are asked for. */
  readonly rows: AsyncIterable<CsvCell[][]>;
}

/** The table of an export. A range that cannot be is refused by its field. */
export async function exportOf(
  read: ProjectReader,
  query: WantedBins & { readonly view: "total" | "devices" },
  now_ms: number,
): Promise<ExportTable> {
  const { name, ...of } = await read(async (tx, access) => ({
    name: access.name,
    grid: gridFor(access, query, now_ms),
    devices: await chartDevices(tx, access, assetType.options),
    due: await devicesDue(tx, access, { range: query, grid: gridFor(access, query, now_ms) }, now_ms),
  }));
  return {
    name: exportName({ ...query, project: name }),
    head: exportHead(query.view),
    rows: query.view === "total" ? totalParts(read, query, now_ms) : deviceParts(read, { query, ...of }),
  };
}

/** The statistics' sums of a range of the project. A range that cannot be is refused by its field. */
export async function totalsOfRange(
  tx: Tx,
  access: ProjectAccess,
  range: TimeRange,
  now_ms: number,
): Promise<Answer<typeof statisticsTotal>> {
  const { timezone } = access;
  refuseRange(range, hasTimes(range) ? "1_hours" : "year", { timezone, now_ms });
  const days = await productionDays(tx, access, range);
  const years = await yearSums(tx, access, range, days);
  const peak = await peakPowerOf(tx, access, range);
  const due = await productionDueInAll(tx, access, { range, days, nowMs: now_ms });
  return totalOf(years, { timezone, peak, factors: await gridFactors(tx), due });
}

function gridFor({ timezone }: ProjectAccess, query: Omit<WantedBins, "project_uid">, now_ms: number): Grid {
  refuseRange(query, query.binsize, { timezone, now_ms });
  return gridOf(timezone, query, query.binsize);
}

/** The statistics' series of a range of the project. A range that cannot be is refused by its field. */
export async function projectSeries(
  tx: Tx,
  access: ProjectAccess,
  query: TimeRange & { readonly binsize: StatisticsBin },
  now_ms: number,
): Promise<Answer<typeof statisticsSeries>> {
  const grid = gridFor(access, query, now_ms);
  const { binsize } = query;
  const days = await productionDays(tx, access, query);
  const rows =
    binsize === "1_days" || binsize === "1_months" || binsize === "year"
      ? await projectCalendar(tx, access, query, binsize)
      : await projectQuarters(tx, access, grid, days);
  const due = await productionDue(tx, access, { range: query, grid, days, nowMs: now_ms });
  return seriesOf(rows, grid, { timezone: access.timezone, binsize, due });
}

const ofDevices = (devices: readonly ChartDevice[], query: WantedBins, grid: Grid) => ({
  device_ids: devices.map((device) => device.device_id),
  range: query,
  bin: query.binsize,
  grid,
});

/** Devices that were taken out since are there only where something is known of them. */
async function seriesOfDevices(
  devices: readonly ChartDevice[],
  bins: ReadonlyMap<number, DeviceBins>,
  { grid, due }: { grid: Grid; due: ReadonlyMap<number, readonly number[]> },
) {
  const turn = turns();
  const series: ReturnType<typeof deviceSeriesOf>[] = [];
  for (const device of devices) {
    if (device.removed && !bins.has(device.device_id)) continue;
    await turn();
    series.push(
      deviceSeriesOf(device, bins.get(device.device_id), { grid, due: due.get(device.device_id) ?? [] }),
    );
  }
  return series;
}

async function* totalParts(
  read: ProjectReader,
  query: WantedBins,
  now_ms: number,
): AsyncGenerator<CsvCell[][]> {
  yield totalTableRows(await read((tx, access) => projectSeries(tx, access, query, now_ms)));
}

/** The rows of one device after the other, each in a transaction of its own, so that none waits for a slow reader. */
async function* deviceParts(
  read: ProjectReader,
  {
    query,
    devices,
    grid,
    due,
  }: { query: WantedBins; devices: readonly ChartDevice[]; grid: Grid; due: ReadonlyMap<number, number[]> },
): AsyncGenerator<CsvCell[][]> {
  for (const device of devices) {
    const bins = await read((tx, access) => deviceBins(tx, access, ofDevices([device], query, grid)));
    for (const series of await seriesOfDevices([device], bins, { grid, due })) {
      yield deviceTableRows(series, grid.bins, query.binsize);
    }
  }
}

/** Sums of the range by calendar year, as CO2 factors are by year. */
async function yearSums(tx: Tx, access: ProjectAccess, range: TimeRange, days: readonly ProductionDay[]) {
  if (!hasTimes(range)) {
    const rows = await projectCalendar(tx, access, range, "year");
    return rows.map((row) => ({ ...row, year: Number(row.at) }));
  }
  const span = spanOf(access.timezone, range);
  const { starts_ms, years } = yearStarts(access.timezone, span);
  const rows = await projectQuarters(tx, access, { starts_ms, span }, days);
  return rows.map((row: ProjectBin) => ({ ...row, year: years[Number(row.at)] ?? 0 }));
}

/** The peak of the range, within its times where it has any. */
export const peakPowerOf = (tx: Tx, access: ProjectAccess, range: TimeRange): Promise<Peak | undefined> =>
  peakPower(tx, access, range, hasTimes(range) ? spanOf(access.timezone, range) : undefined);

function tooMany(): Problem {
  return new Problem(
    400,
    "statistics.too_many",
    "Too many devices for this bin size, please choose a larger one",
    {
      "query.binsize": "Too many devices for this bin size, please choose a larger one",
    },
  );
}
