// What a run of an import hands on of what it wrote, in the transaction that wrote it.
import type pg from "pg";
import type { ReadingRow } from "../ingest/reading-rows.ts";
import type { Existing } from "./import-merge.ts";

/** Readings that were added or completed; energies of whole days or months, new ones or what they were before. */
interface Written {
  readonly kind: "reading" | "completed" | "day" | "month";
  /** Each key once; of completed days and months what they were. */
  readonly rows: readonly ReadingRow[];
  /** True: rows of a kind `day` or `month` that were there and got values. */
  readonly wasThere?: boolean;
}

/** Hears, inside the transaction, of what is written in it: both are committed or neither. */
export type NoteWritten = (client: pg.ClientBase, written: Written) => Promise<void>;

/** How readings are stored. */
export interface Storing {
  /** What becomes of values that are there and differ. */
  readonly existing: Existing;
  /** Hears of what was added and completed. */
  readonly note: NoteWritten | undefined;
}
