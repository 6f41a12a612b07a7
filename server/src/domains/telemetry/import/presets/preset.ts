// What a preset is: it knows a portal's files by their first lines and says what their columns mean, as a mapping file would.
import type { Quantity } from "@heliograph/contract";
import { cellsOfLine } from "../import-csv.ts";
import type { FileHead } from "../import-run.ts";
import { stampReader } from "../import-time.ts";

/** What a portal's file does not say. */
export interface PresetPlace {
  /** Of the clocks that stamped the rows. */
  readonly timezone: string;
  /** Begins the serials of devices that the file does not name. */
  readonly site: string;
  /** Gateway of devices that are to be made; null: none are. */
  readonly gateway: string | null;
}

/** A mapping as a file of it would say it. */
export type Draft = Readonly<Record<string, unknown>>;

export interface Preset {
  readonly name: string;
  /** The portal, for people. */
  readonly title: string;
  /** The mapping of a file that begins so; null: it is none of the portal's. Throws, in words, for one that cannot be read. */
  readonly draft: (head: FileHead, place: PresetPlace) => Draft | null;
}

/** The lines of a head as cells, lines that cannot be split left out; numbers from 0. */
export function tableOf(head: FileHead, delimiter: string): { at: number; cells: string[] }[] {
  return head.lines.flatMap((text, at) => {
    const cells = text.trim() === "" ? null : cellsOfLine(text, delimiter);
    return cells === null ? [] : [{ at, cells: cells.map((cell) => cell.trim()) }];
  });
}

