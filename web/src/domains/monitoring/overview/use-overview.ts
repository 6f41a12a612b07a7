// What the overview knows of its project: the widget's answer, renewed by itself, and live values over it.
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { projectWidget } from "@heliograph/contract/monitoring/overview/widgets";
import type { LiveSummary } from "@heliograph/contract/telemetry/live";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { startTransition, useEffect, useMemo, useState } from "react";
import { useAppConfig } from "../../../platform/app-config.ts";
import { useLive } from "../../../platform/live.ts";
import type { LiveState } from "../../../platform/live-stream.ts";
import { overviewQueries } from "./overview-queries.ts";
import { projectValues, withLive, type ProjectValues } from "../project-values.ts";

export type Widget = Answer<typeof projectWidget>;

/** A project as its overview shows it: what was answered, and its values as they are now. */
export interface Overview {
  readonly widget: Widget;
  readonly values: ProjectValues;
}

/** The values of the widget with the newest live ones in them; those of another project change nothing. */
function valuesNow(widget: Widget, live: LiveSummary | null): ProjectValues {
  const values = projectValues(widget);
  if (live === null || live.project_uid !== widget.project_info.project_uid) return values;
  return withLive(values, live, Date.parse(widget.widget_date_time_info.current_time));
}

/**
 * The weather is asked for on its own: where the figures tell a radiation that it does not tell, it is asked for again, so that one page
 * does not go on showing two.
 */
function useWeatherOf(uid: string, values: ProjectValues | undefined): void {
  const queries = useQueryClient();
  const told = values?.irradiance_w_m2 ?? null;
  useEffect(() => {
    const { queryKey } = overviewQueries(uid).weather;
    const known = queries.getQueryData(queryKey)?.irradiance.value;
    if (told === null || known === undefined) return;
    const same = known !== null && Math.round(known) === Math.round(told);
    if (!same) void queries.invalidateQueries({ queryKey });
  }, [uid, told, queries]);
}

/** What the overview asks of its project. */
export type OverviewQuery = ReturnType<typeof useOverview>["query"];

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
    // In slices: it comes by itself, and a page that draws it answers to who uses it.
    startTransition(() => setLive(summary));
    // Events carry no water temperatures; that one came says that there are new ones.
    if (swh) void refetch();
  };
  const liveState: LiveState = useLive(projects, onSummary);
  const overview = useMemo(
    () =>
      query.data === undefined ? undefined : { widget: query.data, values: valuesNow(query.data, live) },
    [query.data, live],
  );
  useWeatherOf(uid, overview?.values);
  return { query, overview, liveState };
}
