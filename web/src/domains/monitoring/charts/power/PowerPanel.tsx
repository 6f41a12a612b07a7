import { type Day, localDay, localMinutes } from "@heliograph/contract/kernel/time";
import { memo, useMemo } from "react";
import { useSearchParams } from "react-router";
import { isBlank } from "../../../../ui/charts/chart-content.ts";
import { ChartTools } from "../../../../ui/charts/ChartTools.tsx";
import { useChartView } from "../../../../ui/charts/chart-view.ts";
import { TimeChart } from "../../../../ui/charts/TimeChart.tsx";
import { usePhone } from "../../../../ui/layout/media.ts";
import { powerQuery } from "../chart-queries.ts";
import { DayPicker } from "../DayPicker.tsx";
import { clockOf, DRAWN_MINUTES, type PowerDay, presentOn } from "./power-chart.ts";
import { powerContent } from "./power-content.ts";
import { type PowerView, dayToShow, usualDay, viewIn, withPowerView } from "./power-view.ts";
import { PowerFacts, PowerSwitches } from "./PowerSwitches.tsx";
import { isLoading, useChartQuery } from "../chart-query.ts";
import { ChartPanel } from "../ChartPanel.tsx";
import { useEventMarks } from "../event-marks.ts";
import { EventMarkList } from "../EventMarkList.tsx";
import { chartState } from "../chart-state.ts";
import { useProjectTime } from "../project-time.ts";
import { useWords, type Words } from "../../words.ts";
import styles from "./PowerPanel.module.css";

const HEIGHT = { desktop: 348, phone: 260 };

interface Props {
  readonly uid: string;
  readonly name: string;
  readonly timezone: string;
  readonly runNze: boolean;
  /** Since when a plant that does not report has said nothing, ms since 1970; null: it reports, or never has. */
  readonly silentSinceMs: number | null;
}

const NO_SUM = {
  device_data_ac: [],
  device_data_dc: [],
  device_data_ac_estimated: [],
  silent: [],
  devices: 0,
  absent: 0,
};
const NO_ENERGY = { value: null, unit: "kWh" } as const;

/** What stands in the chart's place before there is a day: the same frame, no series. */
const nothing = (viewDay: string): PowerDay => ({
  view_day: viewDay,
  timezone: "UTC",
  date_label: [],
  units: { power: "W", radiation: "W/m2" },
  data: [],
  total_data: {
    ...NO_SUM,
    sum_of: "solar_inverter",
    grid_power: [],
    battery_power: [],
    load: [],
    radiation_data: [],
  },
  gateway_data: [],
  day_data: {
    peak_power: { value: null, unit: "W", at: null, by: null },
    production: { ...NO_ENERGY, by: null },
    import_energy: NO_ENERGY,
    export_energy: NO_ENERGY,
    load_energy: NO_ENERGY,
    insolation: { value: null, unit: "Wh/m2" },
  },
  run_nze: false,
});

const TICKS_MINUTES = { desktop: 120, phone: 240 };

/** The axis of the day: the drawn slots, with a label every so many minutes. */
function rowsOf(everyMinutes: number) {
  const min = DRAWN_MINUTES[0] ?? 0;
  return {
    places: DRAWN_MINUTES,
    min,
    max: DRAWN_MINUTES.at(-1) ?? min,
    ticks: DRAWN_MINUTES.filter((minutes) => (minutes - min) % everyMinutes === 0),
    label: clockOf,
  };
}

/** Where instants stand on the axis of a day; what began on an earlier one stands before it. */
function useDayAxis({ min, max }: { min: number; max: number }, day: Day, timezone: string) {
  return useMemo(
    () => ({
      first: min,
      last: max,
      placeOf: (atMs: number) => (localDay(timezone, atMs) < day ? min : localMinutes(timezone, atMs)),
    }),
    [min, max, day, timezone],
  );
}

/** The view in the address, and the way to change it. */
function usePowerView(runNze: boolean): [PowerView, (view: PowerView) => void] {
  const [address, setAddress] = useSearchParams();
  const view = useMemo(() => viewIn(address, runNze), [address, runNze]);
  const onView = (next: PowerView) =>
    setAddress(withPowerView(address, next), { replace: true, preventScrollReset: true });
  return [view, onView];
}

/** The day's answer, or the previous day's while this one is on its way. Today's is renewed without a sign of it. */
function usePowerDay(uid: string, day: Day, isToday: boolean) {
  return useChartQuery(powerQuery(uid, day), isToday);
}

/** Since when a silent plant has said nothing, where the day shows it: by the clock, with the day on a later one. */
function silenceOn(
  day: Day,
  of: { sinceMs: number | null; isToday: boolean; timezone: string; words: Words },
): string | null {
  const { sinceMs, isToday, timezone, words } = of;
  if (sinceMs === null) return null;
  if (localDay(timezone, sinceMs) === day) return words.format.clock(sinceMs, timezone);
  return isToday ? words.format.dateTime(sinceMs, timezone) : null;
}

/** The power of a day (M50): mode, quantity, grouping and day are in the address. Live values of the project draw it anew only where they say that it fell silent. */
export const PowerPanel = memo(function PowerPanel({ uid, name, timezone, runNze, silentSinceMs }: Props) {
  const words = useWords();
  const phone = usePhone();
  const chart = useChartView();
  const [view, onView] = usePowerView(runNze);
  const { nowMs, today } = useProjectTime(timezone);
  const usual = usualDay(today, timezone, silentSinceMs);
  const day = dayToShow(view.day, usual, today);
  const isToday = day === today;
  const query = usePowerDay(uid, day, isToday);
  const loading = isLoading(query);
  const { content, facts, silent, leftAxis, rightAxis } = useMemo(
    () => powerContent(query.data ?? nothing(day), view, name, words),
    [query.data, day, view, name, words],
  );
  const state = chartState(query, isBlank(content.series));
  const rows = useMemo(() => rowsOf(phone ? TICKS_MINUTES.phone : TICKS_MINUTES.desktop), [phone]);
  const left = useMemo(() => ({ unit: "kW", axis: leftAxis }), [leftAxis]);
  const right = useMemo(
    () => (rightAxis === null ? undefined : { unit: "W/m²", axis: rightAxis }),
    [rightAxis],
  );
  const days = { from: day, to: day };
  const events = useEventMarks(uid, days, useDayAxis(rows, day, timezone));
  const onDay = (chosen: Day) => onView({ ...view, day: chosen === usual ? null : chosen });
  return (
    <ChartPanel
      title={words.text("power.title")}
      query={query}
      tools={
        <>
          <DayPicker day={day} today={today} disabled={loading} onDay={onDay} />
          <ChartTools content={content} view={chart} disabled={state !== "ready"} withLegend />
        </>
      }
    >
      <div className={styles.controls}>
        <PowerSwitches view={view} runNze={runNze} disabled={loading} onView={onView} />
        <PowerFacts
          facts={facts}
          silent={silent}
          silentSince={silenceOn(day, { sinceMs: silentSinceMs, isToday, timezone, words })}
        />
      </div>
      <TimeChart
        content={content}
        view={chart}
        state={state}
        height={phone ? HEIGHT.phone : HEIGHT.desktop}
        onRetry={() => void query.refetch()}
        rows={rows}
        left={left}
        right={right}
        now={isToday ? presentOn(localMinutes(timezone, nowMs)) : null}
        marks={events.marks}
      />
      <EventMarkList of={events} uid={uid} days={days} timezone={timezone} />
    </ChartPanel>
  );
});
