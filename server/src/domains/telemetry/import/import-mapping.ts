// The mapping file of an import: what the columns of somebody's CSV files mean. docs/imports.md is its prose.
import { assetType, GATEWAY_LIMITS, INTERVAL_ENERGIES, quantityNames, timeZone } from "@heliograph/contract";
import { z } from "zod";
import { faultsOfMapping } from "./import-mapping-rules.ts";
import { stampReader } from "./import-time.ts";

/** A name as the header has it; tables with an unnamed first column exist. */
const columnName = z.string().max(500);
const serial = z.string().min(1).max(100);

const time = z.strictObject({
  /** One column, or several that are joined by a space: a date and a time. */
  column: z.union([columnName, z.array(columnName).min(1).max(4)]),
  /** As stampReader takes it. */
  format: z
    .string()
    .refine(
      (format) => stampReader(format, "month") !== null,
      "must be ISO, unix, unix_ms or a format with YYYY, MM and DD",
    ),
  /** Of the clocks that stamped the rows; stamps with an offset of their own need none. */
  timezone: timeZone,
  /** Whether a stamp is the start or the end of its interval. */
  stamp: z.enum(["start", "end"]),
});

const serials = z.record(z.string(), z.string()).optional();

/** Where the device is named that a row, or a column of it, is of. `serials` translates what is there to the device's serial. */
const device = z.union(
  [
    z.strictObject({ column: columnName, serials }),
    z.strictObject({
      /** A pattern whose first group finds the device's key in the name of the file. */
      file_name: z
        .string()
        .refine((text) => groupsOf(text) === 1, "must be a regular expression with one group"),
      serials,
    }),
    /** The columns of several devices lie side by side: the group of each of `patterns` finds the device's key. */
    z.strictObject({ header: z.literal(true), serials }),
    z.strictObject({ serial }),
  ],
  "must name a column, a pattern for the file's name (file_name), the header or a serial",
);

/** Groups of a regular expression; null: the text is none. */
function groupsOf(pattern: string): number | null {
  try {
    return (new RegExp(`${pattern}|`, "u").exec("")?.length ?? 1) - 1;
  } catch {
    return null;
  }
}

const measured = z.strictObject({
  quantity: z.enum(quantityNames),
  unit: z.string(),
  /** The file's value is multiplied by it, and `offset` added, before the unit counts. */
  scale: z.number().default(1),
  offset: z.number().default(0),
  /** Serial of the device that the column is of, where the file's columns are of several. */
  device: serial.optional(),
  /** True: the values of all columns of that quantity and device are added up. */
  sum: z.boolean().default(false),
  /** Number of the tracker in the list of trackers, instead of the device's own value; and of its string. */
  mppt: z.int().min(1).max(GATEWAY_LIMITS.mpptPerReading).optional(),
  string: z.int().min(1).max(GATEWAY_LIMITS.stringsPerMppt).optional(),
  /** The register that the logger read the value from: what it shows when it holds none is not measured. */
  register: z.enum(["u16", "s16", "u32", "s32"]).optional(),
});
export type MeasuredColumn = z.output<typeof measured>;

const pattern = measured.extend({
  /** Matches names of columns; a group, where there is one, finds the key of the device. */
  header: z
    .string()
    .refine((text) => (groupsOf(text) ?? 2) <= 1, "must be a regular expression with at most one group"),
});

const csv = z.strictObject({
  delimiter: z.string().length(1).default(","),
  decimal: z.enum([".", ","]).default("."),
  /** What groups digits; none by default. */
  thousands: z.enum([".", ",", " ", "'"]).optional(),
  encoding: z.enum(["utf8", "latin1", "utf16le"]).default("utf8"),
  /** Lines before the header, or before the first row when there is none. */
  skip_lines: z.int().min(0).max(1000).default(0),
  /** Lines after the header that are no rows: units, as some portals write them. */
  skip_after_header: z.int().min(0).max(100).default(0),
  /** False: columns are known by their number, from "1". */
  header: z.boolean().default(true),
});

const values = z.union([z.string().transform((value) => [value]), z.array(z.string()).min(1)]);
const condition = z
  .strictObject({ column: columnName, is: values.optional(), is_not: values.optional() })
  .refine((one) => (one.is === undefined) !== (one.is_not === undefined), "must say either is or is_not");

const ratings = {
  ac_nominal_w: z.int().positive().optional(),
  dc_capacity_wp: z.int().positive().optional(),
};

const create = z.strictObject({
  /** The gateway that new devices belong to; made when the project has none of that serial. */
  gateway: z.string().regex(/^[A-Za-z0-9_-]{3,64}$/, "must be 3 to 64 letters, digits, - or _"),
  asset_type: assetType,
  ...ratings,
  /** What is different of single devices, by serial. */
  devices: z.record(z.string(), z.strictObject({ asset_type: assetType.optional(), ...ratings })).default({}),
});

/** A mapping file. */
const importMapping = z
  .strictObject({
    /** Uid of the project; may be given on the command line instead. */
    project: z.uuid().optional(),
    /** Serial of the gateway whose devices are meant, for projects in which two devices have the same serial. */
    gateway: z.string().optional(),
    time,
    /** Length of the intervals that rows are of, in seconds; or `period`. */
    interval_s: z.int().min(1).max(3600).optional(),
    /** Rows of whole local days or months: their energies are kept as such. */
    period: z.enum(["day", "month"]).optional(),
    device: device.optional(),
    columns: z.record(columnName, measured).default({}),
    patterns: z.array(pattern).max(100).default([]),
    /** Values that every reading gets, in the quantity's own unit. */
    constants: z.partialRecord(z.enum(quantityNames), z.number()).default({}),
    csv: csv.prefault({}),
    /** Texts that mean "not measured". */
    empty: z.array(z.string()).default(["", "NaN", "nan", "null", "NULL", "NA", "N/A", "-", "--"]),
    /** Rows that meet all conditions are read, the others left out. */
    only: z.array(condition).default([]),
    /** Makes devices that are not there yet; without it their rows are refused. */
    create: create.optional(),
  })
  .superRefine((mapping, context) => {
    for (const { path, message } of faultsOfMapping(mapping)) {
      context.addIssue({ code: "custom", path: [...path], message });
    }
  });
export type ImportMapping = z.output<typeof importMapping>;

/** Quantities that a row of a day or month may hold. */
export const isIntervalEnergy = (quantity: string): quantity is keyof typeof INTERVAL_ENERGIES =>
  quantity in INTERVAL_ENERGIES;

/** The mapping that the text states, or all that is wrong with it, one sentence each. */
export function readMapping(text: string): { mapping: ImportMapping } | { faults: string[] } {
  try {
    return checkedMapping(JSON.parse(text));
  } catch (error) {
    return { faults: [`It is not JSON: ${error instanceof Error ? error.message : String(error)}`] };
  }
}

/** As readMapping, of what JSON said. */
export function checkedMapping(given: unknown): { mapping: ImportMapping } | { faults: string[] } {
  const parsed = importMapping.safeParse(given);
  if (parsed.success) return { mapping: parsed.data };
  return {
    faults: parsed.error.issues.map(({ path, message }) =>
      path.length === 0 ? message : `${path.map(String).join(".")}: ${message}`,
    ),
  };
}
