// What the panels of a hot-water project ask the server.
import type { Day } from "@heliograph/contract/kernel/time";
import { swhEnergyChart, swhTemperatureChart, swhWidget } from "@heliograph/contract/monitoring/heaters";
import { ask } from "../../../platform/api.ts";
import { lastTwelveMonths, type ProductionView, type Range, usualRange } from "../charts/production-range.ts";

/** The widgets of the heater. */
export const heaterQuery = (uid: string) => ask(swhWidget, { query: { project_uid: uid } });

/** The temperatures of a day. */
export const temperaturesQuery = (uid: string, day: Day) =>
  ask(swhTemperatureChart, { query: { project_uid: uid, view_day: day } });

/** The heats of a range by day or month. */
export const heatQuery = (uid: string, { from, to }: Range, get_type: ProductionView) =>
  ask(swhEnergyChart, { query: { project_uid: uid, from_date: from, to_date: to, get_type } });

/** What of the heats is shown, as the address writes it (null: it says nothing). */
export function heatAt(value: string | null, today: Day): { view: ProductionView; range: Range } {
  return value === "month"
    ? { view: "month", range: lastTwelveMonths(today) }
    : { view: "day", range: usualRange(today) };
}
