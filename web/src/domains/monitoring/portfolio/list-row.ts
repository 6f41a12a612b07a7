// A project as a list shows it: the answer of the list, overlaid by what has arrived live since.
import type { ProjectListItem } from "@heliograph/contract/monitoring/portfolio";
import type { LiveSummary } from "@heliograph/contract/telemetry/live";
import { projectValues, withLive, type ProjectValues } from "../project-values.ts";

/** A row of the list: who the project is, and its values. */
export interface ListRow extends ProjectValues {
  readonly uid: string;
  readonly name: string;
  readonly address: string;
  readonly timezone: string;
  readonly capacity_kwp: number;
  readonly gateways: ProjectListItem["gateway_list"];
}

/** The row of an item. A summary older than `listedMs`, when the list was answered, changes nothing. */
export function rowOf(item: ProjectListItem, live: LiveSummary | undefined, listedMs: number): ListRow {
  const { project_info, gateway_list } = item;
  return {
    ...withLive(projectValues(item), live, listedMs),
    uid: project_info.project_uid,
    name: project_info.project_ssoc_name,
    address: project_info.project_address,
    timezone: project_info.timezone,
    capacity_kwp: project_info.project_capacity_pv,
    gateways: gateway_list,
  };
}

/** What rows have gained over the list's answer: watts and kWh of today, to be added to totals of the same age. */
export function liveGain(
  listed: readonly ListRow[],
  live: readonly ListRow[],
): { power_w: number; today_kwh: number } {
  const before = new Map(listed.map((row) => [row.uid, row]));
  let power_w = 0;
  let today_kwh = 0;
  for (const row of live) {
    const then = before.get(row.uid);
    power_w += (row.power_w ?? 0) - (then?.power_w ?? 0);
    today_kwh += (row.today_kwh ?? 0) - (then?.today_kwh ?? 0);
  }
  return { power_w, today_kwh };
}
