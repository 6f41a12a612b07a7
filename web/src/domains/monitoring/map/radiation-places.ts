import type { ShownStatus } from "@heliograph/contract/kernel/plant-status";
import { mapData, mapRadiation, type MapProject } from "@heliograph/contract/monitoring/map";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { ask } from "../../../platform/api.ts";
import { useAppConfig } from "../../../platform/app-config.ts";
import type { Place } from "../../../ui/map/place-layer.ts";

/** Which projects are on the map: those that a list of the same words and status shows. */
export interface OnMap {
  readonly keyword: string;
  readonly status: ShownStatus | null;
}

export const ALL_PROJECTS: OnMap = { keyword: "", status: null };

const NO_PROJECTS: readonly MapProject[] = [];

/**
 * Places and radiation of the pv projects. Places are asked for once, values again and again (M226): when the server says
 * that the projects are others now, so are the places.
 */
export function useRadiationPlaces({ keyword, status }: OnMap, enabled = true) {
  const queries = useQueryClient();
  const refetchInterval = useAppConfig().list_refresh_s * 1000;
  const query = { project_type: "pv" as const, keyword, ...(status === null ? {} : { status: [status] }) };
  const map = useQuery({
    ...ask(mapData, { query }),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  const version = map.isPlaceholderData ? undefined : map.data?.map_version;
  const fresh = useQuery({
    ...ask(mapRadiation, { query }),
    enabled: enabled && version !== undefined,
    refetchInterval,
    staleTime: refetchInterval,
  });
  const values = fresh.data?.map_version === version ? fresh.data?.radiation_values : undefined;
  const outdated =
    version !== undefined && fresh.data !== undefined && values === undefined && !map.isFetching;
  useEffect(() => {
    if (outdated) void queries.invalidateQueries({ queryKey: [mapData.name] });
  }, [outdated, queries]);
  const projects = map.data?.project_data ?? NO_PROJECTS;
  const places = useMemo(
    () => projects.map((project, at) => placeOf(project, values?.[at])),
    [projects, values],
  );
  return { places, map };
}

/** The project as a place; `value` is newer than what it says itself. */
export function placeOf({ project_info, project_data }: MapProject, value?: number | null): Place {
  return {
    id: project_info.project_uid,
    name: project_info.project_ssoc_name,
    lat: project_info.project_latitude,
    lng: project_info.project_longitude,
    value: value === undefined ? project_data.radiation_data.radiation_value.value : value,
  };
}
