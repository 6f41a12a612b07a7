import { instantAt, localMinutes } from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { endOfQuietHours } from "./quiet-hours.ts";

const ZONE = "Asia/Ho_Chi_Minh";
const at = (time: string) => Date.parse(`2026-11-23T${time}:00+07:00`);
const NIGHT = { from: 22 * 60, until: 6 * 60, timezone: ZONE };

test("quiet hours over midnight end in the morning after", () => {
  expect(endOfQuietHours(NIGHT, at("21:59"))).toBeNull();
  expect(endOfQuietHours(NIGHT, at("22:00"))).toBe(Date.parse("2026-11-24T06:00:00+07:00"));
  expect(endOfQuietHours(NIGHT, at("05:59"))).toBe(at("06:00"));
  expect(endOfQuietHours(NIGHT, at("06:00"))).toBeNull();
});

test("quiet hours are those of the person's zone", () => {
  const tokyo = { ...NIGHT, timezone: "Asia/Tokyo" };
  expect(endOfQuietHours(tokyo, at("20:30"))).toBe(Date.parse("2026-11-24T06:00:00+09:00"));
});

test("whatever the zone and the hours, the end lies ahead, within a day and an hour, and is not quiet unless clocks went back", () => {
  const zones = fc.constantFrom(
    ZONE,
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Pacific/Apia",
  );
  const minute = fc.integer({ min: 0, max: 1439 });
  fc.assert(
    fc.property(
      zones,
      minute,
      minute,
      fc.integer({ min: 0, max: 365 * 1440 }),
      (timezone, from, until, n) => {
        fc.pre(from !== until);
        const nowMs = Date.parse("2026-01-01T00:00:00Z") + n * 60_000;
        const end = endOfQuietHours({ from, until, timezone }, nowMs);
        if (end === null) return;
        expect(end).toBeGreaterThan(nowMs);
        expect(end - nowMs).toBeLessThanOrEqual(25 * 3_600_000);
        const isWhole = end === instantAt(timezone, new Date(end).toISOString().slice(0, 10), until);
        if (isWhole) expect(localMinutes(timezone, end)).toBeGreaterThanOrEqual(until);
      },
    ),
  );
});
