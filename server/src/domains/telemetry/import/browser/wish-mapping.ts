// From a file's first lines and what a person says to the mapping that the import reads it by: the preset's, or a guess, with the
// person's words before it.
import { OWN_MAPPING, type ImportColumn, type ImportWish, type Quantity } from "@heliograph/contract";
import { cellsOfLine } from "../import-csv.ts";
import { checkedMapping, type ImportMapping } from "../import-mapping.ts";
import type { FileHead } from "../import-run.ts";
import { PRESETS } from "../presets/presets.ts";
import type { Draft, Preset, PresetPlace } from "../presets/preset.ts";
import { guessColumn, guessedDraft } from "./guess.ts";

/** What the project tells: its clocks, the gateway of devices that are to be made, and the serials of those that are there. */
export interface WishPlace {
  readonly timezone: string;
  readonly gateway: string;
  readonly serials: readonly string[];
}

interface Entry {
  readonly quantity: Quantity;
  readonly unit: string;
  readonly device?: string;
  readonly scale?: number;
  readonly [more: string]: unknown;
}
type Entries = Readonly<Record<string, Entry>>;

/** A file as it will be read. */
interface ReadAs {
  /** Null: own mapping. */
  readonly preset: Preset | null;
  readonly draft: Draft;
  /** Columns that count, by name. */
  readonly columns: Entries;
  readonly isGuess: boolean;
}

/** Site of devices that a file with own mapping does not name. */
const SITE = "SITE";

/** How the file that begins so is to be read. Throws, in words, where it cannot be. */
export function readAs(head: FileHead, wish: ImportWish, place: WishPlace): ReadAs {
  const { preset, draft } = base(head, wish, place);
  // Presets and guesses write such entries.
  const found = (draft["columns"] ?? {}) as Entries;
  const columns: Record<string, Entry> = {};
  const names = new Set([...Object.keys(found), ...headerOf(head, draft)]);
  for (const name of names) {
    const wanted = wish.columns[name];
    const own = found[name];
    if (wanted === null) continue;
    if (wanted === undefined) {
      if (own !== undefined) columns[name] = { ...own, ...knownDevice(own, place) };
      continue;
    }
    const { device, scale, ...entry } = wanted;
    const same = own?.quantity === entry.quantity ? own : {};
    columns[name] = {
      ...same,
      ...entry,
      ...(device === null ? {} : { device }),
      ...(scale === undefined ? {} : { scale }),
    };
    if (device === null) delete (columns[name] as { device?: string }).device;
  }
  return { preset, draft, columns, isGuess: preset === null };
}

function base(head: FileHead, wish: ImportWish, place: WishPlace): { preset: Preset | null; draft: Draft } {
  const where = (site: string): PresetPlace => ({ timezone: place.timezone, site, gateway: place.gateway });
  const told = (draft: Draft): Draft => {
    const { time, csv, interval_s, device } = wish;
    const { period: _, ...span } = draft;
    return {
      ...(interval_s === undefined ? draft : { ...span, interval_s }),
      time: { ...object(draft["time"]), ...time },
      csv: { ...object(draft["csv"]), ...csv },
      ...(device === undefined ? {} : { device }),
    };
  };
  const wanted =
    wish.preset === OWN_MAPPING
      ? []
      : PRESETS.filter((one) => wish.preset === null || one.name === wish.preset);
  for (const preset of wanted) {
    const draft = preset.draft(head, where(preset.name.toUpperCase()));
    if (draft !== null) return { preset, draft: told(draft) };
  }
  if (wish.preset !== null && wish.preset !== OWN_MAPPING) {
    const title = wanted[0]?.title ?? wish.preset;
    throw new Error(`Its first lines are not those of ${title}`);
  }
  return { preset: null, draft: told(guessedDraft(head, where(SITE), wish.csv.delimiter)) };
}

const object = (value: unknown): object => (typeof value === "object" && value !== null ? value : {});

const loose = (serial: string) => serial.toLowerCase().replaceAll(/[^\p{L}\d]+|(?<!\d)0+(?=\d)/gu, "");

