// What all reports start from: a plant on a day, an interval of it, and how measured numbers are rounded.
import type { ReadingEntry } from "@heliograph/contract";
import { dayStartMs, type PvPlant } from "../fleet/plant.ts";
import { settingsAt, type Settings } from "../orders.ts";
import { chance } from "../physics/random.ts";
import type { PlantModel } from "../plant-model.ts";
import type { PvDay } from "../pv-day.ts";
import type { SwhDay } from "../swh-day.ts";
import { energyAt, meanPower, STEP_S, type Track } from "../track.ts";

/** The seconds (from, to] of a local day. */
export interface Interval {
  readonly day: string;
  readonly from: number;
  readonly to: number;
}

/** "brief" is what a data logger keeps over days, "strings" the same with the currents of the strings, "full" what it shows now. */
export type Detail = "brief" | "strings" | "full";
/** Quantities and lists of a reading. */
export type Report = Pick<ReadingEntry, "m" | "x">;

/** Without decimals, and without a minus before zero. */
export const whole = (value: number): number => Math.round(value) + 0;
/** With one decimal. */
export const tenth = (value: number): number => Math.round(value * 10) / 10 + 0;
/** With two decimals. */
export const hundredth = (value: number): number => Math.round(value * 100) / 100 + 0;

/** A slow wander between -1 and 1 that differs from place to place: mains voltage, frequency. */
function wander(key: string, second: number): number {
  const start = 6.28 * chance(key);
  return (
    0.6 * Math.sin(second / 611 + start) +
    0.3 * Math.sin(second / 97 + 2 * start) +
    0.1 * Math.sin(second / 13)
  );
}

/** The step of the day that the interval ends in. */
export const stepOf = (interval: Interval): number =>
  Math.min(Math.max(Math.ceil(interval.to / STEP_S) - 1, 0), 287);

/** A plant on a simulated day, and the interval that is reported. */
export interface Scene<D, P> {
  readonly model: PlantModel;
  readonly plant: P;
  readonly simulated: D;
  readonly interval: Interval;
  readonly detail: Detail;
}
export type PvScene = Scene<PvDay, PvPlant>;

/** What the plant's devices say of limits at the end of the interval. */
export function saidSettings({ model, plant, interval }: PvScene): Settings {
  const atMs = dayStartMs(plant.site, interval.day) + interval.to * 1000;
  return settingsAt(model.orders(), atMs, plant, "said");
}

/** Mean power of the track over the interval, W. */
export const meanPowerOf = (scene: Scene<PvDay | SwhDay, unknown>, track: Track): number =>
  meanPower(track, scene.simulated.starts, scene.interval.from, scene.interval.to);
/** Where the counter of a slot stands at the end of the interval, Wh. */
export const counterOf = (scene: Scene<PvDay | SwhDay, unknown>, slot: number, track: Track): number =>
  Math.floor(
    (scene.model.countersAt(scene.interval.day)[slot] ?? 0) +
      energyAt(track, scene.simulated.starts, scene.interval.to),
  );

/** Frequency of the grid at the end of the interval. */
export const frequencyHz = (scene: PvScene): number =>
  hundredth(scene.plant.site.gridHz + 0.045 * wander("grid", scene.interval.to));
/** Voltage between lines around the nominal one. */
export const voltageV = (scene: PvScene, nominal: number): number =>
  tenth(nominal * (1.005 + 0.018 * wander(scene.plant.key, scene.interval.to)));
/** Inverters keep a power factor near 1; at little power their filters weigh more. */
export const powerFactor = (share: number): number => (share > 0.05 ? 0.998 : 0.96);
