// Tables as files (RFC 4180).

export type Cell = string | number | null;

/**
 * The text of a CSV file with a head row: commas, CRLF, numbers with a decimal point, null empty. It begins with a
 * byte order mark, by which spreadsheets recognise UTF-8. Text that a spreadsheet would run as a formula is quoted
 * by an apostrophe (OWASP, CSV injection).
 */
export function csvText(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${[head, ...rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")}`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  const inert = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Hands a text to the browser as a file to save. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
