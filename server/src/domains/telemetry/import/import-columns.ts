// The columns of one file as its mapping reads them: which cells make which values of which device.
import { CODES, COUNTERS, QUANTITIES, type Quantity, unitConversion } from "@heliograph/contract";
import type { ImportMapping, MeasuredColumn } from "./import-mapping.ts";
import { targetOf } from "./import-mapping-rules.ts";

/** A cell of a row that is, or adds to, a value. */
interface Source {
  readonly name: string;
  readonly index: number;
  /** The value as the file writes it; null: it is no number. */
  readonly read: (text: string) => number | null;
  readonly scale: number;
  readonly offset: number;
  /** From the file's unit to the quantity's: value × factor + shift. */
  readonly factor: number;
  readonly shift: number;
  /** Bits of the register that the value was read from; null: nobody says that it was. */
  readonly registerBits: 16 | 32 | null;
}

/** A value of a device in a row. */
export interface Cell {
  readonly quantity: Quantity;
  /** Place in the list of trackers; null: the device's own value. */
  readonly mppt: { readonly id: number; readonly string: number | null } | null;
  /** One, or those that are added up. */
  readonly sources: readonly Source[];
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
  readonly isCounter: boolean;
}

/** What the rows of a file hold of one device; `serial` null: the row or the file's name tells which. */
export interface DeviceColumns {
  readonly serial: string | null;
  readonly cells: readonly Cell[];
}

/** Columns that the mapping names and the header lacks; in the mapping's order. */
export function missingColumns(mapping: ImportMapping, header: readonly string[]): string[] {
  const { time, device, columns, only } = mapping;
  const named = [
    ...[time.column].flat(),
    ...(device !== undefined && "column" in device ? [device.column] : []),
    ...Object.keys(columns),
    ...only.map(({ column }) => column),
  ];
  return [...new Set(named)].filter((name) => !header.includes(name));
}

interface Named extends MeasuredColumn {
  readonly name: string;
  readonly index: number;
}

/**
 * The columns of the header by device, those that the row names first; or what contradicts the mapping, in words.
 * `header` has every column that the mapping names.
 */
export function columnsByDevice(
  mapping: ImportMapping,
  header: readonly string[],
): { devices: DeviceColumns[] } | { fault: string } {
  const named = [...fixedColumns(mapping, header), ...matchedColumns(mapping, header)];
  if (named.length === 0) return { fault: "No column has a name that the mapping's patterns look for" };
  const targets = new Map<string, Named[]>();
  for (const column of named) {
    const target = targetOf(column);
    const there = targets.get(target) ?? [];
    if (there.length > 0 && !(column.sum && there.every(({ sum }) => sum))) {
      return {
        fault: `Its columns "${there[0]?.name ?? ""}" and "${column.name}" both mean ${column.quantity} of one device`,
      };
    }
    targets.set(target, [...there, column]);
  }
  const devices = new Map<string | null, Cell[]>();
  for (const columns of targets.values()) {
    const [first] = columns;
    if (first === undefined) continue;
    const serial = first.device ?? null;
    devices.set(serial, [...(devices.get(serial) ?? []), cellOf(mapping, first, columns)]);
  }
  return { devices: [...devices].map(([serial, cells]) => ({ serial, cells })) };
}

function fixedColumns({ columns }: ImportMapping, header: readonly string[]): Named[] {
  return Object.entries(columns).map(([name, column]) => ({ ...column, name, index: header.indexOf(name) }));
}

/** The first pattern that a column's name matches says what it is; columns that the mapping names are none of theirs. */
function matchedColumns({ columns, patterns, device }: ImportMapping, header: readonly string[]): Named[] {
  const serials = device !== undefined && "serials" in device ? device.serials : undefined;
  const compiled = patterns.map(({ header: text, ...column }) => ({
    column,
    pattern: new RegExp(text, "u"),
  }));
  return header.flatMap((name, index) => {
    if (Object.hasOwn(columns, name)) return [];
    for (const { column, pattern } of compiled) {
      const match = pattern.exec(name);
      if (match === null) continue;
      const key = match[1]?.trim();
      const serial = column.device ?? (key === undefined ? undefined : (serials?.[key] ?? key));
      return [{ ...column, device: serial, name, index }];
    }
    return [];
  });
}

function cellOf(mapping: ImportMapping, first: Named, columns: readonly Named[]): Cell {
  const { quantity, mppt, string } = first;
  const read = numberReader(mapping.csv);
  const { min, max } = QUANTITIES[quantity];
  return {
    quantity,
    mppt: mppt === undefined ? null : { id: mppt, string: string ?? null },
    sources: columns.map(({ name, index, unit, scale, offset, register }) => {
      const converted = unitConversion(quantity, unit, mapping.interval_s ?? null) ?? {
        factor: 1,
        offset: 0,
      };
      const { factor, offset: shift } = converted;
      return { name, index, read, scale, offset, factor, shift, registerBits: bitsOf(register) };
    }),
    min,
    max,
    isWhole: quantity in CODES,
    isCounter: quantity in COUNTERS,
  };
}

function bitsOf(register: MeasuredColumn["register"]): 16 | 32 | null {
  if (register === undefined) return null;
  return register.endsWith("16") ? 16 : 32;
}

/** The number that a plain text states; null: it states none. Hexadecimal, infinite and empty texts state none. */
function plainNumber(text: string): number | null {
  const first = text.charCodeAt(0);
  // A digit, a sign or a point begins it; the second sign of 0x, 0b and 0o is a letter.
  if (!((first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46)) return null;
  if (first === 48 && text.charCodeAt(1) > 69 && text.charCodeAt(1) !== 101) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** Reads a number as the file writes it; null: it is none. */
function numberReader({ decimal, thousands }: ImportMapping["csv"]): (text: string) => number | null {
  if (decimal === "." && thousands === undefined) return plainNumber;
  return (text) => {
    let plain = text;
    if (thousands !== undefined) plain = plain.replaceAll(thousands, "");
    if (decimal === ",") {
      // A point would otherwise be taken for a decimal sign.
      if (plain.includes(".")) return null;
      plain = plain.replace(",", ".");
    }
    return plainNumber(plain);
  };
}
