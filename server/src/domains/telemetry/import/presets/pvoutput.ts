// PVOutput: the rows of its services, as people keep them in files.
import type { Draft, Preset } from "./preset.ts";
import { rhythmOf, tableOf } from "./preset.ts";

/**
 * PVOutput: no header; rows of Get Status (`20240105,10:05,1234,0.5,840,…`: date, time, the day's energy so far in Wh,
 * efficiency, power in W, average power, normalised output, energy used, power used, temperature, voltage) or a row a day of Get
 * Output (`20240105,12936,2.587,0,…`: date, energy generated, efficiency, energy exported, …); status rows are often in reverse.
 * A header of those names is left out. Source: PVOutput API specification, pvoutput.org/help/api_specification.html.
 */
export const pvoutput: Preset = {
  name: "pvoutput",
  title: "PVOutput",
  draft: (head, { timezone, site, gateway }): Draft | null => {
    const table = tableOf(head, ",");
    const hasHeader = /^date$/i.test(table[0]?.cells[0] ?? "");
    const rows = hasHeader ? table.slice(1) : table;
    if (rows.length === 0 || !rows.every(({ cells }) => /^\d{8}$/.test(cells[0] ?? ""))) return null;
    const isStatus = rows.every(({ cells }) => /^\d{2}:\d{2}$/.test(cells[1] ?? "") && cells.length >= 5);
    const isOutput = rows.every(({ cells }) => /^\d+$/.test(cells[1] ?? "") && cells.length >= 3);
    if (!isStatus && !isOutput) return null;
    const common = {
      csv: { header: false, encoding: head.encoding, skip_lines: hasHeader ? (table[0]?.at ?? 0) + 1 : 0 },
      empty: ["", "NaN", "nan"],
      device: { serial: `${site}-PV` },
      ...(gateway === null ? {} : { create: { gateway, asset_type: "solar_inverter" } }),
    };
    if (!isStatus) {
      return {
        ...common,
        time: { column: "1", format: "YYYYMMDD", timezone, stamp: "start" },
        period: "day",
        columns: { "2": { quantity: "interval_production_wh", unit: "Wh" } },
      };
    }
    const stamps = rows.map(({ cells }) => `${cells[0] ?? ""} ${cells[1] ?? ""}`);
    const { interval_s } = rhythmOf(stamps, ["YYYYMMDD HH:mm"]);
    if (interval_s === undefined) throw new Error("Its first rows do not tell how long their intervals are");
    return {
      ...common,
      time: { column: ["1", "2"], format: "YYYYMMDD HH:mm", timezone, stamp: "end" },
      interval_s,
      columns: {
        "3": { quantity: "energy_total_wh", unit: "Wh" },
        "5": { quantity: "ac_power_w", unit: "W" },
        ...(rows.some(({ cells }) => cells.length >= 11)
          ? { "11": { quantity: "ac_voltage_v", unit: "V" } }
          : {}),
      },
    };
  },
};
