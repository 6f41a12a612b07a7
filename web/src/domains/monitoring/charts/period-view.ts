// Day or month of one of the charts that go by dates, in the address under a name of its own (M53, M54).
import type { Day } from "@heliograph/contract/kernel/time";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { productionQuery } from "./chart-queries.ts";
import { useChartQuery } from "./chart-query.ts";
import { lastTwelveMonths, productionIn, type ProductionView, type Range } from "./production-range.ts";

/** Which of the charts a view belongs to: the name of its parameter in the address. */
type PeriodChart = "ratio" | "co2" | "cost";

interface PeriodView {
  readonly view: ProductionView;
  /** What the server is asked for: the days of the production chart, or the last twelve months. */
  readonly period: Range;
  readonly onView: (view: ProductionView) => void;
}

/** The chart's view in the address, and what it asks for. */
export function periodIn(address: URLSearchParams, chart: PeriodChart, today: Day) {
  const view: ProductionView = address.get(chart) === "month" ? "month" : "day";
  return { view, period: view === "day" ? productionIn(address, today).range : lastTwelveMonths(today) };
}

/** The chart's view in the address, and the way to change it. */
export function usePeriodView(chart: PeriodChart, today: Day): PeriodView {
  const [address, setAddress] = useSearchParams();
  const { view, period } = useMemo(() => periodIn(address, chart, today), [address, chart, today]);
  const onView = (next: ProductionView) => {
    const changed = new URLSearchParams(address);
    if (next === "day") changed.delete(chart);
    else changed.set(chart, next);
    setAddress(changed, { replace: true, preventScrollReset: true });
  };
  return { view, period, onView };
}

/** The production chart's answer for the range: charts that ask for the same one share it. */
export function usePeriods(uid: string, period: Range, view: ProductionView) {
  return useChartQuery(productionQuery(uid, period, view));
}
