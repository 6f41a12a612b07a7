// What the columns of a file that no preset knows may mean: guessed from their names, their units and their first values.
import { INTERVAL_ENERGIES, type Quantity, unitConversion } from "@heliograph/contract";
import type { FileHead } from "../import-run.ts";
import {
  decimalOf,
  delimiterOf,
  rhythmOf,
  tableOf,
  timeOf,
  type Draft,
  type PresetPlace,
} from "../presets/preset.ts";

/** Formats besides those of portals. */
const FORMATS = ["ISO", "DD-MM-YYYY HH:mm:ss", "DD-MM-YYYY HH:mm", "DD-MM-YYYY", "MM-DD-YYYY HH:mm"] as const;
/** Lines in which the header is looked for. */
const HEADER_WITHIN = 20;

interface Table {
  readonly header: readonly string[];
  /** Lines before it. */
  readonly at: number;
  readonly rows: readonly (readonly string[])[];
  readonly delimiter: string;
}

/** A column that may be one of ours. */
interface GuessedColumn {
  readonly quantity: Quantity;
  readonly unit: string;
  /** What its name holds besides: the device; empty: nothing. */
  readonly key: string;
}

/**
 * A mapping of a file that no preset knows, as far as names of columns tell; columns that mean nothing are left out. Throws, in words,
 * where no header, or no column with stamps, is found. `delimiter`: of the columns, where somebody has said it.
 */
export function guessedDraft(head: FileHead, place: PresetPlace, delimiter?: string): Draft {
  const table = tableIn(head, delimiter);
  const time = timeColumns(table);
  const cells = table.rows.flat();
  const device = deviceColumn(table, time.columns);
  const columns = table.header.flatMap((name, at) => {
    if (time.columns.includes(name) || name === device) return [];
    const guess = guessColumn(
      name,
      table.rows.map((row) => row[at] ?? ""),
    );
    if (guess === null || guess === "counter_counts") return [];
    const { quantity, unit, key } = guess;
    if (time.rhythm.period !== undefined && !(quantity in INTERVAL_ENERGIES)) return [];
    const own = key === "" ? `${place.site}-${partOf(quantity)}` : key;
    return [[name, { quantity, unit, ...(device === null ? { device: own } : {}) }] as const];
  });
  const column = time.columns.length === 1 ? (time.columns[0] ?? "") : time.columns;
  return {
    ...timeOf(column, time.rhythm, place, "end"),
    ...(device === null ? {} : { device: { column: device } }),
    csv: {
      delimiter: table.delimiter,
      decimal: decimalOf(cells, table.delimiter),
      encoding: head.encoding,
      skip_lines: table.at,
    },
    columns: Object.fromEntries(firstOfEach(columns)),
  };
}

/** Of columns that would mean the same quantity of the same device the first. */
function firstOfEach<T extends { quantity: string; device?: string }>(
  columns: readonly (readonly [string, T])[],
): (readonly [string, T])[] {
  const taken = new Set<string>();
  return columns.filter(([, { quantity, device }]) => {
    const key = `${device ?? ""}|${quantity}`;
    const isFree = !taken.has(key);
    taken.add(key);
    return isFree;
  });
}

const isNumber = (text: string) => /^-?[\d.,]+(e-?\d+)?$/i.test(text.trim());

/** The header: the first line with as many cells as the next one, which has a number where it has none. */
function tableIn(head: FileHead, given: string | undefined): Table {
  for (let at = 0; at < Math.min(HEADER_WITHIN, head.lines.length - 1); at += 1) {
    const delimiter = given ?? delimiterOf(head.lines[at] ?? "");
    const table = tableOf({ ...head, lines: head.lines.slice(at) }, delimiter);
    const [header, ...rows] = table.map(({ cells }) => cells);
    const [first] = rows;
    if (header === undefined || first === undefined || header.length < 2) continue;
    const hasNumbers = first.length === header.length && first.some(isNumber);
    if (!hasNumbers || header.filter((cell) => !isNumber(cell)).length < header.length - 1) continue;
    return { header, at, rows: rows.filter((row) => row.length >= header.length), delimiter };
  }
  throw new Error("It has no line with names of columns and numbers below it");
}

/** The column of stamps, or those of date and clock, and how rows follow each other. */
function timeColumns({ header, rows }: Table) {
  const textsOf = (at: number) => rows.map((row) => row[at] ?? "").filter((text) => text !== "");
  let fault: Error | null = null;
  for (const [at, name] of header.entries()) {
    const texts = textsOf(at);
    const clock = header.findIndex((_, other) => other !== at && textsOf(other).every(isClock));
    const isDate = texts.every((text) => !text.includes(":"));
    if (texts.every(isNumber)) continue;
    try {
      const columns = isDate && clock !== -1 ? [name, header[clock] ?? ""] : [name];
      const joined = columns.length === 1 ? texts : rows.map((row) => `${row[at] ?? ""} ${row[clock] ?? ""}`);
      return { columns, rhythm: rhythmOf(joined, FORMATS) };
    } catch (error) {
      const isAbout = error instanceof Error && !error.message.includes("no format known");
      if (isAbout) fault ??= error;
    }
  }
  throw fault ?? new Error("None of its columns holds a date");
}

const isClock = (text: string) => /^\d{1,2}:\d{2}(:\d{2})?$/.test(text);

const DEVICE_NAME = /\b(device|inverter|serial|sn|source_?key|logger|thiết bị|biến tần)\b|设备|逆变器/iu;

/** The column that names the device of a row; null: none does. */
function deviceColumn({ header, rows }: Table, time: readonly string[]): string | null {
  const at = header.findIndex((name, index) => {
    if (time.includes(name)) return false;
    const texts = rows.map((row) => row[index] ?? "");
    const isText = texts.every((text) => text !== "" && !isNumber(text));
    return (
      isText && (DEVICE_NAME.test(name.replaceAll("_", " ")) || new Set(texts).size > 1 || /key/i.test(name))
    );
  });
  return at === -1 ? null : (header[at] ?? null);
}

