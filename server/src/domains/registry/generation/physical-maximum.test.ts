import { expect, test } from "vitest";
import fc from "fast-check";
import { physicalMaximumWh } from "./physical-maximum.ts";

const plant = {
  dc_wp: 1_000_000,
  ac_w: 900_000,
  clear_sky_wh_m2: 6000,
  daylight_s: 43_200,
  day_s: 86_400,
  is_solar: true,
  insolation_wh_m2: null,
};

test("ISS-007: modules by measured insolation and 1.05, by a clear sky where no sensor was there, and never above the inverters", () => {
  expect(physicalMaximumWh({ ...plant, insolation_wh_m2: 4500 })).toBe(4_725_000);
  expect(physicalMaximumWh(plant)).toBe(7_245_000);
  expect(physicalMaximumWh({ ...plant, ac_w: 100_000 })).toBe(1_200_000);
  expect(physicalMaximumWh({ ...plant, insolation_wh_m2: 0 })).toBe(0);
});

test("R9: the maximum knows no rating but the approved one, and is never below what ideal modules give at the measured sun", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), (insolation) => {
      const most = physicalMaximumWh({ ...plant, ac_w: 1e9, insolation_wh_m2: insolation });
      expect(most).toBeGreaterThanOrEqual(plant.dc_wp * (insolation / 1000));
    }),
  );
});

test("ISS-007: daylight caps solar plants alone; others may give their rating for the 23, 24 or 25 hours of a day", () => {
  const wind = { ...plant, is_solar: false, dc_wp: null, ac_w: 1_000_000, clear_sky_wh_m2: 0 };
  expect(physicalMaximumWh(wind)).toBe(24_000_000);
  expect(physicalMaximumWh({ ...wind, day_s: 82_800 })).toBe(23_000_000);
  expect(physicalMaximumWh({ ...wind, day_s: 90_000 })).toBe(25_000_000);
  // A sensor beside the mast says nothing of the wind, and what modules a hybrid has is not what makes its wind.
  expect(physicalMaximumWh({ ...wind, insolation_wh_m2: 3000, dc_wp: 10 })).toBe(24_000_000);
});
