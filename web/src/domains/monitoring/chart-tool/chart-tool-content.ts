// What the chart tool shows, in words and series.
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { chartTool, chartToolDevices } from "@heliograph/contract/monitoring/chart-tool";
import { type Axis, extent, roundAxis } from "../../../ui/charts/axis-rules.ts";
import type { ChartContent, ChartSeries } from "../../../ui/charts/chart-content.ts";
import { keyOf, type SelectedSeries, axisUnits } from "./chart-tool-view.ts";
import { inShownUnit, shownUnit } from "../../../platform/format.ts";
import type { Words } from "../words.ts";

export type ChartAnswer = Answer<typeof chartTool>;
export type Gateways = Answer<typeof chartToolDevices>["gateways"];

export interface ToolStatistic {
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  readonly min: number | null;
  readonly max: number | null;
  readonly mean: number | null;
  /** Of energies; else null. */
  readonly sum: number | null;
}

interface ToolContent {
  readonly content: ChartContent;
  readonly left: { readonly unit: string; readonly axis: Axis };
  readonly right: { readonly unit: string; readonly axis: Axis } | undefined;
  readonly statistics: readonly ToolStatistic[];
  /** Instants at which the rows begin, ms since 1970. */
  readonly starts: readonly number[];
}

/** The names of the series: device and quantity. */
export function namesOf(gateways: Gateways, { text }: Words): Map<string, string> {
  const names = new Map<string, string>();
  for (const device of gateways.flatMap((gateway) => gateway.devices)) {
    for (const quantity of device.quantities) {
      names.set(
        keyOf({ device_uid: device.device_uid, quantity }),
        `${device.alias} · ${text(`quantity.${quantity}`)}`,
      );
    }
  }
  return names;
}

/** Decimals of values in a shown unit: of large ones they say nothing, and a watt is a thousandth of what stands before it. */
export function digitsOf(largest: number | null, unit: string): number {
  const size = Math.abs(largest ?? 0);
  if (size >= 1000) return 0;
  return size < 10 && unit.startsWith("k") ? 3 : 2;
}
const digitsOfAll = (values: readonly (number | null)[], unit: string) => {
  const range = extent([values]);
  return digitsOf(range === null ? null : Math.max(Math.abs(range.low), Math.abs(range.high)), unit);
};

/** The chart of an answer: the asked series, and dashed those of the other day. `zoom` are the first and last row shown. */
export function toolContent(
  answer: ChartAnswer,
  of: {
    selection: readonly SelectedSeries[];
    names: ReadonlyMap<string, string>;
    zoom: readonly [number, number] | null;
    title: string;
  },
  words: Words,
): ToolContent {
  const units = axisUnits(of.selection);
  const [first, last] = of.zoom ?? [0, answer.shown.starts.length - 1];
  const named = namedSeries(answer, of.names, words);
  const series = named.map(({ one, other, key, name, index }): ChartSeries => {
    const values = one.values.slice(first, last + 1).map((value) => inShownUnit(value, one.unit));
    return {
      key,
      name,
      unit: shownUnit(one.unit),
      color: `--device-${index + 1}`,
      mark: "line",
      values,
      digits: digitsOfAll(values, shownUnit(one.unit)),
      axis: units[1] === shownUnit(one.unit) ? "right" : "left",
      ...(other ? { dash: "dashed" as const } : {}),
    };
  });
  const axis = (side: "left" | "right") => {
    const range = extent(series.filter((one) => one.axis === side).map((one) => one.values));
    return roundAxis(range?.low ?? 0, range?.high ?? 0, 4);
  };
  const starts = answer.shown.starts.slice(first, last + 1);
  return {
    content: {
      title: of.title,
      summary: `${of.title}: ${named.map((one) => one.name).join(", ")}`,
      rowTitle: words.text("statistics.time"),
      rowNames: rowNames(starts, answer, words),
      series,
    },
    left: { unit: units[0] ?? "", axis: axis("left") },
    right: units[1] === undefined ? undefined : { unit: units[1], axis: axis("right") },
    statistics: named.map(({ one, key, name }) => ({
      key,
      name,
      unit: shownUnit(one.unit),
      min: inShownUnit(one.min, one.unit),
      max: inShownUnit(one.max, one.unit),
      mean: inShownUnit(one.mean, one.unit),
      sum: inShownUnit(one.sum, one.unit),
    })),
    starts,
  };
}

/** The series with their names; those of the other day say which one it is. */
function namedSeries(answer: ChartAnswer, names: ReadonlyMap<string, string>, { format }: Words) {
  const { overlay, shown, timezone } = answer;
  const day = overlay === null ? "" : format.dateTime(Date.parse(overlay.from), timezone).slice(0, 10);
  const name = (one: ChartAnswer["shown"]["series"][number]) => names.get(keyOf(one)) ?? one.quantity;
  return [
    ...shown.series.map((one, index) => ({ one, index, other: false, key: keyOf(one), name: name(one) })),
    ...(overlay?.series ?? []).map((one, index) => ({
      one,
      index,
      other: true,
      key: `${keyOf(one)} other`,
      name: `${name(one)} (${day})`,
    })),
  ];
}

/** Every row by its time; where the clock shows one twice the second says so by its place in the day. */
function rowNames(starts: readonly number[], { timezone, step_s }: ChartAnswer, { format }: Words): string[] {
  const seconds = step_s !== null && step_s % 60 !== 0;
  const occurrences = new Map<string, number>();
  return starts.map((at) => {
    const time = format.dateTime(at, timezone);
    const name = seconds ? `${time}:${format.clock(at, timezone, true).slice(-2)}` : time;
    const times = (occurrences.get(name) ?? 0) + 1;
    occurrences.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

/** Places along the axis that get a label: about `count` of them. */
export function ticksOf(starts: readonly number[], count: number): number[] {
  const every = Math.max(1, Math.ceil(starts.length / count));
  return starts.filter((_at, row) => row % every === 0);
}
