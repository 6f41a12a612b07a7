import { expect, test } from "vitest";
import { collectorHeatWh, savedElectricityWh, solarFraction, tankHeatWh } from "./solar-heat.ts";

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
