// The weather of a day at a plant, on the 5-minute grid of the local day.
import { addDays } from "@heliograph/contract";
import { ofSeason } from "./fleet/climate.ts";
import { dayStartMs, type Site } from "./fleet/plant.ts";
import { apparentZenith, dayOfYear, extraterrestrialWM2, sunPosition } from "./physics/sun.ts";
import { erbs, ineichen, pressurePa, relativeAirMass } from "./physics/clear-sky.ts";
import { clearness, STEPS_PER_DAY } from "./physics/clouds.ts";
import { faimanC } from "./physics/module.ts";
import { cosIncidence, hayDavies, incidenceModifier, type Plane } from "./physics/plane-of-array.ts";
import { chance, random } from "./physics/random.ts";
import { STEP_S } from "./track.ts";

interface PlaneWeather {
  /** In the plane of the modules, W/m2. */
  readonly poa: Float64Array;
  /** The same behind the glass: what makes power. */
  readonly absorbed: Float64Array;
  readonly cellC: Float64Array;
}

export interface Weather {
  readonly startMs: number;
  readonly ambientC: Float64Array;
  readonly windMS: Float64Array;
  /** Share of the clear sky that arrives. */
  readonly kc: Float64Array;
  /** In the order of the planes given. */
  readonly planes: readonly PlaneWeather[];
}

/** By how much a day is warmer than its season, K: turns slowly from day to day. */
function warmth(key: string, day: string): number {
  const of = (date: string): number =>
    3.2 * (chance(`${key}|${date}|warmth`) + chance(`${key}|${date}|air`) - 1);
  return of(day);
}

function air(key: string, site: Site, day: string, kc: Float64Array): Pick<Weather, "ambientC" | "windMS"> {
  const { climate } = site;
  const today = warmth(key, day);
  const tomorrow = warmth(key, addDays(day, 1));
  const mean = ofSeason(climate.meanC, day);
  const draw = random(`${key}|${day}|wind`);
  const ambientC = new Float64Array(STEPS_PER_DAY);
  const windMS = new Float64Array(STEPS_PER_DAY);
  let gust = draw.normal();
  let shade = 0.25;
  for (let i = 0; i < STEPS_PER_DAY; i += 1) {
    const hour = (i + 0.5) / 12;
    gust = 0.97 * gust + Math.sqrt(1 - 0.97 ** 2) * draw.normal();
    shade = 0.985 * shade + 0.015 * (1 - (kc[i] ?? 1));
    const swing = climate.swingK * Math.cos((2 * Math.PI * (hour - 14)) / 24);
    const cooled = swing > 0 ? swing * (1.15 - shade) : swing;
    ambientC[i] = mean + today + ((tomorrow - today) * hour) / 24 + cooled;
    const breeze = 0.75 + 0.45 * Math.max(Math.sin((Math.PI * (hour - 7)) / 14), 0);
    windMS[i] = Math.max(climate.windMS * breeze * (1 + 0.35 * gust), 0.3);
  }
  return { ambientC, windMS };
}

/** The weather of a plant's day: the same for the same key, place and day, whenever it is asked for. */
export function dayWeather(key: string, site: Site, planes: readonly Plane[], day: string): Weather {
  const startMs = dayStartMs(site, day);
  const kc = clearness(ofSeason(site.climate.wetness, day), random(`${key}|${day}|sky`));
  const { ambientC, windMS } = air(key, site, day, kc);
  const e0 = extraterrestrialWM2(dayOfYear(day));
  const place = { altitudeM: site.altitudeM, linkeTurbidity: ofSeason(site.climate.turbidity, day) };
  const pressure = pressurePa(site.altitudeM);
  const lit = planes.map(() => ({
    poa: new Float64Array(STEPS_PER_DAY),
    absorbed: new Float64Array(STEPS_PER_DAY),
    cellC: ambientC.slice(),
  }));
  for (let i = 0; i < STEPS_PER_DAY; i += 1) {
    const sun = sunPosition(startMs + (i + 0.5) * STEP_S * 1000, site.latitude, site.longitude);
    const seen = apparentZenith(sun.zenith, { pressureHpa: pressure / 100, temperatureC: 28 });
    const mass = relativeAirMass(seen);
    if (mass === null) continue;
    const clear = ineichen(
      { apparentZenith: seen, absoluteAirMass: (mass * pressure) / 101_325, extraterrestrialWM2: e0 },
      place,
    );
    const light = erbs(clear.ghi * (kc[i] ?? 1), seen, e0);
    for (const [index, plane] of planes.entries()) {
      const cosAoi = cosIncidence(seen, sun.azimuth, plane);
      const parts = hayDavies(light, { cosAoi, zenith: seen, extraterrestrialWM2: e0 }, plane.tilt);
      const out = lit[index];
      if (out === undefined) continue;
      const poa = parts.beam + parts.sky + parts.ground;
      out.poa[i] = poa;
      out.absorbed[i] = parts.beam * incidenceModifier(cosAoi) + (parts.sky + parts.ground) * 0.95;
      out.cellC[i] = faimanC({ poa, ambientC: ambientC[i] ?? 0, windMS: windMS[i] ?? 0 });
    }
  }
  return { startMs, ambientC, windMS, kc, planes: lit };
}
