import {
  COMMAND_LIFE,
  type CommandArgs,
  type CommandEvidence,
  type CommandState,
} from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { judge } from "./evidence.ts";
import type {
  CommandFacts,
  CommandMove,
  WatchedDevice,
  WatchedMessage,
  WatchedReading,
} from "./evidence-facts.ts";
import { nextLook } from "./next-look.ts";

const T0 = Date.parse("2026-02-04T05:00:00Z");
const MINUTE = 60_000;
const device = (device_id: number, asset_type: string): WatchedDevice => ({
  device_id,
  device_uid: `00000000-0000-4000-8000-00000000000${device_id}`,
  serial: `D-${device_id}`,
  asset_type,
  ac_nominal_w: asset_type === "solar_inverter" ? 50_000 : null,
});
const DEVICES = [
  device(1, "solar_inverter"),
  device(2, "solar_inverter"),
  device(3, "electric_meter"),
  device(4, "grid_meter"),
];

const args = fc.oneof<fc.Arbitrary<CommandArgs>[]>(
  fc.record({
    name: fc.constant("power_limit" as const),
    limit: fc.oneof(
      fc.constant(null),
      fc.record({ percent: fc.constantFrom(0, 50, 50, 80, 100) }),
      fc.record({ w: fc.integer({ min: 0, max: 60_000 }) }),
    ),
  }),
  fc.record({ name: fc.constant("connect" as const), on: fc.boolean() }),
  fc.constant({ name: "connect" as const, on: true, relay: "RL1" as const }),
  fc.record({
    name: fc.constant("zero_export" as const),
    on: fc.boolean(),
    export_limit_w: fc.constantFrom(0, 5000),
  }),
  fc.constant({
    name: "nze_parameters" as const,
    export_limit_w: 1000,
    back_within_s: 60,
    meter_silent_s: 5,
    failsafe_w: 0,
  }),
  fc.constant({ name: "nze_drill" as const, meter_out_s: 10 }),
);

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 12 });
const reading = (from: number, to: number): fc.Arbitrary<WatchedReading> =>
  fc.record({
    device_id: fc.constantFrom(1, 2, 3, 4),
    at_ms: fc.integer({ min: from, max: to }).map((minute) => T0 + minute * MINUTE),
    interval_ms: fc.constant(MINUTE),
    ac_power_w: maybe(
      fc.oneof(
        fc.integer({ min: -60_000, max: 60_000 }),
        fc.constantFrom(0, 24_800, 25_000, 45_000, -900, -4900),
      ),
    ),
    power_limit_w: maybe(
      fc.oneof(fc.integer({ min: 0, max: 50_000 }), fc.constantFrom(0, 25_000, 25_000, 50_000)),
    ),
    power_limit_source: maybe(fc.constantFrom(0, 1, 2, 2, 2, 3)),
    nze_on: maybe(fc.constantFrom(0, 1)),
    export_limit_w: maybe(fc.constantFrom(0, 1000, 5000)),
    state: maybe(fc.integer({ min: 1, max: 8 })),
    relays: maybe(fc.constantFrom([{ relay: "RL1", on: true }], [{ relay: "RL1", on: false }])),
  });

/** All that may ever become known of a command, in minutes since it was given. */
const course = fc.record({
  args,
  device_id: fc.constantFrom(null, 1),
  expires: fc.integer({ min: 1, max: 20 }),
  revert_after: fc.constantFrom(null, null, 5, 30),
  sent: fc.option(fc.integer({ min: 0, max: 5 }), { freq: 9 }),
  ack: fc.option(fc.oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 25 })), { freq: 9 }),
  ack_status: fc.constantFrom(
    "done" as const,
    "done" as const,
    "done" as const,
    "refused" as const,
    "failed" as const,
    "expired" as const,
  ),
  reverted: fc.option(fc.integer({ min: 5, max: 60 }), { freq: 1 }),
  held: fc.integer({ min: 0, max: 60 }),
  readings: fc.array(reading(0, 60), { maxLength: 40 }),
  before: fc.array(reading(-3, 0), { maxLength: 4 }),
});
/** A reading each minute of an inverter that is limited to half of its rating; `spoilt` are those that say something else. */
const obedient = (spoilt: readonly (WatchedReading | null)[]): WatchedReading[] =>
  Array.from({ length: 60 }, (_, minute) => ({
    at_ms: T0 + minute * MINUTE,
    interval_ms: MINUTE,
    ac_power_w: 24_900,
    power_limit_w: 25_000,
    power_limit_source: 2,
    nze_on: null,
    export_limit_w: null,
    state: 4,
    relays: null,
    ...spoilt[minute % Math.max(1, spoilt.length)],
    device_id: 1,
  }));

/** A command that is obeyed as a rule, by a gateway that now and then says something else. */
const obeyed = fc
  .record({ of: course, spoilt: fc.array(fc.option(reading(0, 60), { freq: 1 }), { maxLength: 12 }) })
  .map(({ of, spoilt }) => ({
    ...of,
    args: { name: "power_limit" as const, limit: { percent: 50 } },
    device_id: 1 as const,
    ack_status: "done" as const,
    readings: obedient(spoilt),
  }));
const anyCourse = fc.oneof(course, obeyed);
type Course = typeof course extends fc.Arbitrary<infer C> ? C : never;

