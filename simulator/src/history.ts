// What a data logger has kept of a span of time: one reading of each device every five minutes, fewer at night; of what is
// long ago one every hour.
import { GATEWAY_LIMITS, type ReadingEntry } from "@heliograph/contract";
import type { Device } from "./fleet/devices.ts";
import { dayEndingAt, dayStartMs, type Plant, type Site } from "./fleet/plant.ts";
import type { PlantModel } from "./plant-model.ts";
import { silenceAt, silences } from "./quirks.ts";
import { report } from "./readings/report.ts";
import type { MissingSpan } from "./state.ts";
import { DAY_S, STEP_S } from "./track.ts";
import type { Weather } from "./weather.ts";

const clock = (hour: number, minute: number): number => hour * 3600 + minute * 60;
const DAY_FROM_S = clock(5, 0);
const DAY_TO_S = clock(20, 45);
/** Between evening and morning meters and batteries are kept this far apart. */
const NIGHT_STEP_S = 900;
/** Strings are kept this far apart, by the loggers of plants where one has failed before. */
const STRINGS_STEP_S = 900;
/** A reading with its strings is as long as so many without. */
const STRINGS_WEIGHT = 12;
const HOUR_S = 3600;

/** Readings of equal interval, as a message carries them. */
interface Batch {
  readonly intervalS: number;
  readonly readings: ReadingEntry[];
}

/** True while a device that sleeps with the sun is awake in the 5 minutes up to a second of the day. */
export function awake(weather: Weather, second: number): boolean {
  const step = Math.ceil(second / STEP_S) - 1;
  const poa = weather.planes[0]?.poa;
  // Still one report after dark, so that the last power shown is 0.
  return (poa?.[step] ?? 0) > 0 || (poa?.[step - 1] ?? 0) > 0;
}

/** The last day of a span, or the part of it that the span holds. */
export function newestDay(site: Site, owed: MissingSpan): MissingSpan & { day: string } {
  const day = dayEndingAt(site, owed.to_ms);
  return { day, from_ms: Math.max(owed.from_ms, dayStartMs(site, day)), to_ms: owed.to_ms };
}

export interface LoggedDevice {
  readonly device: Device;
  readonly device_uid: string;
}

/** Kept through the night: what flows at night too. */
const atNight = ({ kind }: Device): boolean =>
  kind === "grid_meter" || kind === "battery" || kind === "controller";

/** True for an inverter whose logger keeps its strings. */
const keepsStrings = (plant: Plant, { kind }: Device): boolean =>
  kind === "inverter" && plant.quirks.stringFault !== undefined;

/**
 * The readings that a gateway has kept of a span within one local day, oldest first, in batches that one message can
 * carry; `hourly`: one an hour. Spans that the gateway lost are left out.
 */
export function kept(
  model: PlantModel,
  gateway: number,
  devices: readonly LoggedDevice[],
  span: MissingSpan & { day: string; hourly?: boolean },
): Batch[] {
  const { day } = span;
  const hourly = span.hourly === true;
  const startMs = dayStartMs(model.plant.site, day);
  const { weather } = model.day(day);
  const lost = silences(model.plant, gateway, day).filter((silence) => !silence.kept);
  const batches: (Batch & { weight: number })[] = [];
  const add = (intervalS: number, to: number, sending: readonly LoggedDevice[]): void => {
    for (const { device, device_uid } of sending) {
      const detail = intervalS === STEP_S && to % STRINGS_STEP_S === 0 && keepsStrings(model.plant, device);
      const got = report(model, device, { day, from: to - intervalS, to }, detail ? "strings" : "brief");
      if (got === null) continue;
      let batch = batches.findLast((open) => open.intervalS === intervalS);
      if (batch === undefined || batch.weight >= GATEWAY_LIMITS.readingsPerMessage) {
        batch = { intervalS, readings: [], weight: 0 };
        batches.push(batch);
      }
      batch.readings.push({ device_uid, t: startMs + to * 1000, ...got });
      batch.weight += detail ? STRINGS_WEIGHT : 1;
    }
  };
  const always = devices.filter(({ device }) => atNight(device));
  const byDay = devices.filter(({ device }) => !atNight(device));
  const stepS = hourly ? HOUR_S : STEP_S;
  const first = Math.floor((span.from_ms - startMs) / 1000 / stepS) * stepS + stepS;
  const last = Math.min((span.to_ms - startMs) / 1000, DAY_S);
  for (let to = first; to <= last; to += stepS) {
    if (silenceAt(lost, to) !== null) continue;
    if (hourly) {
      add(HOUR_S, to, awake(weather, to) || awake(weather, to - HOUR_S + STEP_S) ? devices : always);
      continue;
    }
    if (awake(weather, to)) add(STEP_S, to, byDay);
    if (to > DAY_FROM_S && to <= DAY_TO_S) add(STEP_S, to, always);
    else if (to % NIGHT_STEP_S === 0) add(NIGHT_STEP_S, to, always);
  }
  return batches;
}
