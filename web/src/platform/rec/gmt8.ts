// Instants of the certificate pages: GMT+8, a fixed offset, written alike in every language (C120).

const OFFSET_MS = 8 * 3_600_000;

const shifted = (at: string | number) =>
  new Date((typeof at === "number" ? at : Date.parse(at)) + OFFSET_MS).toISOString();

/** An instant (ISO 8601 or ms since 1970) as `2026-11-03 10:24:36`; where it stands alone, ` (GMT+8)` is said beside it. */
export const gmt8 = (at: string | number): string => shifted(at).slice(0, 19).replace("T", " ");

/** The day of an instant in GMT+8, `2026-11-03`. */
export const gmt8Day = (at: string | number): string => shifted(at).slice(0, 10);
