import { INVERTER_STATE } from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { matched, type KeptAlarm } from "./alarm-match.ts";
import { replay, type DeviceRun, type PastAlarm } from "./alarm-replay.ts";
import { alarmsOfDays } from "./day-alarms.ts";
import { pastStrings, sharedStrings } from "./held-alarms.ts";

const PLACE = { latitude: 10.9, longitude: 106.7 };
const at = (clock: string, day = "2026-03-10") => Date.parse(`${day}T${clock}:00+07:00`);
const LIMIT_MS = 15 * 60_000;
/** A device that says nothing but that it is well, from and to a time of the day. */
const run = (from: string, to: string, over: Partial<DeviceRun> = {}): DeviceRun => ({
  gateway_id: 1,
  device_id: 1,
  state: null,
  event_bits: null,
  errors: null,
  sensor_faults: null,
  from_ms: at(from),
  to_ms: at(to),
  limit_ms: LIMIT_MS,
  ...over,
});
const shown = (alarms: readonly PastAlarm[]) =>
  alarms.map(({ kind, severity, device_id, started_ms, ended_ms }) => [
    kind,
    severity,
    device_id,
    started_ms,
    ended_ms,
  ]);

const both = (from: string, to: string) => [run(from, to), run(from, to, { device_id: 2 })];

test("an inverter's fault of the past begins with the first reading that reports it and ends with the first that does not", () => {
  const fault = { state: INVERTER_STATE.fault, event_bits: 128 };
  const runs = [run("06:00", "09:10"), run("09:15", "14:30", fault), run("14:35", "18:00")];
  const [alarm, ...others] = replay(runs, PLACE);
  expect(others).toEqual([]);
  expect(alarm).toMatchObject({
    kind: "inverter_fault",
    severity: "critical",
    cause: { events: ["OVER_TEMP"] },
    started_ms: at("09:15"),
    ended_ms: at("14:35"),
  });
});

test("a fault lasts over the night in which the inverter says nothing, and holds where the readings end", () => {
  const fault = { state: INVERTER_STATE.fault };
  const meter = { device_id: 2 };
  const runs = [
    run("06:00", "09:10"),
    run("09:15", "17:55", fault),
    { ...run("06:00", "12:00", fault), from_ms: at("06:00", "2026-03-11"), to_ms: at("12:00", "2026-03-11") },
    { ...run("00:00", "24:00", meter), to_ms: at("12:00", "2026-03-11") },
  ];
  expect(shown(replay(runs, PLACE))).toEqual([["inverter_fault", "critical", 1, at("09:15"), null]]);
});

test("a gateway whose devices all were silent by day is one alarm, from its last reading to its next", () => {
  expect(shown(replay([...both("06:00", "10:00"), ...both("11:40", "18:00")], PLACE))).toEqual([
    ["gateway_silent", "critical", null, at("10:00"), at("11:40")],
  ]);
  const [early, late] = [both("06:00", "10:00"), both("10:15", "18:00")];
  expect(replay([...early, ...late], PLACE)).toEqual([]);
});

test("a device silent beside another that speaks is its own alarm; darkness, and what has no next reading, is none", () => {
  const other = run("00:00", "24:00", { device_id: 2 });
  expect(shown(replay([run("06:00", "10:00"), run("12:00", "18:00"), other], PLACE))).toEqual([
    ["device_silent", "warning", 1, at("10:00"), at("12:00")],
  ]);
  const night = { from_ms: at("06:00", "2026-03-11"), to_ms: at("18:00", "2026-03-11") };
  expect(replay([run("06:00", "17:58"), { ...run("06:00", "18:00"), ...night }], PLACE)).toEqual([]);
  expect(replay([run("06:00", "10:00"), other], PLACE)).toEqual([]);
});

test("a silence that lasts until the sun is up counts from where it began; one of months is no alarm", () => {
  const morning = { from_ms: at("09:30", "2026-03-11"), to_ms: at("18:00", "2026-03-11") };
  expect(shown(replay([run("06:00", "19:00"), { ...run("06:00", "18:00"), ...morning }], PLACE))).toEqual([
    ["gateway_silent", "critical", null, at("19:00"), at("09:30", "2026-03-11")],
  ]);
  const later = { from_ms: at("09:30", "2026-06-11"), to_ms: at("18:00", "2026-06-11") };
  expect(replay([run("06:00", "19:00"), { ...run("06:00", "18:00"), ...later }], PLACE)).toEqual([]);
});

