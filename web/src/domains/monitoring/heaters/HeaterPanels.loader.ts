import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { localDay } from "@heliograph/contract/kernel/time";
import { swhEnergyChart, swhTemperatureChart, swhWidget } from "@heliograph/contract/monitoring/heaters";
import type { projectWidget } from "@heliograph/contract/monitoring/overview/widgets";
import type { Start } from "../../../platform/loading.ts";
import { dayAt } from "../charts/address-choice.ts";
import { heatAt, heaterQuery, heatQuery, temperaturesQuery } from "./heater-queries.ts";

/** What the page's button asks for again. */
export const HEATER_CALLS = [swhWidget, swhTemperatureChart, swhEnergyChart];

/** Starts what the panels of a hot-water project show, those below the visible part too. */
export function loadHeaterPanels(
  start: Start,
  widget: Answer<typeof projectWidget>,
  search: URLSearchParams,
): void {
  const { project_uid: uid, timezone } = widget.project_info;
  const today = localDay(timezone, Date.now());
  void start(heaterQuery(uid));
  void start(temperaturesQuery(uid, dayAt(search.get("temperatures"), today)));
  const { range, view } = heatAt(search.get("heat"), today);
  void start(heatQuery(uid, range, view));
}
