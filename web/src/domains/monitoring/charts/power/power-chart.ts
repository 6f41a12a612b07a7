// The power chart's arithmetic: lines, the drawn part of the day, what is silent. W in, kW out.
import type { powerChart } from "@heliograph/contract/monitoring/charts/day-charts";
import { DRAWN_SLOTS } from "@heliograph/contract/monitoring/charts/day-charts";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { kilo } from "../../../../platform/format.ts";
import type { Grouping, PowerSide } from "./power-view.ts";

export type PowerDay = Answer<typeof powerChart>;
type Values = readonly (number | null)[];

/** Slots are this long (contract, DAY_SLOTS of a day). */
export const SLOT_MINUTES = 5;

/** Minutes after midnight at which each drawn slot starts. */
export const DRAWN_MINUTES: readonly number[] = Array.from(
  { length: DRAWN_SLOTS.last - DRAWN_SLOTS.first + 1 },
  (_, index) => (DRAWN_SLOTS.first + index) * SLOT_MINUTES,
);

/** The drawn slots of a day of values (M50); all null where the day has none. */
export function drawn(values: Values): (number | null)[] {
  return DRAWN_MINUTES.map((minutes) => values[minutes / SLOT_MINUTES] ?? null);
}

/** The sum of the rows slot by slot: of those that are known, null where none is. As long as the longest row. */
export function sumBySlot(rows: readonly Values[]): (number | null)[] {
  const length = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length }, (_, slot) => {
    const known = rows.map((row) => row[slot] ?? null).filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  });
}

/** What comes in: the positive part of the grid power. Null stays null. */
export const imported = (grid: Values): (number | null)[] =>
  grid.map((value) => (value === null ? null : Math.max(0, value)));

/** What goes out, not above zero: the negative part of the grid power. Null stays null. */
export const exported = (grid: Values): (number | null)[] =>
  grid.map((value) => (value === null ? null : Math.min(0, value)));

/** W as kW, value by value. */
export const inKw = (values: Values): (number | null)[] => values.map((value) => kilo(value));

/** One line of the chart: its name, what it stands for, and its values in W. */
interface PowerLine {
  readonly key: string;
  readonly name: string;
  readonly values: Values;
  /** What the counters prove of silent stretches; empty: nothing, or no sum. */
  readonly estimated: Values;
}

type Device = PowerDay["data"][number];
type Sum = Omit<PowerDay["gateway_data"][number], "label">;
const quantityOf = (device: Device, quantity: PowerSide): Values =>
  quantity === "ac" ? device.device_data_ac : device.device_data_dc;

/** The values of a sum; of DC nothing is estimated. */
const sumLine = (sum: Sum, quantity: PowerSide) => ({
  values: quantity === "ac" ? sum.device_data_ac : sum.device_data_dc,
  estimated: quantity === "ac" ? sum.device_data_ac_estimated : [],
});

/**
 * The lines of the PV power mode. "device": one for each inverter. "belink": one for each gateway. "total": one. Sums are the
 * server's, which never fall because a device is silent; the name of the total is left to the caller.
 */
export function powerLines(day: PowerDay, quantity: PowerSide, grouping: Grouping): PowerLine[] {
  if (grouping === "total") return [{ key: "total", name: "", ...sumLine(day.total_data, quantity) }];
  if (grouping === "belink") {
    return day.gateway_data
      .map((gateway) => ({
        key: gateway.label.gateway_uid,
        name: gateway.label.alias,
        ...sumLine(gateway, quantity),
      }))
      .filter(({ values }) => values.length > 0);
  }
  return day.data
    .filter((device) => quantityOf(device, quantity).length > 0)
    .map((device) => ({
      key: device.gateway_device.device_uid,
      name: device.gateway_device.alias,
      values: quantityOf(device, quantity),
      estimated: [],
    }));
}

/** The most devices that are silent at once on the day, and by drawn slot how many are. */
export function silentCounts({ silent }: Pick<Sum, "silent">): { most: number; drawn: number[] } {
  return {
    most: Math.max(0, ...silent.map((count) => count ?? 0)),
    drawn: drawn(silent).map((count) => count ?? 0),
  };
}

/** Names that occur more than once get what tells them apart behind them, so that a legend is never ambiguous. */
export function distinctNames(
  lines: readonly PowerLine[],
  serials: ReadonlyMap<string, string>,
): PowerLine[] {
  const counts = new Map<string, number>();
  for (const { name } of lines) counts.set(name, (counts.get(name) ?? 0) + 1);
  return lines.map((line) => {
    const serial = serials.get(line.key);
    const shared = (counts.get(line.name) ?? 0) > 1 && serial !== undefined && serial !== line.name;
    return shared ? { ...line, name: `${line.name} (${serial})` } : line;
  });
}

/** The serial of every device and gateway of the day, by uid. */
export function serialsOf(day: PowerDay): Map<string, string> {
  return new Map(
    day.data.flatMap((device) => [
      [device.gateway_device.device_uid, device.gateway_device.device_serial] as const,
      [device.label.gateway_uid, device.label.gateway_serial] as const,
    ]),
  );
}

/** The highest value and the label of its slot; null where nothing is known or nothing is above zero. */
export function peakOf(values: Values, labels: readonly string[]): { value: number; at: string } | null {
  let best: { value: number; slot: number } | null = null;
  for (const [slot, value] of values.entries()) {
    if (value !== null && value > (best?.value ?? 0)) best = { value, slot };
  }
  return best === null ? null : { value: best.value, at: labels[best.slot] ?? "" };
}

/** "HH:mm" of minutes after midnight. */
export function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(Math.floor(minutes % 60)).padStart(2, "0")}`;
}

/** Where the present stands on the axis, in minutes after midnight; null outside the drawn part of the day. */
export function presentOn(minutesNow: number): number | null {
  const first = DRAWN_SLOTS.first * SLOT_MINUTES;
  const last = DRAWN_SLOTS.last * SLOT_MINUTES;
  return minutesNow < first || minutesNow > last ? null : minutesNow;
}
