import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { addDays, daysBetween, instantAt } from "../../kernel/time.ts";
import {
  timeOfMinutes,
  firstOverlap,
  minutesOf,
  nextOccurrence,
  occurrencesFrom,
  TIMELINES,
  type ScheduleRule,
} from "./occurrences.ts";

const FROM = Date.parse("2026-11-01T00:00:00Z");
const TO = Date.parse("2028-11-15T00:00:00Z");
const HOUR = 3_600_000;
const ZONES = [
  ...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", "Etc/GMT+12", "Pacific/Kiritimati"]),
];

interface Change {
  readonly zone: string;
  readonly atMs: number;
}

/** Every change of clocks of the next two years, in every zone. */
const CHANGES: readonly Change[] = ZONES.flatMap((zone) => {
  const changes: Change[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(FROM).toZonedDateTimeISO(zone);
  for (;;) {
    const next = at.getTimeZoneTransition("next");
    if (next === null || next.epochMilliseconds > TO) return changes;
    changes.push({ zone, atMs: next.epochMilliseconds });
    at = next;
  }
});

/** The library's answer, which the product's own rule is held to. */
const byTemporal = (zone: string, day: string, minute: number) =>
  Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone: zone,
    plainTime: new Temporal.PlainTime(Math.floor(minute / 60), minute % 60),
  }).epochMilliseconds;

const localDateOf = ({ zone, atMs }: Change) =>
  Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone).toPlainDate().toString();

const minuteOfDay = fc.integer({ min: 0, max: 1439 });

const rule = (stated: Partial<ScheduleRule>): ScheduleRule => ({
  schedule_timeline_type_id: TIMELINES.weekly,
  timezone: "Asia/Ho_Chi_Minh",
  from_date: "2026-11-23",
  to_date: "2027-11-23",
  from_time: "20:00",
  to_time: "04:00",
  day: [1, 2, 3, 4, 5, 6, 7],
  ...stated,
});

/** The runs as one who asks again and again finds them, starting anew after each: the server that is stopped in between. */
function walked(of: ScheduleRule, afterMs: number, limit = 60) {
  const found = [];
  let at = afterMs;
  while (found.length < limit) {
    const next = nextOccurrence(of, at);
    if (next === null) return found;
    found.push(next);
    at = next.starts_ms;
  }
  return found;
}

test("there are changes of an hour, of half an hour and none, on both sides of the date line", () => {
  const zones = new Set(CHANGES.map(({ zone }) => zone));
  expect(zones.has("Australia/Lord_Howe")).toBe(true);
  expect(zones.has("Europe/Berlin")).toBe(true);
  expect(zones.has("Asia/Ho_Chi_Minh")).toBe(false);
  expect(CHANGES.length).toBeGreaterThan(400);
  expect(ZONES.length).toBeGreaterThan(400);
});

test("around every change of clocks of the next two years, in every zone, each day's run happens exactly once and at its time", () => {
  for (const change of CHANGES) {
    const { zone } = change;
    const middle = localDateOf(change);
    const [from_date, to_date] = [addDays(middle, -2), addDays(middle, 2)];
    // Before, within and after the hours that are skipped or come twice.
    for (const minute of [0, 30, 75, 90, 120, 135, 150, 165, 180, 210, 1410]) {
      const of = rule({
        timezone: zone,
        from_date,
        to_date,
        from_time: timeOfMinutes(minute),
        to_time: timeOfMinutes((minute + 45) % 1440),
      });
      const runs = walked(of, Date.parse(`${from_date}T00:00:00Z`) - 48 * HOUR);
      const days = daysBetween(from_date, to_date);
      expect([zone, minute, runs.map(({ local_date }) => local_date)]).toEqual([zone, minute, days]);
      expect(runs.map(({ starts_ms }) => starts_ms)).toEqual(
        days.map((day) => byTemporal(zone, day, minute)),
      );
      expect(runs.filter(({ starts_ms, ends_ms }) => ends_ms <= starts_ms)).toEqual([]);
    }
  }
});

