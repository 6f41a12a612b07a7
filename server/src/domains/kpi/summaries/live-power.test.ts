import fc from "fast-check";
import { expect, test } from "vitest";
import { livePower, type SpokenPower, type StaleDevice } from "./live-power.ts";

const SAIGON = {
  latitude: 10.7769,
  longitude: 106.7009,
  timezone: "Asia/Ho_Chi_Minh",
  night_from: null,
  night_to: null,
};
const at = (clock: string, day = "2026-02-04") => Date.parse(`${day}T${clock}:00+07:00`);
const inverter = (said_ms: number, power_w = 20_000): StaleDevice => ({
  asset_type: "solar_inverter",
  said_ms,
  power_w,
  rated_w: 50_000,
});
const two: SpokenPower = {
  inverter_power_w: 30_000,
  meter_power_w: null,
  inverters: 2,
  meters: 0,
  stale: [],
};

test("a plant's power is never the sum of fewer inverters than are due by day", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 9 }), (heard, gone) => {
      const stale = Array.from({ length: gone }, () => inverter(at("11:00")));
      const facts = { ...two, inverter_power_w: heard * 1000, inverters: heard + gone, stale };
      const power = livePower(facts, SAIGON, at("12:00"));
      expect(power.active_power_w).toBe(gone === 0 ? heard * 1000 : null);
      expect([power.power_silent, power.power_devices]).toEqual([gone, heard + gone]);
      expect(power.reporting_power_w).toBe(gone === 0 ? null : heard * 1000);
    }),
  );
});

test("inverters that sleep are not silent, one that was at work at low sun is", () => {
  const asleep = { ...two, inverter_power_w: 400, stale: [inverter(at("17:30"), 900)] };
  expect(livePower(asleep, SAIGON, at("17:50")).active_power_w).toBe(400);
  expect(livePower(asleep, SAIGON, at("23:00")).active_power_w).toBe(400);
  const working = { ...asleep, stale: [inverter(at("17:30"), 9000)] };
  expect(livePower(working, SAIGON, at("17:50"))).toMatchObject({ active_power_w: null, power_silent: 1 });
  expect(livePower(working, SAIGON, at("23:00")).active_power_w).toBe(400);
});

test("one that has not said a word since the day before yesterday is not waited for", () => {
  const dead = (day: string) => ({ ...two, stale: [inverter(at("12:00", day))] });
  expect(livePower(dead("2026-02-03"), SAIGON, at("12:00")).active_power_w).toBeNull();
  expect(livePower(dead("2026-02-02"), SAIGON, at("12:00")).active_power_w).toBe(30_000);
});

test("production meters that all speak tell the plant's power in place of inverters that do not", () => {
  const facts = { ...two, meter_power_w: 48_000, meters: 1, stale: [inverter(at("11:00"))] };
  expect(livePower(facts, SAIGON, at("12:00"))).toEqual({
    active_power_w: 48_000,
    reporting_power_w: null,
    power_silent: 0,
    power_devices: 1,
  });
});
