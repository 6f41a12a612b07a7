// An import that is not begun, as its page shows it: what its files are, what their columns mean, and values of them.
import type { ImportDraft, ImportPreview } from "@heliograph/contract";
import type { Db } from "../../../../platform/db.ts";
import type { FileStore } from "../../../../platform/files.ts";
import { turns } from "../../../../platform/turns.ts";
import { cellsOfLine } from "../import-csv.ts";
import { linesOf } from "../import-lines.ts";
import { PRESETS } from "../presets/presets.ts";
import { headOfFile, wishPlace } from "./browser.jobs.ts";
import { filesOfImports, noteSample, type ImportFileRow } from "./files.sql.ts";
import { placesOfImport, type ImportRow } from "./imports.sql.ts";
import { rowRater } from "./sample.ts";
import { headerOf, wishedMapping, readAs, columnsShown, type WishPlace } from "./wish-mapping.ts";

/** Lines shown of a file that cannot be read, and rows of one that can. */
const FIRST_LINES = 3;
/** Rows in which noon of a bright day is looked for. */
const SAMPLED_ROWS = 200_000;
const LINE_LENGTH = 300;

/** The draft with everything that its page shows. */
export async function draftOf(
  db: Db,
  store: FileStore,
  row: ImportRow,
  { project_uid }: { readonly project_uid: string },
): Promise<ImportDraft> {
  const files = await filesOfImports(db, [row.import_id]);
  const { devices } = await placesOfImport(db, row);
  const place = await wishPlace(db, row);
  const isOpen = row.started_at === null;
  const previews: ImportPreview[] = [];
  for (const file of isOpen ? files : []) addPreview(previews, await previewOf(store, row, { file, place }));
  return {
    import_uid: row.import_uid,
    project_uid,
    state: row.state,
    files: files.map(({ file_uid, name, size_bytes, rows }) => ({ file_uid, name, size_bytes, rows })),
    wish: row.wish,
    previews,
    devices,
    presets: PRESETS.map(({ name, title }) => ({ name, title })),
    trial: row.trial,
    rows_read: row.rows_read,
    fault: row.fault,
  };
}

const key = ({ preset, fault, columns }: ImportPreview) =>
  JSON.stringify([preset, fault, columns.map(({ name }) => name)]);

/** Files with the same columns and the same meaning are shown once. */
function addPreview(previews: ImportPreview[], one: ImportPreview): void {
  const same = one.fault === null ? previews.find((other) => key(other) === key(one)) : undefined;
  if (same === undefined) previews.push(one);
  else same.file_uids.push(...one.file_uids);
}

async function previewOf(
  store: FileStore,
  { wish }: ImportRow,
  { file, place }: { file: ImportFileRow; place: WishPlace },
): Promise<ImportPreview> {
  const nothing = {
    file_uids: [file.file_uid],
    preset: null,
    title: null,
    assumes: null,
    sampled_at: null,
    first_rows: [],
    columns: [],
  };
  let lines: readonly string[] = [];
  const unfit = (error: unknown) => ({
    ...nothing,
    fault: error instanceof Error ? error.message : String(error),
    first_lines: lines.slice(0, FIRST_LINES).map((line) => line.slice(0, LINE_LENGTH)),
  });
  try {
    const head = await headOfFile(store, file);
    ({ lines } = head);
    const read = readAs(head, wish, place);
    const header = headerOf(head, read.draft);
    const csv = read.draft["csv"] as { delimiter?: string; decimal?: "." | ","; skip_lines?: number };
    const time = read.draft["time"] as {
      column: string | string[];
      stamp: "start" | "end";
      timezone: string;
    };
    const cellsOf = (line: string) => cellsOfLine(line, csv.delimiter ?? ",") ?? [];
    const sample = file.sample === null ? null : cellsOf(file.sample);
    const stamps = [time.column].flat().map((name) => header.indexOf(name));
    return {
      file_uids: [file.file_uid],
      preset: read.preset?.name ?? null,
      title: read.preset?.title ?? null,
      assumes: {
        stamp: time.stamp,
        timezone: time.timezone,
        decimal: csv.decimal ?? ".",
        interval_s: (read.draft["interval_s"] as number | undefined) ?? null,
        period: (read.draft["period"] as "day" | "month" | undefined) ?? null,
      },
      fault: faultOf(() => wishedMapping(head, wish, place)),
      first_lines: [],
      sampled_at: sample === null ? null : stamps.map((at) => sample[at]?.trim() ?? "").join(" "),
      first_rows: lines
        .slice((csv.skip_lines ?? 0) + 1)
        .slice(0, FIRST_LINES)
        .map(cellsOf),
      columns: columnsShown(read, header, wish, sample),
    };
  } catch (error) {
    return unfit(error);
  }
}

function faultOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Looks for the row of the new file that shows best what its columns hold, and keeps it. A file that cannot be read has none. */
export async function sampleOf(
  db: Db,
  store: FileStore,
  row: ImportRow,
  file: Pick<ImportFileRow, "file_uid" | "name">,
): Promise<void> {
  const line = await bestLine(db, store, row, file).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && !("path" in error)) throw error;
    return null;
  });
  if (line !== null) await noteSample(db, file.file_uid, line);
}

async function bestLine(
  db: Db,
  store: FileStore,
  row: ImportRow,
  file: Pick<ImportFileRow, "file_uid" | "name">,
): Promise<string | null> {
  const head = await headOfFile(store, file);
  const mapping = wishedMapping(head, row.wish, await wishPlace(db, row));
  const rate = rowRater(mapping, headerOf(head, { csv: mapping.csv }));
  const turn = turns();
  let best: { rating: number; cells: readonly string[] } | null = null;
  let rows = 0;
  for await (const lines of linesOf({ path: store.path(file.file_uid), name: file.name }, mapping.csv)) {
    for (const { cells } of lines) {
      rows += 1;
      const rating = cells === null || rows === 1 ? null : rate(cells);
      if (cells !== null && rating !== null && rating > (best?.rating ?? -Infinity)) best = { rating, cells };
    }
    if (rows > SAMPLED_ROWS) break;
    await turn();
  }
  return best === null
    ? null
    : best.cells.map((cell) => quoted(cell, mapping.csv.delimiter)).join(mapping.csv.delimiter);
}

/** The cell as a line of the file would have it. */
function quoted(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
}
