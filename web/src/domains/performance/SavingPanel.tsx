import { useMemo } from "react";
import { BarChart } from "../../ui/charts/BarChart.tsx";
import { ChartTools } from "../../ui/charts/ChartTools.tsx";
import { useChartView } from "../../ui/charts/chart-view.ts";
import { usePhone } from "../../ui/media.ts";
import { Panel } from "../../ui/Panel.tsx";
import { chartState } from "./chart-state.ts";
import { EsgButton } from "../fleet/index.ts";
import { ExplainButton } from "./ExplainButton.tsx";
import { usePeriods, usePeriodView } from "./period-view.ts";
import { PeriodSwitch } from "./PeriodSwitch.tsx";
import type { Range } from "./production-range.ts";
import { savingContent, type Saved, type Savings } from "./saving-content.ts";
import { useProjectTime } from "./use-overview.ts";
import { useWords } from "./words.ts";

const HEIGHT = { desktop: 240, phone: 220 };

const nothing = ({ from, to }: Range): Savings => ({
  chart_date_label: [from, to],
  chart_co2: [],
  chart_saving: [],
  co2_provisional_years: [],
});

interface Props {
  readonly what: Saved;
  readonly uid: string;
  readonly name: string;
  readonly timezone: string;
}

/** CO2 avoided, or money saved, by day or month (M53): gateways stand on each other. */
export function SavingPanel({ what, uid, name, timezone }: Props) {
  const words = useWords();
  const { text, format } = words;
  const phone = usePhone();
  const chart = useChartView();
  const { today } = useProjectTime(timezone);
  const { view, asked, onView } = usePeriodView(what, today);
  const query = usePeriods(uid, asked, view);
  const loading = query.isPending || query.isPlaceholderData;
  const made = useMemo(
    () => savingContent(query.data ?? nothing(asked), what, name, words),
    [query.data, asked, what, name, words],
  );
  const state = chartState(query, made.blank);
  const left = useMemo(() => ({ unit: made.unit, axis: made.axis }), [made.unit, made.axis]);
  const co2 = what === "co2";
  const title = text(co2 ? "saving.co2" : "saving.cost");
  return (
    <Panel
      title={title}
      className={query.isPlaceholderData ? "renewing" : ""}
      extra={
        <>
          <PeriodSwitch
            name={`${what}-view`}
            label={text(co2 ? "saving.co2View" : "saving.costView")}
            view={view}
            disabled={loading}
            onView={onView}
          />
          {co2 && <EsgButton uid={uid} />}
          <ExplainButton uid={uid} kpis={[co2 ? "co2" : "saving"]} title={title} range={asked} />
          <ChartTools content={made.content} view={chart} disabled={state !== "ready"} />
        </>
      }
    >
      <p className="panel-total">
        {text("saving.total")} <b>{format.number(made.total, made.totalDigits)}</b> {made.unit}
      </p>
      <BarChart
        content={made.content}
        view={chart}
        state={state}
        height={phone ? HEIGHT.phone : HEIGHT.desktop}
        onRetry={() => void query.refetch()}
        labels={made.labels}
        left={left}
      />
      {made.provisional.length > 0 && (
        <p className="chart-marks">{text("saving.provisional", { years: made.provisional.join(", ") })}</p>
      )}
    </Panel>
  );
}
