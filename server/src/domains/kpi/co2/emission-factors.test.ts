import { expect, test } from "vitest";
import { avoidedCo2Kg, emissionFactor, factorsByYear, isProvisional } from "./emission-factors.ts";

const grid = (year: number, kg_per_kwh: number, provisional = false) => ({
  year,
  kg_per_kwh,
  provisional,
  source: "a ministry",
  edition: String(year),
});
const FACTORS = [grid(2014, 0.6612), grid(2019, 0.8458), grid(2020, 0.8041), grid(2023, 0.6592)];

test("energy of a year with an official factor is counted by that factor", () => {
  expect(emissionFactor(FACTORS, 2020)).toMatchObject({ kg_per_kwh: 0.8041, provisional: false });
  expect(emissionFactor(FACTORS, 2023)).toMatchObject({ kg_per_kwh: 0.6592, provisional: false });
});

test("a year without an official factor uses the latest before it, and says that it is provisional", () => {
  expect(emissionFactor(FACTORS, 2026)).toMatchObject({ year: 2023, kg_per_kwh: 0.6592, provisional: true });
  expect(emissionFactor(FACTORS, 2010)).toMatchObject({ year: 2014, provisional: true });
  expect(isProvisional(FACTORS, 2021)).toBe(true);
  expect(isProvisional(FACTORS, 2020)).toBe(false);
});

test("a preliminary factor of the very year counts, and stays provisional", () => {
  const with2024 = [...FACTORS, grid(2024, 0.66, true)];
  expect(emissionFactor(with2024, 2024)).toMatchObject({ kg_per_kwh: 0.66, provisional: true });
});

test("a GWh of 2023 avoids 659.2 tons; what is not known avoids nothing that could be told", () => {
  expect(avoidedCo2Kg(FACTORS, 1e9, 2023)).toBeCloseTo(659_200, 6);
  expect(avoidedCo2Kg(FACTORS, null, 2023)).toBeNull();
  expect(avoidedCo2Kg([], 1e9, 2023)).toBeNull();
});

test("sums in SQL use the same factors", () => {
  const { years, kgPerKwh } = factorsByYear(FACTORS);
  expect(years[0]).toBe(1970);
  expect(years.at(-1)).toBe(2199);
  expect(kgPerKwh[years.indexOf(2019)]).toBe(0.8458);
  expect(kgPerKwh).toHaveLength(years.length);
  expect(factorsByYear([]).kgPerKwh.every((factor) => factor === null)).toBe(true);
});
