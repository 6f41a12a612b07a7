// Where the sun stands: by night and day, and how high.

const DEGREES = 180 / Math.PI;
/** Unix time of 2000-01-01 12:00 UTC, from which the series below counts its days. */
const J2000_MS = 946_728_000_000;
const DAY_MS = 86_400_000;

/** A place on the ground, in degrees, north and east positive. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Cosine of the sun's true zenith angle (no refraction) at the instant (ms since 1970); below zero at night.
 * Good to 0.02 degrees from 1950 to 2050.
 * Source: Astronomical Almanac, low precision formulas, in the form of Michalsky (1988), Solar Energy 40(3).
 */
export function cosZenith(place: Coordinates, atMs: number): number {
  const days = (atMs - J2000_MS) / DAY_MS;
  const anomaly = (357.528 + 0.985_600_3 * days) / DEGREES;
  const ecliptic =
    (280.46 + 0.985_647_4 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) / DEGREES;
  const obliquity = (23.439 - 0.000_000_4 * days) / DEGREES;
  const sinEcliptic = Math.sin(ecliptic);
  const rightAscension = Math.atan2(Math.cos(obliquity) * sinEcliptic, Math.cos(ecliptic));
  const sinDeclination = Math.sin(obliquity) * sinEcliptic;
  const siderealHours = 6.697_375 + 0.065_709_824_2 * days + (atMs % DAY_MS) / 3_600_000;
  const hourAngle = (15 * siderealHours + place.longitude) / DEGREES - rightAscension;
  const latitude = place.latitude / DEGREES;
  return (
    Math.sin(latitude) * sinDeclination +
    Math.cos(latitude) * Math.sqrt(1 - sinDeclination * sinDeclination) * Math.cos(hourAngle)
  );
}

/** Elevation of the sun's centre above the horizon in degrees, as good as `cosZenith` and without refraction too. */
export function sunElevationDeg(place: Coordinates, atMs: number): number {
  return Math.asin(Math.min(1, Math.max(-1, cosZenith(place, atMs)))) * DEGREES;
}

/** Sunrise and sunset: the upper edge of the sun on the horizon, with the usual refraction of 34 minutes of arc. */
export const SUNRISE_ELEVATION_DEG = -0.833;
/** Below this, loggers and inverters that live on the modules may be without power. Engineering practice. */
export const WAKING_ELEVATION_DEG = 5;
