import type { AlarmKind } from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { foldedAlarms, type OpenAlarm } from "./fold-alarms.ts";

const HOUR_MS = 3_600_000;
const KINDS: readonly AlarmKind[] = [
  "gateway_silent",
  "bus_silent",
  "device_silent",
  "inverter_fault",
  "inverter_event",
  "string_deviation",
  "device_underperforming",
  "plant_underperforming",
];
const RANK: Partial<Record<AlarmKind, number>> = {
  gateway_silent: 1,
  bus_silent: 2,
  device_silent: 3,
  inverter_fault: 3,
  inverter_event: 4,
  string_deviation: 5,
  device_underperforming: 6,
};

/** Alarms of few places and hours, so that many have causes among the others. */
const alarms = fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { maxLength: 40 }).chain((ids) =>
  fc.tuple(
    ...ids.map((alarm_id) =>
      fc.record({
        alarm_id: fc.constant(alarm_id),
        project_id: fc.integer({ min: 1, max: 2 }),
        kind: fc.constantFrom(...KINDS),
        gateway_id: fc.option(fc.integer({ min: 1, max: 3 })),
        device_id: fc.option(fc.integer({ min: 1, max: 4 })),
        started_ms: fc.integer({ min: 0, max: 30 }).map((n) => (n * HOUR_MS) / 2),
        strings: fc.integer({ min: 0, max: 3 }),
        events: fc.integer({ min: 0, max: 3 }),
        devices: fc.integer({ min: 0, max: 3 }),
      }),
    ),
  ),
);

const rank = (of: OpenAlarm) => RANK[of.kind] ?? Infinity;

/** The cause of x by comparing it with every other alarm. */
function causeOf(x: OpenAlarm, open: readonly OpenAlarm[]): number | null {
  const tolerance = x.kind === "device_underperforming" ? 24 * HOUR_MS : HOUR_MS;
  const causes = open.filter(
    (y) =>
      RANK[x.kind] !== undefined &&
      y.project_id === x.project_id &&
      rank(y) < rank(x) &&
      y.started_ms <= x.started_ms + tolerance &&
      (y.device_id === null
        ? y.gateway_id !== null && y.gateway_id === x.gateway_id
        : y.device_id === x.device_id),
  );
  const [first] = causes.toSorted(
    (a, b) => rank(a) - rank(b) || a.started_ms - b.started_ms || a.alarm_id - b.alarm_id,
  );
  return first?.alarm_id ?? null;
}

test("every alarm stands under the cause that comparing it with each other one finds", () => {
  fc.assert(
    fc.property(alarms, (open) => {
      const roots = foldedAlarms(open).map(({ alarm_id, root_id }) => [alarm_id, root_id]);
      expect(roots).toEqual(open.map((one) => [one.alarm_id, causeOf(one, open)]));
    }),
  );
});

test("under a cause its consequences are counted, each once", () => {
  fc.assert(
    fc.property(alarms, (open) => {
      for (const { alarm_id, folded } of foldedAlarms(open)) {
        const own = open.find((one) => one.alarm_id === alarm_id);
        const under = open.filter((one) => causeOf(one, open) === alarm_id);
        const strings = under.filter(({ kind }) => kind === "string_deviation");
        const others = under.filter(({ kind }) => kind !== "string_deviation");
        expect(folded).toEqual({
          strings: strings.reduce((sum, one) => sum + one.strings, 0),
          events:
            others.reduce((sum, one) => sum + (one.events === 0 ? 1 : one.events), 0) +
            (own?.kind === "inverter_fault" ? own.events : 0),
          devices: own?.devices,
        });
      }
    }),
  );
});

test("a hundred thousand alarms of one minute, ten of them at each gateway, find their causes at once", () => {
  const open = Array.from({ length: 100_000 }, (_, n): OpenAlarm => ({
    alarm_id: n + 1,
    project_id: Math.floor(n / 10),
    kind: n % 10 === 0 ? "gateway_silent" : "device_silent",
    gateway_id: Math.floor(n / 10),
    device_id: n % 10 === 0 ? null : n,
    started_ms: n % 60,
    strings: 0,
    events: 0,
    devices: n % 10 === 0 ? 9 : 0,
  }));
  const found = foldedAlarms(open);
  expect(found.filter(({ root_id }) => root_id === null)).toHaveLength(10_000);
  expect(found[1]).toEqual({ alarm_id: 2, root_id: 1, folded: { strings: 0, events: 0, devices: 0 } });
  expect(found[0]?.folded).toEqual({ strings: 0, events: 9, devices: 9 });
});
