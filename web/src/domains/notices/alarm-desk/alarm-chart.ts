import { addDays, localDay } from "@heliograph/contract/kernel/time";
import type { DeskAlarm } from "@heliograph/contract/notices/alarm-desk/alarm-desk";
import { paths } from "../../../app/paths.ts";

/** Days of the chart at most, from the alarm's first on. */
const MOST_DAYS = 7;

/** The chart tool at the time of the alarm: the power of its inverter, of others what the chart tool draws by itself. */
export function chartAt({ device, project, started_at, ended_at }: DeskAlarm): string {
  const from = localDay(project.timezone, Date.parse(started_at));
  const end = localDay(project.timezone, ended_at === null ? Date.now() : Date.parse(ended_at));
  const last = addDays(from, MOST_DAYS - 1);
  const query = new URLSearchParams({ from, to: end < last ? end : last });
  if (device?.asset_type === "solar_inverter") query.set("series", `${device.uid}:ac_power_w`);
  return `${paths.chartTool(project.project_uid)}?${query.toString()}`;
}
