// What imports of the browser are made of: files, what their columns mean, what a dry run finds, and what became of them.
import { z } from "zod";
import { timeZone } from "../../kernel/time-zone.ts";
import { assetType } from "../../fleet/asset-types.ts";
import { quantityNames } from "../quantities.ts";

/** `bytes`: of one file as it is sent. Beyond them a call is refused with `file.too_large`, beyond the others `import.too_many`. */
export const IMPORT_LIMITS = {
  bytes: 100 * 1024 * 1024,
  filesPerImport: 20,
  /** Of all files that wait to be imported, by the account that sent them. */
  bytesPerAccount: 1024 * 1024 * 1024,
  /** Files that one account may be sending at a time. */
  uploadsAtOnce: 3,
  /** Imports of one account that are not begun. */
  draftsPerAccount: 20,
  /** Rows of all the files of an import. */
  rows: 20_000_000,
} as const;

/** Names that files may have: text with columns, packed or not. */
export const IMPORT_FILE_NAME = /\.(csv|txt)(\.gz)?$/i;

/** Stands for a wish without any preset: what the columns mean is guessed from their names. */
export const OWN_MAPPING = "own";

const quantity = z.enum(quantityNames);
const columnName = z.string().max(500);
const serial = z.string().min(1).max(100);

const columnWish = z.strictObject({
  quantity,
  unit: z.string().max(20),
  /** Null: the row, or the file's name, says of which device it is. */
  device: serial.nullable(),
  /** The file's value is multiplied by it. */
  scale: z.number().optional(),
});

/** What a person says besides the files. What is left out follows from the preset, or is guessed. */
export const importWish = z.strictObject({
  /** Null: the one that knows the file, and guesses when none does; `own`: guesses. */
  preset: z.string().max(40).nullable().default(null),
  time: z
    .strictObject({
      column: z.union([columnName, z.array(columnName).min(1).max(4)]),
      format: z.string().min(1).max(60),
      timezone: timeZone,
      stamp: z.enum(["start", "end"]),
    })
    .partial()
    .default({}),
  interval_s: z.int().min(1).max(3600).optional(),
  device: z.union([z.strictObject({ column: columnName }), z.strictObject({ serial })]).optional(),
  /** Kinds of devices that the import makes, by serial. */
  types: z.record(serial, assetType).default({}),
  csv: z
    .strictObject({ delimiter: z.string().length(1), decimal: z.enum([".", ","]) })
    .partial()
    .default({}),
  /** By the name in the file's header; null: left out. */
  columns: z.record(columnName, columnWish.nullable()).default({}),
});
export type ImportWish = z.output<typeof importWish>;

/** What is being done with an import, in this order; `stopped`, `failed` and `undone` end it too. */
const IMPORT_STATES = [
  "draft",
  "trying",
  "tried",
  "waiting",
  "storing",
  "energy",
  "done",
  "stopped",
  "failed",
  "undoing",
  "undone",
] as const;
const importState = z.enum(IMPORT_STATES);
export type ImportState = z.output<typeof importState>;

const importFile = z.object({
  file_uid: z.uuid(),
  name: z.string(),
  size_bytes: z.int(),
  /** Rows and the span of their readings, once a dry run has read them; nulls before. */
  rows: z.int().nullable(),
});

const importColumn = z.object({
  name: z.string(),
  role: z.enum(["stamp", "device", "value", "left_out"]),
  /** Nulls: it means nothing, or (of the device) the row says it. */
  quantity: quantity.nullable(),
  unit: z.string().nullable(),
  device: z.string().nullable(),
  scale: z.number(),
  /** True: nobody but the names of columns has said so. */
  is_guess: z.boolean(),
  /** What stands there at noon of a bright day; null: nothing. */
  sample: z.string().nullable(),
  /** Why it is left out; null: it is not. */
  why: z.enum(["no_quantity", "counter_counts", "person"]).nullable(),
});
export type ImportColumn = z.output<typeof importColumn>;

