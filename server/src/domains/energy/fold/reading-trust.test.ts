import { expect, test } from "vitest";
import { inverter, ledgerOf, memoryLedger, reading, sum } from "../../../../testing/ledger-test-kit.ts";
import type { LedgerReading } from "./ledger-reading.ts";

const START = Date.parse("2026-03-02T03:00:00Z"); // 10:00
const at = (minutes: number) => START + minutes * 60_000;
const POWER = 24_000;
const truth = (minutes: number) => 5_000_000 + minutes * 400;
/** The inverter at work, each five minutes from `from` to `to`, both included. */
const working = (from: number, to: number, counter: (minutes: number) => number = truth, power = POWER) =>
  Array.from({ length: (to - from) / 5 + 1 }, (_, index) => {
    const minutes = from + 5 * index;
    return reading(at(minutes), { production: counter(minutes), power });
  });
const covered = (readings: LedgerReading[]) => {
  const { bins, days } = ledgerOf(inverter, readings);
  return {
    seconds: sum(bins, "covered_s"),
    ofDay: sum(days, "covered_s"),
    power: sum(bins, "power_wh"),
    bins,
  };
};

test("readings in which every register is zero cover nothing, and the energy of their time is the counter's", () => {
  const zeros = working(65, 120, () => 0, 0);
  const { seconds, ofDay, bins } = covered([...working(5, 60), ...zeros, ...working(125, 180)]);
  expect([seconds, ofDay]).toEqual([24 * 300, 24 * 300]);
  expect(sum(bins, "production_wh")).toBe(truth(180) - truth(5));
  // What was measured beside them is not pulled down by them.
  expect(bins.every(({ power_avg_w }) => power_avg_w === null || power_avg_w === POWER)).toBe(true);
  expect(sum(bins, "n")).toBe(36);
});

test("readings with a part of the count and no power cover nothing, also while they climb back to it", () => {
  const climb = working(65, 120, (minutes) => (truth(minutes) * Math.floor((minutes - 60) / 10)) / 15, 0);
  const { seconds, bins } = covered([...working(5, 60), ...climb, ...working(125, 180)]);
  expect(seconds).toBe(24 * 300);
  expect(sum(bins, "production_wh")).toBe(truth(180) - truth(5));
});

test("a standstill with the counter where it was is measured", () => {
  const still = working(65, 120, () => truth(60), 0);
  expect(covered([...working(5, 60), ...still]).seconds).toBe(24 * 300);
});

const fresh = (others: "none" | "zero" | "alive") =>
  Array.from({ length: 3 }, (_, index) => reading(at(5 * index), { production: 0, power: 0, others }));
const dark = (others: "none" | "zero") => [reading(at(0), { power: 0, others })];

test("a device that is new and has counted nothing is measured where another register of it lives, and not where none does", () => {
  expect(covered(fresh("alive")).seconds).toBe(900);
  expect(covered(fresh("none")).seconds).toBe(0);
  expect(covered(fresh("zero")).seconds).toBe(0);
});

test("no power alone is a standstill, and with voltages of zero beside it no data", () => {
  expect(covered(dark("none")).seconds).toBe(300);
  expect(covered(dark("zero")).seconds).toBe(0);
});

test("a counter that is cleared each midnight leaves its day complete enough for a ratio, evenings and all", () => {
  const days = [0, 1440].flatMap((midnight) =>
    Array.from({ length: 288 }, (_, index) => {
      const minutes = midnight + 5 * index - 600;
      const hour = (5 * index) / 60;
      const [from, to] = [7, 17];
      const power = hour >= from && hour < to ? POWER : 0;
      const counted = Math.round(Math.max(0, Math.min(hour, to) - from) * POWER);
      return reading(at(minutes), { production: counted, power, others: "alive" });
    }),
  );
  const dump = ledgerOf(inverter, days);
  const second = dump.days.find(({ day }) => day === "2026-03-03");
  // Until it has risen it cannot be told from a glitch: from sunrise to seven here.
  expect((second?.covered_s ?? 0) / (second?.expected_s ?? 1)).toBeGreaterThan(0.9);
  const evening = dump.bins.filter(({ bin_utc }) => bin_utc >= at(1440 + 420) && bin_utc < at(1440 + 450));
  expect(evening.map(({ covered_s }) => covered_s)).toEqual([900, 900]);
});

const powers = (values: readonly number[], counter = true) =>
  values.map((power, index) =>
    reading(at(15 * (index + 1)), {
      power,
      interval: 900,
      ...(counter ? { production: 5_000_000 + 2500 * index } : {}),
    }),
  );

test("power above one and a half times the rating is in no sum, mean or maximum; the counter counts on", () => {
  const { bins, days, events } = ledgerOf(inverter, powers([10_000, 75_001, 75_000, -900_000]));
  expect(bins.map(({ power_wh, power_max_w }) => [power_wh, power_max_w])).toEqual([
    [2500, 10_000],
    [null, null],
    [18_750, 75_000],
    [null, null],
  ]);
  expect(days).toMatchObject([
    { production_wh: 7500, power_wh: 21_250, power_max_w: 75_000, covered_s: 3600 },
  ]);
  expect(events).toEqual([
    {
      counted: "power",
      at: at(30),
      kind: "power_above_rating",
      detail: { count: 2, most_w: 900_000, rated_w: 50_000 },
    },
  ]);
});

test("such power is noted once a day, whatever order and pieces its readings came in", () => {
  const readings = [0, 1].flatMap((day) =>
    powers([80_000, 90_000, 10_000, 300_000]).map((one) => ({ ...one, at: one.at + day * 86_400_000 })),
  );
  const whole = ledgerOf(inverter, readings);
  expect(whole.events.filter(({ counted }) => counted === "power").map(({ detail }) => detail)).toEqual([
    { count: 3, most_w: 300_000, rated_w: 50_000 },
    { count: 3, most_w: 300_000, rated_w: 50_000 },
  ]);
  const pieces = memoryLedger(inverter);
  for (const index of [5, 3, 1, 0, 7, 2, 4, 6]) pieces.store(readings.slice(index, index + 1));
  expect(pieces.dump()).toStrictEqual(whole);
});

test("without a counter such power is no energy, and its time is not covered", () => {
  const { days } = ledgerOf(inverter, powers([10_000, 400_000, 10_000], false));
  expect(days).toMatchObject([{ production_wh: 5000, int_production_wh: 5000, covered_s: 1800 }]);
});

test("without a rating no power is too much", () => {
  const { days, events } = ledgerOf({ ...inverter, ac_nominal_w: null }, powers([400_000], false));
  expect([days[0]?.production_wh, events]).toEqual([100_000, []]);
});
