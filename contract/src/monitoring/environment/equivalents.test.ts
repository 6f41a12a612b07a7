import { expect, test } from "vitest";
import { equivalentOf, EQUIVALENTS, type EquivalentName } from "./equivalents.ts";

// 1 GWh at 0.6592 t/MWh.
const CO2_KG = 659_200;
const KNOWN: Record<EquivalentName, number> = {
  forest_ha: 317.58236569956284,
  land_waste_t: 206.92601405121107,
  coal_burned_t: 334.8900119324888,
  trees: 10986.666666666668,
  car_diesel_km: 3809523.8095238097,
  car_gas_km: 4051130.7767944937,
  bike_km: 7924029.330448371,
  gas_cars: 153.65967365967367,
  diesel_cars: 216.8295641092168,
  motorbikes: 1015.9011962113298,
  coal_plants: 0.00017393122938470188,
  gas_plants: 0.0017247287752486797,
  phones: 53161290.32258065,
  wind_turbines: 0.17918270150721274,
  diesel_l: 245122.14617021612,
};

test.each(Object.entries(KNOWN))(
  "1 GWh of Vietnamese grid electricity saved equals %s: %d",
  (name, value) => {
    const result = equivalentOf(name as EquivalentName, CO2_KG) ?? Number.NaN;
    expect(Math.abs(result / value - 1)).toBeLessThan(1e-12);
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
