// SMA: Sunny Portal and ennexOS tables of energies, and the CSV of Sunny Explorer.
import type { FileHead } from "../import-run.ts";
import type { Draft, Preset, PresetPlace, SiteRule } from "./preset.ts";
import { decimalOf, rhythmOf, siteColumns, tableOf, timeOf } from "./preset.ts";

const RULES: readonly SiteRule[] = [
  {
    name: /^(Gesamterzeugung|Gesamtertrag|Ertrag|PV-Erzeugung|Total generation|Total yield|PV generation|Yield)$/i,
    part: "PV",
    energy: "interval_production_wh",
    power: { quantity: "ac_power_w", scale: 1 },
  },
  {
    name: /^(Netzbezug|Grid consumption|Grid purchase|Purchased electricity|Grid-supplied power)$/i,
    part: "GRID",
    energy: "interval_import_wh",
    power: { quantity: "ac_power_w", scale: 1 },
  },
  {
    name: /^(Netzeinspeisung|Einspeisung|Grid feed-in)$/i,
    part: "GRID",
    energy: "interval_export_wh",
    power: { quantity: "ac_power_w", scale: -1 },
  },
  {
    name: /^(Batteriesystem-Ladung|Batterieladung|Battery charging|Battery charge|Battery system charging)$/i,
    part: "BATTERY",
    energy: "interval_charge_wh",
    power: null,
  },
  {
    name: /^(Batteriesystem-Entladung|Batterieentladung|Battery discharging|Battery discharge|Battery system discharging)$/i,
    part: "BATTERY",
    energy: "interval_discharge_wh",
    power: null,
  },
];

/**
 * SMA: semicolons; the energy balance of Sunny Portal or ennexOS, whose header (`Zeitraum;Direktverbrauch [kWh];Netzbezug
 * [kWh];…;Gesamterzeugung [kWh]`, English alike) follows some lines about the plant; or Sunny Explorer's and SBFspot's day
 * file (`Version CSV1|…`, lines of serials, channels and units, then `dd.MM.yyyy HH:mm:ss;kWh;kW` by inverter). Shapes as
 * described by the eedc project (sma_sunny_portal.py) and written by SBFspot (CSVexport.cpp).
 */
export const sma: Preset = {
  name: "sma",
  title: "SMA Sunny Portal, ennexOS and Sunny Explorer",
  draft: (head, place): Draft | null => explorerDraft(head, place) ?? balanceDraft(head, place),
};

const PERIOD = /^(Zeitraum|Datum|Period|Time period|Date)$/i;

function balanceDraft(head: FileHead, place: PresetPlace): Draft | null {
  const table = tableOf(head, ";");
  const at = table.findIndex(
    ({ cells }) => PERIOD.test(cells[0] ?? "") && cells.some((cell) => /\[k?Wh?\]$/.test(cell)),
  );
  const header = table[at];
  if (header === undefined) return null;
  const rows = table.slice(at + 1);
  const rhythm = rhythmOf(rows.map(({ cells }) => cells[0] ?? ""));
  const site = siteColumns(RULES, { header: header.cells, rhythm, place });
  if (Object.keys(site["columns"] ?? {}).length === 0) return null;
  const cells = rows.flatMap((row) => row.cells);
  return {
    ...timeOf(header.cells[0] ?? "", rhythm, place, "start"),
    csv: {
      delimiter: ";",
      decimal: decimalOf(cells, ";"),
      encoding: head.encoding,
      skip_lines: header.at,
      ...(cells.some((cell) => /^\d{1,3}\.\d{3},\d/.test(cell)) ? { thousands: "." } : {}),
    },
    ...site,
  };
}

const CLOCK = /^dd[./-]MM[./-]yyyy HH:mm(:ss)?$/;

function explorerDraft(head: FileHead, place: PresetPlace): Draft | null {
  if (!head.lines.slice(0, 3).some((line) => line.startsWith("Version CSV"))) return null;
  const table = tableOf(head, ";");
  const units = table.find(({ cells }) => CLOCK.test(cells[0] ?? ""));
  const serials = table.find(({ cells }) => cells.slice(1).some((cell) => /^(SN: )?\d{6,}$/.test(cell)));
  if (units === undefined || serials === undefined) {
    throw new Error("Its lines of serials and units are not there");
  }
  const rows = table.filter(({ at }) => at > units.at);
  const rhythm = rhythmOf(rows.map(({ cells }) => cells[0] ?? ""));
  const columns = units.cells.flatMap((unit, at) => {
    const device = (serials.cells[at] ?? "").replace(/^SN: /, "");
    if (at === 0 || device === "") return [];
    const entry = unit.endsWith("h") ? { quantity: "energy_total_wh" } : { quantity: "ac_power_w" };
    return [[String(at + 1), { ...entry, unit, device }] as const];
  });
  return {
    ...timeOf("1", rhythm, place, "end"),
    csv: {
      delimiter: ";",
      decimal: decimalOf(
        rows.flatMap(({ cells }) => cells),
        ";",
      ),
      encoding: head.encoding,
      header: false,
      skip_lines: units.at + 1,
    },
    columns: Object.fromEntries(columns),
    ...(place.gateway === null ? {} : { create: { gateway: place.gateway, asset_type: "solar_inverter" } }),
  };
}
