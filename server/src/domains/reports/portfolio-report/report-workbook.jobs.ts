// A portfolio report as a spreadsheet: the totals, which are written last and stand first, and a sheet for each project with the columns of M90
// (docs/decisions/0105-portfolio-report.md).
import type { ReportLanguage } from "@heliograph/contract";
import { offsetMinutes, startOfDay } from "@heliograph/contract";
import { cellReference, sheetNames } from "../../../platform/documents/sheet-names.ts";
import type { Sheet, Workbook } from "../../../platform/documents/workbook.ts";
import type { ReportRange } from "./report-data.sql.ts";
import { dividesDay, hasAnything, type ReportRow } from "./report-rows.ts";
import type { ReportWords } from "./words/words-of-language.ts";
import { reportWords } from "./words/languages.ts";

/** A project of the report; its rows are read when its sheet is written. */
export interface ReportProject {
  readonly name: string;
  readonly timezone: string;
  readonly rows: () => Promise<readonly ReportRow[]>;
}

interface Totals {
  readonly inverter: Total;
  readonly meter: Total;
  readonly isEmpty: boolean;
}
interface Total {
  /** Where it stands on the project's sheet. */
  readonly cell: string;
  readonly kwh: number;
}

const ENERGY = "#,##0.000";

/** Writes the report. `done` hears how many projects are written, and what was known of each. */
export async function writeReport(
  book: Workbook,
  projects: readonly ReportProject[],
  {
    range,
    lang,
    done,
  }: { range: ReportRange; lang: ReportLanguage; done: (projects: number, isEmpty: boolean) => void },
): Promise<void> {
  const words = reportWords[lang];
  const [cover = "", ...names] = sheetNames([words.title, ...projects.map(({ name }) => name)]);
  const span = `${turned(range.from_date, range)} – ${turned(range.to_date, range)}, ${words.bins[range.binsize]}`;
  const all: Totals[] = [];
  for (const [at, project] of projects.entries()) {
    const totals = await writeProject(book, { project, name: names[at] ?? "", range, words });
    all.push(totals);
    done(at + 1, totals.isEmpty);
  }
  const first = await book.sheet(cover, {
    isFirst: true,
    lines: [words.title, span],
    columns: [
      { title: words.index, width: 6 },
      { title: words.project, width: 36 },
      { title: words.timeZone, width: 28 },
      { title: words.inverter, width: 26, format: ENERGY },
      { title: words.meter, width: 26, format: ENERGY },
      { title: words.status, width: 30 },
    ],
  });
  const sums = { inverter: 0, meter: 0 };
  for (const [at, totals] of all.entries()) {
    const { name: project = "", timezone = "UTC" } = projects[at] ?? {};
    const from = (total: Total) => ({
      formula: cellReference(names[at] ?? "", total.cell),
      result: total.kwh,
    });
    await first.row([
      at + 1,
      project,
      zoneText(timezone, range),
      from(totals.inverter),
      from(totals.meter),
      totals.isEmpty ? words.updating(project) : words.active,
    ]);
    sums.inverter += totals.inverter.kwh;
    sums.meter += totals.meter.kwh;
  }
  const rows = { from: 4, to: first.next() - 1 };
  await first.row(
    [words.total, null, null, sumOf("D", rows, sums.inverter), sumOf("E", rows, sums.meter), null],
    "bold",
  );
  first.end();
}

async function writeProject(
  book: Workbook,
  {
    project,
    name,
    range,
    words,
  }: { project: ReportProject; name: string; range: ReportRange; words: ReportWords },
): Promise<Totals> {
  const rows = await project.rows();
  const withTime = dividesDay(range.binsize);
  const isEmpty = !hasAnything(rows);
  const zone = `${words.timeZone}: ${zoneText(project.timezone, range)}, ${words.bins[range.binsize]}`;
  const sheet = await book.sheet(name, {
    lines: [isEmpty ? words.updating(project.name) : project.name, zone],
    columns: [
      { title: words.index, width: 8 },
      { title: words.day, width: 12, format: range.binsize === "1_months" ? "mm-yyyy" : "dd-mm-yyyy" },
      { title: words.time, width: 14 },
      { title: words.inverter, width: 26, format: ENERGY },
      { title: words.accumulation, width: 26, format: ENERGY },
      { title: words.meter, width: 26, format: ENERGY },
      { title: words.accumulation, width: 26, format: ENERGY },
      ...(withTime ? [] : [{ title: words.ratio, width: 22, format: "0.00" }]),
      { title: words.status, width: 18 },
    ],
  });
  return writeRows(sheet, rows, { withTime, isEmpty, words });
}

/** The number of the row below the two lines and the titles. */
const FIRST_ROW = 4;

async function writeRows(
  sheet: Sheet,
  rows: readonly ReportRow[],
  { withTime, isEmpty, words }: { withTime: boolean; isEmpty: boolean; words: ReportWords },
): Promise<Totals> {
  const wh = { inverter: 0, meter: 0 };
  for (const [at, row] of rows.entries()) {
    wh.inverter += Math.round((row.inverter_kwh ?? 0) * 1000);
    wh.meter += Math.round((row.meter_kwh ?? 0) * 1000);
    await sheet.row([
      at + 1,
      dateOf(row.day),
      row.time,
      row.inverter_kwh,
      row.inverter_month_kwh,
      row.meter_kwh,
      row.meter_month_kwh,
      ...(withTime ? [] : [row.ratio_percent]),
      row.status === "Active" ? words.active : words.inactive,
    ]);
  }
  const last = sheet.next();
  const span = { from: FIRST_ROW, to: last - 1 };
  const [inverter, meter] = [wh.inverter / 1000, wh.meter / 1000];
  await sheet.row(
    [words.total, null, null, sumOf("D", span, inverter), null, sumOf("F", span, meter), null],
    "bold",
  );
  sheet.end();
  return {
    inverter: { cell: `D${last}`, kwh: inverter },
    meter: { cell: `F${last}`, kwh: meter },
    isEmpty,
  };
}

/** The sum of the column's rows; without rows it is 0. */
const sumOf = (column: string, { from, to }: { from: number; to: number }, result: number) =>
  to < from ? 0 : { formula: `SUM(${column}${from}:${column}${to})`, result };

/** A day, or the first of a month, as a cell's date: a wall clock. */
const dateOf = (day: string): Date =>
  new Date(`${day.length === "2026-01".length ? `${day}-01` : day}T00:00:00Z`);

/** DD-MM-YYYY, or MM-YYYY of months (M271). */
function turned(day: string, { binsize }: ReportRange): string {
  return day
    .slice(0, binsize === "1_months" ? 7 : 10)
    .split("-")
    .toReversed()
    .join("-");
}

const two = (value: number) => String(value).padStart(2, "0");

/** The zone by its name and how far it is from UTC when the range begins: "Asia/Ho_Chi_Minh (UTC+07:00)". */
function zoneText(timezone: string, { from_date }: ReportRange): string {
  const minutes = offsetMinutes(timezone, startOfDay(timezone, from_date));
  const ahead = Math.abs(minutes);
  return `${timezone} (UTC${minutes < 0 ? "-" : "+"}${two(Math.floor(ahead / 60))}:${two(ahead % 60)})`;
}
