// Plants and days for the tests of the fleet.
import { addDays, daysBetween } from "@heliograph/contract";
import fc from "fast-check";
import { devicesOf, type Device } from "../src/fleet/devices.ts";
import { fleet } from "../src/fleet/fleet.ts";
import { daysInto, type Plant, type PvPlant, type Recurrence } from "../src/fleet/plant.ts";
import { AC_CABLES, type PvDay } from "../src/pv-day.ts";

export const pvPlants = fleet.filter(
  (plant): plant is PvPlant => plant.type === "pv" && plant.gateways.length > 0,
);
export const anyPlant = fc.constantFrom(...fleet);
export const anyPv = fc.constantFrom(...pvPlants);
export const anyDay = fc.integer({ min: 0, max: 500 }).map((days) => addDays("2026-01-01", days));

/** The PV plant of that key. */
export function plantOf(key: string): PvPlant {
  const plant = pvPlants.find((candidate) => candidate.key === key);
  if (plant === undefined) throw new RangeError(key);
  return plant;
}

/** The first device of a kind behind any gateway of the plant; for inverters, the one of that index. */
export function deviceOf(plant: Plant, kind: Device["kind"], index = 0): Device {
  const found = plant.gateways
    .flatMap((_, gateway) => devicesOf(plant, gateway))
    .find((device) => device.kind === kind && device.index === index);
  if (found === undefined) throw new RangeError(`${plant.key} ${kind} ${index}`);
  return found;
}

/** Power of the plant at its production meters in one segment, W. */
export const metered = (day: PvDay, k: number): number =>
  day.inverters.reduce((sum, track) => sum + (track.power[k] ?? 0), 0) * AC_CABLES;

/** The first day from a date on that an event begins. */
export function firstDay(recurrence: Recurrence, from: string): string {
  const day = daysBetween(from, addDays(from, recurrence.everyDays)).find(
    (date) => daysInto(recurrence, date) === 0,
  );
  if (day === undefined) throw new RangeError(from);
  return day;
}
