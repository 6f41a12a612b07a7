// What became of the time in which a device's data were due, day by day.
import { BIN_MS } from "../../energy/index.ts";
import type { QualityDay, QualityQuarters } from "./data-quality.sql.ts";

/** Seconds of what was due; they add up to it. */
export interface QualityCell {
  readonly complete_s: number;
  readonly integrated_s: number;
  readonly estimated_s: number;
  readonly missing_s: number;
  readonly refused_s: number;
}

/** Less than this is the rounding of seconds, and not silence. */
const ROUNDING_S = 30;

/** Seconds of the day in which the device was silent though its data were due. */
export function silentSeconds(bins: number, day: Pick<QualityDay, "covered_s"> | undefined): number {
  const due = (bins * BIN_MS) / 1000;
  const silent = due - Math.min(due, day?.covered_s ?? 0);
  return silent < ROUNDING_S ? 0 : silent;
}

const energyOf = (day: QualityDay) =>
  (day.production_wh ?? 0) +
  (day.import_wh ?? 0) +
  (day.export_wh ?? 0) +
  (day.charge_wh ?? 0) +
  (day.discharge_wh ?? 0);

/**
 * The cell of a device's day in which `bins` quarter hours were due; null: none. Of the time that was measured, as much is
 * integrated as of its energy; of the silent time, that over which a counter spread its rise is estimated, then what was
 * refused (`refused_s`, its intervals) is told apart from what did not come.
 */
export function cellOf(of: {
  readonly bins: number;
  readonly day: QualityDay | undefined;
  readonly quarters: Pick<QualityQuarters, "spread_s"> | undefined;
  readonly refused_s: number;
}): QualityCell | null {
  const { bins, day, quarters } = of;
  if (bins === 0) return null;
  const due = (bins * BIN_MS) / 1000;
  const silent = silentSeconds(bins, day);
  const measured = due - silent;
  const energy = day === undefined ? 0 : energyOf(day);
  const integrated_s =
    day === undefined || energy === 0 ? 0 : Math.round(measured * Math.min(1, day.int_all_wh / energy));
  const estimated_s = Math.min(silent, quarters?.spread_s ?? 0);
  const refused_s = Math.min(silent - estimated_s, of.refused_s);
  return {
    complete_s: measured - integrated_s,
    integrated_s,
    estimated_s,
    missing_s: silent - estimated_s - refused_s,
    refused_s,
  };
}

/** The cells of some days as one; null: of none anything was due. */
export function joinedCell(cells: readonly (QualityCell | null)[]): QualityCell | null {
  const there = cells.filter((cell) => cell !== null);
  if (there.length === 0) return null;
  const sum = (part: keyof QualityCell) => there.reduce((total, cell) => total + cell[part], 0);
  return {
    complete_s: sum("complete_s"),
    integrated_s: sum("integrated_s"),
    estimated_s: sum("estimated_s"),
    missing_s: sum("missing_s"),
    refused_s: sum("refused_s"),
  };
}
