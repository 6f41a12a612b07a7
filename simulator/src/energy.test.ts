import { addDays, daysBetween, INVERTER_STATE } from "@heliograph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyDay, anyPv, metered, plantOf, pvPlants } from "../testing/fleet-kit.ts";
import { AC_CABLES, simulatePvDay, type PvDay } from "./pv-day.ts";
import { meanPower } from "./track.ts";

describe("energy", () => {
  test("at each instant load = PV + discharge - charge + import - export, and never import and export at once", () => {
    fc.assert(
      fc.property(anyPv, anyDay, (plant, day) => {
        const d = simulatePvDay(plant, day);
        for (let k = 0; k < d.starts.length - 1; k += 1) {
          const at = (track: { power: Float64Array }): number => track.power[k] ?? 0;
          const supply = metered(d, k) + at(d.discharged) - at(d.charged) + at(d.imported) - at(d.exported);
          expect(Math.abs(supply - at(d.load))).toBeLessThan(1e-6 * Math.max(at(d.load), 1));
          expect(Math.min(at(d.imported), at(d.exported))).toBe(0);
          expect(Math.min(at(d.charged), at(d.discharged))).toBe(0);
        }
        for (const second of [30_010, 40_020, 46_230, 52_440]) {
          const mean = (track: PvDay["load"]): number => meanPower(track, d.starts, second, second + 10);
          const pv = d.inverters.reduce((sum, track) => sum + mean(track), 0) * AC_CABLES;
          const supply = pv + mean(d.discharged) - mean(d.charged) + mean(d.imported) - mean(d.exported);
          expect(Math.abs(supply - mean(d.load))).toBeLessThan(0.01);
          expect(Math.min(mean(d.imported), mean(d.exported))).toBeCloseTo(0, 6);
        }
      }),
      { numRuns: 25 },
    );
  });

  test("days yield between 0 and 8 kWh/kWp, and a year a performance ratio of 0.70 to 0.88 where no zero export and no thick dust take of it", () => {
    for (const plant of pvPlants) {
      let energy = 0;
      let insolation = 0;
      for (let i = 0; i < 365; i += 9) {
        const day = simulatePvDay(plant, addDays("2026-01-01", i));
        const yieldKwhKwp =
          day.inverters.reduce((sum, track) => sum + (track.energy.at(-1) ?? 0), 0) / plant.capacityWp;
        expect(yieldKwhKwp).toBeGreaterThan(0);
        expect(yieldKwhKwp).toBeLessThan(8);
        energy += yieldKwhKwp;
        insolation += (day.irradiance.energy.at(-1) ?? 0) / 1000;
      }
      const least = plant.runNze ? 0.55 : (plant.quirks.soiling?.lossPerDay ?? 0) > 0.005 ? 0.65 : 0.7;
      expect(energy / insolation, plant.key).toBeGreaterThan(least);
      expect(energy / insolation, plant.key).toBeLessThan(0.88);
    }
  });
});

describe("limits", () => {
  test("zero-export plants never export, and are turned down on some days", () => {
    let throttled = 0;
    for (const plant of pvPlants.filter(({ runNze }) => runNze)) {
      for (let i = 0; i < 14; i += 1) {
        const day = simulatePvDay(plant, addDays("2026-10-01", i));
        expect(day.exported.energy.at(-1)).toBe(0);
        throttled += day.states
          .flatMap((states) => [...states])
          .filter((s) => s === INVERTER_STATE.throttled).length;
      }
    }
    expect(throttled).toBeGreaterThan(100);
  });

  test("a plant with far more modules than inverters is clipped at its rating, and never above it", () => {
    const plant = plantOf("dmt-phuocdinh");
    let clipped = 0;
    for (let i = 0; i < 30; i += 1) {
      const day = simulatePvDay(plant, addDays("2026-03-01", i));
      for (const [index, track] of day.inverters.entries()) {
        const rating = plant.inverters[index]?.acNominalW ?? 0;
        expect(Math.max(...track.power)).toBeLessThanOrEqual(rating + 1e-6);
        clipped += track.power.filter((power) => power > rating - 1e-6).length;
      }
    }
    expect(clipped).toBeGreaterThan(50);
  });

  test("a battery's charge goes on over midnight where the day before left it, within its limits", () => {
    for (const plant of pvPlants.filter(({ battery }) => battery !== null)) {
      let cycled = 0;
      for (const day of daysBetween("2026-09-01", "2026-09-21")) {
        const today = simulatePvDay(plant, day);
        const tomorrow = simulatePvDay(plant, addDays(day, 1));
        expect(tomorrow.soc[0]).toBeCloseTo(today.soc.at(-1) ?? -1, 6);
        for (const soc of today.soc) expect(soc >= 0.1 - 1e-9 && soc <= 0.98 + 1e-9).toBe(true);
        cycled += Math.max(...today.soc) - 0.1;
      }
      expect(cycled).toBeGreaterThan(3);
    }
  });
});
