// What the charts of a project ask the server.
import { addDays, type Day, daysBetween } from "@heliograph/contract/kernel/time";
import {
  AVAILABILITY_LIMITS,
  projectAvailability,
} from "@heliograph/contract/monitoring/charts/availability";
import { batteryChart, powerChart } from "@heliograph/contract/monitoring/charts/day-charts";
import { productionChart } from "@heliograph/contract/monitoring/charts/production-chart";
import { ask } from "../../../platform/api.ts";
import type { ProductionView, Range } from "./production-range.ts";

/** The power of a day. */
export const powerQuery = (uid: string, day: Day) =>
  ask(powerChart, { query: { project_uid: uid, view_day: day } });

/** The battery's day. */
export const batteryQuery = (uid: string, day: Day) =>
  ask(batteryChart, { query: { project_uid: uid, view_day: day } });

/** The energies of a range by day or month, which several charts share. */
export const productionQuery = (uid: string, { from, to }: Range, get_type: ProductionView) =>
  ask(productionChart, { query: { project_uid: uid, from_date: from, to_date: to, get_type } });

/** The days whose availability is shown: the last ten, today the last. */
export const availabilityRange = (today: Day): Range => ({
  from: addDays(today, 1 - AVAILABILITY_LIMITS.defaultDays),
  to: today,
});

/** The availability of each day of a range. */
export const availabilityQuery = (uid: string, { from, to }: Range) =>
  ask(projectAvailability, { query: { project_uid: uid, date: daysBetween(from, to).join(",") } });
