// Spreadsheets as they are made: rows go out as they come, so that a long one needs no more memory than a short one. For jobs only: it
// takes a processor for itself.
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { WorkbookWriter } from "@cj-tech-master/excelts";
import { inertText } from "@heliograph/contract";
import { turns } from "../turns.ts";

/** The kind of file that spreadsheets are. */
export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A sum or a reference that the spreadsheet computes itself, with what it comes to. */
interface FormulaCell {
  readonly formula: string;
  readonly result: number;
}
/** Null: an empty cell. A date is a wall clock: cells know no zone. */
type Cell = string | number | Date | FormulaCell | null;

interface SheetColumn {
  readonly title: string;
  /** In letters. */
  readonly width: number;
  /** How the spreadsheet shows numbers and dates: "#,##0.000". */
  readonly format?: string;
}

/** A sheet that rows are added to from above. */
export interface Sheet {
  /** Adds a row; resolves when there is room for the next. */
  readonly row: (cells: readonly Cell[], look?: "bold") => Promise<void>;
  /** The number of the row that comes next. */
  readonly next: () => number;
  readonly end: () => void;
}

/** A spreadsheet that is being made. */
export interface Workbook {
  /**
   * Opens a sheet: lines of text above the titles of its columns, all of which stay where they are when the rest is scrolled. What is
   * written to it waits in memory until the sheets that were opened before it have ended: open one after the other has ended.
   */
  readonly sheet: (name: string, head: SheetHead) => Promise<Sheet>;
}

interface SheetHead {
  readonly lines: readonly string[];
  readonly columns: readonly SheetColumn[];
  /** Stands before all others, whenever it is opened: for what sums up the others, and is known once they are written. */
  readonly isFirst?: boolean;
}

/** The bytes of the spreadsheet that `write` fills; what `write` fails with the content fails with. Sheets stand in the order in which they were opened, one that is first before them. */
export function workbook(
  write: (book: Workbook) => Promise<void>,
  createdAt: Date,
): AsyncIterable<Uint8Array> {
  const out = new PassThrough({ highWaterMark: 1024 * 1024 });
  const writer = new WorkbookWriter({
    stream: out,
    useStyles: true,
    useSharedStrings: false,
    creator: "Heliograph",
    created: createdAt,
    modified: createdAt,
  });
  const turn = turns();
  const room = async () => {
    await turn();
    if (out.writableNeedDrain && !out.destroyed) await once(out, "drain");
  };
  const book: Workbook = {
    sheet: async (name, { lines, columns, isFirst = false }) => {
      const sheet = writer.addWorksheet(name, {
        views: [{ state: "frozen", ySplit: lines.length + 1 }],
      });
      if (isFirst) putFirst(writer, sheet);
      sheet.columns = columns.map(({ width, format }) => ({
        width,
        ...(format === undefined ? {} : { style: { numFmt: format } }),
      }));
      let rows = 0;
      const row = async (cells: readonly Cell[], look?: "bold") => {
        const added = sheet.addRow(cells.map(inert));
        if (look === "bold") added.font = { bold: true };
        added.commit();
        rows += 1;
        await room();
      };
      for (const line of lines) await row([line], "bold");
      await row(
        columns.map(({ title }) => title),
        "bold",
      );
      return { row, next: () => rows + 1, end: () => sheet.commit() };
    },
  };
  write(book)
    .then(() => writer.commit())
    .catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))));
  return out;
}

/** The library lists sheets as they were added and has no call for another order: the list is its own, and the test of it is ours. */
function putFirst(writer: WorkbookWriter, sheet: object): void {
  const sheets: unknown = Reflect.get(writer, "_worksheets");
  const at = Array.isArray(sheets) ? sheets.indexOf(sheet) : -1;
  if (!Array.isArray(sheets) || at < 0) throw new TypeError("the library lists its sheets elsewhere");
  // Its first place is empty: sheets are numbered from 1.
  sheets.splice(1, 0, ...sheets.splice(at, 1));
}

const inert = (cell: Cell): Cell => (typeof cell === "string" ? inertText(cell) : cell);
