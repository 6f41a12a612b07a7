import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { localDay } from "@heliograph/contract/kernel/time";
import { weatherWidget } from "@heliograph/contract/monitoring/overview/weather";
import { projectWidget } from "@heliograph/contract/monitoring/overview/widgets";
import { ask } from "../../../platform/api.ts";
import { type Load, nextTask, type ScreenAddress, type Start } from "../../../platform/loading.ts";
import { setUpQuery } from "../../fleet/commissioning/set-up-queries.ts";
import { mayChange } from "../../fleet/projects/project-queries.ts";
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
import { projectValues, type ProjectValues } from "../project-values.ts";
import { lossQuery } from "../losses/loss-queries.ts";
import { monthOf } from "../losses/losses-view.ts";
import { certificatesQuery } from "./certificates-query.ts";
import { heatAt, heaterQuery, heatQuery, temperaturesQuery } from "../heaters/heater-queries.ts";

type Widget = Answer<typeof projectWidget>;

/** What the figures at the top ask. */
export const overviewQueries = (uid: string) => {
  const of = { query: { project_uid: uid } };
  return { widget: ask(projectWidget, of), weather: ask(weatherWidget, of) };
};

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
function loadPanels(start: Start, widget: Widget, search: URLSearchParams): void {
  const { project_uid: uid, timezone } = widget.project_info;
  const today = localDay(timezone, Date.now());
  void start(certificatesQuery(uid));
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

/** As loadPanels, of a hot-water project. */
function loadHeater(start: Start, widget: Widget, search: URLSearchParams): void {
  const { project_uid: uid, timezone } = widget.project_info;
  const today = localDay(timezone, Date.now());
  void start(heaterQuery(uid));
  void start(temperaturesQuery(uid, dayAt(search.get("temperatures"), today)));
  const { range, view } = heatAt(search.get("heat"), today);
  void start(heatQuery(uid, range, view));
}

/** Starts the figures and the weather; the panels as soon as the project has said its kind and its zone. */
export const load: Load = async (start, { id, search }: ScreenAddress) => {
  const queries = overviewQueries(id);
  void start(queries.weather);
  const widget = await start(queries.widget);
  if (widget === undefined) return;
  // The figures are drawn before what is below them is asked for.
  await nextTask();
  if (mayChange(widget.project_info)) void start(setUpQuery(id));
  const loadRest = widget.project_info.project_type === "swh" ? loadHeater : loadPanels;
  loadRest(start, widget, search);
};
