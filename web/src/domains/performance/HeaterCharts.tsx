import { type Day, localMinutes } from "@heliograph/contract/kernel/time";
import { swhEnergyChart, swhTemperatureChart } from "@heliograph/contract/performance/water-heater";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { ask } from "../../platform/api.ts";
import { useAppConfig } from "../../platform/app-config.ts";
import { BarChart } from "../../ui/charts/BarChart.tsx";
import { isBlank } from "../../ui/charts/chart-content.ts";
import { ChartTools } from "../../ui/charts/ChartTools.tsx";
import { useChartView } from "../../ui/charts/chart-view.ts";
import { TimeChart } from "../../ui/charts/TimeChart.tsx";
import { usePhone } from "../../ui/media.ts";
import { Panel } from "../../ui/Panel.tsx";
import { DAY_MINUTES } from "./battery-content.ts";
import { chartState } from "./chart-state.ts";
import { DayPicker } from "./DayPicker.tsx";
import { ExplainButton } from "./ExplainButton.tsx";
import { heatContent, temperatureContent } from "./heater-content.ts";
import { PeriodSwitch } from "./PeriodSwitch.tsx";
import { clockOf } from "./power-chart.ts";
import { dayIn } from "./power-view.ts";
import { lastTwelveMonths, usualRange, type ProductionView } from "./production-range.ts";
import { useProjectTime } from "./use-overview.ts";
import { useWords } from "./words.ts";

const HEIGHT = { desktop: 300, phone: 240 };
const TICKS_MINUTES = { desktop: 180, phone: 360 };

interface Of {
  readonly uid: string;
  readonly name: string;
  readonly timezone: string;
}

const rowsOf = (everyMinutes: number) => ({
  places: DAY_MINUTES,
  min: 0,
  max: DAY_MINUTES.at(-1) ?? 0,
  ticks: DAY_MINUTES.filter((minutes) => minutes % everyMinutes === 0),
  label: clockOf,
});

/** A parameter of the address that is left out where it says what a first visit shows. */
function useParameter(name: string): [string | null, (value: string | null) => void] {
  const [address, setAddress] = useSearchParams();
  const change = (value: string | null) => {
    const next = new URLSearchParams(address);
    if (value === null) next.delete(name);
    else next.set(name, value);
    setAddress(next, { replace: true, preventScrollReset: true });
  };
  return [address.get(name), change];
}

/** Lines of a day's temperatures, one a sensor: the day is in the address. */
export function TemperaturePanel({ uid, name, timezone }: Of) {
  const words = useWords();
  const phone = usePhone();
  const chart = useChartView();
  const everyMs = useAppConfig().chart_refresh_s * 1000;
  const { nowMs, today } = useProjectTime(timezone);
  const [written, change] = useParameter("temperatures");
  const asked = dayIn(written);
  const day: Day = asked === null || asked > today ? today : asked;
  const query = useQuery({
    ...ask(swhTemperatureChart, { query: { project_uid: uid, view_day: day } }),
    placeholderData: keepPreviousData,
    refetchInterval: day === today ? everyMs : false,
    refetchOnWindowFocus: "always",
  });
  const { content, axis } = useMemo(
    () => temperatureContent(query.data ?? { view_day: day, data: [] }, name, words),
    [query.data, day, name, words],
  );
  const state = chartState(query, isBlank(content.series));
  const rows = useMemo(() => rowsOf(phone ? TICKS_MINUTES.phone : TICKS_MINUTES.desktop), [phone]);
  const left = useMemo(() => ({ unit: "°C", axis }), [axis]);
  return (
    <Panel
      title={words.text("heater.temperatures")}
      className={query.isPlaceholderData ? "renewing" : ""}
      extra={
        <>
          <DayPicker
            day={day}
            today={today}
            disabled={query.isPending || query.isPlaceholderData}
            onDay={(next) => change(next === today ? null : next)}
          />
          <ChartTools content={content} view={chart} disabled={state !== "ready"} />
        </>
      }
    >
      <TimeChart
        content={content}
        view={chart}
        state={state}
        height={phone ? HEIGHT.phone : HEIGHT.desktop}
        onRetry={() => void query.refetch()}
        rows={rows}
        left={left}
        now={day === today ? localMinutes(timezone, nowMs) : null}
      />
    </Panel>
  );
}

/** Heat of the sun, what it saved, and what the electric heater used, by day or month: which is in the address. */
export function HeatPanel({ uid, name, timezone }: Of) {
  const words = useWords();
  const { text, format } = words;
  const phone = usePhone();
  const chart = useChartView();
  const everyMs = useAppConfig().chart_refresh_s * 1000;
  const { today } = useProjectTime(timezone);
  const [written, change] = useParameter("heat");
  const view: ProductionView = written === "month" ? "month" : "day";
  const range = useMemo(() => (view === "day" ? usualRange(today) : lastTwelveMonths(today)), [view, today]);
  const query = useQuery({
    ...ask(swhEnergyChart, {
      query: { project_uid: uid, from_date: range.from, to_date: range.to, get_type: view },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
    refetchOnWindowFocus: "always",
  });
  const made = useMemo(
    () => heatContent(query.data ?? { date_label: [range.from, range.to], data: [] }, view, name, words),
    [query.data, range, view, name, words],
  );
  const state = chartState(query, made.blank);
  const left = useMemo(() => ({ unit: "kWh", axis: made.axis }), [made.axis]);
  const title = text("heater.energy");
  return (
    <Panel
      title={title}
      className={query.isPlaceholderData ? "renewing" : ""}
      extra={
        <>
          <PeriodSwitch
            name="heat-view"
            label={text("heater.energyView")}
            view={view}
            disabled={query.isPending || query.isPlaceholderData}
            onView={(next) => change(next === "day" ? null : next)}
          />
          <ExplainButton uid={uid} kpis={["energy_saving", "saving", "co2"]} title={title} range={range} />
          <ChartTools content={made.content} view={chart} disabled={state !== "ready"} />
        </>
      }
    >
      <p className="panel-total">
        {text("heater.saving")} <b>{format.number(made.saved, 1)}</b> kWh
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
    </Panel>
  );
}
