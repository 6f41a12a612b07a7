// Lines of CSV files. A row is one line: a quote that somebody forgot to close then costs that line and not the file.

/**
 * The cells of a line (RFC 4180, but without line breaks inside quotes); null when a quoted cell is not closed, or goes on
 * after its closing quote. Quotes inside a cell that does not begin with one stand for themselves.
 */
export function cellsOfLine(line: string, delimiter: string): string[] | null {
  if (!line.includes('"')) return line.split(delimiter);
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (line[at] === '"') {
      const cell = quotedCell(line, at, delimiter);
      if (cell === null) return null;
      cells.push(cell.text);
      at = cell.end;
    } else {
      const end = line.indexOf(delimiter, at);
      cells.push(end === -1 ? line.slice(at) : line.slice(at, end));
      at = end === -1 ? line.length : end;
    }
    if (at >= line.length) return cells;
    at += delimiter.length;
    if (at === line.length) return [...cells, ""];
  }
}

/** The cell whose opening quote is at `start`, and where its delimiter or the end of the line is. */
function quotedCell(line: string, start: number, delimiter: string): { text: string; end: number } | null {
  let text = "";
  let from = start + 1;
  for (;;) {
    const quote = line.indexOf('"', from);
    if (quote === -1) return null;
    text += line.slice(from, quote);
    if (line[quote + 1] !== '"') {
      const isEnd = quote + 1 === line.length || line.startsWith(delimiter, quote + 1);
      return isEnd ? { text, end: quote + 1 } : null;
    }
    text += '"';
    from = quote + 2;
  }
}

const plain = (line: string) => (line.endsWith("\r") ? line.slice(0, -1) : line);

/**
 * Returns a splitter that takes a file's text piece by piece and gives back the lines that are complete, without their
 * line ends (LF or CRLF) and without a byte order mark; `rest` gives the last line, null when there is none.
 */
export function lineSplitter(): {
  feed: (text: string) => string[];
  rest: () => string | null;
  held: () => number;
} {
  let pending = "";
  let isFirst = true;
  return {
    feed: (text) => {
      const unmarked = isFirst && text.startsWith("\uFEFF") ? text.slice(1) : text;
      if (text !== "") isFirst = false;
      const lines = (pending + unmarked).split("\n");
      pending = lines.pop() ?? "";
      return lines.map(plain);
    },
    rest: () => (pending === "" ? null : plain(pending)),
    held: () => pending.length,
  };
}
