// Makes exports of series: the table of the statistics or of the chart tool, in the form that was asked for.
import {
  chartQuantity,
  CSV_START,
  csvLine,
  EXPORT_FORMATS,
  PARQUET_ROWS,
  STATISTICS_BINS,
  type CsvCell,
} from "@heliograph/contract";
import { parquetWriteBuffer } from "hyparquet-writer";
import { z } from "zod";
import { workbook, XLSX } from "../../../platform/documents/workbook.ts";
import { sheetNames } from "../../../platform/documents/sheet-names.ts";
import { Problem } from "../../../platform/problem.ts";
import { turns } from "../../../platform/turns.ts";
import { inProject } from "../../fleet/index.ts";
import { exportOf, seriesExportOf } from "../../monitoring/index.ts";
import { runKind, type RunKind } from "../runs/run-kinds.ts";

const request = z.object({
  project_uid: z.string(),
  from_date: z.string(),
  to_date: z.string(),
  from_time: z.string().optional(),
  to_time: z.string().optional(),
  binsize: z.enum(STATISTICS_BINS),
  view: z.enum(["total", "devices"]).optional(),
  series: z.array(z.object({ device_uid: z.string(), quantity: chartQuantity })).optional(),
  format: z.enum(EXPORT_FORMATS),
});

type Table = Awaited<ReturnType<typeof exportOf>>;

const MIMES = {
  csv: "text/csv; charset=utf-8",
  xlsx: XLSX,
  parquet: "application/vnd.apache.parquet",
} as const;

/** Exports of series. */
export const exportRuns: RunKind = runKind("export", request, async ({ format, ...query }, at) => {
  const look = { to: "look", noun: "project" } as const;
  const table = await tableOf(
    (work) => inProject(at.db, at.session, query.project_uid, look, work),
    query,
    Date.now(),
  );
  const told: Table = { ...table, rows: stoppable(table.rows, at.progress) };
  const content = { csv: () => csv(told), xlsx: () => xlsx(told), parquet: () => parquet(told) };
  return {
    name: `${table.name}.${format}`,
    mime: MIMES[format],
    content: await content[format](),
    facts: query,
  };
});

/** The table of the series where some are named, else of the view. */
function tableOf(
  read: Parameters<typeof exportOf>[0],
  { view = "total", series, binsize, ...range }: Omit<z.output<typeof request>, "format">,
  now_ms: number,
): Promise<Table> {
  if (series === undefined) return exportOf(read, { ...range, binsize, view }, now_ms);
  if (binsize === "year") {
    throw new Problem(400, "request.invalid", "Series need a bin of a month or less", {
      "body.binsize": "Series need a bin of a month or less",
    });
  }
  return seriesExportOf(read, { ...range, binsize, series }, now_ms);
}

/** The rows as they come; nobody knows how many there will be, so that progress only grows. */
async function* stoppable(rows: Table["rows"], progress: (share: number) => void): Table["rows"] {
  let parts = 0;
  for await (const some of rows) {
    parts += 1;
    progress(1 - 1 / (parts + 1));
    yield some;
  }
}

async function* csv({ head, rows }: Table): AsyncGenerator<Uint8Array> {
  yield Buffer.from(CSV_START + csvLine(head));
  for await (const some of rows) yield Buffer.from(some.map((row) => csvLine(row)).join(""));
}

const xlsx = ({ name, head, rows }: Table) =>
  workbook(async (book) => {
    const [sheetName = ""] = sheetNames([name]);
    const sheet = await book.sheet(sheetName, {
      lines: [],
      columns: head.map((title) => ({ title, width: Math.max(12, title.length + 2) })),
    });
    for await (const some of rows) for (const row of some) await sheet.row(row);
    sheet.end();
  }, new Date());

/** Columns of text or of numbers, by what stands in them. */
async function parquet({ head, rows }: Table): Promise<Uint8Array> {
  const columns: CsvCell[][] = head.map(() => []);
  const turn = turns();
  for await (const some of rows) {
    if ((columns[0]?.length ?? 0) + some.length > PARQUET_ROWS) throw tooLong();
    for (const row of some) {
      await turn();
      head.forEach((_, at) => columns[at]?.push(row[at] ?? null));
    }
  }
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: head.map((name, at) => {
        const data = columns[at] ?? [];
        return {
          name,
          data,
          type: data.some((cell) => typeof cell === "string") ? "STRING" : "DOUBLE",
          nullable: true,
        };
      }),
    }),
  );
}

const tooLong = () =>
  new Problem(400, "export.too_long", `A file of Parquet has ${PARQUET_ROWS} rows at most`);