/** What is known of it `minute` minutes after it was given, to whoever looked at it before. */
function factsAt(
  of: Course,
  minute: number,
  known: { state: CommandState; evidence: CommandEvidence | null },
): CommandFacts {
  const at = (one: number | null) => (one === null || one > minute ? null : T0 + one * MINUTE);
  const sent_ms = at(of.sent);
  const message: WatchedMessage = {
    sent_ms,
    sent_by: sent_ms === null ? null : "mqtt",
    ack_ms: sent_ms === null || of.ack === null || of.ack < (of.sent ?? 0) ? null : at(of.ack),
    ack_status: of.ack_status,
    ack_text: "",
    ack_in_force_w: null,
    reverted_ms: sent_ms === null ? null : at(of.reverted),
  };
  const readings = of.readings
    .filter(({ at_ms }) => sent_ms !== null && at_ms > sent_ms && at_ms <= T0 + minute * MINUTE)
    .toSorted((a, b) => a.at_ms - b.at_ms);
  return {
    now_ms: T0 + minute * MINUTE,
    command: {
      ...known,
      args: of.args,
      expires_ms: T0 + of.expires * MINUTE,
      revert_after_ms: of.revert_after === null ? null : of.revert_after * MINUTE,
      held_ms: at(Math.min(of.held, minute)),
      device_id: of.device_id,
      interval_ms: MINUTE,
    },
    message: message.ack_ms === null ? { ...message, ack_status: null } : message,
    devices: DEVICES,
    readings,
    before: of.before,
    firmware_version: null,
  };
}

/** Looks at it as the watch does, in so many minutes one after the other; returns each pass with the state before. */
function live(of: Course, minutes: readonly number[]) {
  const passes: { from: CommandState; facts: CommandFacts; moves: readonly CommandMove[] }[] = [];
  let state: CommandState = "queued";
  let evidence: CommandEvidence | null = null;
  for (const minute of minutes.toSorted((a, b) => a - b)) {
    const facts = factsAt(of, minute, { state, evidence });
    const judged = judge(facts);
    passes.push({ from: state, facts, moves: judged.moves });
    state = judged.moves.at(-1)?.state ?? state;
    ({ evidence } = judged);
    if (nextLook(facts, state) === null) break;
  }
  return passes;
}
const looks = fc.array(fc.integer({ min: 0, max: 70 }), { minLength: 1, maxLength: 25 });

test("whatever becomes known and whenever it is looked at, every step follows the table of a command's life", () => {
  fc.assert(
    fc.property(anyCourse, looks, (of, minutes) => {
      for (const { from, moves } of live(of, minutes)) {
        let state = from;
        for (const move of moves) {
          // A note is a step within a state.
          if (move.state === state) expect(move.note).not.toBeNull();
          else expect(COMMAND_LIFE[state]).toContain(move.state);
          ({ state } = move);
        }
      }
    }),
    { numRuns: 3000 },
  );
});

test("nothing is verified unless it was read back and seen, and the evidence names the readings since it was sent", () => {
  let verified = 0;
  fc.assert(
    fc.property(anyCourse, looks, (of, minutes) => {
      for (const { facts, moves } of live(of, minutes)) {
        for (const { state, evidence } of moves.filter(
          (move) => move.state === "verified" && move.note === null,
        )) {
          verified += 1;
          expect(state).toBe("verified");
          expect(evidence?.is_set).toBe(true);
          expect(evidence?.seen).toBe("seen");
          const named = [...(evidence?.read_back ?? []), ...(evidence?.readings ?? [])];
          expect(evidence?.read_back.length).toBeGreaterThan(0);
          expect(evidence?.readings.length).toBeGreaterThan(0);
          for (const { device_uid, at } of named) {
            const there = facts.readings.some(
              ({ device_id, at_ms }) =>
                at_ms === Date.parse(at) &&
                facts.devices.some((one) => one.device_id === device_id && one.device_uid === device_uid),
            );
            expect(there).toBe(true);
          }
        }
      }
    }),
    { numRuns: 3000 },
  );
  expect(verified).toBeGreaterThan(100);
});

test("an answer after its time brings nothing to life, and what was not obeyed in time never is", () => {
  fc.assert(
    fc.property(anyCourse, looks, (of, minutes) => {
      const states = live(of, minutes).flatMap(({ moves }) => moves.map(({ state }) => state));
      const isLate = of.ack === null || of.ack > of.expires || of.sent === null;
      const alive = states.filter(
        (state) => state === "acknowledged" || state === "applied" || state === "verified",
      );
      if (isLate) expect(alive).toEqual([]);
      const ended = states.findIndex(
        (state) => state === "expired" || state === "failed" || state === "reverted",
      );
      if (ended !== -1) expect(new Set(states.slice(ended)).size).toBe(1);
    }),
    { numRuns: 2000 },
  );
});

test("without word of the portal for its reversion time a command that was obeyed counts as gone back from", () => {
  fc.assert(
    fc.property(anyCourse, looks, (of, minutes) => {
      for (const { from, facts, moves } of live(of, minutes)) {
        const { revert_after_ms, held_ms } = facts.command;
        const sent = facts.message?.sent_ms ?? null;
        if (revert_after_ms === null || sent === null) continue;
        const isLost = facts.now_ms >= Math.max(sent, held_ms ?? 0) + revert_after_ms;
        const last = moves.at(-1)?.state ?? from;
        if (isLost) expect(["acknowledged", "applied", "verified"]).not.toContain(last);
      }
    }),
    { numRuns: 2000 },
  );
});
