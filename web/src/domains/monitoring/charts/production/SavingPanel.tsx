import { useMemo } from "react";
import { BarPanel } from "../BarPanel.tsx";
import { isLoading } from "../chart-query.ts";
import { EsgButton } from "../../environment/EsgButton.tsx";
import { ExplainButton } from "../../explain/ExplainButton.tsx";
import { usePeriods, usePeriodView } from "../period-view.ts";
import { PeriodSwitch } from "../PeriodSwitch.tsx";
import type { Range } from "../production-range.ts";
import { savingContent, type Benefit, type Savings } from "./saving-content.ts";
import { useProjectTime } from "../project-time.ts";
import { useWords } from "../../words.ts";
import { ChartMarks } from "../ChartMarks.tsx";

const HEIGHT = { desktop: 240, phone: 220 };

const nothing = ({ from, to }: Range): Savings => ({
  chart_date_label: [from, to],
  chart_co2: [],
  chart_saving: [],
  co2_provisional_years: [],
});

interface Props {
  readonly what: Benefit;
  readonly uid: string;
  readonly name: string;
  readonly timezone: string;
}

/** CO2 avoided, or money saved, by day or month (M53): gateways stand on each other. */
export function SavingPanel({ what, uid, name, timezone }: Props) {
  const words = useWords();
  const { text, format } = words;
  const { today } = useProjectTime(timezone);
  const { view, period, onView } = usePeriodView(what, today);
  const query = usePeriods(uid, period, view);
  const bars = useMemo(
    () => savingContent(query.data ?? nothing(period), what, name, words),
    [query.data, period, what, name, words],
  );
  const left = useMemo(() => ({ unit: bars.unit, axis: bars.axis }), [bars.unit, bars.axis]);
  const co2 = what === "co2";
  const title = text(co2 ? "saving.co2" : "saving.cost");
  return (
    <BarPanel
      title={title}
      {...{ query, bars, left }}
      height={HEIGHT}
      switches={
        <>
          <PeriodSwitch
            label={text(co2 ? "saving.co2View" : "saving.costView")}
            view={view}
            disabled={isLoading(query)}
            onView={onView}
          />
          {co2 && <EsgButton uid={uid} />}
          <ExplainButton uid={uid} kpis={[co2 ? "co2" : "saving"]} title={title} range={period} />
        </>
      }
      total={
        <>
          {text("saving.total")} <b>{format.number(bars.total, bars.totalDigits)}</b> {bars.unit}
        </>
      }
    >
      {bars.provisional.length > 0 && (
        <ChartMarks>{text("saving.provisional", { years: bars.provisional.join(", ") })}</ChartMarks>
      )}
    </BarPanel>
  );
}
