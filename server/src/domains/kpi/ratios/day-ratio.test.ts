import { expect, test } from "vitest";
import { countedEnergyWh, energyClassOf, expectedWh, ratioOfDays, type DaySums } from "./day-ratio.ts";

/** 100 kWp under 5 sun hours: 400 kWh are a ratio of 0.80. */
const good: DaySums = {
  meter_wh: 400_000,
  inverter_wh: 410_000,
  est_meter_wh: 0,
  est_inverter_wh: 0,
  int_meter_wh: null,
  int_inverter_wh: null,
  insolation_wh_m2: 5000,
  covered_s: 43_000,
  expected_s: 43_200,
  irradiance_covered_s: 43_000,
  irradiance_expected_s: 43_200,
};

test("a day's ratio is its energy over capacity times insolation, by the meter where there is one", () => {
  expect(ratioOfDays([good], 100_000)).toBeCloseTo(0.8, 12);
  expect(ratioOfDays([{ ...good, meter_wh: null }], 100_000)).toBeCloseTo(0.82, 12);
  expect(countedEnergyWh({ meter_wh: null, inverter_wh: null })).toBeNull();
});

test("days together are a ratio of sums, not a mean of ratios", () => {
  const dull = { ...good, meter_wh: 60_000, insolation_wh_m2: 1000 };
  expect(ratioOfDays([good, dull], 100_000)).toBeCloseTo(460 / 600, 12);
});

test.each([
  ["the irradiance has holes", { irradiance_covered_s: 30_000 }],
  ["the production has holes", { covered_s: 30_000 }],
  ["too much of the energy is estimated", { est_meter_wh: 41_000 }],
  ["there was hardly any sun", { insolation_wh_m2: 499 }],
  ["there is no irradiance", { insolation_wh_m2: null }],
  ["there is no energy", { meter_wh: null, inverter_wh: null }],
  ["nothing was expected", { expected_s: 0, irradiance_expected_s: 0 }],
])("a day is left out whole when %s", (_why, part) => {
  const bad = { ...good, ...part };
  expect(ratioOfDays([bad], 100_000)).toBeNull();
  expect(ratioOfDays([good, bad], 100_000)).toBeCloseTo(0.8, 12);
});

test("a day whose energy is all integrated from power has a ratio, and says how it is known", () => {
  const day = { ...good, meter_wh: null, int_inverter_wh: 410_000 };
  expect(ratioOfDays([day], 100_000)).toBeCloseTo(0.82, 12);
  expect(energyClassOf(day)).toBe("integrated");
  expect(energyClassOf(good)).toBe("measured");
  expect(energyClassOf({ ...good, est_meter_wh: 300_000 })).toBe("estimated");
  expect(energyClassOf({ ...good, meter_wh: null, inverter_wh: null })).toBeNull();
});

test("a plant without capacity has no ratio", () => {
  expect(ratioOfDays([good], 0)).toBeNull();
});

test("the expected energy is 85 % of capacity times insolation", () => {
  expect(expectedWh(5000, 100_000)).toBe(425_000);
  expect(expectedWh(null, 100_000)).toBeNull();
});
