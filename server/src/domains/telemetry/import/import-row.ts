// From a row of a CSV file to readings, or to the reasons why it is none.
import { GATEWAY_LIMITS, type Quantity } from "@heliograph/contract";
import type { Cell, DeviceColumns } from "./import-columns.ts";
import type { ImportMapping } from "./import-mapping.ts";
import { instantReader } from "./import-instants.ts";
import { refused, type RefusedRow } from "./import-refusals.ts";
import { trackerList, type TrackerValue } from "./import-trackers.ts";
import { isSentinel } from "./sentinels.ts";
import type { ReadingRow } from "../ingest/reading-rows.ts";

/** A counter as its register shows it, which may be what that shows when it holds nothing: its neighbours tell. */
interface RegisterCounter {
  readonly quantity: Quantity;
  readonly raw: number;
  readonly registerBits: 16 | 32;
}

/** A reading of a file, and those counters of it whose registers are declared. */
export interface FoundReading {
  readonly row: ReadingRow;
  readonly registers: readonly RegisterCounter[];
}

/** A device by its serial; null: there is none. */
type DeviceOf = (serial: string) => { readonly project_id: number; readonly device_id: number } | null;

/**
 * Reads a row: a reading or a refusal for each device that it holds values of; none when the row is left out. Rows of a
 * file are given in their order.
 */
export type RowReader = (cells: readonly string[]) => readonly (FoundReading | RefusedRow)[];

/** The serials that rows name: what a run needs to know before it reads. */
type SerialReader = (cells: readonly string[]) => string | null;

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
  if (device === undefined || "header" in device) return () => null;
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

/** A file whose rows are to be read; `header` has every column that the mapping names. */
interface RowsOf {
  readonly header: readonly string[];
  /** The file's name. */
  readonly name: string;
  readonly devices: readonly DeviceColumns[];
}

/** Returns the reader of one file's rows. `now` in ms since 1970. */
export function rowReader(
  mapping: ImportMapping,
  { header, name, devices }: RowsOf,
  deviceOf: DeviceOf,
  now: number,
): RowReader {
  const serialOf = serialReader(mapping, header, name);
  const isWanted = rowFilter(mapping, header);
  const instantOf = instantReader(mapping, header);
  const valuesOf = valueReader(mapping);
  const latest = now + GATEWAY_LIMITS.futureSkewS * 1000;
  const read = (row: readonly string[], { serial: fixed, cells }: DeviceColumns) => {
    const serial = fixed ?? serialOf(row);
    const device = serial === null || serial === "" ? null : deviceOf(serial);
    if (device === null) return refused("device.unknown", serial ?? "no key in the file's name");
    const ts = instantOf(row, device.device_id);
    if (typeof ts !== "number") return ts;
    if (ts > latest) return refused("reading.too_new", new Date(ts).toISOString());
    const values = valuesOf(row, cells);
    if (values === null || "reason" in values) return values;
    const { m, ext, registers } = values;
    const { project_id, device_id } = device;
    const interval_s = mapping.interval_s ?? 0;
    return { row: { project_id, device_id, ts, interval_s, source: 2 as const, m, ext }, registers };
  };
  return (row) => {
    if (!isWanted(row)) return [];
    const found: (FoundReading | RefusedRow)[] = [];
    for (const columns of devices) {
      const one = read(row, columns);
      if (one !== null) found.push(one);
    }
    return found.length === 0 ? [refused("reading.empty", "no mapped column has a value")] : found;
  };
}

interface Values {
  readonly m: { [Q in Quantity]?: number };
  readonly ext: string | null;
  readonly registers: readonly RegisterCounter[];
}

const NONE: readonly RegisterCounter[] = [];

/** Returns the reader of a device's values in a row: null when no cell of it holds one. */
function valueReader({
  empty: texts,
  constants,
}: ImportMapping): (row: readonly string[], cells: readonly Cell[]) => Values | RefusedRow | null {
  const empty = new Set(texts);
  const hasConstants = Object.keys(constants).length > 0;
  return (row, cells) => {
    const m: { [Q in Quantity]?: number } = {};
    const trackers: TrackerValue[] = [];
    let registers = NONE;
    let count = 0;
    for (const cell of cells) {
      const value = valueOf(row, cell, empty);
      if (value === null) continue;
      if (typeof value === "object") {
        if ("reason" in value) return value;
        registers = [...registers, { ...value.register, quantity: cell.quantity }];
        m[cell.quantity] = value.value;
      } else if (cell.mppt !== null) {
        trackers.push({ ...cell.mppt, quantity: cell.quantity, value });
      } else {
        m[cell.quantity] = value;
      }
      count += 1;
    }
    if (count === 0) return null;
    return { m: hasConstants ? { ...constants, ...m } : m, ext: trackerList(trackers), registers };
  };
}

/** A counter whose register is declared. */
interface FromRegister {
  readonly value: number;
  readonly register: Omit<RegisterCounter, "quantity">;
}

/**
 * The value of a cell; a counter with its register where that is declared, since its neighbours tell whether it is one. Null: not
 * measured, as a sum is of which a part is not, and what a register shows when it holds nothing.
 */
function valueOf(
  row: readonly string[],
  { sources, min, max, isWhole, isCounter }: Cell,
  empty: ReadonlySet<string>,
): number | FromRegister | RefusedRow | null {
  let total = 0;
  let isHollow = false;
  let register: FromRegister["register"] | null = null;
  for (const { name, index, read, scale, offset, factor, shift, registerBits } of sources) {
    const text = (row[index] ?? "").trim();
    if (empty.has(text)) return null;
    const raw = read(text);
    if (raw === null) return refused("number.unreadable", `${name}: "${text.slice(0, 40)}"`);
    if (registerBits !== null) {
      isHollow ||= isSentinel(raw, registerBits);
      if (isCounter && sources.length === 1) register = { raw, registerBits };
    }
    total += (raw * scale + offset) * factor + shift;
  }
  const fits = total >= min && total <= max && (!isWhole || Number.isInteger(total));
  if (fits && register !== null) return { value: total, register };
  // Whatever a hollow register shows is no fault of the row.
  if (isHollow) return null;
  if (fits) return total;
  const [first] = sources;
  const text = (row[first?.index ?? 0] ?? "").trim();
  return refused("reading.out_of_range", `${first?.name ?? ""}: ${text.slice(0, 40)}`);
}
