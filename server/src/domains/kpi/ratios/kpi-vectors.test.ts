// Twelve hours of a 100 kWp plant whose figures are known: irradiance, temperature, free and limited energy.
import { describe, expect, test } from "vitest";
import {
  availability,
  availabilitySums,
  energyAvailability,
  gapVerdict,
  type RatedInterval,
} from "../availability/availability.ts";
import {
  correctedRatio,
  curtailedEnergyWh,
  expectedEnergyWh,
  trailingKappa,
  ratioOutsideLimits,
} from "./curtailed-energy.ts";
import { performanceRatio, ratioStatus, temperatureCorrectedRatio } from "./performance-ratio.ts";

const G = [0, 150, 400, 650, 820, 950, 900, 700, 450, 200, 40, 0];
const T = [26, 30, 38, 46, 52, 56, 55, 50, 43, 35, 28, 26];
const FREE_KWH = [0, 13.2638, 34.362, 54.2002, 66.8259, 76.2232, 72.495, 57.4875, 37.9485, 17.37, 3.5622, 0];
const HELD_KWH: Record<number, number> = { 4: 50, 5: 48, 6: 52 };
const plant = { capacity_wp: 100_000, gamma_per_c: -0.0035, ac_nominal_w: 85_000 };
const rules = { min_irradiance_w_m2: 20, min_completeness: 0.9, min_insolation_wh_m2: 500 };

const free = G.map((irradiance_w_m2, hour) => ({
  hours: 1,
  energy_wh: (FREE_KWH[hour] ?? 0) * 1000,
  irradiance_w_m2,
  module_temperature_c: T[hour] ?? null,
  limited: false,
}));
const limited = free.map((interval, hour) => {
  const heldKwh = HELD_KWH[hour];
  return heldKwh === undefined ? interval : { ...interval, energy_wh: heldKwh * 1000, limited: true };
});

/** Σ G · value, over the hours. */
const weighted = (value: (hour: number) => number) =>
  G.reduce((total, g, hour) => total + g * value(hour), 0);
/** What the hours let expect with κ = 0.90, Wh. */
const expectedWh = (hours: readonly number[]) =>
  hours.reduce((sum, hour) => {
    const interval = free[hour];
    return sum + (interval === undefined ? 0 : (expectedEnergyWh(interval, plant, 0.9) ?? 0));
  }, 0);

const technical = (intervals: RatedInterval[]) => availabilitySums(intervals, "technical");

describe("performance ratios of a plant under zero export", () => {
  test("insolation and energy are the sums of the complete hours", () => {
    const result = performanceRatio(limited, plant, rules);
    expect(result.insolation_wh_m2).toBeCloseTo(5260, 6);
    expect(result.energy_wh / 1000).toBeCloseTo(368.1942, 4);
  });
  test("the actual ratio is 70.00 %", () => {
    expect(performanceRatio(limited, plant, rules).value).toBeCloseTo(0.7, 4);
  });
  test("the temperature-corrected ratio is 76.40 %", () => {
    expect(temperatureCorrectedRatio(limited, plant, rules).value).toBeCloseTo(0.764, 4);
  });
  test("65.5442 kWh were held back, and with them the ratio is 82.46 %", () => {
    // Written with four digits: 65.5442.
    expect(curtailedEnergyWh(limited, plant, 0.9) / 1000).toBeCloseTo(65.544_15, 5);
    expect(correctedRatio(limited, plant, { kappa: 0.9, rules }).value).toBeCloseTo(0.8246, 4);
  });
  test("the modules were at 48.937 °C, weighted by the irradiance", () => {
    expect(weighted((hour) => T[hour] ?? 0) / weighted(() => 1)).toBeCloseTo(48.937, 3);
  });
  test("with what was held back the temperature-corrected ratio is κ again: 0.9000", () => {
    const added = limited.map((interval) => {
      const held = curtailedEnergyWh([interval], plant, 0.9);
      return { ...interval, energy_wh: interval.energy_wh + held };
    });
    expect(temperatureCorrectedRatio(added, plant, rules).value).toBeCloseTo(0.9, 4);
  });
  test("κ learnt from the free hours is the 0.9000 they were made with", () => {
    expect(trailingKappa(limited, plant)).toBeCloseTo(0.9, 5);
  });
  test("without the limited hours the ratio is 84.24 %", () => {
    expect(ratioOutsideLimits(limited, plant, rules).value).toBeCloseTo(0.8424, 4);
  });
  test("against a guarantee of 80 % the actual ratio is a major fault and the corrected one is none", () => {
    const actual = performanceRatio(limited, plant, rules).value ?? 0;
    const corrected = correctedRatio(limited, plant, { kappa: 0.9, rules }).value ?? 0;
    expect(actual / 0.8).toBeCloseTo(0.875, 3);
    expect(corrected / 0.8).toBeCloseTo(1.031, 3);
    expect(ratioStatus(actual, 0.8)).toBe("major");
    expect(ratioStatus(corrected, 0.8)).toBe("normal");
  });
  test("expected energy never exceeds the rating of the inverters", () => {
    expect(
      expectedEnergyWh(
        { hours: 1, energy_wh: null, irradiance_w_m2: 1400, module_temperature_c: 25 },
        plant,
        0.9,
      ),
    ).toBe(85_000);
  });
});

