// Why rows of an import are none.

/** Why a row was refused. */
export const IMPORT_REFUSALS = [
  "row.broken",
  "time.unreadable",
  "time.skipped",
  "device.unknown",
  "number.unreadable",
  "reading.out_of_range",
  "reading.too_new",
  "reading.empty",
] as const;
export type ImportRefusal = (typeof IMPORT_REFUSALS)[number];

export interface RefusedRow {
  readonly reason: ImportRefusal;
  readonly detail: string;
}

/** A refusal; `detail` says what stood there. */
export function refused(reason: ImportRefusal, detail: string): RefusedRow {
  return { reason, detail };
}
