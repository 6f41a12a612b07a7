// Exports of a project's series as files that are made as runs (M214): CSV, a spreadsheet or Parquet.
import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { isWithinDay, rangeFields, statisticsBin } from "../monitoring/statistics/statistics-range.ts";
import { runAdded } from "./runs.ts";

export const EXPORT_FORMATS = ["csv", "xlsx", "parquet"] as const;

/** Rows of a file of Parquet, which is made as a whole. */
export const PARQUET_ROWS = 300_000;

export const makeExport = endpoint({
  name: "makeExport",
  method: "POST",
  // It changes nothing of a plant: whoever may read the series may have it as a file.
  keyRight: "read",
  path: "export-data/binsize-export/run",
  summary:
    "Has the series of a project or of each of its devices made as a file, with how far each bin can be trusted",
  body: z
    .strictObject({
      project_uid: z.uuid(),
      ...rangeFields,
      binsize: statisticsBin.default("15_minutes"),
      view: z.enum(["total", "devices"]).default("total"),
      format: z.enum(EXPORT_FORMATS).default("csv"),
    })
    .refine(
      ({ binsize, from_time, to_time }) =>
        isWithinDay(binsize) || (from_time === undefined && to_time === undefined),
      { path: ["from_time"], error: "Times need a bin of an hour or less" },
    ),
  answer: runAdded,
  refusals: ["project.not_found", "runs.too_many"],
});
