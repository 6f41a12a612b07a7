import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useAppConfig } from "../../../platform/app-config.ts";
import { placeOf } from "../map/radiation-places.ts";
import { showcaseQueries } from "./ShowcaseScreen.loader.ts";

/** The chosen projects and their totals, asked for again and again; also behind other windows while on a television. */
export function useShowcase(chosen: readonly string[], tv: boolean) {
  const again = {
    enabled: chosen.length > 0,
    refetchInterval: useAppConfig().list_refresh_s * 1000,
    refetchIntervalInBackground: tv,
    placeholderData: keepPreviousData,
  };
  const queries = showcaseQueries(chosen);
  const shown = useQuery({ ...queries.shown, ...again });
  const totals = useQuery({ ...queries.totals, ...again });
  const items = shown.data?.data;
  const places = useMemo(() => (items ?? []).map((item) => placeOf(item)), [items]);
  return { shown, totals, places, refresh: () => Promise.all([shown.refetch(), totals.refetch()]) };
}
