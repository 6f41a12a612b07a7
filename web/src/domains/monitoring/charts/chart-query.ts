import { keepPreviousData } from "@tanstack/react-query";
import { useAppConfig } from "../../../platform/app-config.ts";

/**
 * How a chart is asked for: what was drawn before stays while the next is on its way, and where it is `renewed` it is
 * asked for again, without a sign of it, as often as charts are.
 */
export function useChartQuery(renewed = true) {
  const everyMs = useAppConfig().chart_refresh_s * 1000;
  return {
    placeholderData: keepPreviousData,
    refetchInterval: renewed ? everyMs : (false as const),
    refetchOnWindowFocus: "always" as const,
  };
}

/** What of a query a panel of a chart shows. */
export interface ChartQuery {
  readonly isPending: boolean;
  readonly isPlaceholderData: boolean;
  readonly data: unknown;
  /** Of the last try; null: it succeeded. */
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** True while what was asked for is not what is drawn. */
export const isLoading = (query: ChartQuery): boolean => query.isPending || query.isPlaceholderData;
