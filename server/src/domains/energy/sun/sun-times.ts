// When the sun rises, stands highest and sets.
import { addDays, startOfDay } from "@heliograph/contract";
import { SUNRISE_ELEVATION_DEG, sunElevationDeg } from "./sun-position.ts";

interface SunTimes {
  readonly noon_ms: number;
  /** Degrees. */
  readonly highest_deg: number;
  /** Null: the sun does not cross the horizon then. */
  readonly sunrise_ms: number | null;
  readonly sunset_ms: number | null;
}

const SECOND_MS = 1000;

/**
 * The sun's times on the local calendar day (YYYY-MM-DD), in ms since 1970. Good to a quarter of a minute in the tropics,
 * as the elevation is good to 0.02 degrees; hills and clouds are not known. Sunrise and sunset are the upper edge on a flat
 * horizon with the usual refraction.
 */
export function sunTimes(
  place: { readonly latitude: number; readonly longitude: number; readonly timezone: string },
  day: string,
): SunTimes {
  const from_ms = startOfDay(place.timezone, day);
  const to_ms = startOfDay(place.timezone, addDays(day, 1));
  const elevation = (ms: number) => sunElevationDeg(place, ms);
  const noon_ms = highest(elevation, from_ms, to_ms);
  return {
    noon_ms,
    highest_deg: elevation(noon_ms),
    sunrise_ms: crossing(elevation, from_ms, noon_ms),
    sunset_ms: crossing(elevation, noon_ms, to_ms),
  };
}

/** Between the two instants, where the elevation is greatest. A quarter of an hour around it, it has one summit. */
function highest(elevation: (ms: number) => number, from_ms: number, to_ms: number): number {
  const step = 900_000;
  let best = from_ms;
  for (let ms = from_ms; ms < to_ms; ms += step) if (elevation(ms) > elevation(best)) best = ms;
  let [low, high] = [Math.max(from_ms, best - step), Math.min(to_ms, best + step)];
  while (high - low > SECOND_MS) {
    const third = (high - low) / 3;
    if (elevation(low + third) < elevation(high - third)) low += third;
    else high -= third;
  }
  return Math.round((low + high) / 2);
}

/** Where the upper edge crosses the horizon; null where it does not between the two instants. */
function crossing(elevation: (ms: number) => number, from_ms: number, to_ms: number): number | null {
  const above = (ms: number) => elevation(ms) >= SUNRISE_ELEVATION_DEG;
  const [start, end] = [above(from_ms), above(to_ms)];
  if (start === end) return null;
  let [low, high] = [from_ms, to_ms];
  while (high - low > SECOND_MS) {
    const middle = (low + high) / 2;
    if (above(middle) === start) low = middle;
    else high = middle;
  }
  return Math.round((low + high) / 2);
}
