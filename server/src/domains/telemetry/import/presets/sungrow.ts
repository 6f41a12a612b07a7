// Sungrow iSolarCloud: a plant's report as CSV.
import type { Draft, Preset, SiteRule } from "./preset.ts";
import { decimalOf, rhythmOf, siteColumns, tableOf, timeOf } from "./preset.ts";

const RULES: readonly SiteRule[] = [
  {
    name: /^PV$/i,
    part: "PV",
    energy: "interval_production_wh",
    power: { quantity: "ac_power_w", scale: 1 },
  },
  {
    name: /^Purchased (Energy|Power)$/i,
    part: "GRID",
    energy: "interval_import_wh",
    power: { quantity: "ac_power_w", scale: 1 },
  },
  {
    name: /^Feed-in( Power)?$/i,
    part: "GRID",
    energy: "interval_export_wh",
    power: { quantity: "ac_power_w", scale: -1 },
  },
  {
    name: /^(Battery Charging|Charging|Charge)( Energy)?$/i,
    part: "BATTERY",
    energy: "interval_charge_wh",
    power: null,
  },
  {
    name: /^(Battery Discharging|Discharging|Discharge)( Energy)?$/i,
    part: "BATTERY",
    energy: "interval_discharge_wh",
    power: null,
  },
];

/**
 * Sungrow iSolarCloud: `Time,PV(kWh),Purchased Energy(kWh),Feed-in(kWh),Load(kWh)` with a row a day (monthly report) or a month,
 * and the day's curve with W or kW, at the instant of its stamp. Shape of the monthly report from the sample file of
 * patrickvorgers/Home-Assistant-Import-Energy-Data (Datasources/iSolarCloud).
 */
export const sungrow: Preset = {
  name: "sungrow",
  title: "Sungrow iSolarCloud",
  draft: (head, place): Draft | null => {
    const [first, ...rows] = tableOf(head, ",");
    if (first?.cells[0] !== "Time" || !first.cells.some((cell) => /^PV\s*\((k|M)?Wh?\)$/i.test(cell))) {
      return null;
    }
    const rhythm = rhythmOf(rows.map(({ cells }) => cells[0] ?? ""));
    return {
      ...timeOf("Time", rhythm, place, "end"),
      csv: { encoding: head.encoding, decimal: decimalOf([], ",") },
      ...siteColumns(RULES, { header: first.cells, rhythm, place }),
    };
  },
};
