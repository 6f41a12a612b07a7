// What became of the rows of an import.
import { noCounts, type ImportCounts } from "./import-merge.ts";
import { IMPORT_REFUSALS, type ImportRefusal, type RefusedRow } from "./import-refusals.ts";

/** Refused rows of one reason that are listed with their lines. */
const LISTED = 10;

export interface ImportSummary extends ImportCounts {
  /** Files in the order they were read; `fault`: why one could not be read to its end, null when it was. */
  readonly files: { readonly path: string; readonly fault: string | null }[];
  /** Rows, without headers. */
  read: number;
  /** Rows that the mapping does not want. */
  left_out: number;
  /** Counters left out because their register showed that it held none. */
  sentinels: number;
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
    ...noCounts(),
    sentinels: 0,
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

const counted = (title: string, count: number, more = "") => `${title.padEnd(15)}${count}${more}`;
/** Nothing is said of what did not happen. */
const rare = (title: string, count: number, more = "") => (count > 0 ? [counted(title, count, more)] : []);

/** The summary as lines for people. */
export function summaryLines(summary: ImportSummary): string[] {
  const { files, differing } = summary;
  const values = [...differing].map(([name, count]) => `${name} ${count}`).join(", ");
  const lines = [
    counted("Rows read", summary.read),
    ...rare("Left out", summary.left_out),
    counted("Stored", summary.stored),
    ...rare("Completed", summary.completed, " readings that were there got values they lacked"),
    counted("Duplicate", summary.duplicate),
    ...rare("There already", summary.kept, " with other values, which stay"),
    ...rare("Replaced", summary.replaced, ", what they were is kept"),
    ...(values === "" ? [] : [`Values that stay though others were given: ${values}`]),
    counted("Refused", refusedRows(summary)),
    ...rare("Empty counters", summary.sentinels, " that show what their register shows when it holds none"),
    ...rare("Devices", summary.created, " made"),
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