describe("a ratio that cannot be trusted", () => {
  test("is null with a reason when a tenth of the daylight is missing", () => {
    const holes = free.map((interval, hour) =>
      hour > 3 && hour < 6 ? { ...interval, energy_wh: null } : interval,
    );
    expect(performanceRatio(holes, plant, rules)).toMatchObject({
      value: null,
      reason: "incomplete",
      left_out: { no_energy: 2, dark: 2 },
    });
  });
  test("is null on a day with hardly any sun, and at night", () => {
    const dim = free.map((interval) => ({ ...interval, irradiance_w_m2: 30 }));
    expect(performanceRatio(dim, plant, rules).reason).toBe("little_sun");
    const night = free.map((interval) => ({ ...interval, irradiance_w_m2: 0 }));
    expect(performanceRatio(night, plant, rules)).toMatchObject({
      value: null,
      reason: "no_data",
      completeness: null,
    });
  });
  test("is null for a plant without capacity", () => {
    expect(performanceRatio(free, { ...plant, capacity_wp: 0 }, rules).reason).toBe("no_capacity");
  });
});

describe("availability of inverters of 50, 30 and 20 kW", () => {
  const rated = G.map((g) => g >= 50);
  const device = (down: readonly number[], silent: Record<number, number | null> = {}): RatedInterval[] =>
    rated.map((isRated, hour) => {
      const resolved = silent[hour];
      if (resolved !== undefined) return { rated: isRated, state: "no_data", resolved };
      return { rated: isRated, state: down.includes(hour) ? "down" : "up" };
    });
  test("nine hours are rated; two hours down are 77.78 % of B and 93.33 % of the project", () => {
    const a = technical(device([]));
    const b = technical(device([5, 6]));
    expect(a.rated).toBe(9);
    expect(availability([{ weight: 30, sums: b }])).toBeCloseTo(0.7778, 4);
    const all = [
      { weight: 50, sums: a },
      { weight: 30, sums: b },
      { weight: 20, sums: a },
    ];
    expect(availability(all)).toBeCloseTo(0.9333, 4);
  });
  test.each([
    [33, "communication", 1],
    [0, "outage", 0.6667],
    [12, "partial", 0.7954],
  ] as const)(
    "three silent hours in which the counter gained %i of 31.0776 kWh were: %s",
    (gainedKwh, verdict, share) => {
      const result = gapVerdict(gainedKwh * 1000, 31_077.6);
      expect(result.verdict).toBe(verdict);
      const silent = { 2: result.share, 3: result.share, 4: result.share };
      expect(availability([{ weight: 1, sums: technical(device([], silent)) }])).toBeCloseTo(share, 4);
    },
  );
  test("a gap whose counter is not back counts neither way", () => {
    expect(gapVerdict(null, 31_077.6)).toEqual({ verdict: "pending", share: null });
    expect(technical(device([], { 2: null, 3: null }))).toEqual({ rated: 7, up: 7, pending: 2, excluded: 0 });
  });
  test("hours excluded by agreement count as down technically and not at all by contract", () => {
    const intervals = device([]).map((interval, hour): RatedInterval =>
      hour === 4 ? { ...interval, state: "excluded" } : interval,
    );
    expect(availability([{ weight: 1, sums: availabilitySums(intervals, "technical") }])).toBeCloseTo(
      8 / 9,
      12,
    );
    expect(availability([{ weight: 1, sums: availabilitySums(intervals, "contract") }])).toBe(1);
  });
});

describe("availability by energy, and by contract", () => {
  test("by energy the outage at noon weighs more: 44.6155 of 433.7384 kWh are lost, which leaves 89.71 %", () => {
    const all = expectedWh(G.map((_, hour) => hour));
    const lost = 0.3 * expectedWh([5, 6]);
    expect(all / 1000).toBeCloseTo(433.7384, 3);
    expect(lost / 1000).toBeCloseTo(44.6155, 3);
    expect(energyAvailability(all - lost, lost)).toBeCloseTo(0.8971, 4);
  });
  test("a contract by which missing data count as available: nine intervals, seven rated, five up are 71.4 %", () => {
    const states = ["up", "up", "down", "up", "no_data", "down", "up"] as const;
    const intervals = [
      { rated: false, state: "down" },
      ...states.map((state) => ({ rated: true, state, ...(state === "no_data" ? { resolved: 1 } : {}) })),
      { rated: false, state: "up" },
    ] as const satisfies RatedInterval[];
    expect(intervals).toHaveLength(9);
    const sums = technical([...intervals]);
    expect(sums).toMatchObject({ rated: 7, up: 5 });
    expect(availability([{ weight: 1, sums }])).toBeCloseTo(0.714, 3);
  });
});
