// The lines of the files of an import: unpacked, split and numbered.
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { cellsOfLine, lineSplitter } from "./import-csv.ts";
import type { ImportMapping } from "./import-mapping.ts";
import type { NamedFile } from "./import-run.ts";

/** A line longer than this is none of a CSV file. */
const LONGEST_LINE = 1_000_000;
const READ_BYTES = 256 * 1024;
/** What is looked at of a file to see what it is. */
const HEAD_LINES = 40;

/** A file that cannot be imported, whatever its rows hold. */
export class UnfitFile extends Error {}

export interface Line {
  readonly line: number;
  /** Null: the line cannot be split. */
  readonly cells: string[] | null;
}

/** The lines of a file that hold something, with their numbers and cells, some at a time. */
export async function* linesOf(file: NamedFile, csv: ImportMapping["csv"]): AsyncGenerator<Line[]> {
  const splitter = lineSplitter();
  let line = 0;
  const numbered = (texts: readonly string[]) => {
    const lines: Line[] = [];
    for (const text of texts) {
      line += 1;
      if (line > csv.skip_lines && text.trim() !== "") {
        lines.push({ line, cells: cellsOfLine(text, csv.delimiter) });
      }
    }
    return lines;
  };
  for await (const text of textOf(file, csv.encoding)) {
    yield numbered(splitter.feed(text));
    if (splitter.held() > LONGEST_LINE) throw new UnfitFile(`Line ${line + 1} is too long for a row`);
  }
  const rest = splitter.rest();
  if (rest !== null) yield numbered([rest]);
}

/** The first lines of a file as text, and the encoding that its byte order mark names (utf8 without one). */
export async function headOf(
  file: NamedFile,
): Promise<{ readonly lines: readonly string[]; readonly encoding: "utf8" | "utf16le" }> {
  const encoding = isPacked(file) ? "utf8" : await encodingOf(file.path);
  const splitter = lineSplitter();
  const lines: string[] = [];
  for await (const text of textOf(file, encoding)) {
    lines.push(...splitter.feed(text));
    if (lines.length >= HEAD_LINES || splitter.held() > LONGEST_LINE) break;
  }
  const rest = splitter.rest();
  return { lines: (rest === null ? lines : [...lines, rest]).slice(0, HEAD_LINES), encoding };
}

async function encodingOf(path: string): Promise<"utf8" | "utf16le"> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0xff && buffer[1] === 0xfe ? "utf16le" : "utf8";
  } finally {
    await file.close();
  }
}

const isPacked = ({ name }: NamedFile) => /\.gz$/i.test(name);

/** The text of a file, unpacked when its name ends in .gz, piece by piece. */
async function* textOf(named: NamedFile, encoding: BufferEncoding): AsyncGenerator<string> {
  const file = createReadStream(named.path, { highWaterMark: READ_BYTES });
  const source = isPacked(named) ? file.pipe(createGunzip({ chunkSize: READ_BYTES })) : file;
  file.once("error", (error) => source.destroy(error));
  source.setEncoding(encoding);
  try {
    for await (const text of source) yield String(text);
  } finally {
    file.destroy();
  }
}
