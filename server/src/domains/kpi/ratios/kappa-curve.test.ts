import fc from "fast-check";
import { expect, test } from "vitest";
import { fittedCurve, kappaAlong, kappaAt, kappaMoments, type KappaCurve } from "./kappa-curve.ts";

const CURVE: KappaCurve = [0.8, 0.05, -0.03];
const along = (light: number) => CURVE[0] + (CURVE[1] * light) / 1000 + (CURVE[2] * 100) / light;
const reference = (interval: { irradiance_w_m2: number | null; hours: number }) =>
  100 * (interval.irradiance_w_m2 ?? 0) * interval.hours;
const interval = (light: number, energy_wh: number | null = along(light) * 25 * light) => ({
  hours: 0.25,
  energy_wh,
  irradiance_w_m2: light,
  module_temperature_c: 25,
});

test("a curve that the energies follow is found again, whichever light they stood in", () => {
  const lights = fc.array(fc.integer({ min: 50, max: 1100 }), { minLength: 40, maxLength: 200 });
  fc.assert(
    fc.property(lights, (some) => {
      const spread = [60, 300, 1000, ...some];
      const curve = fittedCurve(
        [
          kappaMoments(
            spread.map((light) => interval(light)),
            reference,
            20,
          ),
        ],
        1e6,
      );
      for (const light of [100, 400, 900]) {
        expect(kappaAt(kappaAlong(0.8, curve, 0.8), light)).toBeCloseTo(along(light), 6);
      }
    }),
  );
});

test("moments of days add up, and what has no energy or is too dark is left out", () => {
  const days = [
    [100, 500],
    [900, 40],
  ].map((lights) => lights.map((light) => interval(light)));
  const apart = days.map((day) => kappaMoments(day, reference, 20));
  const whole = kappaMoments([...days.flat(), interval(300, null), interval(10)], reference, 20);
  for (const [at, value] of whole.entries()) {
    expect((apart[0]?.[at] ?? 0) + (apart[1]?.[at] ?? 0)).toBeCloseTo(value, 6);
  }
});

test("too little sun, or light that is all alike, gives no curve, and κ is the same at any light", () => {
  const bright = [kappaMoments([interval(900), interval(100), interval(500)], reference, 20)];
  expect(fittedCurve(bright, 14_999)).toBeNull();
  expect(fittedCurve(bright, 15_000)).not.toBeNull();
  expect(fittedCurve([kappaMoments([interval(500), interval(500)], reference, 20)], 1e6)).toBeNull();
  expect(fittedCurve([], 1e6)).toBeNull();
  expect(kappaAt(kappaAlong(0.85, null), 30)).toBe(0.85);
});

test("no curve takes κ beyond what is believed of it, whatever light it has never seen", () => {
  const steep = kappaAlong(0.8, [0.8, 9, 0], 0.8);
  expect(kappaAt(steep, 1400)).toBeCloseTo(0.8 * 1.12, 9);
  expect(kappaAt(kappaAlong(0.8, [0.8, 0, -9], 0.8), 20)).toBeCloseTo(0.4, 9);
});
