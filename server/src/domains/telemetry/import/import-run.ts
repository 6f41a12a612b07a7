// What the parts of an import hand to each other.
import type { Pools } from "../../../platform/db.ts";
import type { ReadingRow } from "../ingest/reading-rows.ts";
import type { DeviceColumns } from "./import-columns.ts";
import type { ImportDevice } from "./import-devices.sql.ts";
import type { ImportMapping } from "./import-mapping.ts";
import type { Existing, ImportCounts } from "./import-merge.ts";
import type { RowReader } from "./import-row.ts";
import type { ImportSummary } from "./import-summary.ts";

/** What is known of a file before its mapping is: its first lines, its name and its encoding. */
export interface FileHead {
  readonly name: string;
  readonly lines: readonly string[];
  readonly encoding: "utf8" | "utf16le";
}

/** Takes what an import reads. */
export interface ImportSink {
  /** Keeps readings, or energies of days and months, as the mapping says, and tells what became of them. */
  readonly store: (rows: readonly ReadingRow[], mapping: ImportMapping) => Promise<ImportCounts>;
  /** Makes devices of the serials as the mapping says; they are needed before their readings are. */
  readonly create: (
    projectId: number,
    create: NonNullable<ImportMapping["create"]>,
    serials: readonly string[],
  ) => Promise<Map<string, ImportDevice>>;
  /** Hears of each file whose header fits its mapping. */
  readonly opens?: (file: { readonly path: string; readonly mapping: ImportMapping }) => void;
}

/** A file to import: where it lies, and its name, by whose ending it is unpacked. */
export interface NamedFile {
  readonly path: string;
  readonly name: string;
}

/** What an import works with. */
export interface ImportRun {
  readonly pools: Pick<Pools, "db" | "pool">;
  readonly projectId: number;
  /** One for all files, or what finds that of a file by its first lines; throws, in words, when it finds none. */
  readonly mapping: ImportMapping | ((head: FileHead) => ImportMapping);
  /** What becomes of values that are there and differ; they stay unless told otherwise. */
  readonly existing?: Existing;
  /** Takes the readings instead of the database: for trials. */
  readonly sink?: ImportSink;
  /** Hears of the summary so far, after each batch; the next one waits for it. */
  readonly progress?: (summary: ImportSummary) => void | Promise<void>;
  /** Rows read before they are stored, while the next ones are being read; fewer hold up less of what a process does besides. */
  readonly batchRows?: number;
  /** More rows than this are no file that anybody waits for; without it there may be any number. */
  readonly mostRows?: number;
}

/** A file that is being imported. */
export interface OpenFile {
  readonly file: NamedFile;
  readonly path: string;
  readonly mapping: ImportMapping;
  readonly devices: Map<string, ImportDevice>;
}

/** A file whose header is known. */
export interface Reader extends OpenFile {
  readonly header: readonly string[];
  readonly columns: readonly DeviceColumns[];
  readonly read: RowReader;
}
