// The rule of one quarter hour: it closes, and one cause at most takes what is missing.
import fc from "fast-check";
import { expect, test } from "vitest";
import { INVERTER_STEPS, LOSS_CAUSES, lossesOfQuarter, type Shortfall } from "./loss-quarter.ts";

const sum = (of: readonly number[]) => of.reduce((a, b) => a + b, 0);
const share = fc.double({ min: 0, max: 1, noNaN: true });
const anyShortfall: fc.Arbitrary<Shortfall> = fc.oneof(
  fc.constant(null),
  fc.constantFrom("outage", "zero_export", "clipping").map((cause) => ({ cause }) as const),
  share.map((counted) => ({ cause: "communication", counted }) as const),
);
const anyQuarter = fc.record({
  hours: fc.constantFrom(0.25, 1),
  energy_wh: fc.option(fc.double({ min: 0, max: 30_000, noNaN: true })),
  irradiance_w_m2: fc.option(fc.double({ min: 0, max: 1400, noNaN: true })),
  module_temperature_c: fc.option(fc.double({ min: -20, max: 90, noNaN: true })),
});
const anyPlant = fc.record({
  capacity_wp: fc.integer({ min: 1, max: 200_000 }),
  gamma_per_c: fc.double({ min: -0.006, max: 0, noNaN: true }),
  ac_nominal_w: fc.option(fc.integer({ min: 1, max: 200_000 })),
});

test("for any quarter hour the light less all that was taken is what was measured", () => {
  fc.assert(
    fc.property(anyQuarter, anyPlant, share, anyShortfall, (interval, plant, kappa, shortfall) => {
      const { base, taken, measured } = lossesOfQuarter(interval, plant, kappa, shortfall);
      expect(measured).toBe(interval.energy_wh ?? 0);
      expect(base - sum(INVERTER_STEPS.map((step) => taken[step]))).toBeCloseTo(measured, 6);
    }),
  );
});

test("for any quarter hour the cause of the shortfall takes it alone, and never less than nothing", () => {
  fc.assert(
    fc.property(anyQuarter, anyPlant, share, anyShortfall, (interval, plant, kappa, shortfall) => {
      const { taken } = lossesOfQuarter(interval, plant, kappa, shortfall);
      for (const cause of LOSS_CAUSES) {
        if (cause === shortfall?.cause) expect(taken[cause]).toBeGreaterThanOrEqual(0);
        else expect(taken[cause]).toBe(0);
      }
    }),
  );
});

// The twelve hours of known figures: 100 kWp, γ −0.0035, κ 0.90, P_AC,max 85 kW.
const G = [0, 150, 400, 650, 820, 950, 900, 700, 450, 200, 40, 0];
const T = [26, 30, 38, 46, 52, 56, 55, 50, 43, 35, 28, 26];
const FREE_KWH = [0, 13.2638, 34.362, 54.2002, 66.8259, 76.2232, 72.495, 57.4875, 37.9485, 17.37, 3.5622, 0];
const PLANT = { capacity_wp: 100_000, gamma_per_c: -0.0035, ac_nominal_w: 85_000 };
const vector = (energies: (hour: number) => number, shortfall: (hour: number) => Shortfall) => {
  const hours = G.map((irradiance_w_m2, hour) =>
    lossesOfQuarter(
      { hours: 1, energy_wh: 1000 * energies(hour), irradiance_w_m2, module_temperature_c: T[hour] ?? null },
      PLANT,
      0.9,
      shortfall(hour),
    ),
  );
  const kwh = (of: (one: (typeof hours)[number]) => number) => sum(hours.map(of)) / 1000;
  return { hours, kwh };
};

test("zero export at noon takes the known 65.5442 kWh of 526.0, and nothing is left unexplained", () => {
  const held: Record<number, number> = { 4: 50, 5: 48, 6: 52 };
  const { kwh } = vector(
    (hour) => held[hour] ?? FREE_KWH[hour] ?? 0,
    (hour) => (hour in held ? { cause: "zero_export" } : null),
  );
  expect(kwh(({ base }) => base)).toBeCloseTo(526, 9);
  // Written with four digits: 65.5442.
  expect(kwh(({ taken }) => taken.zero_export)).toBeCloseTo(65.544_15, 5);
  expect(kwh(({ measured }) => measured)).toBeCloseTo(368.1942, 3);
  expect(kwh(({ taken }) => taken.unexplained)).toBeCloseTo(0, 3);
  expect(kwh(({ taken }) => taken.usual) / (526 - kwh(({ taken }) => taken.temperature))).toBeCloseTo(0.1, 9);
});

test("an outage of B, 30 of 100 kW, in the hours 5 and 6 takes the known 44.6155 kWh", () => {
  const lost = [5, 6].map((hour) =>
    lossesOfQuarter(
      { hours: 1, energy_wh: 0, irradiance_w_m2: G[hour] ?? 0, module_temperature_c: T[hour] ?? null },
      { ...PLANT, capacity_wp: 30_000, ac_nominal_w: 25_500 },
      0.9,
      { cause: "outage" },
    ),
  );
  expect(sum(lost.map(({ taken }) => taken.outage)) / 1000).toBeCloseTo(44.6155, 3);
});

test.each([
  [33, 1, 0],
  [0, 0, 31.0776],
  [12, 0.3861, 19.0776],
])(
  "three silent hours of C in which its counter gained %s kWh, f = %s, take %s kWh as communication",
  (gained, f, lost) => {
    const due = 31.0776;
    const counted = Math.min(1, gained / due);
    expect(counted).toBeCloseTo(f, 4);
    const taken = [2, 3, 4].map(
      (hour) =>
        lossesOfQuarter(
          { hours: 1, energy_wh: null, irradiance_w_m2: G[hour] ?? 0, module_temperature_c: T[hour] ?? null },
          { ...PLANT, capacity_wp: 20_000, ac_nominal_w: 17_000 },
          0.9,
          { cause: "communication", counted },
        ).taken.communication,
    );
    expect(sum(taken) / 1000).toBeCloseTo(lost, 3);
  },
);

test("clipping takes what would have been given without the AC limit", () => {
  const { taken, measured } = lossesOfQuarter(
    { hours: 0.25, energy_wh: 12_500, irradiance_w_m2: 1000, module_temperature_c: 25 },
    { capacity_wp: 65_000, gamma_per_c: -0.0035, ac_nominal_w: 50_000 },
    0.85,
    { cause: "clipping" },
  );
  expect(taken.clipping).toBeCloseTo(0.85 * 65_000 * 0.25 - measured, 9);
  expect(taken.unexplained).toBeCloseTo(0, 9);
});