const importPreview = z.object({
  /** Files with the same columns. */
  file_uids: z.array(z.uuid()),
  /** The preset's name and title; null: own mapping. */
  preset: z.string().nullable(),
  title: z.string().nullable(),
  /** What is assumed; null: the files cannot be read so, and `fault` says why. */
  assumes: z
    .object({
      stamp: z.enum(["start", "end"]),
      timezone: z.string(),
      decimal: z.enum([".", ","]),
      interval_s: z.int().nullable(),
      period: z.enum(["day", "month"]).nullable(),
    })
    .nullable(),
  /** In words; with it the first lines as they stand in the file. */
  fault: z.string().nullable(),
  first_lines: z.array(z.string()),
  /** The stamp of the row that samples are from; null: no row has values. */
  sampled_at: z.string().nullable(),
  /** The first rows, as they stand in the file. */
  first_rows: z.array(z.array(z.string())),
  columns: z.array(importColumn),
});
export type ImportPreview = z.output<typeof importPreview>;

const refusedLines = z.object({
  reason: z.string(),
  count: z.int(),
  first: z.array(z.object({ file: z.string(), line: z.int(), detail: z.string() })),
});

/** What a dry run found. Energies in Wh. */
const trialFound = z.object({
  took_ms: z.int(),
  rows: z.int(),
  /** New, there already, and refused: they add up to what was found. */
  found: z.int(),
  fresh: z.int(),
  there: z.int(),
  refused: z.int(),
  /** Counters that show what their register shows when it holds nothing: left out. */
  sentinels: z.int(),
  refusals: z.array(refusedLines),
  faults: z.array(z.object({ file: z.string(), fault: z.string() })),
  /** Production of the inverters, or of what counts where there is none. */
  months: z.array(z.object({ month: z.string(), wh: z.number() })),
  sum_wh: z.number(),
  days: z.int(),
  /** True: rows out of the order of time are not in the energies. */
  is_partial: z.boolean(),
  devices: z.array(
    z.object({
      serial: z.string(),
      asset_type: z.string(),
      readings: z.int(),
      is_new: z.boolean(),
      is_rated: z.boolean(),
    }),
  ),
  events: z.array(
    z.object({ serial: z.string(), kind: z.string(), at: z.iso.datetime(), month: z.string() }),
  ),
  above_power: z.array(
    z.object({ serial: z.string(), count: z.int(), at: z.iso.datetime(), power_w: z.number() }),
  ),
});
export type ImportTrial = z.output<typeof trialFound>;

/** One line of the list of imports. */
export const importItem = z.object({
  import_uid: z.uuid(),
  state: importState,
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  files: z.array(z.string()),
  /** Titles of presets; empty: own mapping. */
  presets: z.array(z.string()),
  devices: z.array(z.string()),
  /** Null: the account is no longer there. */
  by: z.object({ name: z.string(), is_you: z.boolean() }).nullable(),
  /** Of what is being done, 0 to 1; null: it cannot be told. */
  progress: z.number().nullable(),
  left_s: z.int().nullable(),
  stored: z.int(),
  completed: z.int(),
  there: z.int(),
  refused: z.int(),
  days: z.int(),
  energy_wh: z.number().nullable(),
  /** Null: nothing went wrong. */
  fault: z.string().nullable(),
});
export type ImportItem = z.output<typeof importItem>;

/** An import that is not begun: its files, what they mean, and what the dry run found. */
export const importDraft = z.object({
  import_uid: z.uuid(),
  project_uid: z.uuid(),
  state: importState,
  files: z.array(importFile),
  wish: importWish,
  previews: z.array(importPreview),
  /** Devices of the project that a column may be of. */
  devices: z.array(
    z.object({ device_uid: z.uuid(), serial: z.string(), name: z.string(), asset_type: z.string() }),
  ),
  presets: z.array(z.object({ name: z.string(), title: z.string() })),
  trial: trialFound.nullable(),
  rows_read: z.int(),
  fault: z.string().nullable(),
});
export type ImportDraft = z.output<typeof importDraft>;
