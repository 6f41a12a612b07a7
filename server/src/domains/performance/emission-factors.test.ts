import { expect, test } from "vitest";
import { avoidedCo2Kg, emissionFactor, factorsByYear } from "./emission-factors.ts";

test("energy of a year with an official factor is counted by that factor", () => {
  expect(emissionFactor(2020)).toMatchObject({ kg_per_kwh: 0.8041, provisional: false });
  expect(emissionFactor(2023)).toMatchObject({ kg_per_kwh: 0.6592, provisional: false });
});

test("a year without an official factor uses the latest before it, and says that it is provisional", () => {
  expect(emissionFactor(2026)).toMatchObject({ year: 2023, kg_per_kwh: 0.6592, provisional: true });
  expect(emissionFactor(2010)).toMatchObject({ year: 2014, provisional: true });
});

test("a GWh of 2023 avoids 659.2 tons; what is not known avoids nothing that could be told", () => {
  expect(avoidedCo2Kg(1e9, 2023)).toBeCloseTo(659_200, 6);
  expect(avoidedCo2Kg(null, 2023)).toBeNull();
});

test("sums in SQL use the same factors", () => {
  const { years, kgPerKwh } = factorsByYear();
  expect(years[0]).toBe(1970);
  expect(years.at(-1)).toBe(2199);
  expect(kgPerKwh[years.indexOf(2019)]).toBe(0.8458);
  expect(kgPerKwh).toHaveLength(years.length);
});
