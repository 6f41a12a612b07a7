import { listForSelect } from "@heliograph/contract/monitoring/showcase";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../../platform/call.ts";
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

/** M213. */
const PER_PAGE = 10;

/** Projects to choose from, a page at a time, by the words given. */
export function useSelectable(keyword: string) {
  return useInfiniteQuery({
    queryKey: [listForSelect.name, keyword] as const,
    queryFn: ({ pageParam: page, signal }) =>
      call(listForSelect, { query: { filter: "pv", page, item_num: PER_PAGE, keyword } }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ paginate_info }, _all, page) =>
      page < paginate_info.total_page ? page + 1 : undefined,
    placeholderData: keepPreviousData,
  });
}
