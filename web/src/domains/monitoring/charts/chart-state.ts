import type { ChartState } from "../../../ui/charts/chart-content.ts";

/** What of a query decides its chart's state. */
interface Loading {
  readonly isPending: boolean;
  readonly data: unknown;
}

/**
 * The state of a chart: "loading" until the first answer or refusal, "failed" with nothing to show, "empty" when the
 * answer holds no value. A later load that fails leaves what is drawn (M143, M144).
 */
export function chartState(query: Loading, blank: boolean): ChartState {
  if (query.isPending) return "loading";
  if (query.data === undefined) return "failed";
  return blank ? "empty" : "ready";
}
