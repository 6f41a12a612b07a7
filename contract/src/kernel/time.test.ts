import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addDays,
  daysBetween,
  isTimezone,
  localDay,
  localMinutes,
  offsetMinutes,
  startOfDay,
} from "./time.ts";

/** Zones with whole, half and quarter hours, with changes of an hour and of half an hour, at midnight and elsewhere. */
const ZONES = [
  "UTC",
  "Asia/Ho_Chi_Minh",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Europe/Berlin",
  "America/New_York",
  "America/Santiago",
  "America/St_Johns",
  "America/Havana",
  "Africa/Cairo",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Apia",
] as const;

const zone = fc.constantFrom(...ZONES);
const instant = fc.integer({ min: Date.parse("2005-01-01"), max: Date.parse("2035-01-01") });
const calendarDay = fc
  .integer({ min: Date.parse("2005-01-01") / 86_400_000, max: Date.parse("2035-01-01") / 86_400_000 })
  .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))
  // The one day that a zone here has skipped altogether.
  .filter((day) => day !== "2011-12-30");

test("an instant lies in its local day: not before it starts, and before the next one starts", () => {
  fc.assert(
    fc.property(zone, instant, (timezone, at) => {
      const day = localDay(timezone, at);
      expect(startOfDay(timezone, day)).toBeLessThanOrEqual(at);
      expect(startOfDay(timezone, addDays(day, 1))).toBeGreaterThan(at);
    }),
    { numRuns: 1000 },
  );
});

test("a day starts at the first instant that the calendar shows it", () => {
  fc.assert(
    fc.property(zone, calendarDay, (timezone, day) => {
      const start = startOfDay(timezone, day);
      expect(localDay(timezone, start)).toBe(day);
      expect(localDay(timezone, start - 1)).not.toBe(day);
    }),
    { numRuns: 1000 },
  );
});

test("days follow one another without hole or overlap and are 22 to 26 hours long", () => {
  fc.assert(
    fc.property(zone, calendarDay, (timezone, day) => {
      if (timezone === "Pacific/Apia" && day === "2011-12-29") return;
      const hours = (startOfDay(timezone, addDays(day, 1)) - startOfDay(timezone, day)) / 3_600_000;
      expect(hours).toBeGreaterThanOrEqual(22);
      expect(hours).toBeLessThanOrEqual(26);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ["Europe/Berlin", "2026-03-29", 23],
  ["Europe/Berlin", "2026-10-25", 25],
  ["America/Santiago", "2026-04-04", 25],
  ["America/Santiago", "2026-09-06", 23],
  ["Australia/Lord_Howe", "2026-04-05", 24.5],
  ["Australia/Lord_Howe", "2026-10-04", 23.5],
  ["America/Havana", "2025-11-02", 25],
  ["Asia/Ho_Chi_Minh", "2026-03-29", 24],
])("in %s the day %s has %d hours", (timezone, day, hours) => {
  expect((startOfDay(timezone, addDays(day, 1)) - startOfDay(timezone, day)) / 3_600_000).toBe(hours);
});

test("a day whose midnight the clocks skip starts when they show it first", () => {
  expect(new Date(startOfDay("America/Santiago", "2026-09-06")).toISOString()).toBe(
    "2026-09-06T04:00:00.000Z",
  );
  expect(localMinutes("America/Santiago", startOfDay("America/Santiago", "2026-09-06"))).toBe(60);
});

test("a day that has midnight twice starts at the first", () => {
  expect(new Date(startOfDay("America/Havana", "2025-11-02")).toISOString()).toBe("2025-11-02T04:00:00.000Z");
});

test("local minutes and offset agree with the calendar", () => {
  expect(offsetMinutes("Asia/Kathmandu", Date.parse("2026-01-01T00:00:00Z"))).toBe(345);
  expect(offsetMinutes("America/St_Johns", Date.parse("2026-01-01T00:00:00.999Z"))).toBe(-210);
  expect(localMinutes("Asia/Kolkata", Date.parse("2026-01-01T18:29:59.999Z"))).toBe(1439);
  expect(localDay("Asia/Kolkata", Date.parse("2026-01-01T18:29:59.999Z"))).toBe("2026-01-01");
  expect(localDay("Asia/Kolkata", Date.parse("2026-01-01T18:30:00Z"))).toBe("2026-01-02");
});

test("an instant before 1970 with a fraction of a second has the offset of its second", () => {
  expect(offsetMinutes("Asia/Kolkata", -1)).toBe(330);
});

test("adding days crosses months and leap days, and back again", () => {
  expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
  expect(addDays("2025-12-31", 1)).toBe("2026-01-01");
  fc.assert(
    fc.property(calendarDay, fc.integer({ min: -4000, max: 4000 }), (day, count) => {
      expect(addDays(addDays(day, count), -count)).toBe(day);
    }),
  );
});

test("the days between are listed in order with both ends, and none when they are the wrong way round", () => {
  expect(daysBetween("2026-02-27", "2026-03-02")).toEqual([
    "2026-02-27",
    "2026-02-28",
    "2026-03-01",
    "2026-03-02",
  ]);
  expect(daysBetween("2026-03-02", "2026-03-02")).toEqual(["2026-03-02"]);
  expect(daysBetween("2026-03-02", "2026-03-01")).toEqual([]);
});

test("only names of the time zone database are time zones", () => {
  for (const name of ZONES) expect(isTimezone(name)).toBe(true);
  for (const name of ["Mars/Olympus", "", "GMT+25"]) expect(isTimezone(name)).toBe(false);
});

test("the offset of a zone is that of its clocks at any instant, also on days on which they are changed", () => {
  const zones = Intl.supportedValuesOf("timeZone");
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 2_200_000_000 }),
      fc.integer({ min: 0, max: 72 }),
      (timeZone, second, hours) => {
        // Near instants of one zone share what is kept.
        const at = (second + hours * 3600) * 1000;
        const shown = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" })
          .formatToParts(at)
          .find((part) => part.type === "timeZoneName")?.value;
        const [, sign, hour = "0", minute = "0", odd = "0"] =
          /GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?/.exec(shown ?? "") ?? [];
        const ahead = Number(hour) * 60 + Number(minute) + Number(odd) / 60;
        expect(Math.abs(offsetMinutes(timeZone, at) - (sign === "-" ? -ahead : ahead))).toBeLessThanOrEqual(
          0.5,
        );
      },
    ),
    { numRuns: 1500 },
  );
  const changed = Date.parse("2026-03-29T01:00:00Z");
  expect([changed - 1, changed].map((at) => offsetMinutes("Europe/Berlin", at))).toEqual([60, 120]);
});
