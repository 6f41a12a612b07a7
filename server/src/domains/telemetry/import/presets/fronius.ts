// Fronius Solar.web: the CSV of an energy balance or of the history of devices.
import type { Draft, Preset, SiteRule } from "./preset.ts";
import { decimalOf, delimiterOf, rhythmOf, siteColumns, tableOf, timeOf } from "./preset.ts";

const RULES: readonly SiteRule[] = [
  {
    name: /^(PV production|PV-Erzeugung|PV-Produktion|Gesamt Erzeugung|Total production)$/i,
    part: "PV",
    energy: "interval_production_wh",
    power: { quantity: "ac_power_w", scale: 1 },
  },
  {
    name: /^(Energy from grid|Netzbezug|Vom Netz bezogen|Netz bezogen)$/i,
    part: "GRID",
    energy: "interval_import_wh",
    power: { quantity: "ac_power_w", scale: 1 },
  },
  {
    name: /^(Energy to grid|Netzeinspeisung|Ins Netz eingespeist|Eingespeist)$/i,
    part: "GRID",
    energy: "interval_export_wh",
    power: { quantity: "ac_power_w", scale: -1 },
  },
  {
    name: /^(Energy into battery|In Batterie gespeichert)$/i,
    part: "BATTERY",
    energy: "interval_charge_wh",
    power: null,
  },
  {
    name: /^(Energy from battery|Aus Batterie bezogen)$/i,
    part: "BATTERY",
    energy: "interval_discharge_wh",
    power: null,
  },
];

const UNITS = /^\[(.*)\]$/;

/**
 * Fronius Solar.web: a header `Date and time;PV production;Energy to grid;Energy from grid;…`, English or German, and a row of
 * units in brackets below it (`[dd.MM.yyyy HH:mm];[Wh];[Wh]`); some exports have the units in the header. Stamps are the start
 * of the interval. Columns of single inverters (`Energy | Symo 10.0 (1)`) are devices of their own. Shape as described by the
 * eedc project's import of Solar.web reports (fronius_solarweb.py).
 */
export const fronius: Preset = {
  name: "fronius",
  title: "Fronius Solar.web",
  draft: (head, place): Draft | null => {
    const line = head.lines[0] ?? "";
    const delimiter = delimiterOf(line);
    const [first, second, ...more] = tableOf(head, delimiter);
    if (first === undefined || second === undefined) return null;
    if (!/^(Date( and time)?|Datum( und Uhrzeit)?)( \[.*\])?$/i.test(first.cells[0] ?? "")) return null;
    const units = second.cells.map((cell) => UNITS.exec(cell)?.[1] ?? "");
    const hasUnits = second.cells.length > 1 && second.cells.every((cell) => cell === "" || UNITS.test(cell));
    const isKnown = first.cells.slice(1).some((cell) => {
      const name = cell.replace(/\s*\[.*\]$/, "");
      return INVERTER.test(name) || RULES.some((rule) => rule.name.test(name));
    });
    if (!isKnown || (!hasUnits && !first.cells.some((cell) => /\[k?Wh?\]/.test(cell)))) return null;
    const rows = hasUnits ? more : [second, ...more];
    const rhythm = rhythmOf(rows.map(({ cells }) => cells[0] ?? ""));
    const site = siteColumns(RULES, {
      header: first.cells,
      ...(hasUnits ? { units } : {}),
      rhythm,
      place,
    });
    return {
      ...timeOf(first.cells[0] ?? "", rhythm, place, "start"),
      csv: {
        delimiter,
        encoding: head.encoding,
        decimal: decimalOf(
          rows.flatMap(({ cells }) => cells),
          delimiter,
        ),
        skip_after_header: hasUnits ? 1 : 0,
      },
      ...withInverters(site, first.cells, hasUnits ? units : []),
    };
  },
};

const INVERTER = /^(?:Energy|Energie)\s*\|\s*(.+?)(?:\s*\[(k?Wh)\])?$/i;

/** The site's columns and those of single inverters; where there are some, the site's production is theirs and left out. */
function withInverters(site: Draft, header: readonly string[], units: readonly string[]): Draft {
  const inverters = header.flatMap((cell, at) => {
    const match = INVERTER.exec(cell);
    if (match === null) return [];
    const device = (match[1] ?? "").trim();
    const entry = { quantity: "interval_production_wh", unit: match[2] ?? (units[at] || "Wh"), device };
    return [[cell, entry] as const];
  });
  if (inverters.length === 0) return site;
  // Written by siteColumns: a record of entries by column.
  const columns = Object.entries(site["columns"] as Record<string, { quantity: string }>);
  const others = columns.filter(([, { quantity }]) => quantity !== "interval_production_wh");
  return { ...site, columns: Object.fromEntries([...others, ...inverters]) };
}
