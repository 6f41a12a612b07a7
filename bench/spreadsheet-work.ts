// The spreadsheet that is measured: projects with a month of quarter hours each.
import { writeReport } from "../server/src/domains/reports/portfolio-report/report-workbook.jobs.ts";
import type { ReportRow } from "../server/src/domains/reports/portfolio-report/report-rows.ts";
import { workbook } from "../server/src/platform/documents/workbook.ts";

const ROWS = 31 * 96;
const RANGE = { from_date: "2026-01-01", to_date: "2026-01-31", binsize: "1_days" } as const;

/** Rows whose figures are all different, so that nothing packs them by being alike. */
export const rows: readonly ReportRow[] = Array.from({ length: ROWS }, (_, at) => ({
  day: `2026-01-${String(1 + (at % 31)).padStart(2, "0")}`,
  time: null,
  inverter_kwh: at * 1.237,
  inverter_month_kwh: at * 17.891,
  meter_kwh: at * 1.193,
  meter_month_kwh: at * 17.223,
  ratio_percent: 70 + (at % 2000) / 100,
  status: "Active",
}));

/** Reads all bytes as they come, and keeps none. */
export async function drained(content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of content) void piece;
}

/** Makes the report of so many projects; `done` hears of each. */
export const made = (projects: number, done: () => void = () => {}): Promise<void> =>
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
          { range: RANGE, lang: "en", done },
        ),
      new Date(),
    ),
  );
