// What the overview knows of its project: the widget's answer, renewed by itself, and live values over it.
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { localDay } from "@heliograph/contract/kernel/time";
import type { projectWidget } from "@heliograph/contract/monitoring/overview/widgets";
import type { LiveSummary } from "@heliograph/contract/telemetry/live";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useAppConfig } from "../../../platform/app-config.ts";
import { type LiveState, useLive } from "../../../platform/live.ts";
import { useNow } from "../../../platform/clock.ts";
import { overviewQueries } from "./OverviewScreen.loader.ts";

export type Widget = Answer<typeof projectWidget>;

const kwh = (wattHours: number | null) => ({
  value: wattHours === null ? null : wattHours / 1000,
  unit: "kWh" as const,
});

/**
 * The widget with the newest live values in it. Live energies come in Wh; where the summary is older than the widget
 * or of another project, the widget stays as it is.
 */
export function withLive(widget: Widget, live: LiveSummary | null): Widget {
  if (live === null || live.project_uid !== widget.project_info.project_uid) return widget;
  const at = widget.widget_date_time_info.current_time;
  if (Date.parse(live.at) < Date.parse(at)) return widget;
  return {
    ...widget,
    plant_status: live.plant_status,
    sleeping: live.sleeping,
    last_reading_at: live.last_reading_at,
    project_data: {
      ...widget.project_data,
      gateway_active_power: { value: live.active_power_w, unit: "W" },
      radiation_data: {
        radiation_value: { value: live.irradiance_w_m2, unit: "W/m2" },
        panel_temperature: { value: live.module_temperature_c, unit: "°C" },
      },
      metter_production: {
        today_production: kwh(live.today_meter_wh),
        total_production: kwh(live.total_meter_wh),
      },
      inverter_production: {
        today_production: kwh(live.today_inverter_wh),
        total_production: kwh(live.total_inverter_wh),
      },
    },
  };
}

/** The overview of a project as it is now, and how the connection to its live values is. */
export function useOverview(uid: string) {
  // Figures that no event carries (savings, CO2, devices) are asked for again as often as a list is.
  const everyMs = useAppConfig().list_refresh_s * 1000;
  const query = useQuery({
    ...overviewQueries(uid).widget,
    refetchInterval: everyMs,
  });
  const [live, setLive] = useState<LiveSummary | null>(null);
  const projects = useMemo(() => [uid], [uid]);
  const { refetch } = query;
  const swh = query.data?.project_info.project_type === "swh";
  const onSummary = (summary: LiveSummary) => {
    setLive(summary);
    // Events carry no water temperatures; that one came says that there are new ones.
    if (swh) void refetch();
  };
  const liveState: LiveState = useLive(projects, onSummary);
  const widget = useMemo(
    () => (query.data === undefined ? undefined : withLive(query.data, live)),
    [query.data, live],
  );
  return { query, widget, liveState };
}

/** The time now, renewed twice a minute, and the calendar day that it is in the project's zone. */
export function useProjectTime(timezone: string): { nowMs: number; today: string } {
  const nowMs = useNow(30_000);
  return { nowMs, today: localDay(timezone, nowMs) };
}
