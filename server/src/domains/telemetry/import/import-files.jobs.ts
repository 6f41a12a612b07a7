// Imports history: reads CSV files by a mapping, stores what they hold, and tells what became of every row.
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { createGunzip } from "node:zlib";
import type { Pools } from "../../../platform/db.ts";
import { cellsOfLine, lineSplitter } from "./import-csv.ts";
import { createDevices, devicesBySerial, type ImportDevice } from "./import-devices.sql.ts";
import { loadReadings } from "./import-load.sql.ts";
import type { ImportMapping } from "./import-mapping.ts";
import { missingColumns, rowFilter, rowReader, serialReader, type RowReader } from "./import-row.ts";
import { emptySummary, refuse, type ImportSummary } from "./import-summary.ts";
import { partitionKeeper } from "../ingest/partitions.sql.ts";
import type { ReadingRow } from "../ingest/reading-rows.ts";

/** Rows read before they are stored, while the next ones are being read. */
const BATCH_ROWS = 50_000;
/** A line longer than this is none of a CSV file. */
const LONGEST_LINE = 1_000_000;
const READ_BYTES = 256 * 1024;
/** Devices that one import may make. */
const MOST_CREATED = 500;

/** What an import works with. */
interface ImportRun {
  readonly pools: Pick<Pools, "db" | "pool">;
  readonly projectId: number;
  readonly mapping: ImportMapping;
  /** Hears of the summary so far, after each batch. */
  readonly progress?: (summary: ImportSummary) => void;
}

interface Line {
  readonly line: number;
  /** Null: the line cannot be split. */
  readonly cells: string[] | null;
}

interface Row extends Line {
  readonly cells: string[];
}

interface Progress extends ImportRun {
  readonly summary: ImportSummary;
  readonly devices: Map<string, ImportDevice>;
  readonly ensurePartitions: ReturnType<typeof partitionKeeper>;
}

/**
 * Imports the files, one after the other, and returns what became of their rows. A file that cannot be read, or lacks a
 * column, is listed with the reason and does not stop the others. May be repeated: what is there is left as it is, other
 * values correct what is there. Devices that the mapping makes are made when their first row is met.
 */
export async function importFiles(run: ImportRun, paths: readonly string[]): Promise<ImportSummary> {
  const { devices, ambiguous } = await devicesBySerial(run.pools.db, run.projectId, run.mapping.gateway);
  if (ambiguous.length > 0) {
    const list = ambiguous.slice(0, 5).join(", ");
    throw new Error(
      `Several devices of the project have the serial ${list}: name their gateway in the mapping`,
    );
  }
  const work: Progress = {
    ...run,
    summary: emptySummary(),
    devices,
    ensurePartitions: partitionKeeper(run.pools.pool),
  };
  for (const path of paths) {
    try {
      await importFile(work, path);
    } catch (error) {
      if (!isOfFile(error)) throw error;
      work.summary.files.push({ path, fault: error.message });
    }
  }
  return work.summary;
}

/** Errors of opening, reading and unpacking a file; those of the database are others. */
function isOfFile(error: unknown): error is Error {
  if (error instanceof UnfitFile) return true;
  if (!(error instanceof Error) || !("code" in error)) return false;
  return "path" in error || String(error.code).startsWith("Z_");
}

class UnfitFile extends Error {}

async function importFile(work: Progress, path: string): Promise<void> {
  const { mapping, summary } = work;
  let batch: Line[] = [];
  let header: string[] | null = null;
  let reader: Reader | null = null;
  let storing: Promise<void> = Promise.resolve();
  const flush = async () => {
    if (reader === null || batch.length === 0) return;
    const lines = batch;
    batch = [];
    const rows = await readRows(work, reader, lines);
    await storing;
    storing = store(work, rows);
    // Heard of when it is awaited; until then it must not count as unheard.
    storing.catch(() => {});
  };
  try {
    for await (const lines of linesOf(work, path)) {
      if (reader === null && lines[0] !== undefined) {
        const first = lines[0].cells ?? [];
        header = mapping.csv.header
          ? first.map((cell) => cell.trim())
          : first.map((_, index) => String(index + 1));
        reader = readerOf(work, path, header);
        if (mapping.csv.header) lines.shift();
      }
      summary.read += lines.length;
      batch.push(...lines);
      if (batch.length >= BATCH_ROWS) await flush();
    }
    await flush();
  } finally {
    await storing;
  }
  if (header === null) throw new UnfitFile("The file is empty");
  summary.files.push({ path, fault: null });
}

