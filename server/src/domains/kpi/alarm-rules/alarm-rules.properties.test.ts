// What holds of rules whatever the readings: stricter ones raise nothing new, and the past is judged as live readings were.
import { INVERTER_STATE, type AlarmRule } from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { alarmKey, replay, type DeviceRun, type PastAlarm } from "../alarms/alarm-replay.ts";
import { liveAlarms, type Alarm, type TroubledDevice } from "../alarms/alarm-rules.ts";
import { pastMeasured, pastStrings, type MeasuredReport } from "../alarms/held-alarms.ts";
import { USUAL_RULES, withOwn } from "../alarms/project-rules.ts";
import { betterOf, otherThresholds } from "./other-thresholds.ts";

const PLACE = { latitude: 10.9, longitude: 106.7 };
const MINUTE = 60_000;
const MORNING = Date.parse("2026-03-10T08:00:00+07:00");
const LIMIT_MS = 15 * MINUTE;
const as = { severity: "usual", enabled: true } as const;

/** When a device says something after the morning, and whether it is at fault then: by day, and at the end all of them do. */
const words = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 80 }), fc.boolean()), {
    selector: ([step]) => step,
    minLength: 2,
    maxLength: 40,
  })
  .map((list) =>
    [...list, [81, false] as const]
      .map(([step, isFault]) => ({ at: MORNING + step * 5 * MINUTE, isFault }))
      .toSorted((a, b) => a.at - b.at),
  );
type Words = { at: number; isFault: boolean }[];

/** The runs that the words of a device are. */
function runsOf(device_id: number, spoken: Words): DeviceRun[] {
  return spoken.map(({ at, isFault }) => ({
    gateway_id: 1,
    device_id,
    state: isFault ? INVERTER_STATE.fault : null,
    event_bits: null,
    errors: null,
    sensor_faults: null,
    from_ms: at,
    to_ms: at,
    limit_ms: LIMIT_MS,
  }));
}

/** The alarms that are raised when each half minute is looked at as it comes, from what was said until then. */
function raisedLive(devices: readonly Words[], rules: typeof USUAL_RULES): PastAlarm[] {
  const open = new Map<string, Alarm>();
  const past: PastAlarm[] = [];
  const last = Math.max(...devices.map((spoken) => spoken.at(-1)?.at ?? 0));
  for (let now = MORNING; now <= last; now += MINUTE / 2) {
    // Who has said all that it will tells nothing more: its silence has no end here.
    const known = devices.flatMap((spoken, index) => {
      const newest = spoken.findLast(({ at }) => at <= now);
      if (newest === undefined || (spoken.at(-1)?.at ?? 0) < now) return [];
      return [{ index, newest, silent: now - newest.at > LIMIT_MS }];
    });
    const isLost = known.length > 0 && known.every(({ silent }) => silent);
    const lost = isLost
      ? [
          {
            gateway_id: 1,
            lost_at_ms: Math.max(...known.map(({ newest }) => newest.at)),
            patience_ms: LIMIT_MS,
          },
        ]
      : [];
    const troubled = known.map(({ index, newest, silent }): TroubledDevice => ({
      gateway_id: 1,
      device_id: index,
      said_ms: newest.at,
      silent,
      patience_ms: LIMIT_MS,
      state: newest.isFault ? INVERTER_STATE.fault : null,
      event_bits: null,
    }));
    const facts = {
      heard: Math.min(1, known.length),
      lost,
      devices: isLost ? [] : troubled,
      dumb_gateways: [],
    };
    const current = new Map(liveAlarms(facts, PLACE, now, rules).map((alarm) => [alarmKey(alarm), alarm]));
    const judged = (alarm: Alarm) =>
      alarm.device_id === null
        ? known.length > 0
        : !isLost && known.some(({ index }) => index === alarm.device_id);
    for (const [name, alarm] of open) {
      if (current.has(name) || !judged(alarm)) continue;
      past.push({ ...alarm, ended_ms: now });
      open.delete(name);
    }
    for (const [name, alarm] of current) {
      open.set(name, { ...alarm, started_ms: open.get(name)?.started_ms ?? alarm.started_ms });
    }
  }
  return [...past, ...[...open.values()].map((alarm) => ({ ...alarm, ended_ms: null }))];
}

const shown = (alarms: readonly PastAlarm[]) =>
  alarms
    .map(
      ({ kind, severity, device_id, started_ms, ended_ms }) =>
        `${kind} ${severity} ${device_id} ${started_ms} ${ended_ms}`,
    )
    .toSorted();

test("the replay of the usual rules over readings finds the alarms that were raised live on the same readings", () => {
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 3 }), (devices) => {
      const found = replay(
        devices.flatMap((spoken, index) => runsOf(index, spoken)),
        PLACE,
      );
      expect(shown(found)).toEqual(shown(raisedLive(devices, USUAL_RULES)));
    }),
  );
});

