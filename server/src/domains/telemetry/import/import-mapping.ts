// The mapping file of an import: what the columns of somebody's CSV files mean. docs/imports.md is its prose.
import { assetType, quantityNames, timeZone } from "@heliograph/contract";
import { z } from "zod";
import { stampReader } from "./import-time.ts";
import { conversion, unitsOf } from "./import-units.ts";

/** A name as the header has it; tables with an unnamed first column exist. */
const columnName = z.string().max(500);

const time = z.strictObject({
  /** One column, or several that are joined by a space: a date and a time. */
  column: z.union([columnName, z.array(columnName).min(1).max(4)]),
  /** As stampReader takes it. */
  format: z
    .string()
    .refine(
      (format) => stampReader(format) !== null,
      "must be ISO, unix, unix_ms or a format with YYYY, MM and DD",
    ),
  /** Of the clocks that stamped the rows; stamps with an offset of their own need none. */
  timezone: timeZone,
  /** Whether a stamp is the start or the end of its interval. */
  stamp: z.enum(["start", "end"]),
});

/** Where a row says which device it is of. `serials` translates what the file has to the device's serial. */
const device = z.union(
  [
    z.strictObject({ column: columnName, serials: z.record(z.string(), z.string()).optional() }),
    z.strictObject({
      /** A pattern whose first group finds the device's key in the name of the file. */
      file_name: z.string().refine(hasGroup, "must be a regular expression with one group"),
      serials: z.record(z.string(), z.string()).optional(),
    }),
    z.strictObject({ serial: z.string().min(1).max(100) }),
  ],
  "must name a column, a pattern for the file's name (file_name) or a serial",
);

function hasGroup(pattern: string): boolean {
  try {
    return (new RegExp(`${pattern}|`, "u").exec("")?.length ?? 0) === 2;
  } catch {
    return false;
  }
}

const measured = z.strictObject({
  quantity: z.enum(quantityNames),
  unit: z.string(),
  /** The file's value is multiplied by it, and `offset` added, before the unit counts. */
  scale: z.number().default(1),
  offset: z.number().default(0),
});

const csv = z.strictObject({
  delimiter: z.string().length(1).default(","),
  decimal: z.enum([".", ","]).default("."),
  /** What groups digits; none by default. */
  thousands: z.enum([".", ",", " ", "'"]).optional(),
  encoding: z.enum(["utf8", "latin1", "utf16le"]).default("utf8"),
  /** Lines before the header, or before the first row when there is none. */
  skip_lines: z.int().min(0).max(1000).default(0),
  /** False: columns are known by their number, from "1". */
  header: z.boolean().default(true),
});

const values = z.union([z.string().transform((value) => [value]), z.array(z.string()).min(1)]);
const condition = z
  .strictObject({ column: columnName, is: values.optional(), is_not: values.optional() })
  .refine((one) => (one.is === undefined) !== (one.is_not === undefined), "must say either is or is_not");

const create = z.strictObject({
  /** The gateway that new devices belong to; made when the project has none of that serial. */
  gateway: z.string().regex(/^[A-Za-z0-9_-]{3,64}$/, "must be 3 to 64 letters, digits, - or _"),
  asset_type: assetType,
  ac_nominal_w: z.int().positive().optional(),
  dc_capacity_wp: z.int().positive().optional(),
});

/** A mapping file. */
const importMapping = z
  .strictObject({
    /** Uid of the project; may be given on the command line instead. */
    project: z.uuid().optional(),
    /** Serial of the gateway whose devices are meant, for projects in which two devices have the same serial. */
    gateway: z.string().optional(),
    time,
    interval_s: z.int().min(1).max(3600),
    device,
    columns: z.record(columnName, measured),
    csv: csv.prefault({}),
    /** Texts that mean "not measured". */
    empty: z.array(z.string()).default(["", "NaN", "nan", "null", "NULL", "NA", "N/A", "-"]),
    /** Rows that meet all conditions are read, the others left out. */
    only: z.array(condition).default([]),
    /** Makes devices that are not there yet; without it their rows are refused. */
    create: create.optional(),
  })
  .superRefine((mapping, context) => {
    const fault = (path: (string | number)[], message: string) =>
      context.addIssue({ code: "custom", path, message });
    const columnOf = new Map<string, string>();
    const entries = Object.entries(mapping.columns);
    if (entries.length === 0) fault(["columns"], "must map one column at least");
    for (const [column, { quantity, unit, scale }] of entries) {
      const other = columnOf.get(quantity);
      if (other !== undefined) fault(["columns", column], `${quantity} is mapped from "${other}" already`);
      columnOf.set(quantity, column);
      if (scale === 0) fault(["columns", column, "scale"], "must not be 0");
      if (conversion(quantity, unit, mapping.interval_s) === null) {
        fault(["columns", column, "unit"], `must be one of ${unitsOf(quantity).join(", ")} for ${quantity}`);
      }
    }
    if (mapping.csv.thousands === mapping.csv.decimal) {
      fault(["csv", "thousands"], "must be another sign than decimal");
    }
    if (mapping.csv.delimiter === mapping.csv.decimal) {
      fault(["csv", "delimiter"], "must be another sign than decimal");
    }
  });
export type ImportMapping = z.output<typeof importMapping>;

/** The mapping that the text states, or all that is wrong with it, one sentence each. */
export function readMapping(text: string): { mapping: ImportMapping } | { faults: string[] } {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    return { faults: [`It is not JSON: ${error instanceof Error ? error.message : String(error)}`] };
  }
  const parsed = importMapping.safeParse(given);
  if (parsed.success) return { mapping: parsed.data };
  return {
    faults: parsed.error.issues.map(({ path, message }) =>
      path.length === 0 ? message : `${path.map(String).join(".")}: ${message}`,
    ),
  };
}
