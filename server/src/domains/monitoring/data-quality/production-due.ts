// How complete a project's production is: what was due of the devices that count, by the rule of the data quality page (decision 0071).
import { daysBetween, startOfDay, type Day } from "@heliograph/contract";
import { BIN_MS, daylightSeconds, isSunDriven, spanOfDay, type LocalDay } from "../../energy/index.ts";
import type { QualityDeviceRow, QualityPlace } from "./data-quality.sql.ts";
import {
  deviceDayKey,
  dueBins,
  dueSpan,
  quarterDay,
  quarterDays,
  type DueSpan,
  type QuarterDay,
} from "./quality-due.ts";

/** A device with its first quarter hour, of what is due of it. */
export type ProductionDevice = Pick<
  QualityDeviceRow,
  "device_id" | "gateway_id" | "asset_type" | "interval_s" | "removed_at" | "first_at"
>;

export interface ProductionFacts {
  readonly place: QualityPlace;
  readonly devices: readonly ProductionDevice[];
  /** Devices' days of which energy is reported and no readings are due, by `deviceDayKey`. */
  readonly reported: ReadonlySet<string>;
  readonly nowMs: number;
}

/** A day of the project: what its meters and inverters told, in Wh, null: nothing; seconds of those that count. */
export interface ProductionDay {
  readonly day: Day;
  readonly meter_wh: number | null;
  readonly inverter_wh: number | null;
  readonly covered_s: number;
  readonly expected_s: number;
}

/** Seconds over the devices: how many were due, and how many of those came. */
export interface Due {
  readonly expected_s: number;
  readonly covered_s: number;
}
export interface DueOfDay extends Due {
  readonly day: Day;
}
export interface DueOfQuarter extends Due {
  readonly at_ms: number;
}

/** A device with the span in which its data are due; null: it has told nothing yet. */
interface SpannedDevice extends ProductionDevice {
  readonly due: DueSpan | null;
}

/** All of the devices with their spans. */
export function spannedDevices({ place, devices, nowMs }: ProductionFacts): SpannedDevice[] {
  const firsts = devices.flatMap(({ first_at }) => first_at?.getTime() ?? []);
  const plant = {
    first_ms: firsts.length === 0 ? null : Math.min(...firsts),
    commissioned_ms:
      place.commissioned_on === null ? null : startOfDay(place.timezone, place.commissioned_on),
  };
  return devices.map((device) => ({ ...device, due: dueSpan(device, plant, nowMs) }));
}

/** Devices that count together; between the instants, ms since 1970, data of each of them are due. */
interface Counting {
  readonly kind: "meter" | "inverter";
  readonly devices: readonly SpannedDevice[];
  readonly allFrom_ms: number;
  readonly allTo_ms: number;
}

/** The devices that count on a day: the meters where they told anything of theirs, else the inverters that did (M64). */
function countingOn(all: readonly SpannedDevice[]): (row: ProductionDay | undefined) => Counting {
  const of = (kind: Counting["kind"], type: string): Counting => {
    const devices = all.filter(({ asset_type, due }) => asset_type === type && due !== null);
    const spans = devices.flatMap(({ due }) => due ?? []);
    const allFrom_ms = spans.reduce((latest, { from_ms }) => Math.max(latest, from_ms), -Infinity);
    const allTo_ms = spans.reduce((first, { to_ms }) => Math.min(first, to_ms), Infinity);
    return { kind, devices, allFrom_ms, allTo_ms };
  };
  const kinds = { meter: of("meter", "electric_meter"), inverter: of("inverter", "solar_inverter") };
  const usual = kinds.meter.devices.length > 0 ? "meter" : "inverter";
  return (row) => {
    const told = row === undefined ? null : row.meter_wh !== null ? "meter" : "inverter";
    return kinds[told === "inverter" && row?.inverter_wh === null ? usual : (told ?? usual)];
  };
}

const touches = ({ due }: SpannedDevice, from: number, to: number) =>
  due !== null && due.from_ms < to && due.to_ms > from;

/** True where the whole day was due of each device of which any of it was. */
const isWhole = (
  { devices, allFrom_ms, allTo_ms }: Counting,
  { start, end }: { start: number; end: number },
) =>
  (allFrom_ms <= start && allTo_ms >= end) ||
  devices.every(
    (one) =>
      !touches(one, start, end) || (one.due !== null && one.due.from_ms <= start && one.due.to_ms >= end),
  );

/** Tells the seconds in which data of a device were due on a day. */
export function dueSeconds({
  place,
  reported,
}: Pick<ProductionFacts, "place" | "reported">): (device: SpannedDevice, day: Day) => number {
  const spans = new Map<Day, LocalDay & { readonly daylight_s: number }>();
  const parts = new Map<Day, QuarterDay>();
  const spanOf = (day: Day) => {
    const found = spans.get(day);
    if (found !== undefined) return found;
    const span = spanOfDay(place.timezone, day);
    const sunny = { ...span, daylight_s: daylightSeconds(place, span) };
    spans.set(day, sunny);
    return sunny;
  };
  return (device, day) => {
    const span = spanOf(day);
    const { due, asset_type } = device;
    if (due === null || !touches(device, span.start, span.end)) return 0;
    if (reported.size > 0 && reported.has(deviceDayKey(device.device_id, day))) return 0;
    const isPart = due.from_ms > span.start || due.to_ms < span.end;
    if (!isPart && !isSunDriven(asset_type)) return (span.end - span.start) / 1000;
    if (!isPart) return span.daylight_s;
    const quarters = parts.get(day) ?? quarterDay(place, day, span);
    parts.set(day, quarters);
    return (dueBins(asset_type, quarters, due).length * BIN_MS) / 1000;
  };
}

