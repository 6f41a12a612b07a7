import { expect, test } from "vitest";
import { openingSums, sharesByYear, type DeviceOpening } from "./opening-energy.ts";

const factor = (year: number, kg_per_kwh: number) => ({
  year,
  kg_per_kwh,
  provisional: false,
  source: "a ministry",
  edition: String(year),
});
const FACTORS = [factor(2020, 0.8), factor(2022, 0.6)];
const device = (of: Partial<DeviceOpening>): DeviceOpening => ({
  asset_type: "solar_inverter",
  opened_on: "2022-01-01",
  opening_wh: 1_000_000,
  energy_before_wh: null,
  measured: true,
  ...of,
});
const terms = { commissioned_on: "2020-01-01", factors: FACTORS, vnd_per_kwh: 2000, isMetered: false };

test("an even stretch is shared among its years by their days", () => {
  expect(sharesByYear("2020-12-22", "2021-01-01")).toEqual([{ year: 2020, share: 1 }]);
  expect(sharesByYear("2020-12-22", "2021-01-31").map(({ share }) => share)).toEqual([0.25, 0.75]);
  expect(sharesByYear("2023-01-01", "2022-05-05")).toEqual([{ year: 2022, share: 1 }]);
});

test("the opening energy avoids CO2 evenly from commissioning to the first reading, and saves the first known price", () => {
  const sums = openingSums([device({})], terms);
  expect(sums).toMatchObject({
    opening_inverter_wh: 1_000_000,
    opening_meter_wh: null,
    opening_saving_vnd: 2e6,
  });
  // 366 days of 2020 and 365 of 2021, both before the factor of 2022.
  expect(sums.opening_inverter_co2_kg).toBeCloseTo(800, 9);
  const late = openingSums([device({ opened_on: "2023-01-01", opening_wh: 1_096_000 })], terms);
  expect(late.opening_inverter_co2_kg).toBeCloseTo(366 * 0.8 + 365 * 0.8 + 365 * 0.6, 6);
});

test("without a commissioning date the energy counts, and CO2 and saving leave it out", () => {
  expect(openingSums([device({})], { ...terms, commissioned_on: null })).toMatchObject({
    opening_inverter_wh: 1_000_000,
    opening_inverter_co2_kg: null,
    opening_saving_vnd: null,
    inverter_lifetime: true,
    opening_avoids: false,
  });
});

test("what a replaced device had counted is added, also where there is no counter", () => {
  const both = openingSums([device({ energy_before_wh: 500_000 })], terms);
  expect(both.opening_inverter_wh).toBe(1_500_000);
  const told = openingSums([device({ opening_wh: null, opened_on: null, energy_before_wh: 500_000 })], terms);
  expect(told).toMatchObject({ opening_inverter_wh: 500_000, inverter_lifetime: true });
});

test("a total is a lifetime's only where each of its devices has one; a device that never told anything does not matter", () => {
  const uncounted = device({ opening_wh: null, opened_on: null });
  expect(openingSums([device({}), uncounted], terms)).toMatchObject({
    inverter_lifetime: false,
    opening_inverter_wh: 1_000_000,
  });
  expect(openingSums([device({}), { ...uncounted, measured: false }], terms).inverter_lifetime).toBe(true);
  expect(openingSums([], terms)).toMatchObject({ inverter_lifetime: false, opening_inverter_wh: null });
});

test("what counts is the opening of the devices that counted first", () => {
  const meter = device({ asset_type: "electric_meter", opening_wh: 900_000 });
  expect(openingSums([device({}), meter], { ...terms, isMetered: true })).toMatchObject({
    opening_saving_vnd: 1.8e6,
    opening_counted_wh: 900_000,
  });
  expect(openingSums([device({}), meter], terms).opening_counted_wh).toBe(1_000_000);
});
