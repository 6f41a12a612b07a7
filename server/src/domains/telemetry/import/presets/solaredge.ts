// SolarEdge monitoring portal: the CSV of a site's chart.
import type { Draft, Preset, SiteRule } from "./preset.ts";
import { decimalOf, rhythmOf, siteColumns, tableOf, timeOf } from "./preset.ts";

const RULES: readonly SiteRule[] = [
  {
    name: /^(System|Solar) Production$|^Production$/i,
    part: "PV",
    energy: "interval_production_wh",
    power: { quantity: "ac_power_w", scale: 1 },
  },
  {
    name: /^Import$|^Purchased$/i,
    part: "GRID",
    energy: "interval_import_wh",
    power: { quantity: "ac_power_w", scale: 1 },
  },
  {
    name: /^Export$|^Feed-?In$/i,
    part: "GRID",
    energy: "interval_export_wh",
    power: { quantity: "ac_power_w", scale: -1 },
  },
];

/**
 * SolarEdge: one header `Time,System Production (W),Consumption (W),Export (W),Import (W),Self Consumption (W)`, in any order and
 * with Wh for energies, stamps as the account has them (en-US first), at the start of the interval. Shape as read by public
 * clients of the portal's CSV (the columns above) and named in SolarEdge's Monitoring Server API (meters Production, FeedIn,
 * Purchased): knowledge-center.solaredge.com, se_monitoring_api.pdf.
 */
export const solaredge: Preset = {
  name: "solaredge",
  title: "SolarEdge",
  draft: (head, place): Draft | null => {
    const [first, ...rows] = tableOf(head, ",");
    if (first === undefined || !/^(Time|Date)$/i.test(first.cells[0] ?? "")) return null;
    if (!first.cells.some((cell) => /^(System|Solar) Production \((k|M)?Wh?\)$/i.test(cell))) return null;
    const rhythm = rhythmOf(
      rows.map(({ cells }) => cells[0] ?? ""),
      ["MM/DD/YYYY HH:mm", "M/D/YYYY h:mm A", "MM/DD/YYYY"],
    );
    return {
      ...timeOf(first.cells[0] ?? "", rhythm, place, "start"),
      csv: {
        encoding: head.encoding,
        decimal: decimalOf(
          rows.flatMap(({ cells }) => cells),
          ",",
        ),
      },
      ...siteColumns(RULES, { header: first.cells, rhythm, place }),
    };
  },
};
