import { cosZenith } from "./sun-position.ts";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clearSkyIrradiance } from "./clear-sky.ts";

const vectorFile = new URL("../../../../../../shared/truth/physics_vectors.json", import.meta.url);
const zenithDeg = ([latitude = 0, longitude = 0]: number[], at: string) =>
  (Math.acos(cosZenith({ latitude, longitude }, Date.parse(at))) * 180) / Math.PI;

// Zeniths by pvlib (NREL solar position algorithm).
test.each([
  ["Ho Chi Minh City, equinox noon", [10.7769, 106.7009], "2024-03-20T12:00:00+07:00", 10.747_09],
  ["Ho Chi Minh City, the sun in the north", [10.7769, 106.7009], "2024-06-21T12:00:00+07:00", 12.716_18],
  ["Ho Chi Minh City, winter morning", [10.7769, 106.7009], "2024-12-21T08:00:00+07:00", 66.066_46],
  ["Ho Chi Minh City, the sun almost overhead", [10.7769, 106.7009], "2024-04-15T12:00:00+07:00", 1.874_12],
  ["Golden, the example of the algorithm", [39.742_476, -105.1786], "2003-10-17T12:30:30-07:00", 50.127_954],
])("the zenith angle agrees with the reference: %s", (_name, place, at, zenith) => {
  expect(Math.abs(zenithDeg(place, at) - zenith)).toBeLessThan(0.01);
});

// Global horizontal irradiance by Haurwitz for zenith angles in degrees.
test.each([
  [0, 1035.092],
  [30, 888.271],
  [60, 487.894],
  [80, 135.742],
  [85, 48.63],
])("a clear sky with the sun at zenith angle %d gives %d W/m²", (zenith, irradiance) => {
  expect(clearSkyIrradiance(Math.cos((zenith * Math.PI) / 180))).toBeCloseTo(irradiance, 2);
});

test("the sky is dark while the sun is down", () => {
  expect(clearSkyIrradiance(0)).toBe(0);
  expect(clearSkyIrradiance(-0.3)).toBe(0);
});

interface Vectors {
  solar_position: { lat: number; lon: number; local: string; zenith: number }[];
  haurwitz: { zenith: number; ghi: number }[];
}

test.skipIf(!existsSync(vectorFile))(
  "every reference position and irradiance is met (needs ../shared/truth)",
  () => {
    const vectors = JSON.parse(readFileSync(vectorFile, "utf8")) as Vectors; // the reference file's own shape
    expect(vectors.solar_position.length).toBeGreaterThan(20);
    for (const { lat, lon, local, zenith } of vectors.solar_position) {
      expect(Math.abs(zenithDeg([lat, lon], local.replace(" ", "T")) - zenith)).toBeLessThan(0.01);
    }
    for (const { zenith, ghi } of vectors.haurwitz) {
      expect(clearSkyIrradiance(Math.cos((zenith * Math.PI) / 180))).toBeCloseTo(ghi, 2);
    }
  },
);