test("so does the replay of a rule of the project's own, and a replay done twice finds the same", () => {
  const own = fc.record({
    gateway: fc.integer({ min: 1, max: 90 }),
    device: fc.integer({ min: 1, max: 90 }),
  });
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 3 }), own, (devices, minutes) => {
      const rules = withOwn(USUAL_RULES, [
        { kind: "gateway_silent", minutes: minutes.gateway, ...as, severity: "minor" },
        { kind: "device_silent", minutes: minutes.device, ...as },
        { kind: "inverter_event", min_severity: "critical", ...as, enabled: minutes.device > 45 },
      ]);
      const runs = devices.flatMap((spoken, index) => runsOf(index, spoken));
      const found = shown(replay(runs, PLACE, rules));
      expect(found).toEqual(shown(raisedLive(devices, rules)));
      expect(shown(replay(runs, PLACE, rules))).toEqual(found);
    }),
  );
});

const lies = (inside: PastAlarm, outside: readonly PastAlarm[]) =>
  outside.some(
    (one) =>
      one.device_id === inside.device_id &&
      one.started_ms <= inside.started_ms &&
      (one.ended_ms ?? Infinity) >= (inside.ended_ms ?? Infinity),
  );

test("a rule that waits longer for a silence raises nothing that one which waits less does not", () => {
  const wait = fc.integer({ min: 1, max: 240 });
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 3 }), wait, wait, (devices, a, b) => {
      const runs = devices.flatMap((spoken, index) => runsOf(index, spoken));
      const by = (minutes: number) =>
        replay(
          runs,
          PLACE,
          withOwn(USUAL_RULES, [
            { kind: "gateway_silent", minutes, ...as },
            { kind: "device_silent", minutes, ...as },
          ]),
        ).filter(({ kind }) => kind.endsWith("silent"));
      const [strict, lax] = [by(Math.max(a, b)), by(Math.min(a, b))];
      expect(strict.length).toBeLessThanOrEqual(lax.length);
      expect(strict.filter((alarm) => !lies(alarm, lax))).toEqual([]);
    }),
  );
});

const reports = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.double({ min: 20, max: 90, noNaN: true })), {
    maxLength: 60,
  })
  .map((list) => {
    let at = MORNING;
    return list.map(([steps, value]): MeasuredReport => {
      at += steps * 5 * MINUTE;
      return { gateway_id: 1, device_id: 1, said_ms: at, value };
    });
  });

test("a higher threshold over which a quantity must be, and a longer time, raise nothing new; so does a lower share of strings", () => {
  const value = fc.integer({ min: 20, max: 90 });
  const minutes = fc.integer({ min: 0, max: 120 });
  fc.assert(
    fc.property(reports, fc.tuple(value, value), fc.tuple(minutes, minutes), (list, [a, b], [c, d]) => {
      const rule = (threshold: number, held: number) =>
        pastMeasured(
          list,
          {
            kind: "measured",
            quantity: "module_temperature_c",
            direction: "over",
            when: "always",
            threshold,
            minutes: held,
            ...as,
          },
          PLACE,
        );
      const lax = rule(Math.min(a, b), Math.min(c, d));
      expect(rule(Math.max(a, b), Math.max(c, d)).filter((alarm) => !lies(alarm, lax))).toEqual([]);
      const strings = list.map(({ value: share, ...of }) => ({
        ...of,
        shares: [{ string: "1.1", share: share / 100 }],
      }));
      const byShare = (percent: number) =>
        pastStrings(strings, { kind: "string_deviation", percent, minutes: 30, ...as });
      expect(byShare(Math.min(a, b)).filter((alarm) => !lies(alarm, byShare(Math.max(a, b))))).toEqual([]);
    }),
  );
});

test.each([
  { kind: "gateway_silent", minutes: 45, ...as },
  { kind: "inverter_event", min_severity: "warning", ...as },
  { kind: "string_deviation", percent: 75, minutes: 30, ...as },
  { kind: "device_underperforming", percent: 85, ...as },
  {
    kind: "measured",
    quantity: "ac_voltage_v",
    direction: "over",
    threshold: 253.5,
    minutes: 10,
    when: "always",
    ...as,
  },
  {
    kind: "measured",
    quantity: "soc_percent",
    direction: "under",
    threshold: 4,
    minutes: 10,
    when: "day",
    ...as,
  },
] as const satisfies AlarmRule[])("among the other thresholds of %o stands its own, each once", (rule) => {
  const rules = otherThresholds(rule);
  const texts = rules.map((one) => JSON.stringify(one));
  expect(texts.filter((text) => text === JSON.stringify(rule))).toHaveLength(1);
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.length).toBeGreaterThan(2);
});

const counts = (right: number, not_right: number) => ({ alarms: right + not_right, right, not_right });

test("the better threshold catches as many right ones with the fewest that are not; where none does nothing is offered", () => {
  const others = [counts(4, 0), counts(5, 0), counts(5, 1), counts(6, 8)];
  expect(betterOf(others, counts(5, 1))).toBe(1);
  expect(betterOf(others, counts(5, 0))).toBeNull();
  expect(betterOf(others, counts(4, 3))).toBe(1);
});
