// Readings on their way into the database, and what a repeat among them means.
import { isEnergy, quantityNames, type Quantity, type RefusalReason } from "@heliograph/contract";

/** One device at one instant. */
export interface ReadingRow {
  readonly project_id: number;
  readonly device_id: number;
  /** End of the interval, ms since 1970. */
  readonly ts: number;
  readonly interval_s: number;
  /** 0 live, 1 resent by the gateway, 2 imported. */
  readonly source: 0 | 1 | 2;
  /** Null and missing both mean not measured. */
  readonly m: { readonly [Q in Quantity]?: number | null | undefined };
  /** Lists that are only shown, as JSON; null: none. */
  readonly ext: string | null;
}

/** A reading or message that was refused, as its owner may see it later. */
export interface RefusalRecord {
  readonly project_id: number;
  readonly gateway_id: number;
  readonly device_uid: string | null;
  readonly reason: RefusalReason;
  readonly detail: string;
  /** Instant of the reading where it can be believed, ms since 1970; left out or null: it counts for the day it came. */
  readonly t?: number | null;
  /** As the gateway wrote it, ms since 1970, whatever it is. */
  readonly written_t?: number | null;
  /** Readings of the same message that were taken; left out or null: the whole message was refused. */
  readonly others?: number | null;
  /** True: it is counted, and not kept by itself. */
  readonly countOnly?: boolean;
}

/** stored: new. duplicate: was there with the same values. corrected: replaced other values. */
export type Outcome = "stored" | "duplicate" | "corrected";

export interface Merged {
  /** One row for each key, the last given, by project, device and time: writers that meet take locks in one order. */
  readonly rows: ReadingRow[];
  /** Rows that a later one of the same batch replaces with other values. */
  readonly superseded: { was: ReadingRow; became: ReadingRow }[];
  /** From the outcome of each of `rows` to that of each row given, in the order given. */
  readonly outcomes: (ofRows: readonly Outcome[]) => Outcome[];
}

/** Merges rows with the same project, device and instant: the last one counts. */
export function mergeRepeats(given: readonly ReadingRow[]): Merged {
  const order = given
    .map((row, index) => ({ row, index }))
    .toSorted((a, b) => compareKeys(a.row, b.row) || a.index - b.index);
  const rows: ReadingRow[] = [];
  const superseded: Merged["superseded"] = [];
  /** Of each row given: where its key lies in `rows`, and what it is there when it is not the first. */
  const places = given.map(() => ({ at: 0, repeat: null as Outcome | null }));
  let last: ReadingRow | undefined;
  for (const { row, index } of order) {
    let repeat: Outcome | null = null;
    if (last !== undefined && compareKeys(last, row) === 0) {
      repeat = sameReading(last, row) ? "duplicate" : "corrected";
      if (repeat === "corrected") superseded.push({ was: last, became: row });
      rows[rows.length - 1] = row;
    } else {
      rows.push(row);
    }
    places[index] = { at: rows.length - 1, repeat };
    last = row;
  }
  return {
    rows,
    superseded,
    outcomes: (ofRows) => places.map(({ at, repeat }) => repeat ?? ofRows[at] ?? "stored"),
  };
}

function compareKeys(a: ReadingRow, b: ReadingRow): number {
  return a.project_id - b.project_id || a.device_id - b.device_id || a.ts - b.ts;
}

/** True when storing one after the other would change nothing: values are compared as the columns keep them. */
function sameReading(a: ReadingRow, b: ReadingRow): boolean {
  if (a.interval_s !== b.interval_s || a.ext !== b.ext) return false;
  return quantityNames.every((name) => asStored(name, a.m[name]) === asStored(name, b.m[name]));
}

/** The value as its column holds it: energies in double precision, the rest in single. */
export function asStored(name: Quantity, value: number | null | undefined): number | null {
  if (value === null || value === undefined) return null;
  return isEnergy(name) ? value : Math.fround(value);
}

/** Each device among the rows once, with its first and last instant (ms since 1970). */
export function changesOf(
  rows: readonly ReadingRow[],
): { project_id: number; device_id: number; since: number; until: number }[] {
  const devices = new Map<number, { project_id: number; device_id: number; since: number; until: number }>();
  for (const { project_id, device_id, ts } of rows) {
    const device = devices.get(device_id);
    if (device === undefined) {
      devices.set(device_id, { project_id, device_id, since: ts, until: ts });
    } else {
      device.since = Math.min(device.since, ts);
      device.until = Math.max(device.until, ts);
    }
  }
  return [...devices.values()];
}

/** The reading as JSON with its quantities by their names, as the log of corrections keeps it. */
export function readingJson(row: ReadingRow): string {
  const { m, ext, ts, ...rest } = row;
  const values = Object.fromEntries(
    Object.entries(m).filter(([, value]) => value !== null && value !== undefined),
  );
  // Parsed, so that the lists lie inside the document and not as a text in it.
  const lists: unknown = ext === null ? undefined : JSON.parse(ext);
  return JSON.stringify({ ts: new Date(ts).toISOString(), ...rest, ...values, ext: lists });
}
