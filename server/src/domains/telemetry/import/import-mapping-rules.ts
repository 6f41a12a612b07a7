// What a mapping must say besides the shape of its entries.
import { INTERVAL_ENERGIES, QUANTITIES, type Quantity, unitConversion, unitsOf } from "@heliograph/contract";
import { stampReader } from "./import-time.ts";

interface Column {
  readonly quantity: Quantity;
  readonly unit: string;
  readonly scale: number;
  readonly sum: boolean;
  readonly device?: string | undefined;
  readonly mppt?: number | undefined;
  readonly string?: number | undefined;
}

/** The entries of a mapping that belong together. */
interface Mapping {
  readonly time: { readonly format: string };
  readonly interval_s?: number | undefined;
  readonly period?: "day" | "month" | undefined;
  readonly device?: object | undefined;
  readonly columns: Readonly<Record<string, Column>>;
  readonly patterns: readonly (Column & { readonly header: string })[];
  readonly constants: { readonly [Q in Quantity]?: number | undefined };
  readonly csv: {
    readonly decimal: string;
    readonly delimiter: string;
    readonly thousands?: string | undefined;
    readonly header: boolean;
  };
}

interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const fault = (path: (string | number)[], message: string): Fault => ({ path, message });

/** All that contradicts itself in the mapping, with the place of each; empty: nothing does. */
export function faultsOfMapping(mapping: Mapping): Fault[] {
  const named = Object.entries(mapping.columns).map(([name, column]) => ({
    path: ["columns", name],
    column,
  }));
  const matched = mapping.patterns.map((column, at) => ({ path: ["patterns", at], column }));
  return [
    ...faultsOfSpan(mapping),
    ...(named.length + matched.length === 0 ? [fault(["columns"], "must map one column at least")] : []),
    ...[...named, ...matched].flatMap(({ path, column }) => faultsOfColumn(mapping, path, column)),
    ...faultsOfRepeats(mapping),
    ...faultsOfDevices(mapping),
    ...faultsOfConstants(mapping),
    ...faultsOfSigns(mapping),
  ];
}

function faultsOfSpan({ interval_s, period, time }: Mapping): Fault[] {
  if ((interval_s === undefined) === (period === undefined)) {
    return [fault(["interval_s"], "must say either interval_s or period")];
  }
  if (period !== "month" && stampReader(time.format, "day") === null) {
    return [fault(["time", "format"], "must be ISO, unix, unix_ms or a format with YYYY, MM and DD")];
  }
  return [];
}

function faultsOfColumn({ interval_s, period }: Mapping, path: (string | number)[], column: Column): Fault[] {
  const { quantity, unit, scale, mppt, string } = column;
  const faults: Fault[] = [];
  if (scale === 0) faults.push(fault([...path, "scale"], "must not be 0"));
  if (unitConversion(quantity, unit, interval_s ?? null) === null) {
    const units = unitsOf(quantity, interval_s !== undefined).join(", ");
    faults.push(fault([...path, "unit"], `must be one of ${units} for ${quantity}`));
  }
  if (period !== undefined && (!(quantity in INTERVAL_ENERGIES) || mppt !== undefined)) {
    const names = Object.keys(INTERVAL_ENERGIES).join(", ");
    faults.push(fault([...path, "quantity"], `must be one of ${names} for rows of a ${period}`));
  }
  const isListed = ["dc_voltage_v", "dc_current_a", "dc_power_w"].includes(quantity);
  if (mppt !== undefined && !isListed) {
    faults.push(fault([...path, "mppt"], "is for dc_voltage_v, dc_current_a and dc_power_w"));
  }
  if (string !== undefined && (mppt === undefined || quantity !== "dc_current_a")) {
    faults.push(fault([...path, "string"], "is for dc_current_a of a tracker (mppt)"));
  }
  return faults;
}

/** What a column gives a value to: two may do so only where they are added up. */
export function targetOf({ quantity, device, mppt, string }: Column): string {
  return [device ?? "", quantity, mppt ?? "", string ?? ""].join("|");
}

function faultsOfRepeats({ columns }: Mapping): Fault[] {
  const first = new Map<string, { name: string; sum: boolean }>();
  return Object.entries(columns).flatMap(([name, column]) => {
    const target = targetOf(column);
    const other = first.get(target);
    if (other === undefined) {
      first.set(target, { name, sum: column.sum });
      return [];
    }
    const both = other.sum && column.sum;
    const message = `${column.quantity} is mapped from "${other.name}" already; sum: true on both adds them up`;
    return both ? [] : [fault(["columns", name], message)];
  });
}

const hasGroup = (pattern: string) => /(?<!\\)\((?!\?)/.test(pattern);

function faultsOfDevices({ device, columns, patterns }: Mapping): Fault[] {
  const byHeader = device !== undefined && "header" in device;
  const faults = patterns.flatMap((one, at) => {
    const named = hasGroup(one.header) || one.device !== undefined;
    if (byHeader && !named) return [fault(["patterns", at], "must find the device by a group, or name it")];
    if (!byHeader && hasGroup(one.header)) {
      return [fault(["patterns", at], 'has a group: device must be { "header": true }')];
    }
    return [];
  });
  const needing = [...Object.values(columns), ...patterns].some((one) => one.device === undefined);
  if (device === undefined && needing) {
    faults.push(
      fault(
        ["device"],
        "must name a column, a pattern for the file's name (file_name), the header or a serial",
      ),
    );
  }
  const loose = Object.entries(columns).find(([, one]) => byHeader && one.device === undefined);
  if (loose !== undefined) faults.push(fault(["columns", loose[0]], "must name its device"));
  return faults;
}

function faultsOfConstants({ constants, period }: Mapping): Fault[] {
  return Object.entries(constants).flatMap(([name, value]) => {
    const path = ["constants", name];
    if (value === undefined) return [];
    if (period !== undefined) return [fault(path, `rows of a ${period} have none`)];
    // The keys are quantities: the schema lets no other pass.
    const { min, max } = QUANTITIES[name as Quantity];
    return value < min || value > max ? [fault(path, `must be from ${min} to ${max}`)] : [];
  });
}

function faultsOfSigns({ csv, patterns }: Mapping): Fault[] {
  return [
    ...(csv.thousands === csv.decimal
      ? [fault(["csv", "thousands"], "must be another sign than decimal")]
      : []),
    ...(csv.delimiter === csv.decimal
      ? [fault(["csv", "delimiter"], "must be another sign than decimal")]
      : []),
    ...(!csv.header && patterns.length > 0 ? [fault(["patterns"], "need a header")] : []),
  ];
}
