// What devices and strings give beside their siblings.
import type { DeviceAvailability } from "../availability/availability-day.ts";
import { USUAL_RULES } from "./project-rules.ts";

export interface Mppt {
  readonly mppt_id: number;
  readonly strings?: readonly { readonly string_id: number; readonly dc_current_a: number }[] | undefined;
}

/** Strings are compared from this median current on, A: below, clouds and measuring errors decide. */
const STRING_FROM_A = 1;

/** The middle of the values, 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}

/** Currents of all strings, A, by "mppt.string". */
export const currentsOf = (mppts: readonly Mppt[]): { name: string; mppt_id: number; current_a: number }[] =>
  mppts.flatMap(({ mppt_id, strings }) =>
    (strings ?? []).map(({ string_id, dc_current_a }) => ({
      name: `${mppt_id}.${string_id}`,
      mppt_id,
      current_a: dc_current_a,
    })),
  );

/** What a string carries, as a share of the median of its siblings; named "mppt.string". */
export interface StringShare {
  readonly string: string;
  readonly share: number;
}

/**
 * What each string carries beside its siblings: the others at the same tracker, and with fewer than two of those all of the
 * inverter's. Null when the light is too weak to tell.
 */
export function stringShares(mppts: readonly Mppt[]): StringShare[] | null {
  const all = currentsOf(mppts);
  if (all.length < 2 || median(all.map((string) => string.current_a)) < STRING_FROM_A) return null;
  return all.map((string) => {
    const near = all.filter((other) => other !== string && other.mppt_id === string.mppt_id);
    const siblings = near.length >= 2 ? near : all.filter((other) => other !== string);
    const middle = median(siblings.map((other) => other.current_a));
    return {
      string: string.name,
      share: middle > 0 ? string.current_a / middle : Infinity,
    };
  });
}

/** Strings that carry less than `percent` of what their siblings do; null when the light is too weak to tell. */
export function deviatingStrings(
  mppts: readonly Mppt[],
  percent: number = USUAL_RULES.string_deviation.percent,
): string[] | null {
  const shares = stringShares(mppts);
  return shares === null ? null : belowShare(shares, percent);
}

/** Those of the strings that carry less than `percent` of what their siblings do. */
export const belowShare = (shares: readonly StringShare[], percent: number): string[] =>
  shares.filter(({ share }) => share < percent / 100).map(({ string }) => string);

/** Energy per rating of each device; devices that were not available all day are left out. */
function yieldsOf(devices: readonly DeviceAvailability[]): Map<number, number> {
  const fit = devices.filter(
    (device) => device.rated > 0 && device.pending === 0 && device.up >= 0.9 * device.rated,
  );
  return new Map(fit.map((device) => [device.device_id, device.energy_wh / device.weight]));
}

/** Each value over the median of all; empty where fewer than three can be compared. */
function overMedian(values: ReadonlyMap<number, number>): Map<number, number> {
  const middle = median([...values.values()]);
  if (values.size < 3 || middle <= 0) return new Map();
  return new Map([...values].map(([device_id, value]) => [device_id, value / middle]));
}

/** Days with a comparison that make a device's place among its siblings usual. */
const USUAL_DAYS = 5;

/**
 * For each device what it gave on the day, as a share of what its siblings gave and its usual place among them let expect: a
 * roof that faces another way is no fault. Devices that cannot be compared are missing.
 */
export function yieldShares(
  day: readonly DeviceAvailability[],
  before: readonly (readonly DeviceAvailability[])[],
): Map<number, number> {
  const history = before.map((devices) => overMedian(yieldsOf(devices)));
  const levels = [...yieldsOf(day)].flatMap(([device_id, now]) => {
    const usual = history.flatMap((places) => places.get(device_id) ?? []);
    const sum = usual.reduce((a, b) => a + b, 0);
    return usual.length < USUAL_DAYS || sum <= 0 ? [] : [[device_id, (now * usual.length) / sum] as const];
  });
  return overMedian(new Map(levels));
}
