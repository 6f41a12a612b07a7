import { type Day, localMinutes } from "@heliograph/contract/kernel/time";
import { useMemo } from "react";
import { type ChartContent, isBlank } from "../../../ui/charts/chart-content.ts";
import { ChartTools } from "../../../ui/charts/ChartTools.tsx";
import { useChartView } from "../../../ui/charts/chart-view.ts";
import type { ValueAxis } from "../../../ui/charts/plot-frame.ts";
import { TimeChart } from "../../../ui/charts/TimeChart.tsx";
import { usePhone } from "../../../ui/layout/media.ts";
import { DAY_MINUTES } from "./power/battery-content.ts";
import { type ChartQuery, isLoading } from "./chart-query.ts";
import { ChartPanel } from "./ChartPanel.tsx";
import { chartState } from "./chart-state.ts";
import { DayPicker } from "./DayPicker.tsx";
import { clockOf } from "./power/power-chart.ts";
import { useProjectTime } from "./project-time.ts";

const TICKS_MINUTES = { desktop: 180, phone: 360 };

const rowsOf = (everyMinutes: number) => ({
  places: DAY_MINUTES,
  min: 0,
  max: DAY_MINUTES.at(-1) ?? 0,
  ticks: DAY_MINUTES.filter((minutes) => minutes % everyMinutes === 0),
  label: clockOf,
});

interface Props {
  readonly title: string;
  readonly timezone: string;
  readonly query: ChartQuery;
  readonly day: Day;
  readonly onDay: (day: Day) => void;
  readonly content: ChartContent;
  /** The same objects as long as they say the same. */
  readonly left: ValueAxis;
  readonly right?: ValueAxis;
  /** Of the drawn part, px. */
  readonly height: { readonly desktop: number; readonly phone: number };
}

/** A panel with the lines of a whole day, midnight to midnight, and a choice of the day beside its heading. */
export function DayPanel({ title, timezone, query, day, onDay, content, height, ...axes }: Props) {
  const phone = usePhone();
  const chart = useChartView();
  const { nowMs, today } = useProjectTime(timezone);
  const state = chartState(query, isBlank(content.series));
  const rows = useMemo(() => rowsOf(phone ? TICKS_MINUTES.phone : TICKS_MINUTES.desktop), [phone]);
  return (
    <ChartPanel
      title={title}
      query={query}
      tools={
        <>
          <DayPicker day={day} today={today} disabled={isLoading(query)} onDay={onDay} />
          <ChartTools content={content} view={chart} disabled={state !== "ready"} />
        </>
      }
    >
      <TimeChart
        content={content}
        view={chart}
        state={state}
        height={phone ? height.phone : height.desktop}
        onRetry={() => void query.refetch()}
        rows={rows}
        now={day === today ? localMinutes(timezone, nowMs) : null}
        {...axes}
      />
    </ChartPanel>
  );
}