const UNIT = /[[(]\s*([^\])]+?)\s*[\])]\s*$/u;
const UNIT_NAMES: Readonly<Record<string, string>> = {
  "W/m2": "W/m²",
  "℃": "°C",
  degC: "°C",
  "kW/m2": "kW/m²",
};

interface Rule {
  readonly name: RegExp;
  readonly quantity: Quantity;
  /** Where the name states none. */
  readonly unit: string;
}

/** The more special names first. */
const RULES: readonly Rule[] = [
  {
    name: /(poa |global |tilted )?(irradiance|irradiation|radiation|ghi)|bức xạ|辐照度?/iu,
    quantity: "irradiance_w_m2",
    unit: "W/m²",
  },
  {
    name: /(module|panel|cell)[ _]temp(erature)?|nhiệt độ (tấm|mô-đun)|组件温度/iu,
    quantity: "module_temperature_c",
    unit: "°C",
  },
  {
    name: /ambient[ _]temp(erature)?|nhiệt độ môi trường|环境温度/iu,
    quantity: "ambient_temperature_c",
    unit: "°C",
  },
  { name: /(cabinet|internal|inverter)[ _]temp(erature)?/iu, quantity: "cabinet_temperature_c", unit: "°C" },
  { name: /wind[ _]speed|tốc độ gió|风速/iu, quantity: "wind_speed_m_s", unit: "m/s" },
  {
    name: /(energy |total )?(import|purchased|from grid)( energy)?/iu,
    quantity: "interval_import_wh",
    unit: "kWh",
  },
  {
    name: /(energy |total )?(export|feed-?in|to grid)( energy)?/iu,
    quantity: "interval_export_wh",
    unit: "kWh",
  },
  {
    name: /(total|lifetime|cumulative|accumulated)[ _]?(active |pv )?(yield|energy|production|generation)|energy[ _]total|meter reading|zählerstand|tổng sản lượng|累计(发电量|电量)/iu,
    quantity: "energy_total_wh",
    unit: "kWh",
  },
  { name: /(total )?(dc|input)[ _](input )?power/iu, quantity: "dc_power_w", unit: "kW" },
  {
    name: /(total )?(ac|active|output)?[ _]?(output )?power(?![ _]?factor)|leistung|công suất|(有功)?功率/iu,
    quantity: "ac_power_w",
    unit: "kW",
  },
  { name: /power[ _]factor|hệ số công suất|功率因数/iu, quantity: "ac_power_factor", unit: "1" },
  { name: /(grid )?frequency|tần số|频率/iu, quantity: "ac_frequency_hz", unit: "Hz" },
  { name: /state of charge|\bsoc\b/iu, quantity: "soc_percent", unit: "%" },
  {
    name: /(pv |solar )?(yield|energy|production|generation)|ertrag|sản lượng|发电量/iu,
    quantity: "interval_production_wh",
    unit: "kWh",
  },
];
const OF_DAY = /daily|today|\bday\b|tagesertrag|trong ngày|当日/iu;

/**
 * What a column may be: null where its name says nothing that is ours, `counter_counts` for energies of the day so far, which follow
 * from a counter. `values`: the first ones.
 */
export function guessColumn(
  name: string,
  values: readonly string[],
): GuessedColumn | "counter_counts" | null {
  const stated = UNIT.exec(name)?.[1];
  const plain = name.replace(UNIT, "").replaceAll("_", " ").trim();
  const rule = RULES.find((one) => one.name.test(plain));
  if (rule === undefined) return null;
  if (rule.quantity.endsWith("_wh") && OF_DAY.test(plain)) return "counter_counts";
  const unit = stated === undefined ? assumedUnit(rule, values) : (UNIT_NAMES[stated] ?? stated);
  const quantity = counterOf(rule.quantity, values);
  if (unitConversion(quantity, unit, 300) === null) return null;
  const key = plain
    .replace(rule.name, " ")
    .replaceAll(/[|:;,]|^[\s\-.]+|[\s\-.]+$/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return { quantity, unit, key: key.length <= 100 ? key : "" };
}

/** A sun of one and a half is in kW/m². */
function assumedUnit({ quantity, unit }: Rule, values: readonly string[]): string {
  const most = Math.max(0, ...values.map(Number).filter(Number.isFinite));
  return quantity === "irradiance_w_m2" && most > 0 && most <= 2 ? "kW/m²" : unit;
}

const COUNTER_OF: { readonly [Q in Quantity]?: Quantity } = {
  interval_production_wh: "energy_total_wh",
  interval_import_wh: "energy_import_wh",
  interval_export_wh: "energy_export_wh",
};

/** Values that never fall and do not begin near nothing are a counter's. */
function counterOf(quantity: Quantity, values: readonly string[]): Quantity {
  const counter = COUNTER_OF[quantity];
  const numbers = values.map((text) => Number(text.replace(",", "."))).filter(Number.isFinite);
  const [first] = numbers;
  const last = numbers.at(-1);
  if (counter === undefined || first === undefined || last === undefined || numbers.length < 3) {
    return quantity;
  }
  const rises = numbers.every((value, at) => at === 0 || value >= (numbers[at - 1] ?? value));
  return rises && first > 10 * Math.max(last - first, 1) ? counter : quantity;
}

/** The part of a site that a quantity is of, where no name says more. */
function partOf(quantity: Quantity): string {
  if (/irradiance|temperature|wind/.test(quantity)) return "SUN";
  return /import|export/.test(quantity) ? "GRID" : "PV";
}
