import { startOfDay } from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ZONES } from "../../../../testing/ledger-test-kit.ts";
import { BIN_MS, binAfter, binOf, daylightSeconds, dayOfBin } from "./energy-time.ts";

const at = (text: string) => Date.parse(text);

test("a stamp on the quarter hour ends the bin before it and begins the one after it", () => {
  expect(binOf(at("2026-03-01T03:15:00Z"))).toBe(at("2026-03-01T03:00:00Z"));
  expect(binOf(at("2026-03-01T03:15:00.001Z"))).toBe(at("2026-03-01T03:15:00Z"));
  expect(binAfter(at("2026-03-01T03:15:00Z"))).toBe(at("2026-03-01T03:15:00Z"));
  expect(binAfter(at("2026-03-01T03:14:59.999Z"))).toBe(at("2026-03-01T03:00:00Z"));
});

test("days of bins are the calendar's, whatever was asked before", () => {
  const instant = fc.integer({ min: at("2020-01-01"), max: at("2030-01-01") });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...ZONES), instant), { minLength: 1 }), (asked) => {
      for (const [timezone, ms] of asked) {
        const bin = binOf(ms);
        const { day, start, end } = dayOfBin(timezone, bin);
        expect(start).toBe(startOfDay(timezone, day));
        expect(start).toBeLessThanOrEqual(bin);
        expect(end).toBeGreaterThanOrEqual(bin + BIN_MS);
      }
    }),
  );
});

const seconds = (latitude: number, day: string) =>
  daylightSeconds({ latitude, longitude: 15 }, dayOfBin("UTC", at(`${day}T12:00:00Z`)));

test("daylight lasts half a day at the equator, all day in a polar summer, and never in its winter", () => {
  expect(Math.abs(seconds(0, "2026-03-20") - 12 * 3600)).toBeLessThanOrEqual(900);
  expect(seconds(80, "2026-06-21")).toBe(24 * 3600);
  expect(seconds(80, "2026-12-21")).toBe(0);
});
