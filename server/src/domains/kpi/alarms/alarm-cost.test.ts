import type { AlarmKind } from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { alarmCost, lostIn, type CostDevice, type CostPlant } from "./alarm-cost.ts";
import { courseOf, silenceVerdict } from "./alarm-course.ts";

const NOON = Date.parse("2026-02-04T12:00:00+07:00");
const MIDNIGHT = Date.parse("2026-02-04T00:00:00+07:00");

const device = (device_id: number, of: Partial<CostDevice> = {}): CostDevice => ({
  device_id,
  gateway_id: 1,
  ac_nominal_w: 50_000,
  dc_capacity_wp: null,
  power_w: 0,
  mppt: null,
  ...of,
});
const plant = (devices: readonly CostDevice[], of: Partial<CostPlant> = {}): CostPlant => ({
  latitude: 10.8,
  longitude: 106.7,
  capacity_wp: 50_000 * devices.length,
  gamma_per_c: -0.0035,
  irradiance_w_m2: null,
  module_temperature_c: null,
  devices,
  ...of,
});
const alarm = (kind: AlarmKind, of: { device_id?: number | null; cause?: object } = {}) => ({
  kind,
  gateway_id: 1,
  device_id: 1,
  cause: {},
  ...of,
});

test("what an alarm costs lies between nothing and what its devices can deliver, and least is no more than most", () => {
  const kinds: AlarmKind[] = [
    "gateway_silent",
    "bus_silent",
    "device_silent",
    "inverter_fault",
    "inverter_event",
    "nze_drill_failed",
  ];
  const power = fc.option(fc.double({ min: 0, max: 50_000, noNaN: true }));
  const devices = fc.array(power, { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(
      fc.constantFrom(...kinds),
      devices,
      fc.option(fc.double({ min: 0, max: 1400, noNaN: true })),
      fc.integer({ min: 0, max: 86_400_000 }),
      (kind, powers, irradiance_w_m2, later) => {
        const all = powers.map((power_w, index) => device(index + 1, { power_w }));
        const isWide = kind === "gateway_silent" || kind === "bus_silent";
        const { least_w, most_w } = alarmCost(
          alarm(kind, isWide ? { device_id: null } : {}),
          plant(all, { irradiance_w_m2 }),
          MIDNIGHT + later,
        );
        expect(least_w).toBeGreaterThanOrEqual(0);
        expect(most_w).toBeGreaterThanOrEqual(least_w);
        expect(most_w).toBeLessThanOrEqual(50_000 * (isWide ? all.length : 1) * (1 + 1e-9));
      },
    ),
  );
});

test("a silence is never certain, and a fault beside a sibling always is", () => {
  const two = plant([device(1), device(2, { power_w: 30_000 })]);
  expect(alarmCost(alarm("inverter_fault"), two, NOON)).toEqual({ least_w: 30_000, most_w: 30_000 });
  expect(alarmCost(alarm("device_silent"), two, NOON)).toEqual({ least_w: 0, most_w: 30_000 });
});

test("without a sibling the light says what a fault costs, and without a sensor a clear sky is the most", () => {
  const bright = plant([device(1)], { irradiance_w_m2: 800 });
  const seen = alarmCost(alarm("inverter_fault"), bright, NOON);
  expect(seen.least_w).toBe(seen.most_w);
  expect(seen.most_w).toBeCloseTo(0.85 * 50_000 * 0.8, 6);
  const blind = alarmCost(alarm("inverter_fault"), plant([device(1)]), NOON);
  expect(blind.least_w).toBe(0);
  expect(blind.most_w).toBeGreaterThan(35_000);
});

test("at night nothing costs anything", () => {
  for (const kind of ["gateway_silent", "inverter_fault"] as const) {
    expect(alarmCost(alarm(kind), plant([device(1), device(2)]), MIDNIGHT)).toEqual({
      least_w: 0,
      most_w: 0,
    });
  }
});

test("an inverter that reports an event and produces costs nothing", () => {
  const two = plant([device(1, { power_w: 12_000 }), device(2, { power_w: 30_000 })]);
  expect(alarmCost(alarm("inverter_event"), two, NOON)).toEqual({ least_w: 0, most_w: 0 });
});

test("strings cost what they lack of the median current of the others", () => {
  const strings = [8, 8, 8, 0].map((dc_current_a, index) => ({ string_id: index + 1, dc_current_a }));
  const own = device(1, { power_w: 24_000, mppt: [{ mppt_id: 1, strings }] });
  const weak = alarm("string_deviation", { cause: { strings: ["1.4"] } });
  expect(alarmCost(weak, plant([own]), NOON)).toEqual({ least_w: 8000, most_w: 8000 });
});

test("a shortfall costs what would make the usual of what comes", () => {
  const two = plant([device(1, { power_w: 8000 }), device(2, { power_w: 10_000 })]);
  const short = alarm("device_underperforming", { cause: { percent: 80 } });
  expect(alarmCost(short, two, NOON)).toEqual({ least_w: 2000, most_w: 2000 });
  expect(lostIn(short, { own_wh: 800, expected_wh: null, own_produces: true }, 0)).toBe(200);
});

const quarter = (device_id: number, at_ms: number, energy_wh: number | null, covered_s = 900) => ({
  device_id,
  at_ms,
  energy_wh,
  covered_s,
});

test("a silence is judged by what its counters gained: not before they are back", () => {
  const two = plant([device(1), device(2)]);
  const starts = [0, 1, 2, 3].map((index) => NOON + index * 900_000);
  const rows = starts.map((at_ms) => quarter(2, at_ms, 10_000));
  const verdictOf = (wh: number | null, isBack: boolean) =>
    silenceVerdict(
      courseOf(
        {
          plant: two,
          own: [device(1)],
          rows: [...rows, ...starts.map((at_ms) => quarter(1, at_ms, wh, 0))],
          light: [],
        },
        { from_ms: NOON, to_ms: NOON + 3_600_000 },
      ),
      isBack,
    );
  expect(verdictOf(9500, true)).toEqual({
    verdict: "communication",
    produced_wh: 38_000,
    expected_wh: 40_000,
  });
  expect(verdictOf(null, true)).toMatchObject({ verdict: "outage", produced_wh: 0 });
  expect(verdictOf(5000, true)).toMatchObject({ verdict: "partial", produced_wh: 20_000 });
  expect(verdictOf(null, false)).toMatchObject({ verdict: "pending", produced_wh: null });
});
