// Quarter hours and local days, fast enough for every reading of a fleet.
import { cosZenith, type Coordinates } from "../sun/sun-position.ts";
import { localDay, startOfDay, addDays, type Day } from "@heliograph/contract";

/** Length of a bin of the ledger. */
export const BIN_MS = 900_000;

/** Start of the bin (start, start + 15 min] that an instant lies in: a reading's stamp is the end of its interval. */
export function binOf(atMs: number): number {
  return (Math.ceil(atMs / BIN_MS) - 1) * BIN_MS;
}

/** Start of the bin that what happens just after the instant lies in. */
export function binAfter(atMs: number): number {
  return Math.floor(atMs / BIN_MS) * BIN_MS;
}

/** A calendar day in a time zone; start and end in ms since 1970. Its bins are those that start in [start, end). */
export interface LocalDay {
  readonly day: Day;
  readonly start: number;
  readonly end: number;
}

interface Zone {
  last: LocalDay;
  readonly days: Map<Day, LocalDay>;
}

const zones = new Map<string, Zone>();

/**
 * The local day in the time zone that holds the bin starting at the instant. Remembers what it found, since asking the
 * runtime costs a thousand times more. Throws RangeError for a time zone that the runtime does not know.
 */
export function dayOfBin(timezone: string, binMs: number): LocalDay {
  const zone = zones.get(timezone);
  if (zone !== undefined && binMs >= zone.last.start && binMs < zone.last.end) return zone.last;
  return findDay(timezone, binMs);
}

/** The calendar day in the time zone, as the ledger has it. Throws RangeError as dayOfBin does. */
export function spanOfDay(timezone: string, day: Day): LocalDay {
  return zones.get(timezone)?.days.get(day) ?? findDay(timezone, startOfDay(timezone, day));
}

function findDay(timezone: string, atMs: number): LocalDay {
  const day = localDay(timezone, atMs);
  let zone = zones.get(timezone);
  let found = zone?.days.get(day);
  if (found === undefined) {
    found = { day, start: startOfDay(timezone, day), end: startOfDay(timezone, addDays(day, 1)) };
    if (zone === undefined) zones.set(timezone, (zone = { last: found, days: new Map() }));
    zone.days.set(day, found);
  }
  if (zone !== undefined) zone.last = found;
  return found;
}

/** True when the sun is up in the middle of the bin that starts at the instant. */
export function isDaylight(place: Coordinates, binMs: number): boolean {
  return cosZenith(place, binMs + BIN_MS / 2) > 0;
}

const daylight = new Map<string, number>();
/** Places times days that are remembered: a year of a thousand places. */
const DAYLIGHT_KEPT = 365_000;

/** Seconds of the day's bins in which the sun is up in their middle; 0 in a polar night. */
export function daylightSeconds(place: Coordinates, { start, end }: LocalDay): number {
  const key = `${place.latitude},${place.longitude},${start},${end}`;
  let seconds = daylight.get(key);
  if (seconds === undefined) {
    seconds = 0;
    for (let bin = binAfter(start); bin < end; bin += BIN_MS) {
      if (isDaylight(place, bin)) seconds += BIN_MS / 1000;
    }
    if (daylight.size >= DAYLIGHT_KEPT) daylight.clear();
    daylight.set(key, seconds);
  }
  return seconds;
}
