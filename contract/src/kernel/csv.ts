// Tables as text (RFC 4180): the one writer of both ends.

/** A value of a table; null is an empty field. */
export type CsvCell = string | number | null;

/** The byte order mark with which a file begins, for by it spreadsheets recognise UTF-8. */
export const CSV_START = "\uFEFF";

/** Digits that a value can have: beyond them is only what binary fractions leave behind. */
const DIGITS = 12;

/** The text as a spreadsheet shows it and never runs it as a formula: with an apostrophe before what would begin one, in full width too (OWASP, CSV injection). */
export const inertText = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text);

function cellText(cell: CsvCell | undefined, decimalMark: string): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number") {
    return Number.isFinite(cell) ? String(Number(cell.toPrecision(DIGITS))).replace(".", decimalMark) : "";
  }
  const inert = inertText(cell);
  return /[";,\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/**
 * One row with its line end (CRLF). Numbers as the spreadsheets of the language read them: in Vietnamese ("vi") decimal
 * commas and semicolons between cells, else decimal points and commas; what is not finite is an empty field. Text that a
 * spreadsheet would run as a formula is made inert by an apostrophe (OWASP, CSV injection).
 */
export function csvLine(cells: readonly (CsvCell | undefined)[], lang = "en"): string {
  const [separator, decimalMark] = lang === "vi" ? [";", ","] : [",", "."];
  return `${cells.map((cell) => cellText(cell, decimalMark)).join(separator)}\r\n`;
}

/** The text of a file: byte order mark, head row, rows, as `csvLine` writes them. */
export function csvText(head: readonly string[], rows: readonly (readonly CsvCell[])[], lang = "en"): string {
  return CSV_START + [head, ...rows].map((row) => csvLine(row, lang)).join("");
}