test("whenever it is stopped and started again, no run is lost and none comes twice", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CHANGES),
      minuteOfDay,
      minuteOfDay,
      fc.array(fc.integer({ min: 0, max: 9 * 24 * 60 }), { maxLength: 12 }),
      (change, from, to, stops) => {
        const middle = localDateOf(change);
        const [from_date, to_date] = [addDays(middle, -4), addDays(middle, 4)];
        const of = rule({
          timezone: change.zone,
          from_date,
          to_date,
          from_time: timeOfMinutes(from),
          to_time: timeOfMinutes(to),
        });
        const begin = Date.parse(`${from_date}T00:00:00Z`) - 36 * HOUR;
        // Each life of the server sees to what has begun since the last run that is written down.
        const seen: string[] = [];
        let handled = begin;
        for (const at of [
          ...stops.toSorted((a, b) => a - b).map((m) => begin + m * 60_000),
          begin + 30 * 24 * HOUR,
        ]) {
          for (let next = nextOccurrence(of, handled); next !== null && next.starts_ms <= at;) {
            seen.push(next.local_date);
            handled = next.starts_ms;
            next = nextOccurrence(of, handled);
          }
        }
        expect(seen).toEqual(daysBetween(from_date, to_date));
      },
    ),
    { numRuns: 300 },
  );
});

test("a time on the clocks of any zone is the instant that Temporal names, on any day of two years", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: FROM / 86_400_000, max: TO / 86_400_000 }),
      minuteOfDay,
      (zone, days, minute) => {
        const day = new Date(days * 86_400_000).toISOString().slice(0, 10);
        expect(instantAt(zone, day, minute)).toBe(byTemporal(zone, day, minute));
      },
    ),
    { numRuns: 2000 },
  );
  for (const change of CHANGES) {
    for (const minute of [0, 30, 60, 90, 119, 120, 150, 179, 180, 210]) {
      const day = localDateOf(change);
      expect([change.zone, instantAt(change.zone, day, minute)]).toEqual([
        change.zone,
        byTemporal(change.zone, day, minute),
      ]);
    }
  }
});

test("a window that ends at or before its start ends the next day and belongs to the day it starts", () => {
  const [first] = occurrencesFrom(rule({}), Date.parse("2026-11-23T00:00:00Z"));
  expect(first).toEqual({
    local_date: "2026-11-23",
    starts_ms: Date.parse("2026-11-23T13:00:00Z"),
    ends_ms: Date.parse("2026-11-23T21:00:00Z"),
  });
  const whole = rule({ from_time: "00:00", to_time: "00:00", to_date: "2026-11-23" });
  expect(occurrencesFrom(whole, FROM).map(({ starts_ms, ends_ms }) => (ends_ms - starts_ms) / HOUR)).toEqual([
    24,
  ]);
});

test("one that has begun is still to come until it ends, and nothing is after the last day", () => {
  const short = rule({ to_date: "2026-11-24" });
  const dates = (at: string) => occurrencesFrom(short, Date.parse(at)).map(({ local_date }) => local_date);
  expect(dates("2026-11-23T20:59:59Z")).toEqual(["2026-11-23", "2026-11-24"]);
  expect(dates("2026-11-23T21:00:00Z")).toEqual(["2026-11-24"]);
  expect(dates("2026-11-24T21:00:00Z")).toEqual([]);
  expect(nextOccurrence(short, Date.parse("2026-11-24T13:00:00Z"))).toBeNull();
});

test("days of the week are those of ISO 8601, Monday the first", () => {
  const of = rule({ day: [1, 7], from_date: "2026-11-20", to_date: "2026-12-01" });
  expect(walked(of, FROM).map(({ local_date }) => local_date)).toEqual([
    "2026-11-22",
    "2026-11-23",
    "2026-11-29",
    "2026-11-30",
  ]);
});

