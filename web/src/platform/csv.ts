// Tables as files (RFC 4180).
import type { Lang } from "../ui/tokens/tokens.ts";

export type Cell = string | number | null;

/**
 * The text of a CSV file with a head row: CRLF, null empty, numbers as the spreadsheets of the language read them: in
 * Vietnamese decimal commas and semicolons between cells, else decimal points and commas. It begins with a byte order
 * mark, by which spreadsheets recognise UTF-8. Text that a spreadsheet would run as a formula is quoted
 * by an apostrophe (OWASP, CSV injection).
 */
export function csvText(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  lang: Lang = "en",
): string {
  const [between, decimal] = lang === "vi" ? [";", ","] : [",", "."];
  const line = (row: readonly Cell[]) => `${row.map((cell) => csvCell(cell, decimal)).join(between)}\r\n`;
  return `\uFEFF${[head, ...rows].map(line).join("")}`;
}

/** Digits that a value can have: beyond them is only what binary fractions leave behind. */
const DIGITS = 12;

function csvCell(cell: Cell, decimal: string): string {
  if (cell === null) return "";
  if (typeof cell === "number") {
    return Number.isFinite(cell) ? String(Number(cell.toPrecision(DIGITS))).replace(".", decimal) : "";
  }
  const inert = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[";,\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
