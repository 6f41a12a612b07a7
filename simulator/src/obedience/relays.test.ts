import { expect, test } from "vitest";
import { deviceOf } from "../../testing/fleet-kit.ts";
import { dayStartMs, type SwhPlant } from "../fleet/plant.ts";
import { fleet } from "../fleet/fleet.ts";
import { plantModel } from "../plant-model.ts";
import { report } from "../readings/report.ts";
import { energyAt } from "../track.ts";

const heaters = fleet.filter((plant): plant is SwhPlant => plant.type === "swh");
const day = "2026-10-06";
const HOUR_S = 3600;

test.each(heaters.map((plant) => [plant.key, plant] as const))(
  "a relay that is held on or off stays so until it is given back, and the heater's meter follows: %s",
  (_key, plant) => {
    const free = plantModel(plant);
    const model = plantModel(plant);
    const startMs = dayStartMs(plant.site, day);
    const order = (hour: number, relay: "RL1" | "RL2", value: number) =>
      model.obey({ atMs: startMs + hour * HOUR_S * 1000, kind: "relay", relay, value });
    order(2, "RL2", 1);
    order(4, "RL2", 0);
    order(22, "RL2", -1);
    order(10, "RL1", 0);
    order(14, "RL1", -1);
    const controller = deviceOf(plant, "controller");
    const relays = (of: typeof model, second: number) => {
      const got = report(of, controller, { day, from: second - 10, to: second }, "full");
      return Object.fromEntries((got?.x?.relays ?? []).map(({ relay, on }) => [relay, on]));
    };
    expect(relays(model, 2 * HOUR_S + 10)["RL2"]).toBe(true);
    expect(relays(model, 4 * HOUR_S + 10)["RL2"]).toBe(false);
    for (let hour = 5; hour < 22; hour += 0.25) {
      expect(relays(model, hour * HOUR_S)["RL2"], `RL2 at ${hour}`).toBe(false);
    }
    for (let hour = 10.1; hour < 14; hour += 0.25) {
      expect(relays(model, hour * HOUR_S)["RL1"], `RL1 at ${hour}`).toBe(false);
    }
    const simulated = model.day(day);
    const before = free.day(day);
    if (simulated.type !== "swh" || before.type !== "swh") throw new RangeError(plant.key);
    const used = (from: number, to: number) =>
      energyAt(simulated.auxiliary, simulated.starts, to * HOUR_S) -
      energyAt(simulated.auxiliary, simulated.starts, from * HOUR_S);
    expect(used(2, 4)).toBeCloseTo(2 * plant.heaterW, 3);
    expect(used(4, 22)).toBe(0);
    // What was before the first order is as it was.
    expect(energyAt(simulated.solar, simulated.starts, 2 * HOUR_S)).toBe(
      energyAt(before.solar, before.starts, 2 * HOUR_S),
    );
    expect(relays(model, HOUR_S)).toEqual(relays(free, HOUR_S));
  },
);
