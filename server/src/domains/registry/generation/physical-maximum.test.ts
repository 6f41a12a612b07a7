import { expect, test } from "vitest";
import fc from "fast-check";
import { physicalMaximumWh } from "./physical-maximum.ts";

const plant = {
  dc_wp: 1_000_000,
  ac_w: 900_000,
  clear_sky_wh_m2: 6000,
  daylight_s: 43_200,
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
