import { keepPreviousData, type QueryKey, useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { useAppConfig } from "../../../platform/app-config.ts";
import { useInSlices } from "../../../ui/feedback/in-slices.ts";

/** What of a query a panel of a chart shows. */
export interface ChartQuery<T = unknown> {
  readonly isPending: boolean;
  readonly isPlaceholderData: boolean;
  readonly data: T | undefined;
  /** Of the last try; null: it succeeded. */
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** True while what was asked for is not what is drawn. */
export const isLoading = (query: ChartQuery): boolean => query.isPending || query.isPlaceholderData;

/**
 * Asks as charts do: what was drawn before stays while the next is on its way, and where it is `renewed` it is asked for again,
 * without a sign of it, as often as charts are. The first answer is drawn in slices, and is pending until then.
 */
export function useChartQuery<T, K extends QueryKey>(
  asked: UseQueryOptions<T, Error, T, K>,
  renewed = true,
): ChartQuery<T> {
  const everyMs = useAppConfig().chart_refresh_s * 1000;
  const { data, isPending, isPlaceholderData, error, refetch } = useQuery({
    ...asked,
    placeholderData: keepPreviousData,
    refetchInterval: renewed ? everyMs : false,
    refetchOnWindowFocus: "always",
  });
  const drawn = useInSlices(data);
  return {
    data: drawn,
    isPending: isPending || (drawn === undefined && data !== undefined),
    isPlaceholderData,
    error,
    refetch,
  };
}
