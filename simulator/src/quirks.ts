// What goes wrong where, and when. All of it follows from the plant and the day.
import { daysInto, dayStartMs, type Plant, type PvPlant } from "./fleet/plant.ts";
import { random } from "./physics/random.ts";
import { sunTimes } from "./physics/sun.ts";

const clock = (hour: number, minute: number): number => hour * 3600 + minute * 60;
const FAULT_BEGINS_S = clock(9, 10);
const FAULT_ENDS_S = clock(14, 30);
const BOARD_CHANGE_FROM_S = clock(9, 40);
/** From this second of the day on the new board counts, from 0. */
export const RESET_S = clock(10, 20);
const GLITCH_FROM_S = clock(14, 0);
const GLITCH_TO_S = clock(14, 5);
const MISREAD_FROM_S = clock(11, 10);
const MISREAD_TO_S = clock(11, 40);

const COMMON_SOILING = 0.018;

/** Share of the light that dust takes on a day. */
export function soilingLoss(plant: PvPlant, day: string): number {
  const { soiling } = plant.quirks;
  return COMMON_SOILING + (soiling === undefined ? 0 : soiling.lossPerDay * daysInto(soiling, day));
}

/** Share of an inverter's strings that carry current on a day. */
export function stringsAlive(plant: PvPlant, inverter: number, day: string): number {
  const fault = plant.quirks.stringFault;
  const unit = plant.inverters[inverter];
  if (fault === undefined || unit === undefined || fault.inverter !== inverter) return 1;
  return daysInto(fault, day) < fault.days ? 1 - 1 / (unit.mppts * unit.stringsPerMppt) : 1;
}

/** Seconds of the day (from, to] in which an inverter reports a fault; null on an ordinary day. */
export function outage(plant: PvPlant, inverter: number, day: string): readonly [number, number] | null {
  const { inverterFault: fault, counterReset: reset } = plant.quirks;
  if (fault?.inverter === inverter) {
    const into = daysInto(fault, day);
    if (into < fault.days) {
      return [into === 0 ? FAULT_BEGINS_S : 0, into === fault.days - 1 ? FAULT_ENDS_S : clock(24, 0)];
    }
  }
  if (reset?.inverter === inverter && daysInto(reset, day) === 0) return [BOARD_CHANGE_FROM_S, RESET_S];
  return null;
}

/** True while an inverter says nonsense of its temperature. */
export function misreads(plant: PvPlant, inverter: number, day: string, second: number): boolean {
  const { badRegister } = plant.quirks;
  return (
    badRegister?.inverter === inverter &&
    daysInto(badRegister, day) === 0 &&
    second > MISREAD_FROM_S &&
    second <= MISREAD_TO_S
  );
}

/** True while the counter of an inverter shows nonsense. */
export function glitches(plant: PvPlant, inverter: number, day: string, second: number): boolean {
  const { glitch } = plant.quirks;
  return (
    glitch?.inverter === inverter &&
    daysInto(glitch, day) === 0 &&
    second > GLITCH_FROM_S &&
    second <= GLITCH_TO_S
  );
}

export interface Silence {
  /** Seconds of the day. */
  readonly from: number;
  readonly to: number;
  /** Whether the gateway sends afterwards what it measured meanwhile. */
  readonly kept: boolean;
}

const ORDINARY_DAYS_BETWEEN_GAPS = 16;

/** How long before sunset and after sunrise the inverters feed nobody. */
const TWILIGHT_S = 300;

function darkHours(plant: Plant, day: string): Silence[] {
  const startMs = dayStartMs(plant.site, day);
  const sun = sunTimes(startMs + clock(12, 0) * 1000, plant.site.latitude, plant.site.longitude);
  if (sun === null) return [];
  const second = (ms: number): number => Math.round((ms - startMs) / 1000);
  return [
    { from: -1, to: second(sun.sunriseMs) + TWILIGHT_S, kept: false },
    { from: second(sun.sunsetMs) - TWILIGHT_S, to: clock(24, 0), kept: false },
  ];
}

/** The spans of a day in which a gateway cannot reach the portal, in order. */
export function silences(plant: Plant, gateway: number, day: string): Silence[] {
  const { late, badLine, darkNights } = plant.quirks;
  if (darkNights === true) return darkHours(plant, day);
  if (late !== undefined) {
    return gateway === 0
      ? [{ from: late.fromMinute * 60, to: (late.fromMinute + late.minutes) * 60, kept: true }]
      : [];
  }
  const { lineLost } = plant.quirks;
  if (lineLost !== undefined) {
    if (daysInto(lineLost, day) !== 0) return [];
    const from = clock(lineLost.fromHour, 0);
    return [{ from, to: from + clock(lineLost.hours, 0), kept: false }];
  }
  const draw = random(`${plant.key}|${gateway}|${day}|line`);
  if (badLine === true) {
    const spans: Silence[] = [];
    for (let hour = 6; hour < 20; hour += 2) {
      if (draw.uniform() > 0.45) continue;
      const from = Math.round(hour * 3600 + draw.uniform() * 2400);
      spans.push({ from, to: from + Math.round(1200 + draw.uniform() * 3400), kept: false });
    }
    return spans;
  }
  if (draw.uniform() * ORDINARY_DAYS_BETWEEN_GAPS > 1) return [];
  const from = Math.round(clock(7, 0) + draw.uniform() * clock(9, 0));
  return [{ from, to: from + Math.round(900 + draw.uniform() * 1800), kept: false }];
}

/** The silence that covers a second of the day; null while the line is good. */
export function silenceAt(spans: readonly Silence[], second: number): Silence | null {
  return spans.find(({ from, to }) => second > from && second <= to) ?? null;
}
