// Figures of a water heater over some days.
import { addDays } from "@heliograph/contract";
import { solarFraction } from "../../kpi/index.ts";
import type { HeatOfDay } from "./water-heater.sql.ts";

/** The first day of the day's month. */
export const monthStart = (day: string): string => `${day.slice(0, 7)}-01`;

/** From the first day of the first month to the last of the last. */
export function wholeMonths({ from, to }: { readonly from: string; readonly to: string }): {
  from: string;
  to: string;
} {
  return { from: monthStart(from), to: addDays(monthStart(addDays(`${to.slice(0, 7)}-28`, 4)), -1) };
}

/** Sum of what is known; null when nothing is. */
const sumOf = (days: readonly HeatOfDay[], of: (day: HeatOfDay) => number | null): number | null =>
  days.reduce<number | null>((sum, day) => {
    const value = of(day);
    return value === null ? sum : (sum ?? 0) + value;
  }, null);

/**
 * Share of the sun in the heat that the days gave, of 1; null where no heat, or none of the heater's, is known. Only days
 * with both count.
 */
export function sunShare(days: readonly HeatOfDay[], heater_efficiency: number): number | null {
  const both = days.filter((day) => day.heat_wh !== null && day.auxiliary_wh !== null);
  const solar = sumOf(both, (day) => day.heat_wh);
  const auxiliary = sumOf(both, (day) => day.auxiliary_wh);
  if (solar === null || auxiliary === null) return null;
  return solarFraction(Math.max(0, solar), auxiliary * heater_efficiency);
}

/** What some days gave and saved. */
export function heatFigures(days: readonly HeatOfDay[]) {
  return {
    heat_wh: sumOf(days, (day) => day.heat_wh),
    saved_wh: sumOf(days, (day) => day.saved_wh),
    auxiliary_wh: sumOf(days, (day) => day.auxiliary_wh),
    saving_vnd: sumOf(days, (day) => (day.saving_vnd === null ? null : Number(day.saving_vnd))),
  };
}
