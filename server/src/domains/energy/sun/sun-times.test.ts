import { addDays } from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SUNRISE_ELEVATION_DEG, sunElevationDeg } from "./sun-position.ts";
import { sunTimes } from "./sun-times.ts";

const timezone = "Asia/Ho_Chi_Minh";
const hoChiMinhCity = { latitude: 10.7769, longitude: 106.7009, timezone };
const haNoi = { latitude: 21.0285, longitude: 105.8542, timezone };

// By pvlib 0.13 (NREL solar position algorithm) for the UTC day: its sunrise is that of the next local day.
test.each([
  [hoChiMinhCity, "2024-03-20", ["05:56:43", "12:00:35", "18:04:00"]],
  [hoChiMinhCity, "2024-06-21", ["05:32:34", "11:55:03", "18:17:45"]],
  [hoChiMinhCity, "2024-12-21", ["06:06:56", "11:51:20", "17:36:13"]],
  [haNoi, "2024-03-20", ["05:59:40", "12:03:58", "18:07:40"]],
  [haNoi, "2024-06-21", ["05:16:16", "11:58:26", "18:40:49"]],
  [haNoi, "2024-12-21", ["06:29:32", "11:54:43", "17:20:24"]],
])(
  "sunrise, noon and sunset agree with the reference within 20 seconds: %j %s",
  (place, day, [rise = "", noon = "", set = ""]) => {
    const next = addDays(day, 1);
    const times = sunTimes(place, day);
    const off = (ms: number | null, clock: string, on = day) =>
      Math.abs((ms ?? 0) - Date.parse(`${on}T${clock}+07:00`)) / 1000;
    expect(off(sunTimes(place, next).sunrise_ms, rise, next)).toBeLessThan(20);
    expect(off(times.noon_ms, noon)).toBeLessThan(20);
    expect(off(times.sunset_ms, set)).toBeLessThan(20);
  },
);

test("where the sun does not set, or does not rise, there is neither sunrise nor sunset", () => {
  const northCape = { latitude: 71.17, longitude: 25.78, timezone: "Europe/Oslo" };
  const summer = sunTimes(northCape, "2026-06-21");
  expect(summer).toMatchObject({ sunrise_ms: null, sunset_ms: null });
  expect(summer.highest_deg).toBeGreaterThan(40);
  const winter = sunTimes(northCape, "2026-12-21");
  expect(winter).toMatchObject({ sunrise_ms: null, sunset_ms: null });
  expect(winter.highest_deg).toBeLessThan(0);
});

test("the sun stands on the horizon at sunrise and sunset, and nowhere higher than at noon", () => {
  const place = fc.record({
    latitude: fc.double({ min: -60, max: 60, noNaN: true }),
    longitude: fc.double({ min: 98, max: 112, noNaN: true }),
    timezone: fc.constant(timezone),
  });
  const day = fc
    .integer({ min: 0, max: 3650 })
    .map((days) => new Date(Date.UTC(2020, 0, 1) + days * 86_400_000).toISOString().slice(0, 10));
  fc.assert(
    fc.property(place, day, fc.integer({ min: 0, max: 1439 }), (where, date, minute) => {
      const { sunrise_ms, sunset_ms, noon_ms, highest_deg } = sunTimes(where, date);
      for (const ms of [sunrise_ms, sunset_ms]) {
        expect(Math.abs(sunElevationDeg(where, ms ?? 0) - SUNRISE_ELEVATION_DEG)).toBeLessThan(0.01);
      }
      expect(sunrise_ms ?? Infinity).toBeLessThan(noon_ms);
      expect(noon_ms).toBeLessThan(sunset_ms ?? -Infinity);
      const at = Date.parse(`${date}T00:00:00+07:00`) + minute * 60_000;
      expect(sunElevationDeg(where, at)).toBeLessThan(highest_deg + 1e-3);
    }),
    { numRuns: 200 },
  );
});
