// From a row of a CSV file to a reading, or to the reason why it is none.
import { CODES, GATEWAY_LIMITS, QUANTITIES, type Quantity } from "@heliograph/contract";
import type { ImportMapping } from "./import-mapping.ts";
import { instantsIn, stampReader } from "./import-time.ts";
import { conversion } from "./import-units.ts";
import type { ReadingRow } from "../ingest/reading-rows.ts";

/** Why a row was refused. */
export const IMPORT_REFUSALS = [
  "row.broken",
  "time.unreadable",
  "time.skipped",
  "device.unknown",
  "number.unreadable",
  "reading.out_of_range",
  "reading.too_new",
  "reading.empty",
] as const;
export type ImportRefusal = (typeof IMPORT_REFUSALS)[number];

export interface RefusedRow {
  readonly reason: ImportRefusal;
  readonly detail: string;
}

/** A device by its serial; null: there is none. */
type DeviceOf = (serial: string) => { readonly project_id: number; readonly device_id: number } | null;

/** Reads a row: a reading, a refusal, or null when the row is left out. Rows of a file are given in their order. */
export type RowReader = (cells: readonly string[]) => ReadingRow | RefusedRow | null;

/** The serials that rows name: what a run needs to know before it reads. */
type SerialReader = (cells: readonly string[]) => string | null;

interface Cell {
  readonly name: string;
  readonly index: number;
  readonly quantity: Quantity;
  readonly read: (text: string) => number | null;
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
}

/** Columns that the mapping names and the header lacks; in the mapping's order. */
export function missingColumns(mapping: ImportMapping, header: readonly string[]): string[] {
  const { time, device, columns, only } = mapping;
  const named = [
    ...[time.column].flat(),
    ...("column" in device ? [device.column] : []),
    ...Object.keys(columns),
    ...only.map(({ column }) => column),
  ];
  return [...new Set(named)].filter((name) => !header.includes(name));
}

/**
 * The serial that a row of the file belongs to, after `serials`; the reader answers null when the file's name holds no
 * key. `header` has every column that the mapping names.
 */
export function serialReader(
  mapping: ImportMapping,
  header: readonly string[],
  fileName: string,
): SerialReader {
  const { device } = mapping;
  if ("serial" in device) return () => device.serial;
  const translated = (key: string) => device.serials?.[key] ?? key;
  if ("column" in device) {
    const index = header.indexOf(device.column);
    return (cells) => translated((cells[index] ?? "").trim());
  }
  const key = new RegExp(device.file_name, "u").exec(fileName)?.[1];
  return () => (key === undefined ? null : translated(key));
}

/** True for rows that the mapping wants. */
export function rowFilter(
  mapping: ImportMapping,
  header: readonly string[],
): (cells: readonly string[]) => boolean {
  const conditions = mapping.only.map(({ column, is, is_not }) => {
    const index = header.indexOf(column);
    return (cells: readonly string[]) => {
      const text = (cells[index] ?? "").trim();
      return is === undefined ? is_not?.includes(text) !== true : is.includes(text);
    };
  });
  return (cells) => conditions.every((meets) => meets(cells));
}

/** Returns the reader of one file's rows. `now` in ms since 1970; `header` has every column that the mapping names. */
export function rowReader(
  mapping: ImportMapping,
  file: { readonly header: readonly string[]; readonly name: string },
  deviceOf: DeviceOf,
  now: number,
): RowReader {
  const { header, name } = file;
  const serialOf = serialReader(mapping, header, name);
  const isWanted = rowFilter(mapping, header);
  const instantOf = instantReader(mapping, header);
  const cells = cellsOf(mapping, header);
  const empty = new Set(mapping.empty);
  const latest = now + GATEWAY_LIMITS.futureSkewS * 1000;
  return (row) => {
    if (!isWanted(row)) return null;
    const serial = serialOf(row);
    const device = serial === null || serial === "" ? null : deviceOf(serial);
    if (device === null) return refused("device.unknown", serial ?? "no key in the file's name");
    const ts = instantOf(row, device.device_id);
    if (typeof ts !== "number") return ts;
    if (ts > latest) return refused("reading.too_new", new Date(ts).toISOString());
    const m: { [Q in Quantity]?: number } = {};
    let count = 0;
    for (const cell of cells) {
      const text = (row[cell.index] ?? "").trim();
      if (empty.has(text)) continue;
      const value = cell.read(text);
      if (value === null) return refused("number.unreadable", `${cell.name}: "${text.slice(0, 40)}"`);
      if (value < cell.min || value > cell.max || (cell.isWhole && !Number.isInteger(value))) {
        return refused("reading.out_of_range", `${cell.name}: ${text.slice(0, 40)}`);
      }
      m[cell.quantity] = value;
      count += 1;
    }
    if (count === 0) return refused("reading.empty", "no mapped column has a value");
    const { project_id, device_id } = device;
    return { project_id, device_id, ts, interval_s: mapping.interval_s, source: 2, m, ext: null };
  };
}

function refused(reason: ImportRefusal, detail: string): RefusedRow {
  return { reason, detail };
}

/** Reads the end of a row's interval, ms since 1970. */
function instantReader(
  { time, interval_s }: ImportMapping,
  header: readonly string[],
): (cells: readonly string[], deviceId: number) => number | RefusedRow {
  const columns = [time.column].flat().map((name) => header.indexOf(name));
  const read = stampReader(time.format);
  const instants = instantsIn(time.timezone);
  const shift = time.stamp === "start" ? interval_s * 1000 : 0;
  const last = new Map<number, number>();
  let known: { text: string; stamps: readonly number[] | null } = { text: "", stamps: null };
  return (cells, deviceId) => {
    const text = columns.map((index) => (cells[index] ?? "").trim()).join(" ");
    if (text !== known.text) {
      const stamp = read?.(text) ?? null;
      const stamps = stamp === null ? null : "at" in stamp ? [stamp.at] : instants(stamp.wall);
      known = { text, stamps };
    }
    const { stamps } = known;
    if (stamps === null) return refused("time.unreadable", `"${text.slice(0, 60)}"`);
    const [first, second] = stamps;
    if (first === undefined) {
      return refused("time.skipped", `clocks in ${time.timezone} never showed ${text}`);
    }
    // An hour that clocks show twice: the second time once the device has had the first.
    const had = last.get(deviceId) ?? -Infinity;
    const at = second !== undefined && first <= had ? second : first;
    last.set(deviceId, at);
    return at + shift;
  };
}

function cellsOf(mapping: ImportMapping, header: readonly string[]): Cell[] {
  const readNumber = numberReader(mapping.csv);
  return Object.entries(mapping.columns).map(([name, { quantity, unit, scale, offset }]) => {
    const converted = conversion(quantity, unit, mapping.interval_s) ?? { factor: 1, offset: 0 };
    const read = (text: string) => {
      const value = readNumber(text);
      return value === null ? null : (value * scale + offset) * converted.factor + converted.offset;
    };
    const { min, max } = QUANTITIES[quantity];
    return { name, index: header.indexOf(name), quantity, read, min, max, isWhole: quantity in CODES };
  });
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** Reads a number as the file writes it; null: it is none. */
function numberReader({ decimal, thousands }: ImportMapping["csv"]): (text: string) => number | null {
  return (text) => {
    let plain = text;
    if (thousands !== undefined) plain = plain.replaceAll(thousands, "");
    if (decimal === ",") {
      // A point would otherwise be taken for a decimal sign.
      if (plain.includes(".")) return null;
      plain = plain.replace(",", ".");
    }
    return NUMBER.test(plain) ? Number(plain) : null;
  };
}