/** The sign that splits the line into most cells. */
export function delimiterOf(line: string): ";" | "," | "\t" {
  const counts = ([";", "\t", ","] as const).map((sign) => ({ sign, count: line.split(sign).length }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.sign ?? ",";
}

/** A comma where a point would be: some number has one, and the delimiter is another sign. */
export function decimalOf(cells: readonly string[], delimiter: string): "." | "," {
  return delimiter !== "," && cells.some((cell) => /^-?\d+,\d+$/.test(cell)) ? "," : ".";
}

/** Formats of stamps as portals write them, the more common first; those of a preset's country go before. */
const FORMATS = [
  "YYYY-MM-DD HH:mm:ss",
  "YYYY-MM-DD HH:mm",
  "YYYY-MM-DD",
  "YYYY-MM",
  "YYYY/MM/DD HH:mm:ss",
  "YYYY/MM/DD HH:mm",
  "YYYY/MM/DD",
  "DD.MM.YYYY HH:mm:ss",
  "DD.MM.YYYY HH:mm",
  "DD.MM.YYYY",
  "MM.YYYY",
  "MM/DD/YYYY HH:mm:ss",
  "MM/DD/YYYY HH:mm",
  "M/D/YYYY h:mm A",
  "MM/DD/YYYY",
  "DD/MM/YYYY HH:mm:ss",
  "DD/MM/YYYY HH:mm",
  "DD/MM/YYYY",
  "MM/YYYY",
] as const;

/** How rows follow each other: the format of their stamps and what each of them covers. */
interface Rhythm {
  readonly format: string;
  readonly interval_s?: number;
  readonly period?: "day" | "month";
}

const HOUR_S = 3600;
const DAY_S = 86_400;

/** The rhythm of the stamps. Throws, in words, when their format is none of those known or their spacing cannot be imported. */
export function rhythmOf(stamps: readonly string[], preferred: readonly string[] = []): Rhythm {
  const format = [...preferred, ...FORMATS].find((one) => {
    const read = stampReader(one, "month");
    return stamps.length > 0 && stamps.every((text) => read?.(text) !== null);
  });
  if (format === undefined) {
    throw new Error(`Its stamps ("${stamps[0] ?? ""}") are in no format known here: name it as time.format`);
  }
  // ISO names its parts by nothing; whether it holds a clock the stamps tell.
  const hasClock = format === "ISO" ? stamps.some((text) => text.includes(":")) : format.includes(":");
  if (format !== "ISO" && !format.includes("DD") && !format.includes("D/")) {
    return { format, period: "month" };
  }
  const read = stampReader(format);
  const walls = stamps.flatMap((text) => {
    const stamp = read?.(text) ?? null;
    return stamp === null ? [] : ["wall" in stamp ? stamp.wall : stamp.at];
  });
  const steps = walls.slice(1).flatMap((wall, at) => {
    const step = Math.abs(wall - (walls[at] ?? wall)) / 1000;
    return step > 0 ? [step] : [];
  });
  const step = Math.min(...steps);
  if (!hasClock) {
    return { format, period: step >= 28 * DAY_S && steps.length > 0 ? "month" : "day" };
  }
  if (step <= HOUR_S) return { format, interval_s: step };
  if (step === DAY_S) return { format, period: "day" };
  if (step >= 28 * DAY_S && Number.isFinite(step)) return { format, period: "month" };
  throw new Error("Its first rows do not tell how long their intervals are: name them as interval_s");
}

/** A device that stands for a part of a site whose file names no devices. */
type Part = "PV" | "GRID" | "BATTERY";
const PART_TYPES: Readonly<Record<Part, string>> = {
  PV: "solar_inverter",
  GRID: "grid_meter",
  BATTERY: "battery",
};

/** What a column of a site's file means, by its name without unit. */
export interface SiteRule {
  readonly name: RegExp;
  readonly part: Part;
  /** The energy of the interval that a column in Wh tells; null: it tells none that counts here. */
  readonly energy: Quantity | null;
  /** The sign of a column in W: a meter's power is positive for import. Null: its power does not count here. */
  readonly power: { readonly quantity: Quantity; readonly scale: 1 | -1 } | null;
}

const UNIT = /[[(]\s*(m?[kMG]?Wh?)\s*[\])]\s*$/;

/** A header's cell without its unit, and the unit. */
function nameAndUnit(cell: string): { name: string; unit: string | null } {
  const unit = UNIT.exec(cell)?.[1] ?? null;
  return { name: unit === null ? cell : cell.replace(UNIT, "").trim(), unit };
}

interface SiteTable {
  readonly header: readonly string[];
  /** Units of the columns where they stand in a row of their own. */
  readonly units?: readonly string[];
  readonly rhythm: Rhythm;
  readonly place: PresetPlace;
}

/** The entries of a mapping for a site's columns: which devices they are of and what they hold. Each rule counts once. */
export function siteColumns(rules: readonly SiteRule[], { header, units, rhythm, place }: SiteTable): Draft {
  const used = new Set<SiteRule>();
  const parts = new Set<Part>();
  const columns = header.flatMap((cell, at) => {
    const { name, unit: own } = nameAndUnit(cell);
    const unit = own ?? units?.[at] ?? null;
    const rule = rules.find((one) => one.name.test(name));
    if (rule === undefined || unit === null || used.has(rule)) return [];
    const device = `${place.site}-${rule.part}`;
    const isEnergy = unit.endsWith("h");
    const entry = isEnergy
      ? rule.energy && { quantity: rule.energy, unit, device }
      : rhythm.interval_s !== undefined && rule.power && { ...rule.power, unit, device, sum: true };
    if (!entry) return [];
    used.add(rule);
    parts.add(rule.part);
    return [[cell, entry] as const];
  });
  return { columns: Object.fromEntries(columns), ...createParts([...parts], place) };
}

function createParts(parts: readonly Part[], { gateway, site }: PresetPlace): Draft {
  if (gateway === null) return {};
  const devices = Object.fromEntries(
    parts.map((part) => [`${site}-${part}`, { asset_type: PART_TYPES[part] }]),
  );
  return { create: { gateway, asset_type: PART_TYPES.PV, devices } };
}

/** The entries of a mapping that follow from a rhythm. `stamp` says what a stamp of an interval is. */
export function timeOf(
  column: string | readonly string[],
  { format, interval_s, period }: Rhythm,
  { timezone }: PresetPlace,
  stamp: "start" | "end",
): Draft {
  const span = period === undefined ? { interval_s } : { period };
  // A day is stamped with itself.
  return { time: { column, format, timezone, stamp: period === undefined ? stamp : "start" }, ...span };
}
