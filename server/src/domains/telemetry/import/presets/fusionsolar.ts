// Huawei FusionSolar: a plant's report, and the history of devices. Its workbooks are saved as CSV first.
import type { FileHead } from "../import-run.ts";
import type { Draft, Preset, PresetPlace, SiteRule } from "./preset.ts";
import { decimalOf, delimiterOf, rhythmOf, siteColumns, tableOf, timeOf } from "./preset.ts";

const RULES: readonly SiteRule[] = [
  { name: /^Inverter Yield$/i, part: "PV", energy: "interval_production_wh", power: null },
  { name: /^Import$/i, part: "GRID", energy: "interval_import_wh", power: null },
  { name: /^(Export|Feed-in)$/i, part: "GRID", energy: "interval_export_wh", power: null },
  { name: /^Charge$/i, part: "BATTERY", energy: "interval_charge_wh", power: null },
  { name: /^Discharge$/i, part: "BATTERY", energy: "interval_discharge_wh", power: null },
];

/**
 * Huawei FusionSolar: the plant report, whose header has `Statistical Period` (or `Statistical Time`) and energies by hour, day
 * or month (`PV Yield (kWh)`, `Inverter Yield (kWh)`, `Export (kWh)`, …), and the history of inverters, whose header in the
 * fourth line has `Start Time`, the device, `Active power(kW)`, `Total input power(kW)`, `Total yield(kWh)` and the inputs
 * `PV1 input voltage(V)`. Shapes as described by public readers of these reports and by the PV-Generation-Dataset of upb-nlp
 * (raw FusionSolar exports, header row 4).
 */
export const fusionsolar: Preset = {
  name: "fusionsolar",
  title: "Huawei FusionSolar",
  draft: (head, place): Draft | null => reportDraft(head, place) ?? historyDraft(head, place),
};

function headed(head: FileHead, isHeader: (cells: readonly string[]) => boolean) {
  for (const line of head.lines) {
    const delimiter = delimiterOf(line);
    const table = tableOf(head, delimiter);
    const at = table.findIndex(({ cells }) => isHeader(cells));
    const header = table[at];
    if (header !== undefined) return { header, rows: table.slice(at + 1), delimiter };
  }
  return null;
}

function csvOf(head: FileHead, { header, rows, delimiter }: NonNullable<ReturnType<typeof headed>>): Draft {
  const decimal = decimalOf(
    rows.flatMap(({ cells }) => cells),
    delimiter,
  );
  return { delimiter, decimal, encoding: head.encoding, skip_lines: header.at };
}

const PERIOD = /^Statistical (Period|Time)$/i;

function reportDraft(head: FileHead, place: PresetPlace): Draft | null {
  const found = headed(
    head,
    (cells) => cells.some((cell) => PERIOD.test(cell)) && cells.some((cell) => /Yield \(k?Wh\)$/i.test(cell)),
  );
  if (found === null) return null;
  const { header, rows } = found;
  const at = header.cells.findIndex((cell) => PERIOD.test(cell));
  const rhythm = rhythmOf(rows.map(({ cells }) => cells[at] ?? ""));
  const hasInverter = header.cells.some((cell) => /^Inverter Yield/i.test(cell));
  const pv: SiteRule = { name: /^PV Yield$/i, part: "PV", energy: "interval_production_wh", power: null };
  return {
    ...timeOf(header.cells[at] ?? "", rhythm, place, "start"),
    csv: csvOf(head, found),
    // What the modules gave counts only where what the inverters gave is not told.
    ...siteColumns(hasInverter ? RULES : [pv, ...RULES], { header: header.cells, rhythm, place }),
  };
}

const DEVICE = /^(Device name|ManageObject|Device)$/i;
/** Columns of an inverter's history, by the names of its English reports. */
const OF_INVERTER: readonly (readonly [name: RegExp, quantity: string])[] = [
  [/^Active power\s*\(kW\)$/i, "ac_power_w"],
  [/^Total input power\s*\(kW\)$/i, "dc_power_w"],
  [/^Total (PV )?yield\s*\(kWh\)$/i, "energy_total_wh"],
  [/^Internal temperature\s*\((°C|℃)\)$/i, "cabinet_temperature_c"],
  [/^Grid frequency\s*\(Hz\)$/i, "ac_frequency_hz"],
  [/^Power factor$/i, "ac_power_factor"],
];
const INPUT = /^PV(\d+) input (voltage|current)\s*\((V|A)\)$/i;

function historyDraft(head: FileHead, place: PresetPlace): Draft | null {
  const found = headed(
    head,
    (cells) => cells.includes("Start Time") && cells.some((cell) => DEVICE.test(cell)),
  );
  if (found === null) return null;
  const { header, rows } = found;
  const at = header.cells.indexOf("Start Time");
  const device = header.cells.find((cell) => DEVICE.test(cell)) ?? "";
  const columns = header.cells.flatMap((cell): [string, Draft][] => {
    const quantity = OF_INVERTER.find(([name]) => name.test(cell))?.[1];
    if (quantity !== undefined) {
      const unit = /\((.*)\)$/.exec(cell)?.[1]?.replace("℃", "°C") ?? "1";
      return [[cell, { quantity, unit }]];
    }
    const input = INPUT.exec(cell);
    if (input === null) return [];
    const name = input[2]?.toLowerCase() === "voltage" ? "dc_voltage_v" : "dc_current_a";
    return [[cell, { quantity: name, unit: input[3]?.toUpperCase(), mppt: Number(input[1]) }]];
  });
  // Rows of several devices follow each other: the spacing is that of one of them.
  const own = rows.filter(
    ({ cells }) => cells[header.cells.indexOf(device)] === rows[0]?.cells[header.cells.indexOf(device)],
  );
  return {
    ...timeOf("Start Time", rhythmOf(own.map(({ cells }) => cells[at] ?? "")), place, "end"),
    csv: csvOf(head, found),
    device: { column: device },
    columns: Object.fromEntries(columns),
    ...(place.gateway === null ? {} : { create: { gateway: place.gateway, asset_type: "solar_inverter" } }),
  };
}
