// Exports of a project's series, or of any quantity of its devices, as files that are made as runs (M214): CSV, a spreadsheet or Parquet.
import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { chartSeriesName } from "../monitoring/chart-tool.ts";
import { isWithinDay, rangeFields, statisticsBin } from "../monitoring/statistics/statistics-range.ts";
import { runAdded } from "./runs.ts";

export const EXPORT_FORMATS = ["csv", "xlsx", "parquet"] as const;

/** Rows of a file of Parquet, which is made as a whole. */
export const PARQUET_ROWS = 300_000;

/** Series of the chart tool in one file. */
export const EXPORT_SERIES = 40;

const exportSeries = z
  .array(chartSeriesName)
  .min(1, "Must name a series")
  .max(EXPORT_SERIES, `At most ${EXPORT_SERIES} series can be exported at once`)
  .refine(
    (list) =>
      new Set(list.map(({ device_uid, quantity }) => `${device_uid}:${quantity}`)).size === list.length,
    "Must name each series once",
  );

export const makeExport = endpoint({
  name: "makeExport",
  method: "POST",
  // It changes nothing of a plant: whoever may read the series may have it as a file.
  keyRight: "read",
  path: "export-data/binsize-export/run",
  summary:
    "Has the series of a project, of each of its devices, or any quantities of its devices made as a file, with how far each bin can be trusted",
  body: z
    .strictObject({
      project_uid: z.uuid(),
      ...rangeFields,
      binsize: statisticsBin.default("15_minutes"),
      /** Left out: the whole project, unless series are named. */
      view: z.enum(["total", "devices"]).optional(),
      /**
       * Series as the chart tool names them, "device_uid:quantity", in its units and by its rows: bins are longer than asked for where
       * the readings of one of them come further apart.
       */
      series: exportSeries.optional(),
      format: z.enum(EXPORT_FORMATS).default("csv"),
    })
    .refine(
      ({ binsize, from_time, to_time }) =>
        isWithinDay(binsize) || (from_time === undefined && to_time === undefined),
      { path: ["from_time"], error: "Times need a bin of an hour or less" },
    )
    .refine(({ series, view }) => series === undefined || view === undefined, {
      path: ["view"],
      error: "Series are no view: name either",
    })
    .refine(({ series, binsize }) => series === undefined || binsize !== "year", {
      path: ["binsize"],
      error: "Series need a bin of a month or less",
    }),
  answer: runAdded,
  refusals: ["project.not_found", "chart_tool.no_device", "runs.too_many"],
});
