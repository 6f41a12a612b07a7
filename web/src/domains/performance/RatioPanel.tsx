import { useMemo } from "react";
import { BarChart } from "../../ui/charts/BarChart.tsx";
import { ChartTools } from "../../ui/charts/ChartTools.tsx";
import { useChartView } from "../../ui/charts/chart-view.ts";
import { usePhone } from "../../ui/media.ts";
import { Panel } from "../../ui/Panel.tsx";
import { chartState } from "./chart-state.ts";
import { ExplainButton } from "./ExplainButton.tsx";
import { usePeriods, usePeriodView } from "./period-view.ts";
import { PeriodSwitch } from "./PeriodSwitch.tsx";
import type { Range } from "./production-range.ts";
import { RATIO_WORDS, ratioContent, type RatioContent, type Ratios } from "./ratio-content.ts";
import { useProjectTime } from "./use-overview.ts";
import { useWords } from "./words.ts";

const HEIGHT = { desktop: 272, phone: 240 };

const nothing = ({ from, to }: Range): Ratios => ({
  chart_date_label: [from, to],
  pr_alert: [],
  expected_prod_data: [],
  has_cpr: false,
  project_pvsyst: null,
});

/** What the colours of the bars mean, where there is more than one. */
function Statuses({ statuses }: { statuses: RatioContent["statuses"] }) {
  const { text } = useWords();
  if (statuses.length === 0 || (statuses.length === 1 && statuses[0] === "none")) return null;
  return (
    <ul className="ratio-statuses" aria-label={text("ratio.statuses")}>
      {statuses.map((status) => (
        <li key={status}>
          <i aria-hidden className={`ratio-${status}`} /> {text(RATIO_WORDS[status])}
        </li>
      ))}
    </ul>
  );
}

/** The performance ratio by day or month (M54), with what was guaranteed; the view is in the address. */
export function RatioPanel({ uid, name, timezone }: { uid: string; name: string; timezone: string }) {
  const words = useWords();
  const { text } = words;
  const phone = usePhone();
  const chart = useChartView();
  const { today } = useProjectTime(timezone);
  const { view, asked, onView } = usePeriodView("ratio", today);
  const query = usePeriods(uid, asked, view);
  const loading = query.isPending || query.isPlaceholderData;
  const made = useMemo(
    () => ratioContent(query.data ?? nothing(asked), name, today, words),
    [query.data, asked, name, today, words],
  );
  const state = chartState(query, made.blank);
  const left = useMemo(() => ({ unit: "%", axis: made.axis }), [made.axis]);
  const corrected = query.data?.has_cpr === true;
  return (
    <Panel
      title={text("ratio.title")}
      className={query.isPlaceholderData ? "renewing" : ""}
      extra={
        <>
          <PeriodSwitch
            name="ratio-view"
            label={text("ratio.view")}
            view={view}
            disabled={loading}
            onView={onView}
          />
          <ExplainButton
            uid={uid}
            kpis={[
              "performance_ratio",
              ...(corrected ? (["corrected_ratio"] as const) : []),
              "temperature_corrected_ratio",
            ]}
            title={text("ratio.title")}
            range={asked}
          />
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
      />
      <Statuses statuses={made.statuses} />
      {made.withoutPvsyst && query.data !== undefined && (
        <p className="chart-marks">{text("The project doesn't have PVsyst")}</p>
      )}
    </Panel>
  );
}
