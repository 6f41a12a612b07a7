import { describe, expect, test } from "vitest";
import { at, DEGREE, HA_NOI, HO_CHI_MINH, near, pv, SITES } from "../../testing/test-kit.ts";
import { erbs, haurwitzWM2, ineichen, pressurePa, relativeAirMass } from "./clear-sky.ts";
import { cosIncidence, groundWM2, hayDavies, incidenceModifier, isotropic } from "./plane-of-array.ts";
import {
  apparentZenith,
  dayOfYear,
  equationOfTimeMinutes,
  extraterrestrialWM2,
  sunPosition,
  sunTimes,
} from "./sun.ts";

const secondsOfDay = (text: string): number => Date.parse(`1970-01-01T${text}Z`) / 1000;
/** Seconds between an instant and a local time of day. */
function apart(ms: number | undefined, text: string): number {
  return Math.abs(
    secondsOfDay(new Date((ms ?? 0) + 7 * 3_600_000).toISOString().slice(11, 19)) - secondsOfDay(text),
  );
}

describe("the sun", () => {
  test.each([
    [HO_CHI_MINH, "2024-03-20 12:00", 10.74709, 179.2067],
    [HO_CHI_MINH, "2024-12-21 08:00", 66.06646, 121.83559],
    [HA_NOI, "2024-12-21 12:00", 44.487, 181.72534],
  ])("stands where NREL's SPA has it: %s %s", ([lat, lon], local, zenith, azimuth) => {
    const sun = sunPosition(at(local), lat, lon);
    expect(Math.abs(sun.zenith - zenith)).toBeLessThan(0.006);
    expect(Math.abs(sun.azimuth - azimuth)).toBeLessThan(0.03);
  });

  test("stands where the worked example of NREL's SPA has it, refraction included", () => {
    const sun = sunPosition(Date.parse("2003-10-17T12:30:30-07:00"), 39.742476, -105.1786);
    expect(Math.abs(90 - sun.zenith - 39.872046)).toBeLessThan(0.006);
    expect(Math.abs(sun.azimuth - 194.340241)).toBeLessThan(0.016);
    const seen = apparentZenith(sun.zenith, { pressureHpa: 820, temperatureC: 11 });
    expect(Math.abs(seen - 50.111622)).toBeLessThan(0.006);
  });

  test.skipIf(pv === null)(
    "all reference positions, equation of time and extraterrestrial irradiance",
    () => {
      for (const row of pv?.solar_position ?? []) {
        const sun = sunPosition(at(row.local), row.lat, row.lon);
        expect(Math.abs(sun.zenith - row.zenith), row.local).toBeLessThan(0.006);
        // Near the zenith a small error of place is a large one of direction.
        if (row.zenith > 10) expect(Math.abs(sun.azimuth - row.azimuth), row.local).toBeLessThan(0.03);
        expect(Math.abs(equationOfTimeMinutes(at(row.local)) - row.eot_min)).toBeLessThan(0.022);
        // The reference counts the day of the year in UTC.
        const utcDay = new Date(at(row.local)).toISOString().slice(0, 10);
        near(extraterrestrialWM2(dayOfYear(utcDay)), row.dni_extra, 3);
      }
    },
  );

  test.skipIf(pv === null)("refraction lifts the sun as the reference says", () => {
    for (const row of pv?.solar_position ?? []) {
      const altitude = Object.values(SITES).find((site) => site.lat === row.lat)?.alt ?? 0;
      const air = { pressureHpa: pressurePa(altitude) / 100, temperatureC: 12 };
      expect(Math.abs(apparentZenith(row.zenith, air) - row.apparent_zenith)).toBeLessThan(0.02);
    }
  });

  test("rises and sets at the known times", () => {
    const rows = pv?.sun_rise_set ?? [
      { site: "HoChiMinh", date: "2024-03-20", sunrise: "05:56:43", transit: "12:00:35", sunset: "18:04:00" },
      { site: "HaNoi", date: "2024-06-21", sunrise: "05:16:16", transit: "11:58:26", sunset: "18:40:49" },
    ];
    for (const { site, date, ...want } of rows) {
      const { lat, lon } = SITES[site] ?? { lat: 0, lon: 0 };
      const got = sunTimes(at(`${date} 12:00`), lat, lon);
      // The reference takes the sunrise that falls on the UTC date: here that is the one before the next local day.
      const next = sunTimes(at(`${date} 12:00`) + 86_400_000, lat, lon);
      expect(apart(next?.sunriseMs, want.sunrise), `${site} ${date}`).toBeLessThanOrEqual(3);
      expect(apart(got?.transitMs, want.transit)).toBeLessThanOrEqual(1);
      expect(apart(got?.sunsetMs, want.sunset)).toBeLessThanOrEqual(2);
    }
  });

  test("does not set in a polar summer", () => {
    expect(sunTimes(Date.parse("2024-06-21T12:00:00Z"), 75, 0)).toBeNull();
  });
});

