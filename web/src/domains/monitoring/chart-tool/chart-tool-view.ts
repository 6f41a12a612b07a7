// What a person compares in the chart tool, and how the address says it.
import {
  CHART_TOOL_LIMITS,
  type ChartBin,
  chartSeriesName,
  type ChartToolQuantity,
} from "@heliograph/contract/monitoring/chart-tool";
import { unitOf } from "@heliograph/contract/telemetry/quantities";
import { shownUnit } from "../../../platform/format.ts";
import type { ExportMenuProps } from "../../../platform/screen-parts/screen-parts.ts";
import type { BinRange } from "../statistics/statistics-view.ts";

/** A device and one of its quantities. */
export interface SelectedSeries {
  readonly device_uid: string;
  readonly quantity: ChartToolQuantity;
}

export const keyOf = ({ device_uid, quantity }: SelectedSeries): string => `${device_uid}:${quantity}`;

/** The series that the address names, without what is no series, each once, up to the limits; null: it says nothing of them. */
export function selectionIn(address: URLSearchParams): SelectedSeries[] | null {
  const named = address.get("series");
  if (named === null) return null;
  const selection: SelectedSeries[] = [];
  for (const text of named.split(",")) {
    const { data } = chartSeriesName.safeParse(text);
    if (data !== undefined && canAddSeries(selection, data)) selection.push(data);
  }
  return selection;
}

/** How many devices of a kind a first visit draws: more lines are not told apart at a glance. */
const DRAWN_AT_FIRST = 4;

/**
 * What a first visit draws: the power of the first inverters, else of the first devices that have one, beside the irradiance
 * of the first sensor; where there is neither, the first quantity there is.
 */
export function usefulSelection(gateways: readonly FirstChoice[]): SelectedSeries[] {
  const devices = gateways.flatMap((gateway) => gateway.devices);
  const having = (quantity: ChartToolQuantity) => devices.filter((one) => one.quantities.includes(quantity));
  const powers = having("ac_power_w");
  const inverters = powers.filter((one) => one.asset_type === "solar_inverter");
  const drawn = [
    ...(inverters.length > 0 ? inverters : powers)
      .slice(0, DRAWN_AT_FIRST)
      .map(({ device_uid }): SelectedSeries => ({ device_uid, quantity: "ac_power_w" })),
    ...having("irradiance_w_m2")
      .slice(0, 1)
      .map(({ device_uid }): SelectedSeries => ({ device_uid, quantity: "irradiance_w_m2" })),
  ];
  if (drawn.length > 0) return drawn;
  const [first] = devices.flatMap(({ device_uid, quantities }) =>
    quantities.slice(0, 1).map((quantity) => ({ device_uid, quantity })),
  );
  return first === undefined ? [] : [first];
}

interface FirstChoice {
  readonly devices: readonly {
    readonly device_uid: string;
    readonly asset_type: string;
    readonly quantities: readonly ChartToolQuantity[];
  }[];
}

/** The unit in which a quantity is drawn; empty for shares and codes. */
export const drawnUnit = (quantity: ChartToolQuantity): string => shownUnit(unitOf(quantity));

/** The units of the series in their order: the first is drawn on the left axis, the second on the right. */
export const axisUnits = (selection: readonly SelectedSeries[]): string[] => [
  ...new Set(selection.map((one) => drawnUnit(one.quantity))),
];

/** True when one more may be drawn: there is room for it, it is not drawn yet, and its unit has an axis. */
export const canAddSeries = (selection: readonly SelectedSeries[], one: SelectedSeries): boolean =>
  !selection.some((other) => keyOf(other) === keyOf(one)) && barTo(selection, one) === null;

/** Why one more cannot be drawn: "full", as many are drawn as may be; "unit", its unit has no axis left. Null: it can. */
export function barTo(selection: readonly SelectedSeries[], one: SelectedSeries): "full" | "unit" | null {
  if (selection.length >= CHART_TOOL_LIMITS.series) return "full";
  const units = axisUnits(selection);
  return units.length < 2 || units.includes(drawnUnit(one.quantity)) ? null : "unit";
}

/**
 * What is asked of an export of the series over the range. Exports have the bins of statistics: what is drawn by the step of its readings
 * is exported by quarter hours.
 */
export function exportRequest(
  uid: string,
  { bin, ...range }: BinRange<ChartBin>,
  selection: readonly SelectedSeries[],
): ExportMenuProps["request"] {
  return {
    project_uid: uid,
    ...range,
    binsize: bin === "detail" ? "15_minutes" : bin,
    series: selection.map(keyOf),
  };
}

interface Tree {
  readonly devices: readonly {
    readonly alias: string;
    readonly serial: string;
    readonly quantities: readonly ChartToolQuantity[];
  }[];
}

/**
 * What of the tree has all the words typed in the names of device and quantity, whatever their case; devices and gateways
 * with nothing left are not among it. Nothing typed: all of it.
 */
export function matching<G extends Tree>(
  gateways: readonly G[],
  search: string,
  nameOf: (quantity: ChartToolQuantity) => string,
): G[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...gateways];
  const found = gateways.map((gateway) => ({
    ...gateway,
    devices: gateway.devices
      .map((device) => ({
        ...device,
        quantities: device.quantities.filter((quantity) => {
          const name = `${device.alias} ${device.serial} ${nameOf(quantity)}`.toLowerCase();
          return words.every((word) => name.includes(word));
        }),
      }))
      .filter((device) => device.quantities.length > 0),
  }));
  return found.filter((gateway) => gateway.devices.length > 0);
}

/** The first and last instant that the address zooms in on, ms since 1970; null: none, or not in that order. */
export function zoomIn(address: URLSearchParams): readonly [number, number] | null {
  const [from = Number.NaN, to = Number.NaN] = (address.get("zoom") ?? "").split("-").map(Number);
  return from < to ? [from, to] : null;
}

/** The address with the instants zoomed in on; null: without. Other parameters stay. */
export function withZoom(address: URLSearchParams, zoom: readonly [number, number] | null): URLSearchParams {
  const next = new URLSearchParams(address);
  if (zoom === null) next.delete("zoom");
  else next.set("zoom", zoom.join("-"));
  return next;
}

/** The address with the day that is laid over the range; null: without. Other parameters stay. */
export function withOverlay(address: URLSearchParams, day: string | null): URLSearchParams {
  const next = new URLSearchParams(address);
  if (day === null) next.delete("over");
  else next.set("over", day);
  return next;
}

/** The first and last row within the instants; null where fewer than two rows are, or all of them. */
export function rowsWithin(
  starts: readonly number[],
  zoom: readonly [number, number] | null,
): readonly [number, number] | null {
  if (zoom === null) return null;
  const first = starts.findIndex((at) => at >= zoom[0]);
  const last = starts.findLastIndex((at) => at <= zoom[1]);
  if (first === -1 || last - first < 1 || (first === 0 && last === starts.length - 1)) return null;
  return [first, last];
}

/** The address with the series in it, also where they are none; other parameters stay. */
export function withSelection(
  address: URLSearchParams,
  selection: readonly SelectedSeries[],
): URLSearchParams {
  const next = new URLSearchParams(address);
  next.set("series", selection.map(keyOf).join(","));
  return next;
}