test("days 29 to 31 of a short month run once, on its last day", () => {
  const of = rule({
    schedule_timeline_type_id: TIMELINES.monthly,
    day: [15, 29, 30, 31],
    from_date: "2027-01-20",
    to_date: "2027-04-30",
  });
  expect(walked(of, FROM).map(({ local_date }) => local_date)).toEqual([
    "2027-01-29",
    "2027-01-30",
    "2027-01-31",
    "2027-02-15",
    "2027-02-28",
    "2027-03-15",
    "2027-03-29",
    "2027-03-30",
    "2027-03-31",
    "2027-04-15",
    "2027-04-29",
    "2027-04-30",
  ]);
  const leap = { ...of, from_date: "2028-02-01", to_date: "2028-02-29", day: [30, 31] };
  expect(walked(leap, FROM).map(({ local_date }) => local_date)).toEqual(["2028-02-29"]);
});

test("one that runs once is one span from its first date and time to its last", () => {
  for (const schedule_timeline_type_id of [TIMELINES.one_off, TIMELINES.instant]) {
    const of = rule({
      schedule_timeline_type_id,
      to_date: "2026-11-26",
      from_time: "08:00",
      to_time: "06:30",
      day: [],
    });
    expect(occurrencesFrom(of, FROM)).toEqual([
      {
        local_date: "2026-11-23",
        starts_ms: Date.parse("2026-11-23T01:00:00Z"),
        ends_ms: Date.parse("2026-11-25T23:30:00Z"),
      },
    ]);
  }
});

test("a preview lists as many as are asked for and stops where it is told to", () => {
  expect(occurrencesFrom(rule({}), FROM, { most: 10 })).toHaveLength(10);
  expect(occurrencesFrom(rule({}), FROM, { most: 0 })).toEqual([]);
  expect(occurrencesFrom(rule({}), FROM, { toMs: Date.parse("2026-11-25T13:00:00Z") })).toHaveLength(2);
});

const anyRule = fc
  .record({
    schedule_timeline_type_id: fc.constantFrom(...Object.values(TIMELINES)),
    from: fc.integer({ min: 0, max: 50 }),
    days: fc.integer({ min: 1, max: 40 }),
    from_minute: minuteOfDay,
    to_minute: minuteOfDay,
    day: fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 1, maxLength: 4 }),
  })
  .map(({ schedule_timeline_type_id, from, days, from_minute, to_minute, day }) =>
    rule({
      schedule_timeline_type_id,
      from_date: addDays("2027-01-10", from),
      to_date: addDays("2027-01-10", from + days),
      from_time: timeOfMinutes(from_minute),
      to_time: timeOfMinutes(to_minute),
      day: schedule_timeline_type_id === TIMELINES.weekly ? day.map((one) => ((one - 1) % 7) + 1) : day,
    }),
  );

test("two schedules overlap exactly where a run of one shares time with a run of the other", () => {
  fc.assert(
    fc.property(anyRule, anyRule, (one, other) => {
      const [a, b] = [one, other].map((of) => occurrencesFrom(of, FROM));
      const starts = (a ?? []).flatMap((run) =>
        (b ?? [])
          .filter((its) => its.starts_ms < run.ends_ms && run.starts_ms < its.ends_ms)
          .map((its) => Math.max(its.starts_ms, run.starts_ms)),
      );
      const found = firstOverlap(one, other, "2026-11-01");
      const foundMs = found === null ? null : instantAt(one.timezone, found.date, minutesOf(found.time));
      expect(foundMs).toBe(starts.length === 0 ? null : Math.min(...starts));
      expect(firstOverlap(other, one, "2026-11-01")).toEqual(found);
    }),
    { numRuns: 1000 },
  );
});

test("windows that touch do not overlap, and what is over is not looked at", () => {
  const evening = rule({ from_time: "18:00", to_time: "20:00" });
  expect(firstOverlap(evening, rule({}), "2026-11-23")).toBeNull();
  const late = rule({ from_time: "19:00", to_time: "20:30" });
  expect(firstOverlap(late, rule({}), "2026-11-23")).toEqual({ date: "2026-11-23", time: "20:00" });
  expect(firstOverlap({ ...late, to_date: "2026-11-25" }, rule({}), "2026-12-01")).toBeNull();
});
