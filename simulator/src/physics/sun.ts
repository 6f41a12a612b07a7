// Where the sun stands: the low-precision series of the Astronomical Almanac (Michalsky 1988). Angles in degrees.

const DEGREE = Math.PI / 180;
const J2000_MS = Date.UTC(2000, 0, 1, 12);
const DAY_MS = 86_400_000;

interface SunPosition {
  /** True zenith angle, without refraction. */
  readonly zenith: number;
  /** Clockwise from north. */
  readonly azimuth: number;
}

interface Ephemeris {
  readonly rightAscension: number;
  readonly declination: number;
  readonly meanLongitude: number;
  /** Days since 2000-01-01 12:00 UTC. */
  readonly n: number;
}

const wrap180 = (angle: number): number => angle - 360 * Math.floor((angle + 180) / 360);

function ephemeris(atMs: number): Ephemeris {
  const n = (atMs - J2000_MS) / DAY_MS;
  const meanLongitude = (280.46 + 0.9856474 * n) % 360;
  const g = ((357.528 + 0.9856003 * n) % 360) * DEGREE;
  const lambda = (meanLongitude + 1.915 * Math.sin(g) + 0.02 * Math.sin(2 * g)) * DEGREE;
  const obliquity = (23.439 - 0.0000004 * n) * DEGREE;
  return {
    rightAscension: Math.atan2(Math.cos(obliquity) * Math.sin(lambda), Math.cos(lambda)) / DEGREE,
    declination: Math.asin(Math.sin(obliquity) * Math.sin(lambda)),
    meanLongitude,
    n,
  };
}

/** Minutes that a sundial is ahead of the clock at the instant (ms since 1970). */
export function equationOfTimeMinutes(atMs: number): number {
  const { meanLongitude, rightAscension } = ephemeris(atMs);
  return 4 * wrap180(meanLongitude - rightAscension);
}

/**
 * Position of the sun at the instant (ms since 1970) as seen from a place in degrees north and east.
 * Within 0.005 degrees of zenith and 0.016 of azimuth of NREL's SPA in Viet Nam.
 */
export function sunPosition(atMs: number, latitude: number, longitude: number): SunPosition {
  const { rightAscension, declination, n } = ephemeris(atMs);
  const utcHours = (((atMs % DAY_MS) + DAY_MS) % DAY_MS) / 3_600_000;
  const gmst = (6.697375 + 0.0657098242 * n + utcHours) % 24;
  const hourAngle = wrap180(15 * gmst + longitude - rightAscension) * DEGREE;
  const lat = latitude * DEGREE;
  const cosZenith =
    Math.sin(lat) * Math.sin(declination) + Math.cos(lat) * Math.cos(declination) * Math.cos(hourAngle);
  const azimuth =
    Math.atan2(
      Math.sin(hourAngle),
      Math.cos(hourAngle) * Math.sin(lat) - Math.tan(declination) * Math.cos(lat),
    ) /
      DEGREE +
    180;
  return { zenith: Math.acos(Math.max(-1, Math.min(1, cosZenith))) / DEGREE, azimuth };
}

/** Air that the light passes through last: it decides how far refraction lifts the sun. */
interface Air {
  readonly pressureHpa: number;
  readonly temperatureC: number;
}

/**
 * Zenith angle with atmospheric refraction (Meeus 1998, as used by NREL's SPA). Below the horizon by more than
 * the sun's radius and the refraction there, the true zenith is returned unchanged.
 */
export function apparentZenith(zenith: number, air: Air): number {
  const elevation = 90 - zenith;
  if (elevation < -0.26667 - 0.5667) return zenith;
  const lift =
    ((air.pressureHpa / 1010) * (283 / (273 + air.temperatureC)) * 1.02) /
    (60 * Math.tan((elevation + 10.3 / (elevation + 5.11)) * DEGREE));
  return zenith - lift;
}

/** Day of the year, 1 on 1 January, of a calendar day YYYY-MM-DD. */
export function dayOfYear(day: string): number {
  return (
    Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${day.slice(0, 4)}-01-01T00:00:00Z`)) / DAY_MS) +
    1
  );
}

/** Irradiance above the atmosphere, normal to the sun, W/m2 (Spencer 1971; solar constant 1366.1, ASTM E490). */
export function extraterrestrialWM2(yearDay: number): number {
  const b = (2 * Math.PI * (yearDay - 1)) / 365;
  return (
    1366.1 *
    (1.00011 +
      0.034221 * Math.cos(b) +
      0.00128 * Math.sin(b) +
      0.000719 * Math.cos(2 * b) +
      0.000077 * Math.sin(2 * b))
  );
}

interface SunTimes {
  readonly sunriseMs: number;
  readonly transitMs: number;
  readonly sunsetMs: number;
}

/**
 * Sunrise, transit and sunset (ms since 1970) of the solar day whose noon is nearest to `noonMs`; null where the sun
 * does not rise or set that day. The sun's upper limb with mean refraction: zenith 90.833 degrees.
 */
export function sunTimes(noonMs: number, latitude: number, longitude: number): SunTimes | null {
  const transitOf = (nearMs: number): number => {
    const solarNoonUtcMinutes = 720 - 4 * longitude - equationOfTimeMinutes(nearMs);
    const midnight = Math.floor(noonMs / DAY_MS) * DAY_MS;
    const at = midnight + solarNoonUtcMinutes * 60_000;
    return at + Math.round((noonMs - at) / DAY_MS) * DAY_MS;
  };
  const crossing = (guessMs: number, side: -1 | 1): number | null => {
    const lat = latitude * DEGREE;
    const { declination } = ephemeris(guessMs);
    const cosH0 =
      (Math.cos(90.833 * DEGREE) - Math.sin(lat) * Math.sin(declination)) /
      (Math.cos(lat) * Math.cos(declination));
    if (cosH0 < -1 || cosH0 > 1) return null;
    return transitOf(guessMs) + side * (Math.acos(cosH0) / DEGREE / 15) * 3_600_000;
  };
  const transitMs = transitOf(transitOf(noonMs));
  const firstRise = crossing(transitMs, -1);
  const firstSet = crossing(transitMs, 1);
  if (firstRise === null || firstSet === null) return null;
  // The declination moves in the hours between noon and the horizon: once more from where the first try led.
  const sunriseMs = crossing(firstRise, -1);
  const sunsetMs = crossing(firstSet, 1);
  return sunriseMs === null || sunsetMs === null ? null : { sunriseMs, transitMs, sunsetMs };
}
