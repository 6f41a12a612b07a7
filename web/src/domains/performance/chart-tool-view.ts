// What a person compares in the chart tool, and how the address says it.
import {
  CHART_TOOL_LIMITS,
  chartSeriesName,
  type ChartToolQuantity,
  unitOf,
} from "@heliograph/contract/performance/chart-tool";

/** A device and one of its quantities. */
export interface Picked {
  readonly device_uid: string;
  readonly quantity: ChartToolQuantity;
}

export const keyOf = ({ device_uid, quantity }: Picked): string => `${device_uid}:${quantity}`;

/** The series that the address names, without what is no series, each once, up to the limits. */
export function pickedIn(address: URLSearchParams): Picked[] {
  const picked: Picked[] = [];
  for (const text of (address.get("series") ?? "").split(",")) {
    const { data } = chartSeriesName.safeParse(text);
    if (data !== undefined && canPickSeries(picked, data)) picked.push(data);
  }
  return picked;
}

/** The units of the series in their order: the first is drawn on the left axis, the second on the right. */
export const unitsOf = (picked: readonly Picked[]): string[] => [
  ...new Set(picked.map((one) => unitOf(one.quantity))),
];

/** True when one more may be drawn: there is room for it, it is not drawn yet, and its unit has an axis. */
export function canPickSeries(picked: readonly Picked[], one: Picked): boolean {
  if (picked.length >= CHART_TOOL_LIMITS.series) return false;
  if (picked.some((other) => keyOf(other) === keyOf(one))) return false;
  const units = unitsOf(picked);
  return units.length < 2 || units.includes(unitOf(one.quantity));
}

/** The address with the series in it; other parameters stay. */
export function withPicked(address: URLSearchParams, picked: readonly Picked[]): URLSearchParams {
  const next = new URLSearchParams(address);
  if (picked.length === 0) next.delete("series");
  else next.set("series", picked.map(keyOf).join(","));
  return next;
}
