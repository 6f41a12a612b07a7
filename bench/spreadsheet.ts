// The spreadsheet of 50 projects over a month of quarter hours with the nine columns of M90, beside the bare writer with the same cells.
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { WorkbookWriter } from "@cj-tech-master/excelts";
import { writeReport } from "../server/src/domains/reports/portfolio-report/report-workbook.jobs.ts";
import type { ReportRow } from "../server/src/domains/reports/portfolio-report/report-rows.ts";
import { workbook } from "../server/src/platform/documents/workbook.ts";
import { figure, type Line } from "./measure.ts";

const PROJECTS = 50;
const ROWS = 31 * 96;
const RANGE = { from_date: "2026-01-01", to_date: "2026-01-31", binsize: "1_days" } as const;
const COLUMNS = 9;
const MB = 1024 * 1024;
const MOST_RATIO = 1.5;
const MOST_MEMORY = 1.5;

/** Rows whose figures are all different, so that nothing packs them by being alike. */
const rows: readonly ReportRow[] = Array.from({ length: ROWS }, (_, at) => ({
  day: `2026-01-${String(1 + (at % 31)).padStart(2, "0")}`,
  time: null,
  inverter_kwh: at * 1.237,
  inverter_month_kwh: at * 17.891,
  meter_kwh: at * 1.193,
  meter_month_kwh: at * 17.223,
  ratio_percent: 70 + (at % 2000) / 100,
  status: "Active",
}));

/** Reads all bytes as they come; returns how many, and the most memory that was in use, in MB. */
async function drained(content: AsyncIterable<Uint8Array>) {
  let bytes = 0;
  let mostMb = 0;
  for await (const piece of content) {
    bytes += piece.length;
    mostMb = Math.max(mostMb, process.memoryUsage().rss / MB);
  }
  return { bytes, mostMb };
}

const made = (projects: number) =>
  drained(
    workbook(
      (book) =>
        writeReport(
          book,
          Array.from({ length: projects }, (_, at) => ({
            name: `Roof ${at + 1}`,
            timezone: "Asia/Ho_Chi_Minh",
            rows: async () => rows,
          })),
          { range: RANGE, lang: "en", done: () => {} },
        ),
      new Date(),
    ),
  );

/** The same cells by the library alone. */
async function bare(): Promise<void> {
  const out = new PassThrough({ highWaterMark: MB });
  const reading = drained(out);
  const book = new WorkbookWriter({ stream: out, useStyles: true, useSharedStrings: false });
  for (let project = 0; project < PROJECTS; project += 1) {
    const sheet = book.addWorksheet(`Roof ${project + 1}`);
    for (const [at, row] of rows.entries()) {
      const { day, time, status, ...figures } = row;
      sheet.addRow([at + 1, new Date(`${day}T00:00:00Z`), time, ...Object.values(figures), status]).commit();
      if (out.writableNeedDrain) await once(out, "drain");
    }
    sheet.commit();
  }
  await book.commit();
  await reading;
}

/** The processor's time that the work takes, ms: whatever else the machine does meanwhile does not count. */
async function worked(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** What processor time the spreadsheet takes beside the bare writer, and how much memory it holds beside a fifth of it. */
export async function benchSpreadsheet(say: (text: string) => void): Promise<Line[]> {
  say("spreadsheet: 50 projects of a month by quarter hours");
  await made(1);
  const small = await made(PROJECTS / 5);
  let whole = small;
  const ours = await worked(async () => {
    whole = await made(PROJECTS);
  });
  // After ours, for what it leaves to be collected would count as our memory.
  const alone = await worked(bare);
  const cells = PROJECTS * ROWS * COLUMNS;
  return [
    {
      what: `${PROJECTS} projects × ${figure(ROWS, "rows")} × ${COLUMNS} columns as a spreadsheet`,
      reached: figure(ours / 1000, "s"),
      goal: `≤ ${MOST_RATIO} × the bare writer`,
      met: ours <= MOST_RATIO * alone,
      against: `${figure(alone / 1000, "s")} bare, ${figure(ours / alone, "×", 2)}; ${figure(cells / ours, "cells a ms")}`,
    },
    {
      what: "memory while it is made",
      reached: figure(whole.mostMb, "MB", 0),
      goal: `≤ ${MOST_MEMORY} × a fifth of it`,
      met: whole.mostMb <= MOST_MEMORY * small.mostMb,
      against: `${figure(small.mostMb, "MB", 0)} with ${PROJECTS / 5} projects`,
    },
  ];
}
