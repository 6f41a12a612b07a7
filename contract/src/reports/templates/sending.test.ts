import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, instantAt, localDay, localMinutes } from "../../kernel/time.ts";
import {
  nextSending,
  periodDays,
  REPORT_PERIODS,
  REPORT_SCHEDULES,
  sendingFault,
  type ReportSending,
} from "./sending.ts";

/** One zone of each kind: none, an hour, half an hour, over the date line, midnight that is skipped, far ahead. */
const zone = fc.constantFrom(
  "Asia/Ho_Chi_Minh",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "America/Santiago",
  "Pacific/Kiritimati",
);
const instant = fc.integer({
  min: Date.parse("2015-01-01T00:00:00Z"),
  max: Date.parse("2040-01-01T00:00:00Z"),
});
const two = (value: number) => String(value).padStart(2, "0");
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${two(hour)}:${two(minute)}`);
const weekday = fc.constantFrom("mon", "tue", "wed", "thu", "fri", "sat", "sun");
const day = fc.oneof(fc.constant("last" as const), fc.integer({ min: 1, max: 31 }));
const recurring = fc.record({
  schedule: fc.constantFrom("daily", "weekly", "monthly"),
  send_on: fc.record({ time, weekday, day, date: fc.constant(null) }),
});

const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const lastOf = (on: string) =>
  new Date(Date.UTC(Number(on.slice(0, 4)), Number(on.slice(5, 7)), 0)).getUTCDate();

test("the next time comes after the instant, on a day of its schedule, at its time by the clocks of the zone", () => {
  fc.assert(
    fc.property(recurring, zone, instant, (sending, timezone, after) => {
      const next = nextSending(sending, timezone, after);
      expect(next).not.toBeNull();
      if (next === null) return;
      const { local_date: on, at_ms } = next;
      expect(at_ms).toBeGreaterThan(after);
      const minutes = Number(sending.send_on.time.slice(0, 2)) * 60 + Number(sending.send_on.time.slice(3));
      expect(at_ms).toBe(instantAt(timezone, on, minutes));
      // A time that the clocks skip comes up to an hour later, and over the date line a day.
      const shown = localDay(timezone, at_ms) === on ? localMinutes(timezone, at_ms) - minutes : 0;
      expect(Math.abs(shown)).toBeLessThanOrEqual(60);
      const at = new Date(`${on}T00:00:00Z`);
      const { weekday: wanted, day: ofMonth } = sending.send_on;
      if (sending.schedule === "weekly") expect(WEEKDAYS[at.getUTCDay()]).toBe(wanted);
      if (sending.schedule === "monthly") {
        expect(at.getUTCDate()).toBe(Math.min(ofMonth === "last" ? 31 : ofMonth, lastOf(on)));
      }
    }),
    { numRuns: 400 },
  );
});

test("no time is left out and none comes twice: each follows the one before by one day, one week or one month", () => {
  fc.assert(
    fc.property(recurring, zone, instant, (sending, timezone, after) => {
      const days: string[] = [];
      let from = after;
      for (let some = 0; some < 40; some += 1) {
        const next = nextSending(sending, timezone, from);
        if (next === null) throw new RangeError("there is always another");
        days.push(next.local_date);
        from = next.at_ms;
      }
      for (const [at, on] of days.entries()) {
        const before = days[at - 1];
        if (before === undefined) continue;
        if (sending.schedule === "daily") expect(on).toBe(addDays(before, 1));
        if (sending.schedule === "weekly") expect(on).toBe(addDays(before, 7));
        if (sending.schedule === "monthly") {
          expect(on.slice(0, 7)).toBe(addDays(`${before.slice(0, 7)}-28`, 4).slice(0, 7));
        }
      }
    }),
    { numRuns: 100 },
  );
});

test("once is once", () => {
  const sending = {
    schedule: "once" as const,
    send_on: { time: "06:00", weekday: null, day: null, date: "2026-03-29" },
  };
  const next = nextSending(sending, "Asia/Ho_Chi_Minh", Date.parse("2026-03-01T00:00:00Z"));
  expect(next).toEqual({ local_date: "2026-03-29", at_ms: Date.parse("2026-03-28T23:00:00Z") });
  expect(nextSending(sending, "Asia/Ho_Chi_Minh", next?.at_ms ?? 0)).toBeNull();
});

test.each([
  ["previous_day", "2026-03-01", "2026-02-28", "2026-02-28"],
  ["previous_week", "2026-11-23", "2026-11-16", "2026-11-22"],
  ["previous_week", "2026-11-29", "2026-11-16", "2026-11-22"],
  ["previous_month", "2026-03-31", "2026-02-01", "2026-02-28"],
  ["previous_month", "2026-01-01", "2025-12-01", "2025-12-31"],
  ["from_to", "2026-01-01", "2024-02-01", "2024-02-29"],
] as const)("%s on %s is %s to %s", (period, on, from_date, to_date) => {
  const of = { period, from_date: "2024-02-01", to_date: "2024-02-29" };
  expect(periodDays(of, on)).toEqual({ from_date, to_date });
});

const SENDING: ReportSending = {
  delivery_method: "download",
  email_list: [],
  schedule: "daily",
  period: "previous_day",
  send_on: { time: "06:00", weekday: null, day: null, date: null },
  from_date: null,
  to_date: null,
};

test.each([
  [{ delivery_method: "email" }, "email_list", "Enter at least one e-mail address"],
  [{ schedule: "weekly" }, "send_on.weekday", "Choose a day of the week"],
  [{ schedule: "monthly" }, "send_on.day", "Choose a day of the month"],
  [{ schedule: "once" }, "send_on.date", "Choose a day"],
  [{ period: "from_to" }, "from_date", "Choose the first day"],
  [{ period: "from_to", from_date: "2026-02-01" }, "to_date", "Choose the last day"],
  [
    { period: "from_to", from_date: "2026-02-02", to_date: "2026-02-01" },
    "to_date",
    "Must not be before from_date",
  ],
  [{ period: "from_to", from_date: "2026-01-01", to_date: "2027-01-02" }, "to_date", "At most 366 days"],
] as const)("%j is refused by its field", (change, field, message) => {
  expect(sendingFault({ ...SENDING, ...change })).toEqual({ field, message });
});

test("what is whole is refused for nothing", () => {
  expect(sendingFault(SENDING)).toBeNull();
  expect(
    sendingFault({ ...SENDING, period: "from_to", from_date: "2026-01-01", to_date: "2027-01-01" }),
  ).toBeNull();
  expect([REPORT_SCHEDULES.length, REPORT_PERIODS.length]).toEqual([4, 4]);
});
