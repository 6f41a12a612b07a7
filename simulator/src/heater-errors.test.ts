import { addDays, LINE_CODES } from "@heliograph/contract";
import { expect, test } from "vitest";
import { devicesOf } from "./fleet/devices.ts";
import { fleet } from "./fleet/fleet.ts";
import type { SwhPlant } from "./fleet/plant.ts";
import { plantModel } from "./plant-model.ts";
import { report } from "./readings/report.ts";
import type { Report } from "./readings/scene.ts";

function heater(key: string): SwhPlant {
  const plant = fleet.find((candidate) => candidate.key === key);
  if (plant?.type !== "swh") throw new RangeError(key);
  return plant;
}

/** What the controller reports over days from `first` on, every five minutes. */
function reported(plant: SwhPlant, first: string, days: number): Report[] {
  const model = plantModel(plant);
  const [controller] = devicesOf(plant, 0);
  if (controller === undefined) throw new RangeError("no controller");
  return Array.from({ length: days }, (_, n) => addDays(first, n)).flatMap((day) =>
    Array.from({ length: 288 }, (_, step) => {
      const got = report(model, controller, { day, from: step * 300, to: (step + 1) * 300 }, "brief");
      return got ?? { m: {} };
    }),
  );
}

test("a line breaks and is mended: its sensor shows the code of an open line in between, and a temperature else", () => {
  const [code] = LINE_CODES.keys();
  const outlets = reported(heater("swh-resort-cattrang"), "2026-10-01", 3).map(
    ({ m }) => m.outlet_temperature_c ?? Number.NaN,
  );
  const open = outlets.filter((value) => value === code).length;
  expect(open).toBeGreaterThan(288);
  expect(open).toBeLessThan(2 * 288);
  expect(outlets.every((value) => value === code || (value > 10 && value < 200))).toBe(true);
});

const errors = (key: string) => reported(heater(key), "2026-10-01", 9).map(({ x }) => x?.errors ?? []);

test("errors come and go with what causes them, and a healthy heater has days without any", () => {
  const clock = errors("swh-ktx-thuduc").filter((list) => list.includes("RTC unreadable"));
  expect(clock).toHaveLength(3 * 288);
  const mains = errors("swh-ks-hoasua").filter((list) => list.includes("Voltage unstable"));
  expect(mains.length).toBeGreaterThan(0);
  expect(mains.length).toBeLessThan(5 * 24);
  const calm = errors("swh-nha-antam").filter((list) => list.length === 0);
  expect(calm.length).toBeGreaterThan(288);
});

test("the heat meter agrees with flow and temperatures, and the pump's relay with the flow", () => {
  const readings = reported(heater("swh-ktx-thuduc"), "2026-10-01", 3);
  const flowing = readings.reduce((wh, { m }) => {
    const rise = (m.outlet_temperature_c ?? 0) - (m.inlet_temperature_c ?? 0);
    return wh + ((m.flow_l_h ?? 0) * 1.163 * rise) / 12;
  }, 0);
  const counted = (readings.at(-1)?.m.energy_total_wh ?? 0) - (readings[0]?.m.energy_total_wh ?? 0);
  expect(counted).toBeGreaterThan(0);
  expect(Math.abs(flowing / counted - 1)).toBeLessThan(0.05);
  for (const { m, x } of readings) {
    expect(x?.relays?.find(({ relay }) => relay === "RL1")?.on).toBe((m.flow_l_h ?? 0) > 0);
  }
});
