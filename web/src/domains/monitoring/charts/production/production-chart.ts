// The production chart's arithmetic: which series there are, where its axes end, and what is said of a bar.
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { productionChart } from "@heliograph/contract/monitoring/charts/production-chart";
import {
  type Axis,
  extent,
  fixedAxis,
  productionAxisMax,
  roundAxis,
} from "../../../../ui/charts/axis-rules.ts";
import type { ProductionView } from "../production-range.ts";

/** What of the server's answer the chart draws. */
export type Production = Pick<
  Answer<typeof productionChart>,
  "chart_date_label" | "total_display" | "insolation_data" | "expected_prod_data"
>;
type Values = readonly (number | null)[];

export interface ProductionValues {
  /** kWh by the production meters. */
  readonly meter: Values;
  /** kWh by the inverters. */
  readonly inverter: Values;
  /** kWh that the insolation would give. */
  readonly expected: Values;
  /** Wh/m². */
  readonly insolation: Values;
}

/** The values of every label, series by series. */
export function valuesOf(production: Production): ProductionValues {
  return {
    meter: production.total_display.map((bar) => bar.metter_production_data.value),
    inverter: production.total_display.map((bar) => bar.inverter_production_data.value),
    expected: production.expected_prod_data.map((entry) => entry.expected_prod.value),
    insolation: production.insolation_data.map((entry) => entry.value),
  };
}

/** True where anything is known. */
export const hasAny = (values: Values): boolean => values.some((value) => value !== null);

/** The axis of the energies (kWh): as high as the highest bar or line needs, by the rule of M275. */
export function energyAxis({ meter, inverter, expected }: ProductionValues): Axis {
  return fixedAxis(productionAxisMax(extent([meter, inverter, expected])?.high ?? 0), 4);
}

/** The axis of the insolation (Wh/m²), half as high again as its values, so that the line stays below most bars. */
export function insolationAxis({ insolation }: ProductionValues): Axis {
  return roundAxis(0, (extent([insolation])?.high ?? 0) * 1.5, 4);
}

type Bar = Production["total_display"][number];

/** A share below this is rounding, not something to point out. */
const NOTABLE_SHARE = 0.005;
/** Daylight that readings cover, from which on a period counts as complete: inverters wake up and go to sleep late and early. */
const COMPLETE = 0.95;

/** True where a notable part of the bar's energy is estimated. */
export const isEstimated = (bar: Bar): boolean => (bar.estimated_share ?? 0) >= NOTABLE_SHARE;

/** True where a notable part of the bar's energy is integrated from power. */
export const isIntegrated = (bar: Bar): boolean => (bar.integrated_share ?? 0) >= NOTABLE_SHARE;

/** True where readings miss a notable part of a period that is over; a running one is incomplete by nature. */
export const isIncomplete = (bar: Bar, running: boolean): boolean =>
  !running && bar.completeness !== null && bar.completeness < COMPLETE;

/** True when the label names the period that holds `today`, or a later one. */
export const isRunning = (label: string, today: string): boolean => label >= today.slice(0, label.length);

/** The labels under the axis: the day alone within one month, else day and month; months in full. */
export function axisNames(
  labels: readonly string[],
  view: ProductionView,
  written: (label: string) => string,
): string[] {
  if (view === "month") return labels.map(written);
  const oneMonth = labels.every((label) => label.slice(0, 7) === labels[0]?.slice(0, 7));
  return labels.map((label) => (oneMonth ? label.slice(8) : withoutYear(written(label), label.slice(0, 4))));
}

// The year stands first or last, as the language writes days.
const withoutYear = (text: string, year: string) => text.replace(`${year}-`, "").replace(`-${year}`, "");
