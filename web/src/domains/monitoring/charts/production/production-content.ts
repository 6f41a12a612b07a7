// What the production chart shows, in words and series.
import type { Day } from "@heliograph/contract/kernel/time";
import type { Axis } from "../../../../ui/charts/axis-rules.ts";
import { type ChartContent, type ChartSeries, isBlank } from "../../../../ui/charts/chart-content.ts";
import {
  axisNames,
  energyAxis,
  hasAny,
  insolationAxis,
  isEstimated,
  isIntegrated,
  isIncomplete,
  isRunning,
  type Production,
  type ProductionValues,
  valuesOf,
} from "./production-chart.ts";
import { sumBySlot } from "../power/power-chart.ts";
import type { Words } from "../../words.ts";

export interface ProductionContent {
  readonly content: ChartContent;
  /** Short names under the axis. */
  readonly labels: readonly string[];
  readonly leftAxis: Axis;
  /** Wh/m²; null where no insolation is known. */
  readonly rightAxis: Axis | null;
  readonly blank: boolean;
  /** True where any bar is hatched, and where any has an asterisk: the chart then explains its marks. */
  readonly marks: { readonly hatched: boolean; readonly starred: boolean };
}

interface Flags {
  readonly hatched: readonly boolean[];
  readonly starred: readonly boolean[];
}

function seriesOf(values: ProductionValues, { hatched, starred }: Flags, { text }: Words): ChartSeries[] {
  const kwh = { unit: "kWh", digits: 1 } as const;
  const all: ChartSeries[] = [
    {
      key: "meter",
      name: text("production.meter"),
      color: "--series-meter",
      mark: "bar",
      values: values.meter,
      hatched,
      // One asterisk a period is enough: the inverters' bars have it where there are any.
      ...(hasAny(values.inverter) ? {} : { starred }),
      ...kwh,
    },
    {
      key: "inverter",
      name: text("production.inverter"),
      color: "--series-inverter",
      edge: "--series-meter",
      mark: "outlined-bar",
      values: values.inverter,
      hatched,
      starred,
      ...kwh,
    },
    {
      key: "expected",
      name: text("production.expected"),
      color: "--series-expected",
      mark: "line",
      dash: "dashed",
      step: true,
      values: values.expected,
      ...kwh,
    },
    {
      key: "insolation",
      name: text("production.insolation"),
      color: "--series-irradiance",
      mark: "line",
      dash: "dotted",
      axis: "right",
      values: values.insolation,
      unit: "Wh/m²",
      digits: 0,
    },
  ];
  return all.filter((one) => hasAny(one.values));
}

/** What must be said about each bar; null where it is complete, over and measured. */
function notesOf(production: Production, today: Day, { text, format }: Words): (string | null)[] {
  return production.total_display.map((bar, row) => {
    const running = isRunning(production.chart_date_label[row] ?? "", today);
    const parts = [
      ...(running ? [text("production.running")] : []),
      ...(isIncomplete(bar, running)
        ? [text("production.complete", { p: format.number((bar.completeness ?? 0) * 100, 0) })]
        : []),
      ...(isEstimated(bar)
        ? [text("production.estimated", { p: format.number((bar.estimated_share ?? 0) * 100, 0) })]
        : []),
      ...(isIntegrated(bar)
        ? [text("production.integrated", { p: format.number((bar.integrated_share ?? 0) * 100, 0) })]
        : []),
    ];
    return parts.length === 0 ? null : parts.join(", ");
  });
}

/** The energy of the range: by the meter where there is one, else by the inverters; null where nothing is known. */
function totalOf(values: ProductionValues): number | null {
  const counted = hasAny(values.meter) ? values.meter : values.inverter;
  return sumBySlot(counted.map((value) => [value]))[0] ?? null;
}

const MONTH_LENGTH = "2026-01".length;

/** Everything the production chart shows. `project` is the name that files carry, `today` the project's calendar day. */
export function productionContent(
  production: Production,
  project: string,
  today: Day,
  words: Words,
): ProductionContent {
  const { text, format } = words;
  const { chart_date_label: dates, total_display: bars } = production;
  // By the answer and not by the switch: while another range is on its way, the earlier answer is still shown.
  const view = dates[0]?.length === MONTH_LENGTH ? "month" : "day";
  const values = valuesOf(production);
  const hatched = bars.map(isEstimated);
  const starred = bars.map((bar, row) => isIncomplete(bar, isRunning(dates[row] ?? "", today)));
  const series = seriesOf(values, { hatched, starred }, words);
  const title = text("production.title");
  const from = format.day(dates[0]);
  const to = format.day(dates.at(-1));
  const total = totalOf(values);
  const facts =
    total === null ? text("Data is not available") : text("production.total", { n: format.number(total) });
  return {
    content: {
      title: `${project} · ${title} · ${from} – ${to}`,
      summary: text("production.summary", { title, from, to, facts }),
      rowTitle: view === "day" ? text("Day") : text("Month"),
      rowNames: dates.map((date) => format.day(date)),
      notes: notesOf(production, today, words),
      series,
    },
    labels: axisNames(dates, view, format.day),
    leftAxis: energyAxis(values),
    rightAxis: hasAny(values.insolation) ? insolationAxis(values) : null,
    blank: isBlank(series),
    marks: { hatched: hatched.includes(true), starred: starred.includes(true) },
  };
}
