// Where the sun stands: enough to tell day from night.

const DEGREES = 180 / Math.PI;
const sine = (degrees: number) => Math.sin(degrees / DEGREES);
const cosine = (degrees: number) => Math.cos(degrees / DEGREES);
/** Unix time of 2000-01-01 12:00 UTC, the epoch of the series below. */
const J2000_MS = 946_728_000_000;

/**
 * Elevation of the sun's centre above the horizon, in degrees, without refraction, at the place and instant (ms since
 * 1970). Good to 0.02 degrees between 1950 and 2050.
 * Source: Astronomical Almanac, low precision formulas, in the form of Michalsky (1988), Solar Energy 40(3).
 */
export function sunElevationDeg(place: { latitude: number; longitude: number }, atMs: number): number {
  const days = (atMs - J2000_MS) / 86_400_000;
  const meanLongitude = 280.46 + 0.985_647_4 * days;
  const anomaly = 357.528 + 0.985_600_3 * days;
  const ecliptic = meanLongitude + 1.915 * sine(anomaly) + 0.02 * sine(2 * anomaly);
  const obliquity = 23.439 - 0.000_000_4 * days;
  const rightAscension = Math.atan2(cosine(obliquity) * sine(ecliptic), cosine(ecliptic)) * DEGREES;
  const declination = Math.asin(sine(obliquity) * sine(ecliptic)) * DEGREES;
  const utcHours = (atMs / 3_600_000) % 24;
  const siderealHours = 6.697_375 + 0.065_709_824_2 * days + utcHours;
  const hourAngle = 15 * siderealHours + place.longitude - rightAscension;
  const sinElevation =
    sine(place.latitude) * sine(declination) +
    cosine(place.latitude) * cosine(declination) * cosine(hourAngle);
  return Math.asin(Math.min(1, Math.max(-1, sinElevation))) * DEGREES;
}

/** Sunrise and sunset: the upper edge of the sun on the horizon, with the usual refraction of 34 minutes of arc. */
export const SUNRISE_ELEVATION_DEG = -0.833;
/** Below this, loggers and inverters that live on the modules may be without power. Engineering practice. */
export const WAKING_ELEVATION_DEG = 5;
