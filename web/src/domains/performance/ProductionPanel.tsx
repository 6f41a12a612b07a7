import type { Day } from "@heliograph/contract/kernel/time";
import { productionChart } from "@heliograph/contract/performance/production-chart";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { ask } from "../../platform/api.ts";
import { useAppConfig } from "../../platform/app-config.ts";
import { BarChart } from "../../ui/charts/BarChart.tsx";
import { ChartTools } from "../../ui/charts/ChartTools.tsx";
import { useChartView } from "../../ui/charts/chart-view.ts";
import { usePhone } from "../../ui/media.ts";
import { Panel } from "../../ui/Panel.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import type { Production } from "./production-chart.ts";
import { productionContent, type ProductionContent } from "./production-content.ts";
import {
  lastTwelveMonths,
  productionIn,
  type ProductionView,
  type Range,
  withProduction,
} from "./production-range.ts";
import { chartState } from "./chart-state.ts";
import { ExplainButton } from "./ExplainButton.tsx";
import { RangePicker } from "./RangePicker.tsx";
import { useProjectTime } from "./use-overview.ts";
import { useWords } from "./words.ts";

const HEIGHT = { desktop: 272, phone: 240 };

/** What stands in the chart's place before there is an answer: the same frame, no series. */
const nothing = ({ from, to }: Range): Production => ({
  chart_date_label: [from, to],
  total_display: [],
  insolation_data: [],
  expected_prod_data: [],
});

/** Says what hatches and asterisks mean, where there are any. */
function Marks({ marks }: { marks: ProductionContent["marks"] }) {
  const { text } = useWords();
  if (!marks.hatched && !marks.starred) return null;
  return (
    <p className="chart-marks">
      {marks.hatched && (
        <span>
          <i className="hatch" aria-hidden /> {text("production.hatched")}
        </span>
      )}
      {marks.starred && <span>* {text("production.starred")}</span>}
    </p>
  );
}

/** The view and the range in the address, what they ask the server for, and the way to change them. */
function useProductionChoice(today: Day) {
  const [address, setAddress] = useSearchParams();
  const { view, range } = useMemo(() => productionIn(address, today), [address, today]);
  const asked = useMemo(() => (view === "day" ? range : lastTwelveMonths(today)), [view, range, today]);
  const choose = (next: { view: ProductionView; range: Range }) =>
    setAddress(withProduction(address, next, today), { replace: true, preventScrollReset: true });
  return { view, range, asked, choose };
}

/** The bars of the range, or those before it while they are on their way. They are renewed without a sign of it. */
function useProduction(uid: string, asked: Range, view: ProductionView) {
  const everyMs = useAppConfig().chart_refresh_s * 1000;
  const query = { project_uid: uid, from_date: asked.from, to_date: asked.to, get_type: view };
  return useQuery({
    ...ask(productionChart, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
    refetchOnWindowFocus: "always",
  });
}

/** The project's energy by day or month (M52): view and range are in the address. */
export function ProductionPanel({ uid, name, timezone }: { uid: string; name: string; timezone: string }) {
  const words = useWords();
  const { text } = words;
  const phone = usePhone();
  const chart = useChartView();
  const { today } = useProjectTime(timezone);
  const { view, range, asked, choose } = useProductionChoice(today);
  const query = useProduction(uid, asked, view);
  const loading = query.isPending || query.isPlaceholderData;
  const made = useMemo(
    () => productionContent(query.data ?? nothing(asked), name, today, words),
    [query.data, asked, name, today, words],
  );
  const state = chartState(query, made.blank);
  const { leftAxis, rightAxis } = made;
  const left = useMemo(() => ({ unit: "kWh", axis: leftAxis }), [leftAxis]);
  const right = useMemo(
    () => (rightAxis === null ? undefined : { unit: "Wh/m²", axis: rightAxis }),
    [rightAxis],
  );
  const views = [
    { value: "day" as const, label: text("Day") },
    { value: "month" as const, label: text("Month") },
  ];
  const onRange = (chosen: Range) => choose({ view, range: chosen });
  return (
    <Panel
      title={text("production.title")}
      className={`production ${query.isPlaceholderData ? "renewing" : ""}`}
      extra={
        <>
          {view === "day" && <RangePicker range={range} today={today} disabled={loading} onRange={onRange} />}
          <Segmented<ProductionView>
            size={phone ? "large" : "medium"}
            name="production-view"
            aria-label={text("production.view")}
            value={view}
            disabled={loading}
            options={views}
            onChange={(chosen) => choose({ view: chosen, range })}
          />
          <ExplainButton uid={uid} kpis={["energy"]} title={text("production.title")} range={asked} />
          <ChartTools content={made.content} view={chart} disabled={state !== "ready"} />
        </>
      }
    >
      <BarChart
        content={made.content}
        view={chart}
        state={state}
        height={phone ? HEIGHT.phone : HEIGHT.desktop}
        onRetry={() => void query.refetch()}
        labels={made.labels}
        left={left}
        right={right}
      />
      <Marks marks={made.marks} />
    </Panel>
  );
}
