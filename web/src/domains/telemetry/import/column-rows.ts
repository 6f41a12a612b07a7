// The columns of a file as rows to look at: equal devices folded into one row, and what is left out at the end.
import type { ImportColumn } from "@heliograph/contract/telemetry/import/import-shapes";

/** A column, or those of several devices that hold the same as the device before them. */
export type ColumnRow =
  | { readonly id: string; readonly kind: "one"; readonly column: ImportColumn }
  | {
      readonly id: string;
      readonly kind: "folded";
      readonly devices: readonly string[];
      readonly columns: readonly ImportColumn[];
    };

/** So many devices that are the same are worth one row. */
const FOLD_FROM = 2;

const one = (column: ImportColumn): ColumnRow => ({ id: column.name, kind: "one", column });

/** What a device's columns hold, whatever they are called. */
const shapeOf = (columns: readonly ImportColumn[]) =>
  columns
    .map(({ quantity, unit, scale }) => `${quantity} ${unit} ${scale}`)
    .toSorted()
    .join("|");

/** The rows: stamps first, then values, left-out columns last. `unfolded`: ids of folded rows that are shown one by one. */
export function columnRows(
  columns: readonly ImportColumn[],
  unfolded: ReadonlySet<string>,
): readonly ColumnRow[] {
  const first = columns.filter(({ role }) => role === "stamp" || role === "device");
  const left = columns.filter(({ role }) => role === "left_out");
  const values = columns.filter(({ role }) => role === "value");
  const devices = new Map<string | null, ImportColumn[]>();
  for (const column of values) devices.set(column.device, [...(devices.get(column.device) ?? []), column]);
  const shapes = new Map<string, [string | null, ImportColumn[]][]>();
  for (const [device, own] of devices) {
    const shape = shapeOf(own);
    shapes.set(shape, [...(shapes.get(shape) ?? []), [device, own]]);
  }
  const rows = [...shapes].flatMap(([shape, same]): ColumnRow[] => {
    const [lead, ...others] = same;
    const shown = lead?.[1].map(one) ?? [];
    const rest = others.flatMap(([, own]) => own);
    const id = `same ${shape}`;
    if (others.length < FOLD_FROM || unfolded.has(id)) return [...shown, ...rest.map(one)];
    const names = others.map(([device]) => device ?? "");
    return [...shown, { id, kind: "folded", devices: names, columns: rest }];
  });
  return [...first.map(one), ...rows, ...left.map(one)];
}

/** Columns that count, of all that there are, and how many devices they are of. */
export function columnCounts(columns: readonly ImportColumn[]) {
  const used = columns.filter(({ role }) => role === "value");
  return { used: used.length, all: columns.length, devices: new Set(used.map(({ device }) => device)).size };
}
