import { expect, test } from "vitest";
import { SUNRISE_ELEVATION_DEG, sunElevationDeg } from "./sun-position.ts";

const hoChiMinhCity = { latitude: 10.7769, longitude: 106.7009 };
const haNoi = { latitude: 21.0285, longitude: 105.8542 };

// Zeniths and sunrises by pvlib 0.13 (NREL solar position algorithm).
test.each([
  ["Ho Chi Minh City at an equinox noon", hoChiMinhCity, "2024-03-20T12:00:00+07:00", 10.747_09],
  [
    "Ho Chi Minh City at midsummer, the sun in the north",
    hoChiMinhCity,
    "2024-06-21T12:00:00+07:00",
    12.716_18,
  ],
  ["Ho Chi Minh City on a winter morning", hoChiMinhCity, "2024-12-21T08:00:00+07:00", 66.066_46],
  ["Ha Noi at midsummer noon", haNoi, "2024-06-21T12:00:00+07:00", 2.436_26],
  ["Ha Noi at midwinter noon", haNoi, "2024-12-21T12:00:00+07:00", 44.487],
])("the zenith angle agrees with the reference: %s", (_name, place, at, zenith) => {
  expect(90 - sunElevationDeg(place, Date.parse(at))).toBeCloseTo(zenith, 1);
  expect(Math.abs(90 - sunElevationDeg(place, Date.parse(at)) - zenith)).toBeLessThan(0.02);
});

test.each([
  [hoChiMinhCity, "2024-03-21T05:56:43+07:00"],
  [hoChiMinhCity, "2024-03-20T18:04:00+07:00"],
  [hoChiMinhCity, "2024-12-21T17:36:13+07:00"],
  [haNoi, "2024-06-22T05:16:16+07:00"],
])("the sun crosses the horizon at %j %s, within 15 seconds", (place, at) => {
  const elevation = sunElevationDeg(place, Date.parse(at));
  expect(Math.abs(elevation - SUNRISE_ELEVATION_DEG)).toBeLessThan(0.0625);
});
