// What an amount of avoided CO2 equals in things people know. Each factor carries its source, year and edition,
// because the publishers change them.

interface Equivalent {
  /** kg of CO2 that one unit stands for: the amount is divided by it. */
  readonly kg_per_unit: number;
  readonly unit: string;
  readonly source: string;
  readonly edition: string;
  readonly decimals: 2 | 4;
}

const EPA = "US EPA, Greenhouse Gas Equivalencies Calculator, calculations and references";
const DEFRA = "UK DESNZ, greenhouse gas reporting: conversion factors";

const SHORT_TON_T = 0.90718474;
/** As EPA prints it. */
const ACRES_PER_HA = 2.47105;
/** Ratio of the molar masses of CO2 and carbon. */
const C_TO_CO2 = 44 / 12;

const equivalent = (
  kg_per_unit: number,
  unit: string,
  by: { source: string; edition: string; decimals?: 2 | 4 },
): Equivalent => ({
  kg_per_unit,
  unit,
  source: by.source,
  edition: by.edition,
  decimals: by.decimals ?? 2,
});

/** Average US car: 10,917 miles a year, EPA. */
const CAR_KM_PER_YEAR = 10_917 * 1.609344;
/** Our assumption for a motorbike in Viet Nam; no published national figure was found. */
const MOTORBIKE_KM_PER_YEAR = 7800;
const DIESEL_CAR_KG_PER_KM = 0.17304;
const MOTORBIKE_KG_PER_KM = 0.08319;

export const EQUIVALENTS = {
  forest_ha: equivalent(840 * ACRES_PER_HA, "ha", {
    source: `${EPA}: 0.84 t CO2 an acre of US forest a year`,
    edition: "GHG Inventory 1990-2020",
  }),
  land_waste_t: equivalent((2.89 / SHORT_TON_T) * 1000, "t", {
    source: "US EPA, Waste Reduction Model: 2.89 t CO2e a short ton recycled instead of landfilled",
    edition: "WARM v15",
  }),
  coal_burned_t: equivalent(20.84 * 25.76 * C_TO_CO2, "t", {
    source: `${EPA}: 20.84 mmBtu a tonne of coal × 25.76 kg C a mmBtu`,
    edition: "2024",
  }),
  trees: equivalent(60, "", { source: `${EPA}: urban tree seedling grown for 10 years`, edition: "2024" }),
  car_diesel_km: equivalent(DIESEL_CAR_KG_PER_KM, "km", {
    source: `${DEFRA}: average car, diesel`,
    edition: "2025",
  }),
  car_gas_km: equivalent(0.16272, "km", { source: `${DEFRA}: average car, petrol`, edition: "2025" }),
  bike_km: equivalent(MOTORBIKE_KG_PER_KM, "km", {
    source: `${DEFRA}: motorbike, small (to 125 cc)`,
    edition: "2025",
  }),
  gas_cars: equivalent(4290, "", {
    source: `${EPA}: passenger vehicle driven for one year`,
    edition: "2026",
  }),
  diesel_cars: equivalent(DIESEL_CAR_KG_PER_KM * CAR_KM_PER_YEAR, "", {
    source: `${DEFRA}, diesel car × 10,917 miles a year (EPA)`,
    edition: "2025",
  }),
  motorbikes: equivalent(MOTORBIKE_KG_PER_KM * MOTORBIKE_KM_PER_YEAR, "", {
    source: `${DEFRA}, motorbike × 7,800 km a year (assumption)`,
    edition: "2025",
  }),
  coal_plants: equivalent((746_630_725.6 / 197) * 1000, "", {
    source: `${EPA}: 746,630,725.6 t a year from 197 coal-fired plants`,
    edition: "2026",
    decimals: 4,
  }),
  gas_plants: equivalent((625_669_621.5 / 1637) * 1000, "", {
    source: `${EPA}: 625,669,621.5 t a year from 1,637 natural-gas plants`,
    edition: "2026",
    decimals: 4,
  }),
  phones: equivalent(0.0124, "", { source: `${EPA}: smartphone charged once`, edition: "2024" }),
  wind_turbines: equivalent(1.82 * 0.356 * 8760 * 0.648_18 * 1000, "", {
    source: `${EPA}: 1.82 MW turbine at 35.6 % for one year × 0.64818 t a MWh`,
    edition: "2024",
  }),
  diesel_l: equivalent(10.18 / 3.785411784, "L", {
    source: `${EPA}: 10.180 kg CO2 a US gallon of diesel`,
    edition: "2024",
  }),
} as const satisfies Record<string, Equivalent>;
export type EquivalentName = keyof typeof EQUIVALENTS;

/** Units of the named thing that `co2_kg` of avoided CO2 equal; null stays null, since unknown is not zero. */
export function equivalentOf(name: EquivalentName, co2_kg: number | null): number | null {
  return co2_kg === null ? null : co2_kg / EQUIVALENTS[name].kg_per_unit;
}
