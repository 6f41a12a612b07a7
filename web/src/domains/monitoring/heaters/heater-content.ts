// What the charts of a water heater show: lines of its sensors over a day, bars of heat and savings by day or month.
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { swhEnergyChart, swhTemperatureChart } from "@heliograph/contract/monitoring/heaters";
import { type Axis, extent, fixedAxis, productionAxisMax, roundAxis } from "../../../ui/charts/axis-rules.ts";
import { type ChartContent, type ChartSeries, isBlank } from "../../../ui/charts/chart-content.ts";
import { DAY_MINUTES } from "../charts/power/battery-content.ts";
import { clockOf } from "../charts/power/power-chart.ts";
import { axisNames, hasAny } from "../charts/production/production-chart.ts";
import type { ProductionView } from "../charts/production-range.ts";
import type { Words } from "../words.ts";

type TemperatureDay = Pick<Answer<typeof swhTemperatureChart>, "view_day" | "data">;
type HeatPeriods = Pick<Answer<typeof swhEnergyChart>, "date_label" | "data">;

const DEVICE_COLORS = 8;

/** A line for each sensor, named by its place; with several controllers by theirs as well. `project` names files. */
export function temperatureContent(
  day: TemperatureDay,
  project: string,
  words: Words,
): { readonly content: ChartContent; readonly axis: Axis } {
  const { text, format } = words;
  const several = new Set(day.data.map(({ device_uid }) => device_uid)).size > 1;
  const series = day.data.map(({ device_uid, alias, sensor, name, arr_value }, index): ChartSeries => {
    const called = `${sensor} ${text(`heater.name.${name}`)}`;
    return {
      key: `${device_uid} ${sensor}`,
      name: several ? `${called} · ${alias}` : called,
      unit: "°C",
      digits: 1,
      color: `--device-${(index % DEVICE_COLORS) + 1}`,
      mark: "line",
      values: arr_value,
    };
  });
  const range = extent(series.map(({ values }) => values));
  const title = text("heater.temperatures");
  const date = format.day(day.view_day);
  return {
    content: {
      title: `${project} · ${title} · ${date}`,
      summary: text("heater.temperatureSummary", { title, day: date }),
      rowTitle: text("chart.time"),
      rowNames: DAY_MINUTES.map(clockOf),
      series,
    },
    axis: roundAxis(Math.min(0, range?.low ?? 0), range?.high ?? 80, 4),
  };
}

interface HeatContent {
  readonly content: ChartContent;
  readonly labels: readonly string[];
  readonly axis: Axis;
  readonly blank: boolean;
  /** kWh saved over the range; null: nothing is known. */
  readonly savingKwh: number | null;
}

/** Everything the energy chart shows. Bars that are estimated from the tank alone are hatched. */
export function heatContent(
  periods: HeatPeriods,
  view: ProductionView,
  project: string,
  words: Words,
): HeatContent {
  const { text, format } = words;
  const { date_label: dates, data } = periods;
  const hatched = data.map(({ estimated }) => estimated);
  const bar = { unit: "kWh", digits: 1, mark: "bar" } as const;
  const all: ChartSeries[] = [
    {
      key: "saving",
      name: text("heater.saving"),
      color: "--series-charge",
      values: data.map((one) => one.energy_saving.value),
      hatched,
      ...bar,
    },
    {
      key: "heat",
      name: text("heater.solarHeat"),
      color: "--series-pv",
      values: data.map((one) => one.solar_heat.value),
      hatched,
      ...bar,
    },
    {
      key: "auxiliary",
      name: text("heater.auxiliary"),
      color: "--series-discharge",
      values: data.map((one) => one.auxiliary.value),
      ...bar,
    },
  ];
  const series = all.filter((one) => hasAny(one.values));
  const savingKwh = data.reduce<number | null>(
    (sum, { energy_saving: { value } }) => (value === null ? sum : (sum ?? 0) + value),
    null,
  );
  const title = text("heater.energy");
  const [from, to] = [format.day(dates[0]), format.day(dates.at(-1))];
  return {
    content: {
      title: `${project} · ${title} · ${from} – ${to}`,
      summary: text("heater.energySummary", { title, from, to, n: format.number(savingKwh, 1) }),
      rowTitle: text(view === "day" ? "Day" : "Month"),
      rowNames: dates.map((date) => format.day(date)),
      notes: hatched.map((estimated) => (estimated ? text("heater.estimated") : null)),
      series,
    },
    labels: axisNames(dates, view, format.day),
    axis: fixedAxis(productionAxisMax(extent(series.map(({ values }) => values))?.high ?? 0), 4),
    blank: isBlank(series),
    savingKwh,
  };
}
