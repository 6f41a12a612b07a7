import fc from "fast-check";
import { expect, test } from "vitest";
import { anyDay, anyPv, firstDay, plantOf } from "../testing/fleet-kit.ts";
import { dayStartMs } from "./fleet/plant.ts";
import type { Order } from "./orders.ts";
import { takenAway, TAKERS } from "./taken-away.ts";

const sum = (of: readonly number[]): number => of.reduce((a, b) => a + b, 0);

test("for every plant and day, base less all that was taken away is what the inverter delivered", () => {
  fc.assert(
    fc.property(anyPv, anyDay, (plant, day) => {
      const atNoon = dayStartMs(plant.site, day) + 11 * 3_600_000 + 41_000;
      const orders = [
        { atMs: atNoon, kind: "power_limit", value: 35 },
        { atMs: atNoon + 4_000_000, kind: "power_limit", value: 100 },
      ] as const;
      const ofSome = [
        { atMs: atNoon, kind: "power_limit", value: 20, inverter: 0 },
        { atMs: atNoon + 600_000, kind: "connect", value: 0, inverter: 1 },
        { atMs: atNoon + 2_000_000, kind: "connect", value: 1, inverter: 1 },
        { atMs: atNoon + 3_000_000, kind: "power_limit", value: 100, inverter: 0, by: "own" },
      ] as const;
      for (const given of [[], orders, ofSome]) {
        for (const { base_wh, taken_wh, delivered_wh, unseen_wh } of takenAway(plant, day, given)) {
          const left = base_wh - sum(TAKERS.map((name) => taken_wh[name]));
          // Where an order cuts a step, its sway does not come to nothing.
          const room = given.length === 0 ? 1 + 1e-6 * base_wh : 20 + 1e-4 * base_wh;
          expect(Math.abs(left - delivered_wh)).toBeLessThan(room);
          expect(unseen_wh).toBeLessThanOrEqual(delivered_wh + 20);
          for (const name of TAKERS) {
            const mayGive = name === "temperature" || name === "wiring";
            expect(taken_wh[name], name).toBeGreaterThan(mayGive ? -base_wh : -1e-3);
          }
          if (given.length === 0) expect(taken_wh.orders).toBeCloseTo(0, 6);
          if (!plant.runNze) expect(taken_wh.zero_export).toBeCloseTo(0, 6);
        }
      }
    }),
    { numRuns: 12 },
  );
});

test("what the orders of one inverter took is that inverter's alone, and what is only said takes nothing", () => {
  const plant = plantOf("dmt-hoathang");
  const day = "2026-10-06";
  const noon = dayStartMs(plant.site, day) + 11 * 3_600_000;
  const limit = { atMs: noon, kind: "power_limit", value: 10, inverter: 2 } as const;
  const taken = (order: Order) => takenAway(plant, day, [order]).map(({ taken_wh }) => taken_wh.orders > 1);
  expect(taken(limit)).toEqual(plant.inverters.map((_, index) => index === 2));
  expect(taken({ ...limit, onlySaid: true })).toEqual(plant.inverters.map(() => false));
});

test("each cause takes where it is staged: outage, string, dust, clipping, zero export, and a lost line only hides", () => {
  const day = "2026-10-06";
  const almond = plantOf("cold-storage-almond");
  const fault = almond.quirks.inverterFault ?? { everyDays: 1, phase: 0 };
  const broken = takenAway(almond, firstDay(fault, day));
  expect(broken.map(({ taken_wh }) => taken_wh.outage > 1000)).toEqual([false, false, true, false, false]);
  const lost = takenAway(almond, firstDay(almond.quirks.lineLost ?? fault, day));
  const delivered = sum(lost.map(({ delivered_wh }) => delivered_wh));
  expect(sum(lost.map(({ unseen_wh }) => unseen_wh))).toBeGreaterThan(0.2 * delivered);
  const chile = plantOf("planta-chanarcillo");
  const strings = takenAway(chile, firstDay(chile.quirks.stringFault ?? fault, day));
  expect(strings.map(({ taken_wh }) => taken_wh.strings > 0)).toEqual([false, false, true, false, false]);
  const [dusty] = takenAway(plantOf("grain-mortlock"), day);
  const [clean] = takenAway(plantOf("dmt-hoathang"), day);
  const share = (of: typeof dusty): number => (of?.taken_wh.soiling ?? 0) / (of?.base_wh ?? 1);
  expect(share(dusty)).toBeGreaterThan(share(clean));
  const clipped = takenAway(plantOf("dmt-phuocdinh"), "2026-03-12");
  expect(sum(clipped.map(({ taken_wh }) => taken_wh.clipping))).toBeGreaterThan(0);
  const bound = takenAway(plantOf("kholanh-longhai"), "2026-10-11");
  expect(sum(bound.map(({ taken_wh }) => taken_wh.zero_export))).toBeGreaterThan(0);
});
