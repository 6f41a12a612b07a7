import { expect, test } from "vitest";
import { equivalentOf, EQUIVALENTS, type EquivalentName } from "./equivalents.ts";

// 1 GWh at 0.6592 t/MWh.
const CO2_KG = 659_200;
const KNOWN: Record<EquivalentName, number> = {
  forest_ha: 317.582366,
  land_waste_t: 206.926014,
  coal_burned_t: 334.890012,
  trees: 10_986.666667,
  car_diesel_km: 3_809_523.8095,
  car_gas_km: 4_051_130.7768,
  bike_km: 7_924_029.3304,
  gas_cars: 153.659674,
  diesel_cars: 216.829564,
  motorbikes: 1_015.901196,
  coal_plants: 0.000173931,
  gas_plants: 0.001724729,
  phones: 53_161_290.3226,
  wind_turbines: 0.179182701,
  diesel_l: 245_122.146162,
};

test.each(Object.entries(KNOWN))(
  "1 GWh of Vietnamese grid electricity saved equals %s: %d",
  (name, value) => {
    const result = equivalentOf(name as EquivalentName, CO2_KG) ?? Number.NaN;
    expect(Math.abs(result / value - 1)).toBeLessThan(3e-6);
  },
);

test("an unknown amount of CO2 equals nothing known, and no amount equals none", () => {
  expect(equivalentOf("trees", null)).toBeNull();
  expect(equivalentOf("trees", 0)).toBe(0);
});

test("every factor says where it comes from and of which edition", () => {
  for (const { source, edition, kg_per_unit } of Object.values(EQUIVALENTS)) {
    expect(source.length).toBeGreaterThan(10);
    expect(edition).not.toBe("");
    expect(kg_per_unit).toBeGreaterThan(0);
  }
});
