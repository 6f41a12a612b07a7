// Imports history: reads CSV files by a mapping, stores what they hold, and tells what became of every row.
import { basename } from "node:path";
import { columnsByDevice, missingColumns } from "./import-columns.ts";
import { devicesBySerial, type ImportDevice } from "./import-devices.sql.ts";
import { headOf, linesOf, UnfitFile, type Line } from "./import-lines.ts";
import type { ImportRun, ImportSink, NamedFile, OpenFile, Reader } from "./import-run.ts";
import { createMissing, databaseSink } from "./import-sink.jobs.ts";
import type { ImportMapping } from "./import-mapping.ts";
import { addCounts } from "./import-merge.ts";
import { rowReader, type FoundReading } from "./import-row.ts";
import { withoutEmptyCounters, type LastRegisters } from "./import-sentinels.ts";
import { emptySummary, refuse, type ImportSummary } from "./import-summary.ts";

/** Rows read before they are stored, while the next ones are being read. */
const BATCH_ROWS = 50_000;

interface Row extends Line {
  readonly cells: string[];
}

interface Progress {
  readonly run: ImportRun;
  readonly sink: ImportSink;
  readonly summary: ImportSummary;
  /** By gateway ("" for any) the devices by serial. */
  readonly devices: Map<string, Map<string, ImportDevice>>;
  readonly lastRegisters: LastRegisters;
}

/**
 * Imports the files, one after the other, and returns what became of their rows. A file that cannot be read, lacks a
 * column or is none that anybody knows is listed with the reason and does not stop the others. May be repeated: what is
 * there is completed and otherwise left as it is. Devices that the mapping makes are made when their first row is met.
 */
export async function importFiles(
  run: ImportRun,
  files: readonly (string | NamedFile)[],
): Promise<ImportSummary> {
  const sink = run.sink ?? databaseSink(run.pools, run.existing ?? "keep");
  const work: Progress = { run, sink, summary: emptySummary(), devices: new Map(), lastRegisters: new Map() };
  for (const given of files) {
    const file = typeof given === "string" ? { path: given, name: basename(given) } : given;
    try {
      await importFile(work, file);
    } catch (error) {
      if (!isOfFile(error)) throw error;
      work.summary.files.push({ path: file.path, fault: error.message });
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

async function mappingOf({ run: { mapping } }: Progress, file: NamedFile): Promise<ImportMapping> {
  if (typeof mapping !== "function") return mapping;
  const head = await headOf(file);
  try {
    return mapping({ ...head, name: file.name });
  } catch (error) {
    throw new UnfitFile(error instanceof Error ? error.message : String(error));
  }
}

/** The devices that the mapping may mean, by serial; looked up once for each gateway. */
async function devicesFor(
  { run, devices }: Progress,
  mapping: ImportMapping,
): Promise<Map<string, ImportDevice>> {
  const key = mapping.gateway ?? "";
  const known = devices.get(key);
  if (known !== undefined) return known;
  const found = await devicesBySerial(run.pools.db, run.projectId, mapping.gateway);
  if (found.ambiguous.length > 0) {
    const list = found.ambiguous.slice(0, 5).join(", ");
    throw new Error(
      `Several devices of the project have the serial ${list}: name their gateway in the mapping`,
    );
  }
  devices.set(key, found.devices);
  return found.devices;
}

async function importFile(work: Progress, file: NamedFile): Promise<void> {
  const { summary, run } = work;
  const { path } = file;
  const { batchRows = BATCH_ROWS, mostRows = Infinity } = run;
  const mapping = await mappingOf(work, file);
  const devices = await devicesFor(work, mapping);
  let batch: Line[] = [];
  let reader: Reader | null = null;
  let storing: Promise<void> = Promise.resolve();
  const flush = async () => {
    if (reader === null || batch.length === 0) return;
    const lines = batch;
    batch = [];
    const found = await readRows(work, reader, lines);
    await storing;
    storing = store(work, mapping, found);
    // Heard of when it is awaited; until then it must not count as unheard.
    storing.catch(() => {});
  };
  let skip = mapping.csv.skip_after_header;
  try {
    for await (const given of linesOf(file, mapping.csv)) {
      let lines = given;
      if (reader === null && lines[0] !== undefined) {
        reader = readerOf(work, { file, path, mapping, devices }, lines[0].cells ?? []);
        if (mapping.csv.header) lines = lines.slice(1);
      }
      if (reader !== null && skip > 0) {
        const skipped = lines.slice(0, skip).length;
        lines = lines.slice(skipped);
        skip -= skipped;
      }
      summary.read += lines.length;
      if (summary.read > mostRows) throw new UnfitFile(`It has more than ${mostRows} rows`);
      for (const line of lines) {
        batch.push(line);
        if (batch.length >= batchRows) await flush();
      }
    }
    await flush();
  } finally {
    await storing;
  }
  if (reader === null) throw new UnfitFile("The file is empty");
  summary.files.push({ path, fault: null });
}

function readerOf({ sink }: Progress, file: OpenFile, first: readonly string[]): Reader {
  const { mapping, devices } = file;
  const header = mapping.csv.header
    ? first.map((cell) => cell.trim())
    : first.map((_, index) => String(index + 1));
  const missing = missingColumns(mapping, header);
  const list = missing.map((name) => `"${name}"`).join(", ");
  if (missing.length > 0) throw new UnfitFile(`It has no column ${list}`);
  const columns = columnsByDevice(mapping, header);
  if ("fault" in columns) throw new UnfitFile(columns.fault);
  const deviceOf = (serial: string) => devices.get(serial) ?? null;
  const rows = { header, name: file.file.name, devices: columns.devices };
  sink.opens?.(file);
  return { ...file, header, columns: columns.devices, read: rowReader(mapping, rows, deviceOf, Date.now()) };
}

/** Turns the lines into readings; those that are none are noted. */
async function readRows(work: Progress, reader: Reader, lines: readonly Line[]): Promise<FoundReading[]> {
  const { summary } = work;
  const { path } = reader;
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
      refuse(summary, { path, line }, { reason: "row.broken", detail });
    }
  }
  if (reader.mapping.create !== undefined) {
    summary.created += await createMissing(work.sink, work.run, reader, {
      rows: sound,
      made: summary.created,
    });
  }
  const readings: FoundReading[] = [];
  for (const { line, cells } of sound) {
    const found = reader.read(cells);
    if (found.length === 0) summary.left_out += 1;
    for (const one of found) {
      if ("reason" in one) refuse(summary, { path, line }, one);
      else readings.push(one);
    }
  }
  return readings;
}

async function store(work: Progress, mapping: ImportMapping, found: readonly FoundReading[]): Promise<void> {
  const { summary, sink, run } = work;
  const { rows, dropped } = withoutEmptyCounters(found, work.lastRegisters);
  summary.sentinels += dropped;
  if (rows.length > 0) addCounts(summary, await sink.store(rows, mapping));
  await run.progress?.(summary);
}
