import { addDays, daysBetween } from "@heliograph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyDay, anyPlant, anyPv, deviceOf, firstDay, plantOf } from "../testing/fleet-kit.ts";
import { devicesOf } from "./fleet/devices.ts";
import { fleet } from "./fleet/fleet.ts";
import { dayTotals, inverterCounterWh, plantModel, simulateDay } from "./plant-model.ts";
import { simulatePvDay } from "./pv-day.ts";
import { RESET_S } from "./quirks.ts";
import { report } from "./readings/report.ts";
import { DAY_S, meanPower } from "./track.ts";

describe("the same history every time", () => {
  test("a plant's day is the same however often it is simulated", () => {
    fc.assert(
      fc.property(anyPlant, anyDay, (plant, day) => {
        expect(simulateDay(plant, day)).toEqual(simulateDay(plant, day));
      }),
      { numRuns: 15 },
    );
  });

  test("readings and counters do not depend on the order in which days are asked for", () => {
    const plant = plantOf("sieuthi-muavang");
    const days = daysBetween("2026-06-20", "2026-07-12");
    const read = (order: string[]): Map<string, unknown> => {
      const model = plantModel(plant);
      const devices = devicesOf(plant, 0);
      return new Map(
        order.map((day) => {
          const interval = { day, from: 43_200, to: 43_500 };
          return [day, devices.map((device) => report(model, device, interval, "full"))];
        }),
      );
    };
    const forwards = read(days);
    const backwards = read(days.toReversed());
    for (const day of days) expect(backwards.get(day)).toEqual(forwards.get(day));
  });

  test("a reading of five minutes is the mean of the readings of ten seconds in it", () => {
    fc.assert(
      fc.property(anyPv, anyDay, fc.integer({ min: 60, max: 240 }), (plant, day, step) => {
        const simulated = simulatePvDay(plant, day);
        for (const track of [
          ...simulated.inverters,
          simulated.imported,
          simulated.exported,
          simulated.load,
        ]) {
          const { starts } = simulated;
          let sum = 0;
          for (let second = step * 300; second < step * 300 + 300; second += 10) {
            sum += meanPower(track, starts, second, second + 10);
          }
          const whole = meanPower(track, starts, step * 300, step * 300 + 300);
          expect(Math.abs(sum / 30 - whole)).toBeLessThan(1e-3);
          expect(Math.abs(whole - (track.power[step] ?? 0))).toBeLessThan(1e-3);
        }
      }),
      { numRuns: 30 },
    );
  });

  test("two plants do not have the same weather", () => {
    const [a, b] = ["detmay-binhan", "go-tanuyen"].map(
      (key) => simulatePvDay(plantOf(key), "2026-10-01").weather.kc,
    );
    expect(a).not.toEqual(b);
  });
});

describe("counters", () => {
  test("never fall, from 5 minutes to 5 minutes and over midnight, where nothing is staged", () => {
    for (const key of ["detmay-binhan", "bv-anphuc", "swh-ks-hoasua"]) {
      const plant = fleet.find((candidate) => candidate.key === key);
      if (plant === undefined) throw new RangeError(key);
      const model = plantModel(plant);
      for (const device of devicesOf(plant, 0)) {
        const last = new Map<string, number>();
        for (const day of daysBetween("2026-06-29", "2026-07-03")) {
          for (let to = 300; to <= DAY_S; to += 300) {
            const { m } = report(model, device, { day, from: to - 300, to }, "brief") ?? { m: {} };
            for (const [name, value] of Object.entries(m)) {
              if (!name.startsWith("energy_") || typeof value !== "number") continue;
              expect(value, `${key} ${name} ${day} ${to}`).toBeGreaterThanOrEqual(last.get(name) ?? 0);
              last.set(name, value);
            }
          }
        }
      }
    }
  });

  test("rise by the energy of the readings between, also over ten seconds", () => {
    const model = plantModel(plantOf("detmay-binhan"));
    const meter = deviceOf(model.plant, "production_meter");
    let sum = 0;
    const counter = (to: number): number =>
      report(model, meter, { day: "2026-11-20", from: to - 10, to }, "brief")?.m["energy_total_wh"] ??
      Number.NaN;
    for (let to = 30_010; to <= 36_000; to += 10) {
      const power =
        report(model, meter, { day: "2026-11-20", from: to - 10, to }, "brief")?.m["ac_power_w"] ?? 0;
      sum += (power * 10) / 3600;
    }
    expect(Math.abs(counter(36_000) - counter(30_000) - sum)).toBeLessThan(2);
  });
});

describe("counters that are disturbed", () => {
  test("a replaced board counts from 0, and only on the day of the change", () => {
    const plant = plantOf("sieuthi-muavang");
    const reset = plant.quirks.counterReset ?? { everyDays: 1, phase: 0, inverter: 0 };
    const model = plantModel(plant);
    const day = firstDay(reset, "2026-10-01");
    expect(inverterCounterWh(model, reset.inverter, day, RESET_S)).toBe(0);
    expect(inverterCounterWh(model, reset.inverter, day, RESET_S - 1)).toBeGreaterThan(1_000_000);
    const later = inverterCounterWh(model, reset.inverter, day, 54_000);
    expect(later).toBeGreaterThan(0);
    expect(inverterCounterWh(model, reset.inverter, addDays(day, 1), 300)).toBeGreaterThan(later);
    const gained = dayTotals(simulateDay(plant, day))[reset.inverter] ?? 0;
    expect(later).toBeLessThan(gained);
  });

  test("a glitch shows a low counter for five minutes and leaves no trace", () => {
    const plant = plantOf("sieuthi-muavang");
    const glitch = plant.quirks.glitch ?? { everyDays: 1, phase: 0, inverter: 0 };
    const model = plantModel(plant);
    const day = firstDay(glitch, "2026-10-01");
    const at = (second: number): number => inverterCounterWh(model, glitch.inverter, day, second);
    expect(at(14 * 3600 + 300)).toBeLessThan(at(14 * 3600) / 2);
    expect(at(14 * 3600 + 600)).toBeGreaterThanOrEqual(at(14 * 3600));
  });

  test("tariff registers add up to the counter", () => {
    const model = plantModel(plantOf("baobi-nhontrach"));
    const meter = deviceOf(model.plant, "production_meter");
    const reading = report(model, meter, { day: "2026-11-18", from: 63_300, to: 63_600 }, "full");
    const registers = reading?.x?.production_by_tariff_wh ?? [];
    expect(registers).toHaveLength(3);
    expect(registers.reduce((sum, part) => sum + part, 0)).toBe(reading?.m["energy_total_wh"]);
  });
});

test("counters of a plant with certificates were never below nothing, fourteen months back", () => {
  for (const plant of fleet.filter(({ certificates }) => certificates !== null)) {
    expect(Math.min(...plantModel(plant).countersAt("2025-09-15")), plant.key).toBeGreaterThanOrEqual(0);
  }
});
