// What a reading adds to one of the same instant that is there already: decision 0076.
import { quantityNames } from "@heliograph/contract";
import { asStored, type ReadingRow } from "../ingest/reading-rows.ts";

/** What becomes of values that are there and differ: they stay, or the imported ones replace them. */
export type Existing = "keep" | "replace";

/**
 * stored: new. duplicate: all of it was there. completed: values were added to a reading. kept: nothing was added, and other
 * values that are there stay. replaced: other values were replaced.
 */
const IMPORT_OUTCOMES = ["stored", "duplicate", "completed", "kept", "replaced"] as const;
type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/** How many readings had which outcome, and how often a value of each name stayed though another was imported. */
export interface ImportCounts extends Record<ImportOutcome, number> {
  readonly differing: Map<string, number>;
}

/** Counts of nothing yet. */
export function noCounts(): ImportCounts {
  return { stored: 0, duplicate: 0, completed: 0, kept: 0, replaced: 0, differing: new Map() };
}

/** Adds what became of one reading; `values` are the names of those that stayed though others were imported. */
export function countOutcome(counts: ImportCounts, outcome: ImportOutcome, values: readonly string[]): void {
  counts[outcome] += 1;
  for (const name of values) counts.differing.set(name, (counts.differing.get(name) ?? 0) + 1);
}

/** Adds all of `more`. */
export function addCounts(counts: ImportCounts, more: ImportCounts): void {
  for (const outcome of IMPORT_OUTCOMES) counts[outcome] += more[outcome];
  for (const [name, count] of more.differing) {
    counts.differing.set(name, (counts.differing.get(name) ?? 0) + count);
  }
}

interface Merge {
  /** The reading that is to be there. */
  readonly row: ReadingRow;
  readonly outcome: ImportOutcome;
  /** Names of values that stay though others were given. */
  readonly differing: readonly string[];
}

type Lists = Readonly<Record<string, unknown>>;

/**
 * The reading `there` with what `given` adds to it. A value that is there stays unless `existing` says otherwise; intervals
 * of another length are another measurement, of which nothing is taken over.
 */
export function mergedReading(there: ReadingRow, given: ReadingRow, existing: Existing): Merge {
  if (there.interval_s !== given.interval_s && existing === "keep") {
    return { row: there, outcome: "kept", differing: ["interval_s"] };
  }
  const m = { ...there.m };
  const differing: string[] = [];
  let added = 0;
  for (const name of quantityNames) {
    const value = asStored(name, given.m[name]);
    const known = asStored(name, there.m[name]);
    if (value === null || value === known) continue;
    if (known === null) added += 1;
    else differing.push(name);
    if (known === null || existing === "replace") m[name] = value;
  }
  const lists = mergedLists(there.ext, given.ext, existing);
  differing.push(...lists.differing);
  const interval_s = existing === "replace" ? given.interval_s : there.interval_s;
  const isOther = interval_s !== there.interval_s || (existing === "replace" && differing.length > 0);
  const row = { ...there, m, ext: lists.ext, interval_s };
  if (isOther) return { row, outcome: "replaced", differing: [] };
  if (added + lists.added > 0) return { row, outcome: "completed", differing };
  return { row: there, outcome: differing.length > 0 ? "kept" : "duplicate", differing };
}

function mergedLists(
  there: string | null,
  given: string | null,
  existing: Existing,
): { ext: string | null; added: number; differing: string[] } {
  if (given === null) return { ext: there, added: 0, differing: [] };
  if (there === null) return { ext: given, added: 1, differing: [] };
  // Both were written by this program as objects.
  const [known, more] = [JSON.parse(there) as Lists, JSON.parse(given) as Lists];
  const names = Object.keys(more);
  const added = names.filter((name) => !(name in known)).length;
  const differing = names.filter((name) => name in known && canonical(known[name]) !== canonical(more[name]));
  const merged = existing === "replace" ? { ...known, ...more } : { ...more, ...known };
  return { ext: JSON.stringify(merged), added, differing };
}

/** The value as text with the members of objects in order, as the database orders them differently. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

/**
 * The readings by device and time, each instant once: of several the first counts and the later ones complete it (or replace
 * its values), which `counts` then has.
 */
export function mergedRepeats(
  rows: readonly ReadingRow[],
  existing: Existing,
): { readonly rows: ReadingRow[]; readonly counts: ImportCounts } {
  const counts = noCounts();
  const merged: ReadingRow[] = [];
  for (const ofDevice of byDevice(rows)) {
    for (const row of ofDevice) {
      const last = merged.at(-1);
      if (last === undefined || last.device_id !== row.device_id || last.ts !== row.ts) {
        merged.push(row);
        continue;
      }
      const { row: both, outcome, differing } = mergedReading(last, row, existing);
      merged[merged.length - 1] = both;
      countOutcome(counts, outcome, differing);
    }
  }
  return { rows: merged, counts };
}

/** The readings of each device in order of time, those of one instant in the order given; devices in order of their ids. */
export function byDevice<T extends ReadingRow>(rows: readonly T[]): T[][] {
  const devices = new Map<number, { rows: T[]; isSorted: boolean }>();
  let current: { rows: T[]; isSorted: boolean } | undefined;
  let currentId = -1;
  for (const row of rows) {
    if (row.device_id !== currentId || current === undefined) {
      currentId = row.device_id;
      current = devices.get(currentId);
      if (current === undefined) devices.set(currentId, (current = { rows: [], isSorted: true }));
    }
    const last = current.rows.at(-1);
    if (last !== undefined && last.ts > row.ts) current.isSorted = false;
    current.rows.push(row);
  }
  return [...devices]
    .toSorted(([a], [b]) => a - b)
    .map(([, device]) => (device.isSorted ? device.rows : device.rows.toSorted((a, b) => a.ts - b.ts)));
}
