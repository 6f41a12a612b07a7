import fc from "fast-check";
import { expect, test } from "vitest";
import {
  collectorHeatWh,
  flowPieces,
  savedElectricityWh,
  scaledTo,
  solarFraction,
  tankHeatWh,
  tankPieces,
  type HeatPiece,
  type HeatReading,
} from "./solar-heat.ts";

test("300 litres warmed by 30 K hold 10.467 kWh", () => {
  expect(tankHeatWh(300, 30)).toBeCloseTo(10_467, 6);
});

test("a flow of 100 L/h at 10 K for a quarter of an hour is 290.75 Wh, and gaps add nothing", () => {
  const complete = { hours: 0.25, flow_l_h: 100, inlet_temperature_c: 40, outlet_temperature_c: 50 };
  expect(collectorHeatWh([complete, { ...complete, flow_l_h: null }])).toBeCloseTo(290.75, 9);
  expect(collectorHeatWh([{ ...complete, outlet_temperature_c: null }])).toBeNull();
});

test("a cold collector that is pumped through takes heat away", () => {
  expect(
    collectorHeatWh([{ hours: 1, flow_l_h: 10, inlet_temperature_c: 50, outlet_temperature_c: 45 }]),
  ).toBeLessThan(0);
});

test("the solar fraction is the solar share, and unknown when no heat was used", () => {
  expect(solarFraction(3000, 1000)).toBe(0.75);
  expect(solarFraction(0, 0)).toBeNull();
});

test("saved electricity counts the heater's losses, and is never negative", () => {
  expect(savedElectricityWh(950)).toBeCloseTo(1000, 9);
  expect(savedElectricityWh(-5)).toBe(0);
});

const START = Date.parse("2026-02-03T10:00:00+07:00");
const reading = (index: number, over: Partial<HeatReading> = {}): HeatReading => ({
  at_ms: START + index * 300_000,
  interval_s: 300,
  flow_l_h: null,
  inlet_temperature_c: null,
  outlet_temperature_c: null,
  tank_temperature_c: null,
  ac_power_w: null,
  ...over,
});
const sum = (pieces: readonly HeatPiece[]) => pieces.reduce((wh, piece) => wh + piece.wh, 0);
const tank = (temperatures: readonly number[]) =>
  temperatures.map((tank_temperature_c, index) => reading(index, { tank_temperature_c }));
const byDay = () => true;

test("a reading that overlaps the one before counts only what is new, and a hole is not filled", () => {
  const flow = { flow_l_h: 100, inlet_temperature_c: 40, outlet_temperature_c: 50 };
  const pieces = flowPieces([reading(1, flow), reading(1.5, flow), reading(20, flow)]);
  const fiveMinutes = (100 * 1.163 * 10) / 12;
  expect(pieces.map(({ wh }) => wh / fiveMinutes)).toEqual([1, 0.5, 1].map((n) => expect.closeTo(n, 9)));
});

test("a tank that wavers by less than half a kelvin gains nothing, whatever the order", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 50, max: 50.49, noNaN: true })), (temperatures) => {
      expect(tankPieces(tank(temperatures), 300, byDay)).toEqual([]);
    }),
  );
});

test("a tank that only warms gains exactly its rise, in however many steps", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.6, max: 5, noNaN: true }), { minLength: 1 }), (steps) => {
      let now = 20;
      const temperatures = [now, ...steps.map((step) => (now += step))];
      expect(sum(tankPieces(tank(temperatures), 300, byDay))).toBeCloseTo(tankHeatWh(300, now - 20), 6);
    }),
  );
});

test("drawing, the electric heater, the night and holes count nothing; a rise counts from its lowest point", () => {
  const warmth = (temperatures: readonly number[]) => sum(tankPieces(tank(temperatures), 100, byDay)) / 116.3;
  expect(warmth([50, 55, 45, 44, 50])).toBeCloseTo(5 + 6, 9);
  const heating = tank([50, 55]).map((one) => ({ ...one, ac_power_w: 3000 }));
  expect(tankPieces(heating, 100, byDay)).toEqual([]);
  expect(tankPieces(tank([50, 55]), 100, () => false)).toEqual([]);
  const apart = [reading(0, { tank_temperature_c: 50 }), reading(13, { tank_temperature_c: 60 })];
  expect(tankPieces(apart, 100, byDay)).toEqual([]);
});

test("scaled parts add up to the total and keep their proportions; losses and nothing leave no part", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -500, max: 500 })),
      fc.double({ min: 1, max: 1e6, noNaN: true }),
      (whs, total) => {
        const parts = scaledTo(
          whs.map((wh, at_ms) => ({ at_ms, wh })),
          total,
        );
        expect(parts.every(({ wh }) => wh >= 0)).toBe(true);
        if (parts.length > 0) expect(sum(parts) / total).toBeCloseTo(1, 9);
        else expect(whs.every((wh) => wh <= 0)).toBe(true);
      },
    ),
  );
  expect(scaledTo([{ at_ms: 0, wh: 5 }], 0)).toEqual([]);
});
