import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { localDay } from "@heliograph/contract/kernel/time";
import { projectAlarms } from "@heliograph/contract/monitoring/alarms";
import { projectAvailability } from "@heliograph/contract/monitoring/charts/availability";
import { batteryChart, powerChart } from "@heliograph/contract/monitoring/charts/day-charts";
import { productionChart } from "@heliograph/contract/monitoring/charts/production-chart";
import { lossWaterfall } from "@heliograph/contract/monitoring/losses";
import type { projectWidget } from "@heliograph/contract/monitoring/overview/widgets";
import type { Start } from "../../../platform/loading.ts";
import { alarmsQuery } from "../alarms/alarms-query.ts";
import { dayAt } from "../charts/address-choice.ts";
import {
  availabilityQuery,
  availabilityRange,
  batteryQuery,
  powerQuery,
  productionQuery,
} from "../charts/chart-queries.ts";
import { eventMarksQuery } from "../charts/event-marks.ts";
import { periodIn } from "../charts/period-view.ts";
import { dayToShow, usualDay, viewIn } from "../charts/power/power-view.ts";
import { lastTwelveMonths, productionIn } from "../charts/production-range.ts";
import { lossQuery } from "../losses/loss-queries.ts";
import { monthOf } from "../losses/losses-view.ts";
import { projectValues, type ProjectValues } from "../project-values.ts";

/** What the page's button asks for again. */
export const PLANT_CALLS = [
  powerChart,
  productionChart,
  batteryChart,
  projectAvailability,
  projectAlarms,
  lossWaterfall,
];

type Widget = Answer<typeof projectWidget>;

/** True where a battery stands in the plant, of its own or behind an inverter. */
export const hasBattery = (widget: Widget): boolean =>
  widget.project_info.project_asset_list.some(
    ({ asset_type, serial_list }) =>
      asset_type === "battery" ||
      serial_list.some(
        ({ iot_data }) => iot_data?.kind === "inverter" && iot_data.battery_inverter.SOC.value !== null,
      ),
  );

/** Since when a plant that does not report has said nothing, ms since 1970; null: it reports, or never has. */
export const silentSinceMs = (values: ProjectValues): number | null =>
  ["offline", "sleeping"].includes(values.status) ? values.last_reading_ms : null;

/** Starts what the panels of a pv project show, those below the visible part too. */
export function loadPlantPanels(start: Start, widget: Widget, search: URLSearchParams): void {
  const { project_uid: uid, timezone } = widget.project_info;
  const today = localDay(timezone, Date.now());
  const view = viewIn(search, widget.widget_project_info.run_nze);
  const usual = usualDay(today, timezone, silentSinceMs(projectValues(widget)));
  const day = dayToShow(view.day, usual, today);
  void start(powerQuery(uid, day));
  void start(eventMarksQuery(uid, day, day));
  const production = productionIn(search, today);
  const asked = production.view === "day" ? production.range : lastTwelveMonths(today);
  void start(productionQuery(uid, asked, production.view));
  for (const chart of ["ratio", "co2", "cost"] as const) {
    const { period, view: by } = periodIn(search, chart, today);
    void start(productionQuery(uid, period, by));
  }
  void start(lossQuery(uid, monthOf(today)));
  if (hasBattery(widget)) void start(batteryQuery(uid, dayAt(search.get("battery"), today)));
  void start(availabilityQuery(uid, availabilityRange(today)));
  void start(alarmsQuery(uid));
}
