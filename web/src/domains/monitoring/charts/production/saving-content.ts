// What the CO2 and cost-saving charts show: bars by day or month, gateways standing on each other (M53, M274).
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { productionChart } from "@heliograph/contract/monitoring/charts/production-chart";
import { type Axis, extent, fixedAxis, savingAxisMax } from "../../../../ui/charts/axis-rules.ts";
import { type ChartContent, type ChartSeries, isBlank } from "../../../../ui/charts/chart-content.ts";
import { tonsDigits } from "../../../../platform/format.ts";
import { sumBySlot } from "../power/power-chart.ts";
import { axisNames } from "./production-chart.ts";
import type { Words } from "../../words.ts";

export type Savings = Pick<
  Answer<typeof productionChart>,
  "chart_date_label" | "chart_co2" | "chart_saving" | "co2_provisional_years"
>;
export type Benefit = "co2" | "cost";

interface SavingContent {
  readonly content: ChartContent;
  readonly labels: readonly string[];
  readonly axis: Axis;
  readonly unit: string;
  readonly blank: boolean;
  /** Sum over the range; null: nothing is known. */
  readonly total: number | null;
  readonly totalDigits: number;
  /** Years byGateway with a provisional factor, where that matters. */
  readonly provisional: readonly number[];
}

const DEVICE_COLORS = 8;
/** More sums than this would run into each other. */
const MOST_TOPS = 31;

interface GatewayValues {
  readonly uid: string;
  readonly name: string;
  readonly values: readonly (number | null)[];
}

function gatewaysOf(savings: Savings, what: Benefit): GatewayValues[] {
  if (what === "co2") {
    return savings.chart_co2.map(({ label, data }) => ({
      uid: label.gateway_uid,
      name: label.alias,
      values: data.map((entry) => entry.co2_reduction.value),
    }));
  }
  return savings.chart_saving.map(({ label, data }) => ({
    uid: label.gateway_uid,
    name: label.alias,
    values: data.map((entry) => entry.saving_cost.value),
  }));
}

/** Everything the chart of what was saved shows. `project` is the name that files carry. */
export function savingContent(savings: Savings, what: Benefit, project: string, words: Words): SavingContent {
  const { text, format } = words;
  const dates = savings.chart_date_label;
  const view = dates[0]?.length === "2026-01".length ? "month" : "day";
  const gateways = gatewaysOf(savings, what);
  const unit = what === "cost" ? "VND" : text("list.tons");
  const sums = sumBySlot(gateways.map(({ values }) => values));
  const digits = what === "cost" ? 0 : Math.max(3, tonsDigits(extent([sums])?.high));
  const axis = fixedAxis(savingAxisMax(extent([sums])?.high ?? 0), 5);
  // The axis of the specification leaves small bars hardly a line: then they say how much they are.
  const low = (extent([sums])?.high ?? 0) < axis.max / 4 && dates.length <= MOST_TOPS;
  const tops = sums.map((sum) =>
    sum === null || !low
      ? null
      : format.number(sum, what === "co2" && sum < 1 ? digits : Math.min(digits, 1)),
  );
  const series = gateways.map(({ uid, name, values }, index): ChartSeries => ({
    key: uid,
    name,
    unit,
    digits,
    color:
      gateways.length === 1
        ? `--series-${what === "co2" ? "co2" : "saving"}`
        : `--device-${(index % DEVICE_COLORS) + 1}`,
    mark: "bar",
    stack: what,
    values,
    ...(index === gateways.length - 1 ? { tops } : {}),
  }));
  const totalDigits = what === "cost" ? 0 : digits;
  const total = sumBySlot(sums.map((value) => [value]))[0] ?? null;
  const title = text(what === "co2" ? "saving.co2" : "saving.cost");
  const [from, to] = [format.day(dates[0]), format.day(dates.at(-1))];
  return {
    content: {
      title: `${project} · ${title} · ${from} – ${to}`,
      summary: text("saving.summary", {
        title,
        from,
        to,
        n: format.number(total, totalDigits),
        unit,
      }),
      rowTitle: view === "day" ? text("Day") : text("Month"),
      rowNames: dates.map((date) => format.day(date)),
      series,
    },
    labels: axisNames(dates, view, format.day),
    axis,
    unit,
    blank: isBlank(series),
    total,
    totalDigits,
    provisional: what === "co2" ? savings.co2_provisional_years : [],
  };
}
