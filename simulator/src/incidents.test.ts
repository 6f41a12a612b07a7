import { addDays, INVERTER_STATE } from "@heliograph/contract";
import { describe, expect, test } from "vitest";
import { deviceOf, firstDay, plantOf } from "../testing/fleet-kit.ts";
import { dayStartMs } from "./fleet/plant.ts";
import { plantModel } from "./plant-model.ts";
import { simulatePvDay } from "./pv-day.ts";
import { report } from "./readings/report.ts";
import { meanPower } from "./track.ts";

describe("what goes wrong", () => {
  test("an inverter fault begins and ends: no power and state FAULT between, running before and after", () => {
    const plant = plantOf("cokhi-tdh");
    const fault = plant.quirks.inverterFault ?? { everyDays: 1, phase: 0, inverter: 0, days: 0 };
    const model = plantModel(plant);
    const device = deviceOf(plant, "inverter", fault.inverter);
    const first = firstDay(fault, "2026-10-01");
    const at = (day: string, hour: number) =>
      report(model, device, { day, from: hour * 3600 - 300, to: hour * 3600 }, "full")?.m ?? {};
    expect(at(first, 9)["ac_power_w"]).toBeGreaterThan(0);
    for (const [day, hour] of [
      [first, 11],
      [addDays(first, 1), 12],
      [addDays(first, 2), 14],
    ] as const) {
      expect(at(day, hour)).toMatchObject({ ac_power_w: 0, state: INVERTER_STATE.fault, event_bits: 128 });
    }
    expect(at(addDays(first, 2), 15)["ac_power_w"]).toBeGreaterThan(0);
    expect(at(addDays(first, 2), 15)["event_bits"]).toBe(0);
  });

  test("a dead string carries no current, the others do", () => {
    const plant = plantOf("go-tanuyen");
    const fault = plant.quirks.stringFault ?? { everyDays: 1, phase: 0, inverter: 0, mppt: 0, days: 0 };
    const day = firstDay(fault, "2026-10-01");
    const device = deviceOf(plant, "inverter", fault.inverter);
    const list = report(plantModel(plant), device, { day, from: 41_700, to: 42_000 }, "full")?.x?.mppt ?? [];
    const currents = list.flatMap(({ mppt_id, strings }) => (strings ?? []).map((s) => ({ mppt_id, ...s })));
    const dead = currents.filter(({ dc_current_a }) => dc_current_a === 0);
    expect(dead).toEqual([{ mppt_id: fault.mppt, string_id: 1, dc_current_a: 0 }]);
    expect(currents.length).toBeGreaterThan(10);
  });

  test("dust costs more each day until the modules are cleaned", () => {
    const plant = plantOf("caphe-eahleo");
    const soiling = plant.quirks.soiling ?? { everyDays: 1, phase: 0, lossPerDay: 0 };
    const clean = firstDay(soiling, "2026-09-01");
    const ratio = (day: string): number => {
      const d = simulatePvDay(plant, day);
      return (
        d.inverters.reduce((sum, t) => sum + (t.energy.at(-1) ?? 0), 0) / (d.irradiance.energy.at(-1) ?? 1)
      );
    };
    expect(ratio(addDays(clean, soiling.everyDays - 1))).toBeLessThan(ratio(clean) * 0.93);
    expect(ratio(addDays(clean, soiling.everyDays))).toBeGreaterThan(ratio(clean) * 0.95);
  });
});

describe("orders", () => {
  const plant = plantOf("linhkien-donganh");
  const day = "2026-10-06";
  const noon = dayStartMs(plant.site, day) + 11 * 3_600_000 + 37_000;

  test("a power limit holds from its second on and changes nothing before it", () => {
    const model = plantModel(plant);
    const meter = deviceOf(plant, "production_meter");
    const second = (noon - dayStartMs(plant.site, day)) / 1000;
    const read = (to: number) => report(model, meter, { day, from: to - 10, to }, "brief")?.m ?? {};
    const before = [30_000, second - 20, second].map(read);
    const free = read(second + 60);
    model.obey({ atMs: noon, kind: "power_limit", value: 10 });
    expect([30_000, second - 20, second].map(read)).toEqual(before);
    const rating = plant.inverters.reduce((sum, { acNominalW }) => sum + acNominalW, 0);
    expect(free["ac_power_w"]).toBeGreaterThan(rating * 0.1);
    expect(read(second + 60)["ac_power_w"]).toBeLessThanOrEqual(rating * 0.1);
    expect(read(second + 60)["energy_total_wh"]).toBeGreaterThanOrEqual(read(second)["energy_total_wh"] ?? 0);
  });

  test("a disconnected plant gives nothing until it is connected again", () => {
    const orders = [
      { atMs: noon, kind: "connect", value: 0 },
      { atMs: noon + 600_000, kind: "connect", value: 1 },
    ] as const;
    const d = simulatePvDay(plant, day, orders);
    const power = (second: number): number =>
      meanPower(d.inverters[0] ?? d.load, d.starts, second, second + 10);
    const second = (noon - dayStartMs(plant.site, day)) / 1000;
    expect(power(second - 30)).toBeGreaterThan(0);
    expect(power(second + 30)).toBe(0);
    expect(power(second + 630)).toBeGreaterThan(0);
  });

  test("zero export can be switched on at a plant that exports", () => {
    const solar = plantOf("dmt-hoathang");
    const free = simulatePvDay(solar, day);
    const bound = simulatePvDay(solar, day, [
      { atMs: dayStartMs(plant.site, day) - 1000, kind: "zero_export", value: 1 },
    ]);
    expect(free.exported.energy.at(-1)).toBeGreaterThan(1_000_000);
    expect(bound.exported.energy.at(-1)).toBe(0);
  });
});
