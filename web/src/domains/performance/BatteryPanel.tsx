import { type Day, localMinutes } from "@heliograph/contract/kernel/time";
import { batteryChart } from "@heliograph/contract/performance/day-charts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { ask } from "../../platform/api.ts";
import { useAppConfig } from "../../platform/app-config.ts";
import { SOC_AXIS } from "../../ui/charts/axis-rules.ts";
import { isBlank } from "../../ui/charts/chart-content.ts";
import { ChartTools } from "../../ui/charts/ChartTools.tsx";
import { useChartView } from "../../ui/charts/chart-view.ts";
import { TimeChart } from "../../ui/charts/TimeChart.tsx";
import { usePhone } from "../../ui/media.ts";
import { Panel } from "../../ui/Panel.tsx";
import { batteryContent, DAY_MINUTES } from "./battery-content.ts";
import { chartState } from "./chart-state.ts";
import { DayPicker } from "./DayPicker.tsx";
import { clockOf } from "./power-chart.ts";
import { dayIn } from "./power-view.ts";
import { useProjectTime } from "./use-overview.ts";
import { useWords } from "./words.ts";

const HEIGHT = { desktop: 272, phone: 240 };
const TICKS_MINUTES = { desktop: 180, phone: 360 };
const SOC = { unit: "%", axis: SOC_AXIS };

function rowsOf(everyMinutes: number) {
  return {
    places: DAY_MINUTES,
    min: 0,
    max: DAY_MINUTES.at(-1) ?? 0,
    ticks: DAY_MINUTES.filter((minutes) => minutes % everyMinutes === 0),
    label: clockOf,
  };
}

/** The day in the address; today where it names none, or one that has not come yet. */
function useBatteryDay(today: Day): [Day, (day: Day) => void] {
  const [address, setAddress] = useSearchParams();
  const asked = dayIn(address.get("battery"));
  const onDay = (day: Day) => {
    const next = new URLSearchParams(address);
    if (day === today) next.delete("battery");
    else next.set("battery", day);
    setAddress(next, { replace: true, preventScrollReset: true });
  };
  return [asked === null || asked > today ? today : asked, onDay];
}

/** Charge, discharge and state of charge of a day (M51): the day is in the address. */
export function BatteryPanel({ uid, name, timezone }: { uid: string; name: string; timezone: string }) {
  const words = useWords();
  const phone = usePhone();
  const chart = useChartView();
  const everyMs = useAppConfig().chart_refresh_s * 1000;
  const { nowMs, today } = useProjectTime(timezone);
  const [day, onDay] = useBatteryDay(today);
  const query = useQuery({
    ...ask(batteryChart, { query: { project_uid: uid, view_day: day } }),
    placeholderData: keepPreviousData,
    refetchInterval: day === today ? everyMs : false,
    refetchOnWindowFocus: "always",
  });
  const loading = query.isPending || query.isPlaceholderData;
  const { content, axis } = useMemo(
    () => batteryContent(query.data ?? { view_day: day, data: [] }, name, words),
    [query.data, day, name, words],
  );
  const state = chartState(query, isBlank(content.series));
  const rows = useMemo(() => rowsOf(phone ? TICKS_MINUTES.phone : TICKS_MINUTES.desktop), [phone]);
  const left = useMemo(() => ({ unit: "kW", axis }), [axis]);
  return (
    <Panel
      title={words.text("battery.title")}
      className={query.isPlaceholderData ? "renewing" : ""}
      extra={
        <>
          <DayPicker day={day} today={today} disabled={loading} onDay={onDay} />
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
        right={SOC}
        now={day === today ? localMinutes(timezone, nowMs) : null}
      />
    </Panel>
  );
}
