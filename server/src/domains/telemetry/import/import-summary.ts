// What became of the rows of an import.
import { IMPORT_REFUSALS, type ImportRefusal, type RefusedRow } from "./import-row.ts";

/** Refused rows of one reason that are listed with their lines. */
const LISTED = 10;

export interface ImportSummary {
  /** Files in the order they were read; `fault`: why one could not be read to its end, null when it was. */
  readonly files: { readonly path: string; readonly fault: string | null }[];
  /** Rows, without headers. */
  read: number;
  /** Rows that the mapping does not want. */
  left_out: number;
  stored: number;
  duplicate: number;
  corrected: number;
  /** Devices made. */
  created: number;
  readonly refused: Map<ImportRefusal, { count: number; readonly first: RefusedLine[] }>;
}

interface RefusedLine {
  readonly path: string;
  readonly line: number;
  readonly detail: string;
}

/** A summary of nothing yet. */
export function emptySummary(): ImportSummary {
  return {
    files: [],
    read: 0,
    left_out: 0,
    stored: 0,
    duplicate: 0,
    corrected: 0,
    created: 0,
    refused: new Map(),
  };
}

/** Notes a refused row. */
export function refuse(
  summary: ImportSummary,
  { path, line }: { readonly path: string; readonly line: number },
  { reason, detail }: RefusedRow,
): void {
  const there = summary.refused.get(reason) ?? { count: 0, first: [] };
  there.count += 1;
  if (there.first.length < LISTED) there.first.push({ path, line, detail });
  summary.refused.set(reason, there);
}

/** Rows refused for any reason. */
export function refusedRows({ refused }: ImportSummary): number {
  return [...refused.values()].reduce((sum, { count }) => sum + count, 0);
}

const EXPLAINED: Readonly<Record<ImportRefusal, string>> = {
  "row.broken": "the row cannot be split into the columns of the header",
  "time.unreadable": "the stamp is not in the mapping's format",
  "time.skipped": "clocks were put forward over that time",
  "device.unknown": "the project has no device of that serial",
  "number.unreadable": "a mapped column holds no number",
  "reading.out_of_range": "a value is beyond what is physically possible",
  "reading.too_new": "the stamp lies in the future",
  "reading.empty": "the row has no value in any mapped column",
};

/** The summary as lines for people. */
export function summaryLines(summary: ImportSummary): string[] {
  const { read, left_out, stored, duplicate, corrected, created, files } = summary;
  const lines = [
    `Rows read   ${read}`,
    ...(left_out > 0 ? [`Left out    ${left_out}`] : []),
    `Stored      ${stored}`,
    `Duplicate   ${duplicate}`,
    `Corrected   ${corrected}`,
    `Refused     ${refusedRows(summary)}`,
    ...(created > 0 ? [`Devices     ${created} made`] : []),
  ];
  const unread = files.filter(({ fault }) => fault !== null);
  for (const { path, fault } of unread) lines.push(`${path} was not read to its end: ${fault}`);
  for (const reason of IMPORT_REFUSALS) {
    const found = summary.refused.get(reason);
    if (found === undefined) continue;
    lines.push(`${reason} (${EXPLAINED[reason]}): ${found.count}`);
    for (const { path, line, detail } of found.first) lines.push(`  ${path}:${line}  ${detail}`);
    if (found.count > found.first.length) lines.push(`  and ${found.count - found.first.length} more`);
  }
  return lines;
}
