import { DAY_SLOTS } from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { slottedDay, sunElevationDeg, type Slots } from "../../energy/index.ts";
import {
  elevationsOf,
  estimatedSum,
  firstTold,
  heardPart,
  needsHistory,
  provenPower,
  sumOfParts,
  type PowerPart,
} from "./power-silence.ts";

const SAIGON = { latitude: 10.8, longitude: 106.7 };
const sun = elevationsOf(slottedDay("Asia/Ho_Chi_Minh", "2026-02-04"), SAIGON, sunElevationDeg);
const at = (clock: string) => Number(clock.slice(0, 2)) * 12 + Number(clock.slice(3, 5)) / 5;
const all = { from: 0, until: DAY_SLOTS, awaited: DAY_SLOTS, bridge: 2 };
const part = (values: Slots, over: Partial<PowerPart> = {}) => heardPart({ ...all, ...over, values }, sun);

/** What a plant in the sun gives, W. */
const truth = (slot: number) =>
  Math.max(0, Math.round(Math.sin(((sun[slot] ?? 0) * Math.PI) / 180) * 50_000));
const day = (told: (slot: number) => boolean): Slots =>
  Array.from({ length: DAY_SLOTS }, (_, slot) => (told(slot) ? truth(slot) : null));
const awake = (from: string, to: string) => day((slot) => slot >= at(from) && slot < at(to));
const without = (from: string, to: string) =>
  awake("06:00", "18:00").map((value, slot) => (slot >= at(from) && slot < at(to) ? null : value));

test("whatever devices do not say, the sum is that of all of them or no figure, wherever the sun is up for good", () => {
  const holes = fc.array(fc.tuple(fc.integer({ min: 0, max: 287 }), fc.integer({ min: 3, max: 100 })), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(fc.array(holes, { minLength: 2, maxLength: 7 }), (plants) => {
      const values = plants.map((gone) =>
        awake("06:00", "18:00").map((value, slot) =>
          gone.some(([from, length]) => slot >= from && slot < from + length) ? null : value,
        ),
      );
      const { total, silent } = sumOfParts(values.map((told) => part(told)));
      for (let slot = 0; slot < DAY_SLOTS; slot += 1) {
        if ((sun[slot] ?? 0) <= 6) continue;
        const sum = total[slot] ?? null;
        // Holes so short that nobody calls them silence are bridged.
        if (sum !== null) expect(Math.abs(sum - plants.length * truth(slot))).toBeLessThan(0.02 * sum + 10);
        const gone = values.filter((told) =>
          [-3, -2, -1, 0, 1, 2, 3].every((near) => told[slot + near] === null),
        );
        expect(silent[slot] ?? 0).toBeGreaterThanOrEqual(gone.length);
      }
    }),
  );
});

test("inverters that wake and go to sleep at different minutes leave the line whole", () => {
  const { total, silent } = sumOfParts([
    part(awake("06:05", "17:55")),
    part(awake("06:15", "17:45")),
    part(awake("06:20", "18:00")),
  ]);
  expect(silent).toEqual([]);
  const told = total.flatMap((value, slot) => (value === null ? [] : [slot]));
  const [first, last] = [at("06:05"), at("18:00") - 1];
  expect(told).toEqual(Array.from({ length: last - first + 1 }, (_, slot) => first + slot));
});

test("one that falls silent by day, or does not wake with the sun, breaks the line and is counted", () => {
  const { total, silent } = sumOfParts([part(without("10:00", "11:00")), part(awake("06:00", "18:00"))]);
  expect([total[at("09:55")], total[at("10:00")], total[at("10:55")]]).toEqual([
    2 * truth(at("09:55")),
    null,
    null,
  ]);
  expect(total[at("11:00")]).toBe(2 * truth(at("11:00")));
  expect([silent[at("09:55")], silent[at("10:00")], silent[at("11:00")]]).toEqual([0, 1, 0]);
  const late = sumOfParts([part(awake("09:00", "18:00")), part(awake("06:00", "18:00"))]);
  expect([late.silent[at("07:00")], late.total[at("07:00")]]).toEqual([1, null]);
  const never = sumOfParts([part(day(() => false)), part(awake("06:00", "18:00"))]);
  expect([never.silent[at("06:10")], never.silent[at("12:00")]]).toEqual([0, 1]);
});

test("one that was at work is silent at low sun too, and not in the dark", () => {
  const { silent } = sumOfParts([part(awake("06:00", "17:20")), part(awake("06:00", "18:00"))]);
  expect([silent[at("17:25")], silent[at("17:45")], silent.at(at("19:00"))]).toEqual([1, 1, 0]);
});

test("a hole shorter than three intervals is bridged in a straight line, and only where another tells something", () => {
  const { total } = sumOfParts([part(without("12:00", "12:10")), part(awake("06:00", "18:00"))]);
  expect(Math.abs((total[at("12:05")] ?? 0) - 2 * truth(at("12:05")))).toBeLessThan(40);
  expect(sumOfParts([part(without("12:00", "12:10"))]).total[at("12:05")]).toBeNull();
});

test("what may still come is waited for and not called silent; what is not due is neither", () => {
  const other = part(awake("06:00", "18:00"));
  const waiting = sumOfParts([
    part(without("12:00", "18:00"), { awaited: at("12:00"), until: at("12:10") }),
    other,
  ]);
  expect([waiting.total[at("12:05")], waiting.silent]).toEqual([null, []]);
  const gone = sumOfParts([
    part(
      day(() => false),
      { until: 0 },
    ),
    other,
  ]);
  expect([gone.total[at("12:05")], gone.silent]).toEqual([truth(at("12:05")), []]);
  const added = sumOfParts([part(awake("11:00", "18:00"), { from: at("11:00") }), other]);
  expect([added.total[at("10:00")], added.silent]).toEqual([truth(at("10:00")), []]);
});

test("earlier days are asked for only of those who told nothing, or woke late or at full power", () => {
  expect(needsHistory(awake("06:05", "18:00"), sun)).toBe(false);
  expect(needsHistory(awake("09:00", "18:00"), sun)).toBe(true);
  expect(
    needsHistory(
      day(() => false),
      sun,
    ),
  ).toBe(true);
  expect(firstTold(awake("06:05", "18:00"))).toBe(at("06:05"));
});

test("a silent stretch is drawn where the ledger proves all that are silent, and nowhere else", () => {
  const parts = [
    part(without("10:00", "11:00")),
    part(without("10:30", "11:30")),
    part(awake("06:00", "18:00")),
  ];
  const sums = estimatedSum(parts, (one) => (one === parts[0] ? 7000 : 9000));
  expect(sums[at("09:55")]).toBeNull();
  expect(sums[at("10:00")]).toBe(2 * truth(at("10:00")) + 7000);
  expect(sums[at("10:30")]).toBe(truth(at("10:30")) + 16_000);
  expect(estimatedSum(parts, (one) => (one === parts[0] ? null : 9000))[at("10:30")]).toBeNull();
  expect(estimatedSum(parts, () => null)).toEqual([]);
});

test("a quarter hour proves power by what was moved into it; power that stood in for a counter proves nothing", () => {
  const quarter = { energy_wh: 3000, estimated_wh: 1000, integrated_wh: null, covered_s: 600 };
  expect(provenPower(quarter, false)).toBe(12_000);
  expect(provenPower({ ...quarter, estimated_wh: null }, false)).toBeNull();
  expect(provenPower({ ...quarter, estimated_wh: null }, true)).toBe(12_000);
  expect(provenPower({ ...quarter, integrated_wh: 3000 }, true)).toBeNull();
  expect(provenPower(undefined, true)).toBeNull();
});
