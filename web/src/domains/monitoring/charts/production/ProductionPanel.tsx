import type { Day } from "@heliograph/contract/kernel/time";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import type { Production } from "./production-chart.ts";
import { productionContent, type ProductionContent } from "./production-content.ts";
import {
  lastTwelveMonths,
  productionIn,
  type ProductionView,
  type Range,
  withProduction,
} from "../production-range.ts";
import { BarPanel } from "../BarPanel.tsx";
import { isLoading } from "../chart-query.ts";
import { ExplainButton } from "../../explain/ExplainButton.tsx";
import { RangePicker } from "../RangePicker.tsx";
import { usePeriods } from "../period-view.ts";
import { PeriodSwitch } from "../PeriodSwitch.tsx";
import { useProjectTime } from "../project-time.ts";
import { RangeRule } from "../../statistics/RangeRule.tsx";
import { useWords } from "../../words.ts";
import { ChartMarks, HatchSample } from "../ChartMarks.tsx";

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
    <ChartMarks>
      {marks.hatched && (
        <span>
          <HatchSample /> {text("production.hatched")}
        </span>
      )}
      {marks.starred && <span>* {text("production.starred")}</span>}
    </ChartMarks>
  );
}

/** The view and the range in the address, what they ask the server for, and the way to change them. */
function useProductionChoice(today: Day) {
  const [address, setAddress] = useSearchParams();
  const { view, range } = useMemo(() => productionIn(address, today), [address, today]);
  const period = useMemo(() => (view === "day" ? range : lastTwelveMonths(today)), [view, range, today]);
  const choose = (next: { view: ProductionView; range: Range }) =>
    setAddress(withProduction(address, next, today), { replace: true, preventScrollReset: true });
  return { view, range, period, choose };
}

/** The project's energy by day or month (M52): view and range are in the address. */
export function ProductionPanel({ uid, name, timezone }: { uid: string; name: string; timezone: string }) {
  const words = useWords();
  const { text } = words;
  const { today } = useProjectTime(timezone);
  const { view, range, period, choose } = useProductionChoice(today);
  const query = usePeriods(uid, period, view);
  const bars = useMemo(
    () => productionContent(query.data ?? nothing(period), name, today, words),
    [query.data, period, name, today, words],
  );
  const { leftAxis, rightAxis } = bars;
  const left = useMemo(() => ({ unit: "kWh", axis: leftAxis }), [leftAxis]);
  const right = useMemo(
    () => (rightAxis === null ? undefined : { unit: "Wh/m²", axis: rightAxis }),
    [rightAxis],
  );
  const loading = isLoading(query);
  const onRange = (next: Range) => choose({ view, range: next });
  const title = text("production.title");
  return (
    <BarPanel
      title={title}

      {...{ query, bars, left, right }}
      height={HEIGHT}
      switches={
        <>
          {view === "day" && <RangePicker range={range} today={today} disabled={loading} onRange={onRange} />}
          <PeriodSwitch
            label={text("production.view")}
            view={view}
            disabled={loading}
            onView={(next) => choose({ view: next, range })}
          />
          <ExplainButton uid={uid} kpis={["energy"]} title={title} range={period} />
        </>
      }
    >
      <Marks marks={bars.marks} />
      <RangeRule
        bin={view === "month" ? "1_months" : range.to === today ? "detail" : "1_days"}
        timezone={timezone}
      />
    </BarPanel>
  );
}