/** The project's device that the name in the file means, where it is written a little otherwise: INV-1 for INV-01. */
function knownDevice({ device }: Entry, { serials }: WishPlace): { device?: string } {
  if (device === undefined || serials.includes(device)) return {};
  const same = serials.filter((serial) => loose(serial) === loose(device));
  return same.length === 1 && same[0] !== undefined ? { device: same[0] } : {};
}

/** The names of the columns, as they stand in the file; without a header their numbers. */
export function headerOf(head: FileHead, draft: Draft): string[] {
  const csv = object(draft["csv"]) as { delimiter?: string; skip_lines?: number; header?: boolean };
  const line = head.lines.slice(csv.skip_lines ?? 0).find((text) => text.trim() !== "");
  const cells = line === undefined ? null : cellsOfLine(line, csv.delimiter ?? ",");
  return (cells ?? []).map((cell, at) => (csv.header === false ? String(at + 1) : cell.trim()));
}

/** The mapping by which the file is read. Throws, in words, where there is none. */
export function wishedMapping(head: FileHead, wish: ImportWish, place: WishPlace): ImportMapping {
  const { draft, columns } = readAs(head, wish, place);
  const serials = [...new Set(Object.values(columns).flatMap(({ device }) => device ?? []))];
  const of = (serial: string | null) =>
    Object.values(columns)
      .filter(({ device }) => (device ?? null) === serial)
      .map(({ quantity }) => quantity);
  const given = object(object(draft["create"])) as { devices?: Record<string, object>; asset_type?: string };
  const create = {
    gateway: place.gateway,
    asset_type: serials.length === 0 ? typeOf(of(null)) : (given.asset_type ?? "solar_inverter"),
    devices: {
      ...Object.fromEntries(serials.map((serial) => [serial, { asset_type: typeOf(of(serial)) }])),
      ...given.devices,
      ...Object.fromEntries(
        Object.entries(wish.types).map(([serial, asset_type]) => [serial, { asset_type }]),
      ),
    },
  };
  const { patterns: _, ...rest } = draft;
  const read = checkedMapping({ ...rest, columns, create });
  if ("mapping" in read) return read.mapping;
  throw new Error(read.faults.join("; "));
}

/** The kind of a device that measures these. */
function typeOf(quantities: readonly Quantity[]): string {
  const has = (pattern: RegExp) => quantities.some((quantity) => pattern.test(quantity));
  if (has(/tank|collector|flow/)) return "swh_controller";
  if (has(/_(import|export)_wh$/)) return "grid_meter";
  if (has(/charge_wh$|soc_percent/)) return "battery";
  return has(/energy_total|interval_production|power_w$/) || !has(/irradiance|temperature|wind/)
    ? "solar_inverter"
    : "sensor_radiation";
}

/** The columns of the file as a person is shown them, in its order; `sample`: the cells of the row to show values of. */
export function columnsShown(
  { draft, columns, isGuess }: ReadAs,
  header: readonly string[],
  wish: ImportWish,
  sample: readonly string[] | null,
): ImportColumn[] {
  const time = [object(draft["time"]) as { column?: string | string[] }].flatMap(
    ({ column }) => column ?? [],
  );
  const device = (object(draft["device"]) as { column?: string }).column;
  return header.map((name, at): ImportColumn => {
    const entry = columns[name];
    const text = sample?.[at]?.trim() ?? "";
    const shown = { name, sample: text === "" ? null : text, scale: entry?.scale ?? 1 };
    const nothing = { quantity: null, unit: null, device: null, why: null, is_guess: false } as const;
    if (time.includes(name)) return { ...shown, ...nothing, role: "stamp" };
    if (entry !== undefined) {
      const { quantity, unit } = entry;
      const isSaid = name in wish.columns;
      return {
        ...shown,
        quantity,
        unit,
        device: entry.device ?? null,
        why: null,
        is_guess: isGuess && !isSaid,
        role: "value",
      };
    }
    if (name === device) return { ...shown, ...nothing, role: "device" };
    const guess = guessColumn(name, []);
    const why =
      name in wish.columns ? "person" : guess === "counter_counts" ? "counter_counts" : "no_quantity";
    return { ...shown, ...nothing, role: "left_out", why };
  });
}