/**
 * Of each day of the range on which anything was due: what, and what of it came; days that are whole are as the ledger has them. One after
 * the other, since of years without a row the sun of each day is looked up.
 */
export function* daysDue(
  facts: ProductionFacts,
  rows: readonly ProductionDay[],
  range: { readonly from_date: Day; readonly to_date: Day },
): Generator<DueOfDay> {
  const { place } = facts;
  const seconds = dueSeconds(facts);
  const spanned = spannedDevices(facts);
  const counting = countingOn(spanned);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  for (const day of daysBetween(range.from_date, range.to_date)) {
    const row = byDay.get(day);
    const counted = counting(row);
    const span = spanOfDay(place.timezone, day);
    const isKept = row !== undefined && row.expected_s > 0 && isWhole(counted, span);
    const expected_s = isKept
      ? row.expected_s
      : counted.devices.reduce((sum, device) => sum + seconds(device, day), 0);
    const covered_s = Math.min(expected_s, row?.covered_s ?? 0);
    if (expected_s > 0) yield { day, expected_s, covered_s };
  }
}

/** Names a day or month of a gateway. */
export const gatewayLabel = (gateway_id: number, label: string) => `${gateway_id} ${label}`;

/** Seconds in which data of the production meters and inverters of each gateway were due, by gateway and day or month. */
export function gatewaysDue(
  facts: ProductionFacts,
  range: { readonly from_date: Day; readonly to_date: Day },
  by: "day" | "month",
): Map<string, number> {
  const seconds = dueSeconds(facts);
  const due = new Map<string, number>();
  const producing = spannedDevices(facts).filter(
    ({ asset_type }) => asset_type === "electric_meter" || asset_type === "solar_inverter",
  );
  for (const day of daysBetween(range.from_date, range.to_date)) {
    const sums = new Map<number, number>();
    for (const device of producing) {
      sums.set(device.gateway_id, (sums.get(device.gateway_id) ?? 0) + seconds(device, day));
    }
    for (const [gateway_id, sum] of sums) {
      const name = gatewayLabel(gateway_id, by === "day" ? day : day.slice(0, 7));
      due.set(name, (due.get(name) ?? 0) + sum);
    }
  }
  return due;
}

/** Of which types the devices are that count on any day of the range. */
export function countingTypes(
  facts: ProductionFacts,
  rows: readonly ProductionDay[],
  range: { readonly from_date: Day; readonly to_date: Day },
): ("electric_meter" | "solar_inverter")[] {
  const counting = countingOn(spannedDevices(facts));
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const kinds = new Set(
    daysBetween(range.from_date, range.to_date).map((day) => counting(byDay.get(day)).kind),
  );
  return [...kinds].map((kind) => (kind === "meter" ? "electric_meter" : "solar_inverter"));
}

/** Seconds in which data of the devices were due in each quarter hour of a day, by its start. Devices of which the same is due are counted. */
function dueByBin(day: QuarterDay, devices: readonly SpannedDevice[]): Map<number, number> {
  const alike = Map.groupBy(devices, ({ asset_type, due }) =>
    due === null
      ? ""
      : `${asset_type} ${Math.max(due.from_ms, day.from_ms)} ${Math.min(due.to_ms, day.to_ms)}`,
  );
  const seconds = new Map<number, number>();
  for (const some of alike.values()) {
    const [{ asset_type, due } = { asset_type: "", due: null }] = some;
    for (const at of dueBins(asset_type, day, due)) {
      seconds.set(at, (seconds.get(at) ?? 0) + (some.length * BIN_MS) / 1000);
    }
  }
  return seconds;
}

/** The same of quarter hours, with the seconds that came of each, by its start. */
export function quartersDue(
  facts: ProductionFacts,
  rows: readonly ProductionDay[],
  range: { readonly from_date: Day; readonly to_date: Day },
  covered: ReadonlyMap<number, { readonly meter_s: number; readonly inverter_s: number }>,
): DueOfQuarter[] {
  const counting = countingOn(spannedDevices(facts));
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return quarterDays(facts.place, range.from_date, range.to_date).flatMap((day) => {
    const { kind, devices } = counting(byDay.get(day.day));
    const told = devices.filter(({ device_id }) => !facts.reported.has(deviceDayKey(device_id, day.day)));
    return [...dueByBin(day, told)].map(([at_ms, expected_s]) => {
      const came = covered.get(at_ms);
      const covered_s = Math.min(expected_s, (kind === "meter" ? came?.meter_s : came?.inverter_s) ?? 0);
      return { at_ms, expected_s, covered_s };
    });
  });
}

/** Sums of what was due by the name that `nameOf` gives each; of others nothing was due. */
export function dueBy<D extends Due, K>(due: readonly D[], nameOf: (one: D) => K): Map<K, Due> {
  const sums = new Map<K, Due>();
  for (const one of due) {
    const name = nameOf(one);
    const sum = sums.get(name) ?? { expected_s: 0, covered_s: 0 };
    sums.set(name, {
      expected_s: sum.expected_s + one.expected_s,
      covered_s: sum.covered_s + one.covered_s,
    });
  }
  return sums;
}
