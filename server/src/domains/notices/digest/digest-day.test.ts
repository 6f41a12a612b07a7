import { localDay, localMinutes } from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { dueDigest, type DigestTime } from "./digest-day.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const START = Date.parse("2026-10-20T00:00:00Z");
const ZONES = ["Asia/Ho_Chi_Minh", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"];
const zone = fc.constantFrom(...ZONES);
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));

/** Looks at each of the instants, as one process after the other would. */
function digests(of: Pick<DigestTime, "at" | "timezone" | "since_ms">, instants: readonly number[]) {
  const made: { day: string; from_ms: number; until_ms: number }[] = [];
  for (const nowMs of instants) {
    const due = dueDigest({ ...of, last: made.at(-1) ?? null }, nowMs);
    if (due !== null) made.push(due);
  }
  return made;
}

test("however often it is looked, and whatever the clock shows then, a local day has one digest at most, and what they tell of meets without a gap", () => {
  const looks = fc.array(fc.integer({ min: 0, max: 30 * 24 * 60 }), { maxLength: 200 });
  fc.assert(
    fc.property(zone, time, looks, (timezone, at, minutes) => {
      const made = digests(
        { at, timezone, since_ms: 0 },
        minutes.map((minute) => START + minute * MINUTE),
      );
      expect(new Set(made.map(({ day }) => day)).size).toBe(made.length);
      for (const [number, { from_ms, until_ms }] of made.entries()) {
        expect(until_ms).toBeGreaterThan(from_ms);
        const before = made[number - 1];
        if (before !== undefined) expect(from_ms).toBe(Math.max(before.until_ms, until_ms - 7 * DAY));
      }
    }),
  );
});

test("looked at each quarter hour there is one for each day at its time, also where clocks change", () => {
  const instants = Array.from({ length: 30 * 96 }, (_, quarter) => START + quarter * 15 * MINUTE);
  fc.assert(
    fc.property(zone, time, (timezone, at) => {
      const made = digests({ at, timezone, since_ms: 0 }, instants);
      const days = new Set(instants.map((instant) => localDay(timezone, instant)));
      expect(Math.abs(days.size - made.length)).toBeLessThanOrEqual(1);
      const minute = 60 * Number(at.slice(0, 2)) + Number(at.slice(3));
      const shown = made.filter(({ until_ms }) => localMinutes(timezone, until_ms) === minute);
      // One of these days at most has no such time.
      expect(made.length - shown.length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 20 },
  );
});

const HANOI = { at: "07:00", timezone: "Asia/Ho_Chi_Minh" };
const SEVEN = Date.parse("2026-11-23T00:00:00Z");

test("who chooses a time that is over today gets the first digest tomorrow", () => {
  const chosen = { ...HANOI, since_ms: SEVEN + 60 * MINUTE, last: null };
  expect(dueDigest(chosen, SEVEN + 61 * MINUTE)).toBeNull();
  expect(dueDigest(chosen, SEVEN + DAY)).toEqual({
    day: "2026-11-24",
    from_ms: SEVEN,
    until_ms: SEVEN + DAY,
  });
});

test("of days that were missed the last one is made up for, and tells of all of them, a week at most", () => {
  const last = { day: "2026-11-20", until_ms: SEVEN - 3 * DAY };
  const due = dueDigest({ ...HANOI, since_ms: 0, last }, SEVEN + 5 * 60 * MINUTE);
  expect(due).toEqual({ day: "2026-11-23", from_ms: SEVEN - 3 * DAY, until_ms: SEVEN });
  const old = { day: "2026-10-20", until_ms: SEVEN - 34 * DAY };
  expect(dueDigest({ ...HANOI, since_ms: 0, last: old }, SEVEN)?.from_ms).toBe(SEVEN - 7 * DAY);
});

test("a digest of yesterday that was missed is made up for after midnight", () => {
  const last = { day: "2026-11-21", until_ms: SEVEN - 2 * DAY };
  const due = dueDigest({ ...HANOI, since_ms: 0, last }, SEVEN - 60 * MINUTE);
  expect(due).toMatchObject({ day: "2026-11-22", until_ms: SEVEN - DAY });
});
