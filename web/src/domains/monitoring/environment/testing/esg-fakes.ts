// What the environment page is answered in tests.
import { EQUIVALENTS, type EquivalentName } from "@heliograph/contract/monitoring/environment/equivalents";
import type { esg, esgFactors } from "@heliograph/contract/monitoring/environment/esg";
import type { z } from "zod";

type Given = z.input<typeof esg.answer>;

const kwh = (value: number | null) => ({ value, unit: "kWh" as const });
const tons = (value: number | null) => ({ value, unit: "t" as const });

/**
 * An answer in which CO2, energy and every tile are the value by meters, and a tenth more by inverters. Null: nothing is
 * known.
 */
export function esgAnswer(value: number | null, over: Partial<Given> = {}): Given {
  const more = value === null ? null : value * 1.1;
  const tile = (name: EquivalentName) => {
    const of = (amount: number | null) => ({ value: amount, unit: EQUIVALENTS[name].unit });
    return { metter: of(value), inverter: of(more), counted: of(value) };
  };
  const factor = { value: 0.6592, unit: "t/MWh" as const, of_year: 2023, provisional: true };
  const year = {
    year: 2026,
    production: kwh(value),
    energy_saving: kwh(null),
    factor,
    co2_reduction: tons(value),
  };
  return {
    project_info: null,
    period: "lifetime",
    at: null,
    today: "2026-11-21",
    known_from: value === null ? null : "2025-11",
    projects: { metter: value === null ? 0 : 1, inverter: 0, heater: 0, unknown: value === null ? 1 : 0 },
    production: { metter: kwh(value), inverter: kwh(more), counted: kwh(value) },
    opening: null,
    energy_saving: kwh(null),
    co2_reduction: {
      metter_co2_reduction: tons(value),
      inverter_co2_reduction: tons(more),
      heater_co2_reduction: tons(null),
      co2_reduction: tons(value),
    },
    years: value === null ? [] : [year],
    nature: {
      forest_ha: tile("forest_ha"),
      land_waste_t: tile("land_waste_t"),
      coal_burned_t: { value, unit: "t" },
      trees: tile("trees"),
    },
    urban: {
      car_diesel_km: tile("car_diesel_km"),
      car_gas_km: tile("car_gas_km"),
      bike_km: tile("bike_km"),
      gas_cars: tile("gas_cars"),
      motorbikes: tile("motorbikes"),
      diesel_cars: tile("diesel_cars"),
      coal_plants: tile("coal_plants"),
      gas_plants: tile("gas_plants"),
    },
    modal: {
      phones: tile("phones"),
      wind_turbines: tile("wind_turbines"),
      diesel_l: tile("diesel_l"),
    },
    ...over,
  };
}

/** Two factors of the grid, and one of a tile. */
export const factorsAnswer: z.input<typeof esgFactors.answer> = {
  grid: [
    {
      year: 2022,
      factor: { value: 0.6766, unit: "t/MWh" },
      source: "A department",
      edition: "letter 327",
      provisional: false,
    },
    {
      year: 2023,
      factor: { value: 0.6592, unit: "t/MWh" },
      source: "A department",
      edition: "2023",
      provisional: true,
    },
  ],
  equivalents: [
    { name: "trees", kg_per_unit: 60, unit: "", source: "An agency: urban tree seedling", edition: "2024" },
  ],
};