interface Reader {
  readonly path: string;
  readonly header: readonly string[];
  readonly read: RowReader;
}

function readerOf(work: Progress, path: string, header: readonly string[]): Reader {
  const missing = missingColumns(work.mapping, header);
  const list = missing.map((name) => `"${name}"`).join(", ");
  if (missing.length > 0) throw new UnfitFile(`It has no column ${list}`);
  const deviceOf = (serial: string) => work.devices.get(serial) ?? null;
  const read = rowReader(work.mapping, { header, name: basename(path) }, deviceOf, Date.now());
  return { path, header, read };
}

/** The lines of a file that hold something, with their numbers and cells, some at a time. */
async function* linesOf({ mapping }: Progress, path: string): AsyncGenerator<Line[]> {
  const { csv } = mapping;
  const splitter = lineSplitter();
  let line = 0;
  const numbered = (texts: readonly string[]) =>
    texts.flatMap((text): Line[] => {
      line += 1;
      const isRow = line > csv.skip_lines && text.trim() !== "";
      return isRow ? [{ line, cells: cellsOfLine(text, csv.delimiter) }] : [];
    });
  for await (const text of textOf(path, csv.encoding)) {
    yield numbered(splitter.feed(text));
    if (splitter.held() > LONGEST_LINE) throw new UnfitFile(`Line ${line + 1} is too long for a row`);
  }
  const rest = splitter.rest();
  if (rest !== null) yield numbered([rest]);
}

/** The text of a file, unpacked when its name ends in .gz, piece by piece. */
async function* textOf(path: string, encoding: BufferEncoding): AsyncGenerator<string> {
  const file = createReadStream(path, { highWaterMark: READ_BYTES });
  const source = path.endsWith(".gz") ? file.pipe(createGunzip({ chunkSize: READ_BYTES })) : file;
  file.once("error", (error) => source.destroy(error));
  source.setEncoding(encoding);
  try {
    for await (const text of source) yield String(text);
  } finally {
    file.destroy();
  }
}

/** Turns the lines into readings; those that are none are noted. */
async function readRows(work: Progress, reader: Reader, lines: readonly Line[]): Promise<ReadingRow[]> {
  const { summary, mapping } = work;
  const width = reader.header.length;
  const sound: Row[] = [];
  for (const { line, cells } of lines) {
    const fits =
      cells !== null &&
      cells.length >= width &&
      (cells.length === width || cells.slice(width).every((cell) => cell.trim() === ""));
    if (fits) {
      sound.push({ line, cells });
    } else {
      const detail = cells === null ? "a quote is not closed" : `${cells.length} cells instead of ${width}`;
      refuse(summary, { path: reader.path, line }, { reason: "row.broken", detail });
    }
  }
  if (mapping.create !== undefined) await createMissing(work, reader, sound);
  const rows: ReadingRow[] = [];
  for (const { line, cells } of sound) {
    const found = reader.read(cells);
    if (found === null) summary.left_out += 1;
    else if ("reason" in found) refuse(summary, { path: reader.path, line }, found);
    else rows.push(found);
  }
  return rows;
}

async function createMissing(work: Progress, { path, header }: Reader, lines: readonly Row[]): Promise<void> {
  const { mapping, devices, summary } = work;
  if (mapping.create === undefined) return;
  const serialOf = serialReader(mapping, header, basename(path));
  const isWanted = rowFilter(mapping, header);
  const missing = new Set<string>();
  for (const { cells } of lines) {
    const serial = serialOf(cells);
    const fits = serial !== null && serial !== "" && serial.length <= 100;
    if (fits && !devices.has(serial) && !missing.has(serial) && isWanted(cells)) missing.add(serial);
  }
  const serials = [...missing].slice(0, MOST_CREATED - summary.created);
  if (serials.length === 0) return;
  const created = await createDevices(work.pools.db, work.projectId, mapping.create, serials);
  for (const [serial, device] of created) devices.set(serial, device);
  summary.created += created.size;
}

async function store(work: Progress, rows: readonly ReadingRow[]): Promise<void> {
  const { summary, pools, ensurePartitions, progress } = work;
  if (rows.length > 0) {
    await ensurePartitions(rows.map(({ ts }) => ts));
    const { stored, duplicate, corrected } = await loadReadings(pools.pool, rows);
    summary.stored += stored;
    summary.duplicate += duplicate;
    summary.corrected += corrected;
  }
  progress?.(summary);
}