describe("the clear sky", () => {
  test.each([
    [0, 1035.092],
    [30, 888.271],
    [60, 487.894],
    [85, 48.63],
  ])("Haurwitz at zenith %s", (zenith, ghi) => near(haurwitzWM2(zenith), ghi, 3));

  test("Ineichen and Perez, pvlib's own case", () => {
    const light = ineichen(
      { apparentZenith: 10, absoluteAirMass: 1, extraterrestrialWM2: 1364 },
      { altitudeM: 0, linkeTurbidity: 3 },
    );
    near(light.ghi, 1038.159, 3);
    near(light.dni, 942.208, 3);
    near(light.dhi, 110.265, 3);
  });

  test.skipIf(pv === null)("Haurwitz, air mass, pressure and Ineichen for all reference rows", () => {
    for (const row of pv?.haurwitz ?? []) near(haurwitzWM2(row.zenith), row.ghi, 4);
    for (const row of pv?.airmass_kastenyoung ?? []) near(relativeAirMass(row.zenith), row.am, 5);
    for (const row of pv?.alt2pres ?? []) near(pressurePa(row.alt) / 100, row.hpa, 3);
    for (const row of pv?.clearsky ?? []) {
      const e0 = extraterrestrialWM2(dayOfYear(row.local.slice(0, 10)));
      const absoluteAirMass = row.airmass_abs ?? 40;
      const light = ineichen(
        { apparentZenith: row.apparent_zenith, absoluteAirMass, extraterrestrialWM2: e0 },
        { altitudeM: row.altitude, linkeTurbidity: row.linke_turbidity },
      );
      // The reference angles have five digits, which is what the last digit of the irradiance hangs on.
      for (const part of ["ghi", "dni", "dhi"] as const) {
        expect(Math.abs(light[part] - row.ineichen[part]), `${row.local} ${part}`).toBeLessThan(0.02);
      }
      expect(Math.abs(haurwitzWM2(row.apparent_zenith) - row.haurwitz_ghi)).toBeLessThan(0.002);
    }
  });
});

describe("whole days and the split of light", () => {
  test.skipIf(pv === null)("sums of whole clear days, from the position of the sun on", () => {
    for (const row of pv?.daily_clearsky ?? []) {
      const { lat, lon, alt, tl } = SITES[row.site] ?? { lat: 0, lon: 0, alt: 0, tl: 3 };
      const e0 = extraterrestrialWM2(dayOfYear(row.date));
      let haurwitz = 0;
      let global = 0;
      let diffuse = 0;
      for (let minute = 0; minute < 1440; minute += 1) {
        const { zenith } = sunPosition(at(`${row.date} 00:00`) + minute * 60_000, lat, lon);
        const pressure = pressurePa(alt);
        const seen = apparentZenith(zenith, { pressureHpa: pressure / 100, temperatureC: 28 });
        const mass = relativeAirMass(seen);
        if (mass === null) continue;
        const sun = {
          apparentZenith: seen,
          absoluteAirMass: (mass * pressure) / 101_325,
          extraterrestrialWM2: e0,
        };
        const light = ineichen(sun, { altitudeM: alt, linkeTurbidity: tl });
        haurwitz += haurwitzWM2(seen) / 60_000;
        global += light.ghi / 60_000;
        diffuse += light.dhi / 60_000;
      }
      expect(Math.abs(haurwitz - row.haurwitz_kwh_m2), `${row.site} ${row.date}`).toBeLessThan(0.002);
      expect(Math.abs(global - row.ineichen_ghi_kwh_m2)).toBeLessThan(0.002);
      expect(Math.abs(diffuse - row.dhi_kwh_m2)).toBeLessThan(0.002);
    }
  });

  test("Erbs splits beam and diffuse", () => {
    const rows = pv?.erbs ?? [
      { ghi: 900, zenith: 20, doy: 172, dni_extra: 1321.624, dni: 757.1343, dhi: 188.5265 },
    ];
    for (const row of rows) {
      const light = erbs(row.ghi, row.zenith, row.dni_extra);
      near(light.dni, row.dni, 3);
      near(light.dhi, row.dhi, 3);
    }
    expect(erbs(5, 88, 1367)).toEqual({ ghi: 5, dni: 0, dhi: 5 });
  });
});

describe("the plane of the modules", () => {
  test("isotropic and Hay-Davies irradiance at the reference rows", () => {
    const rows = pv?.poa ?? [
      {
        tilt: 12,
        surface_azimuth: 180,
        ghi: 800,
        dni: 650,
        dhi: 220,
        apparent_zenith: 30.16508,
        azimuth: 61.43319,
        dni_extra: 1321.458,
        aoi: 37.27571,
        isotropic: 736.569,
        haydavies: 729.134,
        ground: 1.748,
        beam: 517.225,
      },
    ];
    for (const row of rows) {
      const cosAoi = cosIncidence(row.apparent_zenith, row.azimuth, {
        tilt: row.tilt,
        azimuth: row.surface_azimuth,
      });
      near(Math.acos(cosAoi) / DEGREE, row.aoi, 4);
      const even = isotropic(row, cosAoi, row.tilt);
      const sun = { cosAoi, zenith: row.apparent_zenith, extraterrestrialWM2: row.dni_extra };
      const bright = hayDavies(row, sun, row.tilt);
      near(even.beam, row.beam, 2);
      near(groundWM2(row.ghi, row.tilt), row.ground, 3);
      near(even.beam + even.sky + even.ground, row.isotropic, 2);
      near(bright.beam + bright.sky + bright.ground, row.haydavies, 2);
    }
  });

  test("glass takes more of a flat beam", () => {
    for (const { aoi, iam } of pv?.iam_ashrae_b005 ?? [{ aoi: 60, iam: 0.95 }]) {
      near(incidenceModifier(Math.cos(aoi * DEGREE)), iam, 5);
    }
    expect(incidenceModifier(0)).toBe(0);
  });
});
