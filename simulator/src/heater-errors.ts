// What the controller of a water heater reports as wrong: what its physics leads to, and the plant's own weak points.
import { daysInto, type Recurrence, type SwhPlant } from "./fleet/plant.ts";
import type { SwhDay } from "./swh-day.ts";

const clock = (hour: number, minute: number): number => hour * 3600 + minute * 60;

/** What controllers show where a sensor's line is open (RESOL VBus). */
export const LINE_OPEN = 999.9;
/** Limits that such controllers are shipped with. */
const TANK_MAX_C = 89.5;
const COLLECTOR_MAX_C = 130;
/** Five-minute steps that a heater may run without reaching its temperature. */
const HEATER_STEPS_MAX = 30;
const EVENING_FROM_S = clock(18, 30);
const EVENING_TO_S = clock(20, 15);
const BREAKS_AT_S = clock(9, 20);
const MENDED_AT_S = clock(15, 40);

const lasts = (of: (Recurrence & { readonly days: number }) | undefined, day: string): number | null => {
  if (of === undefined) return null;
  const into = daysInto(of, day);
  return into < of.days ? into : null;
};

/** True while the line of the sensor from the collector is broken at a second of the day. */
export function outletLineOpen(plant: SwhPlant, day: string, second: number): boolean {
  const fault = plant.quirks.outletLine;
  const into = lasts(fault, day);
  if (fault === undefined || into === null) return false;
  return !(into === 0 && second <= BREAKS_AT_S) && !(into === fault.days - 1 && second > MENDED_AT_S);
}

/** True when the heater has run in this five-minute step and so many before it that the controller gives up on it. */
function heaterRunsOn({ auxiliary }: SwhDay, step: number): boolean {
  if (step < HEATER_STEPS_MAX) return false;
  for (let back = 0; back < HEATER_STEPS_MAX; back += 1) {
    if ((auxiliary.power[step - back] ?? 0) <= 0) return false;
  }
  return true;
}

/** The errors that the controller shows in a five-minute step of a day that ends at or after `second`, by their names. */
export function heaterErrors(
  plant: SwhPlant,
  simulated: SwhDay,
  { step, second }: { step: number; second: number },
): string[] {
  const { day } = simulated;
  const errors: string[] = [];
  if ((simulated.tankC[step] ?? 0) >= TANK_MAX_C) errors.push("TMX state");
  if ((simulated.collectorC[step] ?? 0) >= COLLECTOR_MAX_C) errors.push("CMX state");
  if (heaterRunsOn(simulated, step)) errors.push("RL2 timeout");
  if (lasts(plant.quirks.clockLost, day) !== null) errors.push("RTC unreadable");
  const evening = second > EVENING_FROM_S && second <= EVENING_TO_S;
  if (evening && lasts(plant.quirks.weakMains, day) !== null) errors.push("Voltage unstable");
  return errors;
}