test("a string that deviates for half an hour is an alarm of its time; a cloud's edge and weak light are none", () => {
  const report = (clock: string, weak: number, all = 8) =>
    sharedStrings({
      gateway_id: 1,
      device_id: 1,
      said_ms: at(clock),
      mppt: [
        {
          mppt_id: 1,
          strings: [weak, all, all].map((dc_current_a, i) => ({ string_id: i + 1, dc_current_a })),
        },
      ],
    });
  const day = [report("10:00", 8), report("10:15", 0), report("10:30", 0), report("10:45", 0)];
  expect(shown(pastStrings([...day, report("11:00", 0.2, 0.3), report("11:15", 7.9)]))).toEqual([
    ["string_deviation", "warning", 1, at("10:15"), at("11:15")],
  ]);
  expect(shown(pastStrings(day))).toEqual([["string_deviation", "warning", 1, at("10:15"), null]]);
  expect(pastStrings([report("10:15", 0), report("10:30", 8), report("10:45", 0)])).toEqual([]);
});

const alarm = (from: number, to: number | null): PastAlarm => ({
  kind: "device_silent",
  severity: "warning",
  gateway_id: 1,
  device_id: 1,
  cause: {},
  started_ms: from,
  ended_ms: to,
});
/** What is kept once the match is written. */
function written(kept: readonly KeptAlarm[], found: readonly PastAlarm[]): KeptAlarm[] {
  const { add, change, remove } = matched(kept, found);
  const changed = new Map(change.map((one) => [one.alarm_id, one]));
  const next = Math.max(0, ...kept.map(({ alarm_id }) => alarm_id)) + 1;
  return [
    ...kept
      .filter(({ alarm_id }) => !remove.includes(alarm_id))
      .map((one) => changed.get(one.alarm_id) ?? one),
    ...add.map((one, index) => ({ ...one, alarm_id: next + index, from_history: true })),
  ];
}

test("judging the same past again changes nothing; what it no longer tells goes, what it tells otherwise keeps its identity", () => {
  const spans = fc
    .uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 2, maxLength: 12 })
    .map((cuts) => cuts.toSorted((a, b) => a - b))
    .map((cuts) =>
      cuts.flatMap((from, i) =>
        i % 2 === 0 && cuts[i + 1] !== undefined ? [alarm(from, cuts[i + 1] ?? null)] : [],
      ),
    );
  fc.assert(
    fc.property(spans, spans, (before, after) => {
      const kept = written(written([], before), after);
      expect(shown(kept).toSorted((a, b) => Number(a[3]) - Number(b[3]))).toEqual(shown(after));
      expect(matched(kept, after)).toEqual({ add: [], change: [], remove: [] });
    }),
  );
  expect(matched([{ ...alarm(10, 20), alarm_id: 7, from_history: true }], [alarm(5, 12)])).toEqual({
    add: [],
    change: [{ ...alarm(5, 12), alarm_id: 7, from_history: true }],
    remove: [],
  });
});

test("an alarm that was seen as it happened stays with its end, and may only turn out to have begun earlier", () => {
  const live = { ...alarm(10, 20), alarm_id: 7, from_history: false };
  expect(matched([live], [])).toEqual({ add: [], change: [], remove: [] });
  expect(matched([live], [alarm(5, 30)])).toEqual({
    add: [],
    change: [{ ...live, started_ms: 5 }],
    remove: [],
  });
  expect(matched([live], [alarm(12, 14), alarm(16, 18)])).toEqual({ add: [], change: [], remove: [] });
});

const startOf = (day: string) => Number(day);
const after = (day: string) => String(Number(day) + 1);
const verdict = (day: number, percent: number | null) => ({
  day: String(day),
  kind: "plant_underperforming" as const,
  gateway_id: null,
  device_id: null,
  short: percent === null ? null : { severity: "warning" as const, cause: { percent } },
});

test("days that fell short are one alarm until the midnight after a day that did not; those that cannot be judged change nothing", () => {
  const past = alarmsOfDays(
    [verdict(1, null), verdict(2, 88), verdict(5, 80), verdict(6, null), verdict(8, 85)],
    { startOf, after },
  );
  expect(past).toMatchObject([
    { started_ms: 2, ended_ms: 7, cause: { percent: 80 } },
    { started_ms: 8, ended_ms: null },
  ]);
});

test("who sends once an hour and sleeps at night has no alarm for its first reading of the morning, but one for a day without", () => {
  const hourly = { limit_ms: 3 * 3_600_000 };
  const next = (clock: string) => ({ from_ms: at(clock, "2026-03-11"), to_ms: at("18:00", "2026-03-11") });
  const evening = run("06:00", "19:00", hourly);
  expect(replay([evening, { ...run("06:00", "18:00", hourly), ...next("08:00") }], PLACE)).toEqual([]);
  expect(shown(replay([evening, { ...run("06:00", "18:00", hourly), ...next("13:00") }], PLACE))).toEqual([
    ["gateway_silent", "critical", null, at("19:00"), at("13:00", "2026-03-11")],
  ]);
});
